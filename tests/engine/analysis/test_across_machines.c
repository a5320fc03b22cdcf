/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_across_machines.c -- a comparison whose top level is machines: one log ratio for each of them. */
#include "support/made.h"

#include <math.h>
#include <string.h>

#include "analysis/comparison.h"

enum { ROUNDS = 4 };
static const double wobble[ROUNDS] = {0.99, 1.01, 1.005, 0.995};

/* One machine: what a round takes of both systems; 0: it was not measured there. */
struct place {
    const char *label;
    double old_time, new_time;
};

static void add(struct assay_dataset *dataset, const char *system, const struct place *places,
                size_t n, bool is_new)
{
    static const char *const levels[] = {"machine", "execution"};
    const struct assay_series_key key = {.system = system,
                                         .benchmark = "b",
                                         .metric = "wall",
                                         .unit = "s",
                                         .n_levels = 2,
                                         .level_name = levels};
    size_t series;
    assert_int_equal(assay_dataset_series(dataset, &key, &series, NULL), ASSAY_OK);
    for (size_t i = 0; i < n; i++) {
        const double time = is_new ? places[i].new_time : places[i].old_time;
        for (size_t k = 0; k < ROUNDS && time > 0; k++) {
            const double value = time * wobble[is_new ? (k + 1) % ROUNDS : k];
            assert_int_equal(
                assay_dataset_add(dataset, series, &places[i].label, &value, 1, 0, NULL), ASSAY_OK);
        }
        if (time > 0)
            assert_int_equal(assay_dataset_pair(dataset, series, places[i].label, (int64_t)i, NULL),
                             ASSAY_OK);
    }
}

struct pair {
    struct input input;
    struct comparison pairs;
    const struct comparison_finding *row;
};

static void compare(const struct place *places, size_t n, enum machines_across across,
                    struct pair *out)
{
    const struct source_request source = {.has_question = true};
    struct remarks remarks = {0};
    struct assay_dataset *dataset = assay_dataset_new();
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    add(dataset, "old", places, n, false);
    add(dataset, "new", places, n, true);
    assert_int_equal(assay_dataset_finish(dataset, NULL), ASSAY_OK);
    assert_int_equal(input_of_dataset(&source, dataset, "made", &out->input, &remarks, NULL),
                     ASSAY_OK);
    remarks_fini(&remarks);
    request.input = &out->input;
    request.across = across;
    assert_int_equal(compare_systems(&request, &out->pairs, NULL), ASSAY_OK);
    out->row = &out->pairs.items[0].rows[0];
}

static void pair_fini(struct pair *pair)
{
    comparison_fini(&pair->pairs);
    input_fini(&pair->input);
}

/* Ratios 1.1, 1.2, 1.3 and 1.2: a typical machine's is their geometric mean. All of them together take 1111 and
 * 1100 + 12 + 1.3 + 120: the slow machine counts by its time. */
static void typical_and_total(void **state)
{
    (void)state;
    static const struct place places[] = {
        {"a", 1000, 1100}, {"b", 10, 12}, {"c", 1, 1.3}, {"d", 100, 120}};
    struct pair typical, total;
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
    pair_fini(&typical);
    pair_fini(&total);
}

static void swapped(void **state)
{
    (void)state;
    static const struct place places[] = {{"a", 10, 11}, {"b", 10, 12}, {"c", 10, 12}},
                              back[] = {{"a", 11, 10}, {"b", 12, 10}, {"c", 12, 10}};
    struct pair forth, other;
    compare(places, 3, ACROSS_MACHINES, &forth);
    compare(back, 3, ACROSS_MACHINES, &other);
    const struct assay_estimate *a = &forth.row->finding.ratio, *b = &other.row->finding.ratio;
    assert_close(b->estimate, 1 / a->estimate, 1e-4, 0);
    assert_close(b->interval.lower, 1 / a->interval.upper, 1e-2, 0);
    assert_close(b->interval.upper, 1 / a->interval.lower, 1e-2, 0);
    pair_fini(&forth);
    pair_fini(&other);
}

/* Twice as slow on one, twice as fast on another: mixed, and no verdict over them. */
static void mixed(void **state)
{
    (void)state;
    static const struct place places[] = {{"a", 10, 20}, {"b", 20, 10}, {"c", 10, 10}};
    struct pair pair;
    compare(places, 3, ACROSS_MACHINES, &pair);
    assert_true(pair.row->machines->mixed);
    assert_int_equal(pair.row->machines->items[0].verdict, ASSAY_SLOWER);
    assert_int_equal(pair.row->machines->items[1].verdict, ASSAY_FASTER);
    assert_close(pair.row->finding.ratio.estimate, 1, 1e-3, 0);
    assert_int_equal(pair.row->finding.verdict, ASSAY_INCONCLUSIVE);
    pair_fini(&pair);
}

/* A machine without the new system is left out; machines with a number for a name may be one, and say nothing. */
static void left_out(void **state)
{
    (void)state;
    static const struct place places[] = {{"a", 10, 11}, {"b", 10, 0}, {"c", 10, 11}},
                              numbered[] = {{"1", 10, 11}, {"2", 10, 12}, {"3", 10, 11}};
    struct pair pair;
    compare(places, 3, ACROSS_MACHINES, &pair);
    assert_int_equal(pair.row->machines->n, 2);
    assert_int_equal(pair.row->machines->left_out, 1);
    assert_string_equal(pair.row->machines->items[1].name, "c");
    assert_close(pair.row->finding.ratio.estimate, 1.1, 1e-3, 0);
    pair_fini(&pair);
    compare(numbered, 3, ACROSS_MACHINES, &pair);
    assert_null(pair.row->machines);
    pair_fini(&pair);
}

/* One machine in common says what it says; there is nothing over machines. */
static void one_machine(void **state)
{
    (void)state;
    static const struct place places[] = {{"a", 10, 11}, {"b", 10, 0}};
    struct pair pair;
    compare(places, 2, ACROSS_MACHINES, &pair);
    assert_int_equal(pair.row->machines->n, 1);
    assert_int_equal(pair.row->machines->left_out, 1);
    const struct machine_finding *item = &pair.row->machines->items[0];
    assert_close(exp(item->machine.d), 1.1, 1e-3, 0);
    assert_true(item->own.lower > 1.05 && item->own.upper < 1.15);
    assert_int_equal(item->verdict, ASSAY_SLOWER);
    pair_fini(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(typical_and_total), cmocka_unit_test(swapped),     cmocka_unit_test(mixed),
        cmocka_unit_test(left_out),          cmocka_unit_test(one_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
