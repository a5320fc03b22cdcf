/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_comparison_row.c -- one benchmark of two systems: what swapping, scaling and shifting them does, and why a row
 * has no verdict. */
#include "support/compared.h"

#include <string.h>

enum { N = 6 };
static const double old_times[N] = {10, 11, 9, 10, 12, 8};
static const double new_times[N] = {12, 13, 11, 12, 14.5, 9.5}; /* means 10 and 12 */

static const struct comparison_finding *compare(const struct made_series made[2], bool negative,
                                                struct compared *out)
{
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    request.allow_negative = negative;
    compared_of(made, 2, &request, out);
    assert_int_equal(out->pairs.n, 1);
    assert_int_equal(out->pairs.items[0].n, 1);
    return out->row;
}

static const struct comparison_finding *compare_times(const double *a, const double *b, size_t n,
                                                      struct compared *out)
{
    const struct made_series made[2] = {
        {.system = "old", .benchmark = "b", .metric = "wall", .values = a, .n = n},
        {.system = "new", .benchmark = "b", .metric = "wall", .values = b, .n = n}};
    return compare(made, false, out);
}

static void swapped(void **state)
{
    (void)state;
    struct compared row, back;
    const struct assay_comparison *a = &compare_times(old_times, new_times, N, &row)->finding,
                                  *b = &compare_times(new_times, old_times, N, &back)->finding;
    assert_true(a->paired);
    assert_close(a->old_value, 10, 1e-12, 0);
    assert_close(a->new_value, 12, 1e-12, 0);
    assert_close(a->ratio.estimate, 1.2, 1e-12, 0);
    assert_int_equal(a->ratio.interval.kind, ASSAY_BOUNDED);
    assert_close(b->ratio.estimate, 1 / 1.2, 1e-12, 0);
    assert_close(b->ratio.interval.lower, 1 / a->ratio.interval.upper, 1e-9, 0);
    assert_close(b->ratio.interval.upper, 1 / a->ratio.interval.lower, 1e-9, 0);
    assert_int_equal(a->verdict, ASSAY_SLOWER);
    assert_int_equal(b->verdict, ASSAY_FASTER);
    assert_close(a->margin, 0.01, 0, 0);
    compared_fini(&row);
    compared_fini(&back);
}

/* Another unit leaves the ratio; a constant in both draws it towards one: (12 + 10) / (10 + 10). */
static void scaled_and_shifted(void **state)
{
    (void)state;
    double x[N], y[N], p[N], q[N];
    for (size_t i = 0; i < N; i++) {
        x[i] = 1024 * old_times[i];
        y[i] = 1024 * new_times[i];
        p[i] = 10 + old_times[i];
        q[i] = 10 + new_times[i];
    }
    struct compared plain, scaled, shifted;
    const struct assay_comparison *a = &compare_times(old_times, new_times, N, &plain)->finding,
                                  *b = &compare_times(x, y, N, &scaled)->finding,
                                  *c = &compare_times(p, q, N, &shifted)->finding;
    assert_close(b->ratio.estimate, a->ratio.estimate, 1e-12, 0);
    assert_close(b->ratio.interval.lower, a->ratio.interval.lower, 1e-12, 0);
    assert_close(b->ratio.interval.upper, a->ratio.interval.upper, 1e-12, 0);
    assert_close(c->ratio.estimate, 1.1, 1e-12, 0);
    assert_int_equal(c->verdict, ASSAY_SLOWER);
    compared_fini(&plain);
    compared_fini(&scaled);
    compared_fini(&shifted);
}

/* Rates: a larger one is faster; of a number of which nobody says that, nothing is decided. */
static void which_way(void **state)
{
    (void)state;
    struct made_series made[2] = {
        {.system = "old", .benchmark = "b", .metric = "rate", .unit = "1", .n = N},
        {.system = "new", .benchmark = "b", .metric = "rate", .unit = "1", .n = N}};
    made[0].values = old_times;
    made[1].values = new_times;
    made[0].more_is_better = made[1].more_is_better = true;
    struct compared told, untold;
    assert_int_equal(compare(made, false, &told)->finding.verdict, ASSAY_FASTER);
    made[0].direction = made[1].direction = ASSAY_TOLD_BY_NOBODY;
    const struct comparison_finding *row = compare(made, false, &untold);
    assert_true(comparison_is_withheld(row));
    assert_int_equal(row->finding.verdict, ASSAY_INCONCLUSIVE);
    assert_close(row->finding.ratio.estimate, 1.2, 1e-12, 0);
    assert_ptr_equal(comparison_withheld(&untold.pairs, &untold.input), row->new_series);
    compared_fini(&told);
    compared_fini(&untold);
}

static void one_value_each(void **state)
{
    (void)state;
    struct compared row;
    const struct assay_comparison *finding = &compare_times(old_times, new_times, 1, &row)->finding;
    assert_non_null(strstr(row.pairs.items[0].trouble[0], "one value each"));
    assert_close(finding->ratio.estimate, 1.2, 1e-12, 0);
    assert_int_equal(finding->ratio.interval.kind, ASSAY_ALL);
    assert_int_equal(finding->verdict, ASSAY_INCONCLUSIVE);
    compared_fini(&row);
}

static void negative_times(void **state)
{
    (void)state;
    double x[N];
    memcpy(x, old_times, sizeof x);
    x[0] = -10;
    const struct made_series made[2] = {
        {.system = "old", .benchmark = "b", .metric = "wall", .values = x, .n = N},
        {.system = "new", .benchmark = "b", .metric = "wall", .values = new_times, .n = N}};
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    struct assay_error error = {.text = ""};
    struct compared refused, taken;
    made_input(made, 2, &refused.input);
    request.input = &refused.input;
    assert_int_equal(compare_systems(&request, &refused.pairs, &error), ASSAY_UNDEFINED);
    assert_non_null(strstr(error.text, "b (wall), new against old: 1 of its times is negative"));
    (void)compare(made, true, &taken);
    assert_string_equal(taken.pairs.items[0].trouble[0], "");
    compared_fini(&refused);
    compared_fini(&taken);
}

/* The old system has rounds 0 to 5, the new one 2 to 7: four are compared, two of each left out. */
static void partners_missing(void **state)
{
    (void)state;
    const struct made_series made[2] = {
        {.system = "old", .benchmark = "b", .metric = "wall", .values = old_times, .n = N},
        {.system = "new",
         .benchmark = "b",
         .metric = "wall",
         .values = new_times,
         .n = N,
         .round = 2}};
    struct compared row;
    const struct comparison_finding *found = compare(made, false, &row);
    assert_int_equal(found->left_out, 4);
    assert_true(found->finding.paired);
    assert_close(found->finding.old_value, (9 + 10 + 12 + 8) / 4.0, 1e-12, 0);
    assert_close(found->finding.new_value, (12 + 13 + 11 + 12) / 4.0, 1e-12, 0);
    compared_fini(&row);
}

static void constant(void **state)
{
    (void)state;
    const double x[N] = {3, 3, 3, 3, 3, 3}, zero[N] = {0};
    struct compared same, nothing;
    const struct assay_comparison *finding = &compare_times(x, x, N, &same)->finding;
    assert_close(finding->ratio.estimate, 1, 0, 0);
    assert_int_not_equal(finding->verdict, ASSAY_SLOWER);
    assert_int_not_equal(finding->verdict, ASSAY_FASTER);
    compared_fini(&same);
    made_input(
        (const struct made_series[]){
            {.system = "old", .benchmark = "b", .metric = "wall", .values = zero, .n = N},
            {.system = "new", .benchmark = "b", .metric = "wall", .values = x, .n = N}},
        2, &nothing.input);
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    struct assay_error error = {.text = ""};
    request.input = &nothing.input;
    assert_int_equal(compare_systems(&request, &nothing.pairs, &error), ASSAY_UNDEFINED);
    assert_non_null(strstr(error.text, "b (wall), new against old: "));
    compared_fini(&nothing);
}

/* Processor time alone and beside another program are two things; memory is one. A pair that was none says nothing. */
static void orders(void **state)
{
    (void)state;
    static const struct {
        enum assay_together new_together;
        const char *unit;
        assay_warnings warnings, expected;
        enum assay_verdict verdict;
    } cases[] = {
        {ASSAY_IN_SLICES, "s", 0, 0, ASSAY_SLOWER},
        {ASSAY_IN_ROUNDS, "s", 0, ASSAY_WARNING(ASSAY_WARN_DIFFERENT_ORDERS), ASSAY_INCONCLUSIVE},
        {ASSAY_IN_ROUNDS, "byte", 0, 0, ASSAY_SLOWER},
        {ASSAY_IN_SLICES, "s", ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP),
         ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP), ASSAY_INCONCLUSIVE},
        {ASSAY_IN_SLICES, "s", ASSAY_WARNING(ASSAY_WARN_LOAD_SATURATED),
         ASSAY_WARNING(ASSAY_WARN_LOAD_SATURATED), ASSAY_INCONCLUSIVE},
        {ASSAY_IN_SLICES, "s", ASSAY_WARNING(ASSAY_WARN_RATE_MISSED),
         ASSAY_WARNING(ASSAY_WARN_RATE_MISSED), ASSAY_INCONCLUSIVE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made_series made[4];
        for (size_t s = 0; s < 4; s++)
            made[s] =
                (struct made_series){.system = s % 2 == 0 ? "old" : "new",
                                     .benchmark = s < 2 ? "a" : "b",
                                     .metric = "user+system",
                                     .unit = cases[i].unit,
                                     .values = s % 2 == 0 ? old_times : new_times,
                                     .n = N,
                                     .together = s == 1 ? cases[i].new_together : ASSAY_IN_SLICES,
                                     .warnings = s == 1 ? cases[i].warnings : 0};
        struct compared row;
        struct compare_request request = COMPARE_REQUEST_DEFAULTS;
        made_input(made, 4, &row.input);
        request.input = &row.input;
        assert_int_equal(compare_systems(&request, &row.pairs, NULL), ASSAY_OK);
        struct system_pair *pair = &row.pairs.items[0];
        const assay_warnings both =
            ASSAY_WARNING(ASSAY_WARN_DIFFERENT_ORDERS) | ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP) |
            ASSAY_WARNING(ASSAY_WARN_LOAD_SATURATED) | ASSAY_WARNING(ASSAY_WARN_RATE_MISSED);
        assert_int_equal(comparison_warnings(&pair->rows[0]) & both, cases[i].expected);
        assert_int_equal(pair->rows[0].finding.verdict, cases[i].verdict);
        assert_int_equal(pair->rows[1].finding.verdict, ASSAY_SLOWER);
        assert_int_equal(system_pair_summarise(pair, "user+system", 0.95, NULL), ASSAY_OK);
        assert_int_equal(pair->has_suite, cases[i].expected == 0);
        compared_fini(&row);
    }
}

/* A machine that changed meanwhile says nothing against counts that no run changed; against others it does. */
static void counts_know_no_drift(void **state)
{
    (void)state;
    const assay_warnings drift = ASSAY_WARNING(ASSAY_WARN_HOST_DRIFT);
    const double same[N] = {50, 50, 50, 50, 50, 50}, other[N] = {50, 51, 50, 50, 50, 50};
    for (int differs = 0; differs < 2; differs++) {
        const struct made_series made[2] = {
            {.system = "old", .benchmark = "b", .metric = "instructions", .unit = "1", .values = same, .n = N, .warnings = drift},
            {.system = "new", .benchmark = "b", .metric = "instructions", .unit = "1", .values = differs ? other : same, .n = N, .warnings = drift}};
        struct compared row;
        const struct comparison_finding *found = compare(made, false, &row);
        assert_int_equal(comparison_exact_draws(found), differs ? 0 : N);
        assert_int_equal(comparison_warnings(found) & drift, differs ? drift : 0);
        compared_fini(&row);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swapped),        cmocka_unit_test(scaled_and_shifted),
        cmocka_unit_test(which_way),      cmocka_unit_test(one_value_each),
        cmocka_unit_test(negative_times), cmocka_unit_test(partners_missing),
        cmocka_unit_test(constant),       cmocka_unit_test(orders),
        cmocka_unit_test(counts_know_no_drift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
