/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_across_machines.c -- a comparison whose top level is machines: one log ratio for each of them. */
#include "support/compared.h"
#include "support/machines.h"

#include <math.h>
#include <string.h>

#include "analysis/comparison.h"

static void compare(const struct made_machine *machines, size_t n, enum machines_across across,
                    struct compared *out)
{
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    struct assay_error error;
    request.across = across;
    made_machines(machines, n, &out->input);
    if (compared_input(&request, out, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
}

/* Ratios 1.1, 1.2, 1.3 and 1.2: a typical machine's is their geometric mean. All of them together take 1111 and
 * 1100 + 12 + 1.3 + 120: the slow machine counts by its time. */
static void typical_and_total(void **state)
{
    (void)state;
    static const struct made_machine places[] = {
        {"a", 1000, 1100}, {"b", 10, 12}, {"c", 1, 1.3}, {"d", 100, 120}};
    struct compared typical, total;
    compare(places, 4, ACROSS_MACHINES, &typical);
    const struct machines_finding *machines = typical.row->machines;
    assert_non_null(machines);
    assert_int_equal(machines->n, 4);
    assert_int_equal(machines->units, 4);
    assert_int_equal(machines->left_out, 0);
    assert_int_equal(machines->n_classes, 1);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(machines->items[i].name, places[i].label);
        assert_close(exp(machines->items[i].machine.d), places[i].new_time / places[i].old_time,
                     1e-3, 0);
        assert_int_equal(machines->items[i].verdict, ASSAY_SLOWER);
    }
    const double ratio = pow(1.1 * 1.2 * 1.3 * 1.2, 0.25);
    const struct assay_comparison *finding = &typical.row->finding;
    assert_close(finding->ratio.estimate, ratio, 1e-3, 0);
    assert_close(finding->ratio.estimate, finding->new_value / finding->old_value, 1e-3, 0);
    assert_int_equal(finding->verdict, ASSAY_SLOWER);
    assert_true(finding->paired);
    assert_false(machines->mixed);
    compare(places, 4, ACROSS_TOTAL, &total);
    assert_int_equal(total.row->machines->across, ACROSS_TOTAL);
    assert_close(total.row->finding.ratio.estimate, (1100 + 12 + 1.3 + 120) / 1111, 1e-9, 0);
    assert_close(total.row->finding.old_value, 1111 / 4.0, 1e-9, 0);
    compared_fini(&typical);
    compared_fini(&total);
}

static void swapped(void **state)
{
    (void)state;
    static const struct made_machine places[] = {{"a", 10, 11}, {"b", 10, 12}, {"c", 10, 12}},
                                     back[] = {{"a", 11, 10}, {"b", 12, 10}, {"c", 12, 10}};
    struct compared forth, other;
    compare(places, 3, ACROSS_MACHINES, &forth);
    compare(back, 3, ACROSS_MACHINES, &other);
    const struct assay_estimate *a = &forth.row->finding.ratio, *b = &other.row->finding.ratio;
    assert_close(b->estimate, 1 / a->estimate, 1e-4, 0);
    assert_close(b->interval.lower, 1 / a->interval.upper, 1e-2, 0);
    assert_close(b->interval.upper, 1 / a->interval.lower, 1e-2, 0);
    compared_fini(&forth);
    compared_fini(&other);
}

/* Twice as slow on one, twice as fast on another: mixed, and no verdict over them. */
static void mixed(void **state)
{
    (void)state;
    static const struct made_machine places[] = {{"a", 10, 20}, {"b", 20, 10}, {"c", 10, 10}};
    struct compared pair;
    compare(places, 3, ACROSS_MACHINES, &pair);
    assert_true(pair.row->machines->mixed);
    assert_int_equal(pair.row->machines->items[0].verdict, ASSAY_SLOWER);
    assert_int_equal(pair.row->machines->items[1].verdict, ASSAY_FASTER);
    assert_close(pair.row->finding.ratio.estimate, 1, 1e-3, 0);
    assert_int_equal(pair.row->finding.verdict, ASSAY_INCONCLUSIVE);
    compared_fini(&pair);
}

/* Machines of very different speeds: their means have no ratio with ends, and the machines' own ratios have. */
static void speeds_differ(void **state)
{
    (void)state;
    static const struct made_machine places[] = {{"a", 1000, 1100}, {"b", 1, 1.1}};
    struct compared pair;
    compare(places, 2, ACROSS_MACHINES, &pair);
    assert_int_equal(pair.row->finding.ratio.interval.kind, ASSAY_BOUNDED);
    assert_int_equal(comparison_warnings(pair.row) & ASSAY_WARNING(ASSAY_WARN_UNBOUNDED), 0);
    compared_fini(&pair);
}

/* A machine without the new system is left out; machines with a number for a name may be one, and say nothing. */
static void left_out(void **state)
{
    (void)state;
    static const struct made_machine places[] = {{"a", 10, 11}, {"b", 10, 0}, {"c", 10, 11}},
                                     numbered[] = {{"1", 10, 11}, {"2", 10, 12}, {"3", 10, 11}};
    struct compared pair;
    compare(places, 3, ACROSS_MACHINES, &pair);
    assert_int_equal(pair.row->machines->n, 2);
    assert_int_equal(pair.row->machines->left_out, 1);
    assert_string_equal(pair.row->machines->items[1].name, "c");
    assert_close(pair.row->finding.ratio.estimate, 1.1, 1e-3, 0);
    compared_fini(&pair);
    compare(numbered, 3, ACROSS_MACHINES, &pair);
    assert_null(pair.row->machines);
    compared_fini(&pair);
}

/* One machine in common says what it says; there is nothing over machines. */
static void one_machine(void **state)
{
    (void)state;
    static const struct made_machine places[] = {{"a", 10, 11}, {"b", 10, 0}};
    struct compared pair;
    compare(places, 2, ACROSS_MACHINES, &pair);
    assert_int_equal(pair.row->machines->n, 1);
    assert_int_equal(pair.row->machines->left_out, 1);
    const struct machine_finding *item = &pair.row->machines->items[0];
    assert_close(exp(item->machine.d), 1.1, 1e-3, 0);
    assert_true(item->own.lower > 1.05 && item->own.upper < 1.15);
    assert_int_equal(item->verdict, ASSAY_SLOWER);
    compared_fini(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(typical_and_total),
        cmocka_unit_test(swapped),
        cmocka_unit_test(mixed),
        cmocka_unit_test(speeds_differ),
        cmocka_unit_test(left_out),
        cmocka_unit_test(one_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
