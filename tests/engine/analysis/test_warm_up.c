/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_warm_up.c -- a comparison of executions that warm up: with and without the iterations before they are steady. */
#include "support/compared.h"

#include <math.h>

enum { EACH = 100, EXECUTIONS = 5, N = EACH * EXECUTIONS, WARM = 30 };

/* `warm` at first, then `rest`; with a little noise that is not the same in every execution. */
static void fill(double *values, double warm, double rest)
{
    for (size_t i = 0; i < N; i++)
        values[i] = (i % EACH < WARM ? warm : rest) *
                    (1 + 0.002 * (fmod((double)i * 0.6180339887, 1) - 0.5));
}

static void read_pair(const double *a, const double *b, struct compared *out)
{
    const struct made_series made[] = {
        {.system = "old", .benchmark = "b", .metric = "wall", .values = a, .n = N, .each = EACH},
        {.system = "new", .benchmark = "b", .metric = "wall", .values = b, .n = N, .each = EACH}};
    made_input(made, 2, &out->input);
}

static void measured(double a_warm, double a_rest, double b_warm, double b_rest,
                     struct compared *out)
{
    double a[N], b[N];
    fill(a, a_warm, a_rest);
    fill(b, b_warm, b_rest);
    read_pair(a, b, out);
}

static void compare(struct compared *pair, size_t cut_values)
{
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    request.cut_values = cut_values;
    assert_int_equal(compared_input(&request, pair, NULL), ASSAY_OK);
}

/* All values say 0.75 (30 of 5 and 70 of 1, against 30 of 2 and 70 of 1.5; 220 and 165), what follows says 1.5: open. */
static void turns(void **state)
{
    (void)state;
    struct compared pair;
    measured(5, 1, 2, 1.5, &pair);
    compare(&pair, 0);
    const struct warm_up_finding *warm_up = &pair.row->warm_up;
    assert_true(warm_up->moves && warm_up->seen && warm_up->has_rest);
    assert_int_equal(warm_up->until, WARM);
    assert_int_equal(warm_up->iterations, EACH);
    assert_int_equal(warm_up->from, WARM + (EACH - WARM) / 2);
    assert_close(pair.row->finding.ratio.estimate, 0.75, 1e-3, 0);
    assert_close(warm_up->ratio.estimate, 1.5, 1e-3, 0);
    assert_int_equal(warm_up->verdict, ASSAY_SLOWER);
    assert_true(warm_up->turns && warm_up->matters && warm_up->open);
    assert_false(warm_up->cut);
    assert_int_equal(pair.row->finding.verdict, ASSAY_INCONCLUSIVE);
    compared_fini(&pair);
}

/* Whoever says that all values are meant has a verdict of all; the other answer is told. */
static void kept(void **state)
{
    (void)state;
    struct compared pair;
    measured(5, 1, 2, 1.5, &pair);
    assert_int_equal(input_settle_warm_up(&pair.input, WARM_UP_KEEP, 0, NULL), ASSAY_OK);
    compare(&pair, 0);
    assert_true(pair.row->warm_up.turns && pair.row->warm_up.matters);
    assert_false(pair.row->warm_up.open);
    assert_int_equal(pair.row->finding.verdict, ASSAY_FASTER);
    compared_fini(&pair);
}

/* Cut, the comparison is that of the rest. */
static void cut(void **state)
{
    (void)state;
    struct compared pair;
    measured(5, 1, 2, 1.5, &pair);
    assert_int_equal(input_settle_warm_up(&pair.input, WARM_UP_CUT, 0, NULL), ASSAY_OK);
    compare(&pair, 0);
    assert_true(pair.row->warm_up.cut && pair.row->warm_up.seen);
    assert_false(pair.row->warm_up.open);
    assert_close(pair.row->finding.ratio.estimate, 1.5, 1e-3, 0);
    assert_int_equal(pair.row->finding.verdict, ASSAY_SLOWER);
    compared_fini(&pair);
}

/* Twice all the while: with and without the warm-up it is the same, and nothing is to be said. */
static void same_answer(void **state)
{
    (void)state;
    struct compared pair;
    measured(3, 1, 6, 2, &pair);
    compare(&pair, 0);
    assert_true(pair.row->warm_up.moves);
    assert_false(pair.row->warm_up.turns || pair.row->warm_up.matters || pair.row->warm_up.open);
    assert_close(pair.row->warm_up.ratio.estimate, 2, 1e-3, 0);
    assert_int_equal(pair.row->finding.verdict, ASSAY_SLOWER);
    compared_fini(&pair);
}

static void steady(void **state)
{
    (void)state;
    struct compared pair;
    measured(1, 1, 1.2, 1.2, &pair);
    compare(&pair, 0);
    assert_false(pair.row->warm_up.moves || pair.row->warm_up.open);
    assert_int_equal(pair.row->warm_up.from, 0);
    assert_int_equal(pair.row->finding.verdict, ASSAY_SLOWER);
    assert_int_equal(pair.row->n_cuts, 0);
    compared_fini(&pair);
}

/* From iteration 1, counted from 1, to the one that leaves 8: from the warm-up's end on the ratio is that of the rest. */
static void places(void **state)
{
    (void)state;
    struct compared pair;
    measured(5, 1, 2, 1.5, &pair);
    compare(&pair, 1000000);
    const struct comparison_finding *row = pair.row;
    assert_int_equal(row->n_cuts, EACH - 8 + 1);
    assert_int_equal(row->cuts[0].from, 1);
    assert_int_equal(row->cuts[row->n_cuts - 1].from, EACH - 8 + 1);
    assert_close(row->cuts[0].ratio.estimate, row->finding.ratio.estimate, 1e-12, 0);
    assert_int_equal(row->cuts[0].verdict, ASSAY_FASTER);
    assert_close(row->cuts[WARM].ratio.estimate, 1.5, 1e-3, 0);
    assert_int_equal(row->cuts[WARM].verdict, ASSAY_SLOWER);
    compared_fini(&pair);
    measured(5, 1, 2, 1.5, &pair);
    compare(&pair, 10 * (N + N)); /* ten places, evenly */
    assert_int_equal(pair.row->n_cuts, 10);
    assert_int_equal(pair.row->cuts[1].from, (EACH - 8) / 9 + 1);
    assert_int_equal(pair.row->cuts[9].from, EACH - 8 + 1);
    compared_fini(&pair);
    measured(5, 1, 2, 1.5, &pair);
    compare(&pair, 5 * (N + N)); /* too few */
    assert_int_equal(pair.row->n_cuts, 0);
    compared_fini(&pair);
}

/* Still falling where measuring ended, by as much as the two differ: nothing is claimed. */
static void still_falling(void **state)
{
    (void)state;
    double a[N], b[N];
    struct compared pair;
    fill(a, 1, 1);
    fill(b, 1, 1);
    for (size_t i = 0; i < N; i++)
        a[i] *= 1 + 2 * exp(-(double)(i % EACH) / 60);
    read_pair(a, b, &pair);
    compare(&pair, 0);
    assert_true(pair.row->warm_up.moves);
    assert_false(pair.row->warm_up.seen);
    assert_true(pair.row->warm_up.open);
    assert_int_equal(pair.row->finding.verdict, ASSAY_INCONCLUSIVE);
    compared_fini(&pair);
    read_pair(a, b, &pair);
    assert_int_equal(input_settle_warm_up(&pair.input, WARM_UP_CUT, 0, NULL), ASSAY_OK);
    compare(&pair, 0);
    assert_true(pair.row->warm_up.cut && pair.row->warm_up.open && pair.row->warm_up.matters);
    assert_int_equal(pair.row->finding.verdict, ASSAY_INCONCLUSIVE);
    compared_fini(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns),         cmocka_unit_test(kept),   cmocka_unit_test(cut),
        cmocka_unit_test(same_answer),   cmocka_unit_test(steady), cmocka_unit_test(places),
        cmocka_unit_test(still_falling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
