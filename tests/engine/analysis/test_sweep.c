/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sweep.c -- parameters as factors: gains, the best cell and growth, of times that are known. */
#include "support/made.h"

#include <math.h>
#include <string.h>

#include "analysis/sweep_analyse.h"

enum { N = 8, SIZES = 3 };
static const char *const benchmarks[SIZES] = {"b/n=1", "b/n=2", "b/n=4"};

/* Every cell takes `time` with a noise of one percent of its own. */
static void fill(double *values, double time, size_t cell)
{
    for (size_t i = 0; i < N; i++)
        values[i] = time * (1 + 0.01 * sin((double)(i * (cell + 2) + cell)));
}

struct sweep {
    double values[2 * SIZES][N];
    struct made_series made[2 * SIZES];
    struct input input;
    struct sweep_finding finding;
};

/* Two systems at n = 1, 2, 4: cell by cell these times. */
static void make(const double times[2 * SIZES], bool more_is_better, enum assay_teller teller,
                 struct sweep *out)
{
    for (size_t i = 0; i < (size_t)2 * SIZES; i++) {
        fill(out->values[i], times[i], i);
        out->made[i] = (struct made_series){.system = i < SIZES ? "old" : "new",
                                            .benchmark = benchmarks[i % SIZES],
                                            .metric = "wall",
                                            .values = out->values[i],
                                            .n = N,
                                            .more_is_better = more_is_better,
                                            .direction = teller};
    }
}

static const struct sweep_group *analyse(size_t n, struct sweep *out)
{
    const struct sweep_request request = {.margin = 0.01, .confidence = 0.95};
    made_input(out->made, n, &out->input);
    assert_int_equal(sweep_analyse(&out->input, &request, &out->finding, NULL), ASSAY_OK);
    assert_int_equal(out->finding.n, 1);
    return &out->finding.groups[0];
}

static void sweep_fini(struct sweep *sweep)
{
    sweep_finding_fini(&sweep->finding);
    input_fini(&sweep->input);
}

/* Half the time everywhere: a gain of log 1/2 at each size and over all of them, certain everywhere. */
static void faster_everywhere(void **state)
{
    (void)state;
    static const double times[] = {10, 20, 40, 5, 10, 20}, back[] = {5, 10, 20, 10, 20, 40};
    struct sweep sweep, other;
    make(times, false, ASSAY_TOLD_BY_FORMAT, &sweep);
    const struct sweep_group *group = analyse(6, &sweep);
    assert_string_equal(group->benchmark, "b");
    assert_int_equal(group->n_systems, 2);
    assert_int_equal(group->n_parameters, 1);
    assert_string_equal(group->parameters[0].name, "n");
    assert_true(group->parameters[0].numeric && group->complete);
    assert_int_equal(group->n_cells, 6);
    assert_int_equal(group->rounds, N);
    assert_int_equal(group->n_gains, 1);
    const struct sweep_gain *gain = &group->gains[0];
    assert_int_equal(gain->n, SIZES);
    for (size_t i = 0; i < SIZES; i++)
        assert_close(exp(gain->at[i].effect.estimate), 0.5, 0.01, 0);
    assert_true(gain->has_mean);
    assert_close(exp(gain->mean.estimate), 0.5, 0.01, 0);
    assert_int_equal(gain->holds, SWEEP_FASTER);
    assert_int_equal(sweep_gate_of(&sweep.finding), SWEEP_GATE_PASSED);
    make(back, false, ASSAY_TOLD_BY_FORMAT, &other);
    group = analyse(6, &other);
    assert_close(exp(group->gains[0].mean.estimate), 2, 0.01, 0);
    assert_int_equal(group->gains[0].holds, SWEEP_SLOWER);
    assert_int_equal(sweep_gate_of(&other.finding), SWEEP_GATE_FAILED);
    sweep_fini(&sweep);
    sweep_fini(&other);
}

/* Of rates the larger are faster; where nobody says so, no verdict may rest on it. */
static void which_way(void **state)
{
    (void)state;
    static const double times[] = {10, 20, 40, 20, 40, 80};
    struct sweep sweep;
    make(times, true, ASSAY_TOLD_BY_FORMAT, &sweep);
    assert_int_equal(analyse(6, &sweep)->gains[0].holds, SWEEP_FASTER);
    assert_null(sweep_withheld(&sweep.finding));
    sweep_fini(&sweep);
    make(times, true, ASSAY_TOLD_BY_NOBODY, &sweep);
    const struct sweep_group *group = analyse(6, &sweep);
    assert_ptr_equal(sweep_withheld(&sweep.finding), group);
    assert_false(group->settings);
    sweep_fini(&sweep);
}

/* Slower at the first size, faster at the last. */
static void changes(void **state)
{
    (void)state;
    static const double times[] = {10, 20, 40, 20, 20, 20};
    struct sweep sweep;
    make(times, false, ASSAY_TOLD_BY_FORMAT, &sweep);
    const struct sweep_group *group = analyse(6, &sweep);
    assert_int_equal(group->gains[0].holds, SWEEP_CHANGES);
    assert_true(group->gains[0].has_interaction);
    assert_true(group->gains[0].interaction.p < 1e-3);
    sweep_fini(&sweep);
}

/* Time in proportion to n has the exponent one, in proportion to its square two. */
static void growth(void **state)
{
    (void)state;
    static const double times[] = {10, 20, 40, 10, 40, 160};
    struct sweep sweep;
    make(times, false, ASSAY_TOLD_BY_FORMAT, &sweep);
    const struct sweep_group *group = analyse(6, &sweep);
    assert_int_equal(group->n_growth, 2);
    assert_close(group->growth[0].exponent.slope.estimate, 1, 0.02, 0);
    assert_close(group->growth[1].exponent.slope.estimate, 2, 0.02, 0);
    sweep_fini(&sweep);
}

/* What an interval beside the best holds 0 of is not told apart from it, whatever ends of one side say. */
static void what_is_open_is_tied(void **state)
{
    (void)state;
    size_t open = 0, apart = 0;
    for (size_t d = 0; d < 100; d++) {
        const double more = 1 + 2e-4 * (double)d, times[2 * SIZES] = {1, more, more};
        struct sweep sweep;
        make(times, false, ASSAY_TOLD_BY_FORMAT, &sweep);
        const struct sweep_group *group = analyse(SIZES, &sweep);
        size_t ties = 0;
        for (size_t i = 0; i < group->n_pairs; i++) {
            const struct sweep_pair *pair = &group->pairs[i];
            const bool beside = pair->first == group->best.cell || pair->second == group->best.cell;
            const size_t other = pair->first == group->best.cell ? pair->second : pair->first;
            const bool holds_0 = pair->effect.lower <= 0 && pair->effect.upper >= 0;
            assert_true(!beside || !holds_0 || group->cells[other].tied);
            open += beside && holds_0;
            apart += beside && !group->cells[other].tied;
        }
        for (size_t g = 0; g < group->n_cells; g++)
            ties += group->cells[g].tied;
        assert_int_equal(ties, group->best.ties);
        sweep_fini(&sweep);
    }
    assert_true(open > 10 && apart > 10);
}

/* A cell that is missing: what both have is compared, and there are no effects of the grid. */
static void missing_cell(void **state)
{
    (void)state;
    static const double times[] = {10, 20, 40, 5, 10, 20};
    struct sweep sweep;
    make(times, false, ASSAY_TOLD_BY_FORMAT, &sweep);
    const struct sweep_group *group = analyse(5, &sweep);
    assert_false(group->complete);
    assert_int_equal(group->n_tests, 0);
    assert_int_equal(group->gains[0].n, 2);
    assert_int_equal(group->n_growth, 0);
    sweep_fini(&sweep);
}

/* One value of n is no sweep. */
static void no_parameter(void **state)
{
    (void)state;
    static const double times[] = {10, 20, 40, 5, 10, 20};
    const struct sweep_request request = {.margin = 0.01, .confidence = 0.95};
    struct sweep sweep;
    make(times, false, ASSAY_TOLD_BY_FORMAT, &sweep);
    made_input(sweep.made, 1, &sweep.input);
    assert_int_equal(sweep_analyse(&sweep.input, &request, &sweep.finding, NULL),
                     ASSAY_UNDEFINED);
    sweep_fini(&sweep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faster_everywhere), cmocka_unit_test(which_way),
        cmocka_unit_test(changes),           cmocka_unit_test(growth),
        cmocka_unit_test(what_is_open_is_tied),
        cmocka_unit_test(missing_cell),      cmocka_unit_test(no_parameter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
