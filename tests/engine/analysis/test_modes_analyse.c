/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_modes_analyse.c -- from series to mixtures, pairs and winners, and what is said where there are none. */
#include "support/made.h"

#include <string.h>

#include "analysis/modes_analyse.h"

enum { N = 60 };

/* A clump around each place in turn, evenly spread over +-0.3. */
static void fill(double *values, double first, double second)
{
    for (size_t i = 0; i < N; i++)
        values[i] = (i % 2 == 0 ? first : second) + 0.02 * (double)(i * 7 % 30) - 0.29;
}

static struct modes_request request_of(void)
{
    return (struct modes_request){.no_test = true, .confidence = 0.95, .n_threads = 1};
}

static void analyse(const struct made_series *made, size_t n, struct input *input,
                    struct modes_finding *finding)
{
    const struct modes_request request = request_of();
    struct remarks remarks = {0};
    made_input(made, n, input);
    assert_int_equal(modes_analyse(input, &request, finding, &remarks, NULL), ASSAY_OK);
    remarks_fini(&remarks);
}

/* Half of the values around 10, half around 20: two modes of equal weight. */
static void two_clumps(void **state)
{
    (void)state;
    double values[N];
    struct input input;
    struct modes_finding finding;
    fill(values, 10, 20);
    const struct made_series made = {
        .system = "s", .benchmark = "b", .metric = "wall", .values = values, .n = N};
    analyse(&made, 1, &input, &finding);
    assert_int_equal(finding.n, 1);
    const struct sample_modes *row = &finding.rows[0];
    assert_int_equal(row->n, N);
    assert_string_equal(row->refusal, "");
    assert_int_equal(row->modes.n, 2);
    assert_close(row->modes.mode[0].at, 10, 0.03, 0);
    assert_close(row->modes.mode[1].at, 20, 0.03, 0);
    assert_close(row->modes.mode[0].weight, 0.5, 1e-6, 0);
    assert_int_equal(finding.n_pairs, 0);
    assert_int_equal(finding.n_winners, 0);
    assert_int_equal(row->test.replicates, 0);
    modes_finding_fini(&finding);
    input_fini(&input);
}

/* All values of one are below all of the other: it wins; where more is better the other one does. */
static void winner(void **state)
{
    (void)state;
    double low[N], high[N];
    struct input input;
    struct modes_finding finding;
    fill(low, 10, 10);
    fill(high, 20, 20);
    struct made_series made[] = {
        {.system = "low", .benchmark = "b", .metric = "m", .values = low, .n = N},
        {.system = "high", .benchmark = "b", .metric = "m", .values = high, .n = N},
        {.system = "low", .benchmark = "other", .metric = "m", .values = low, .n = N}};
    for (size_t more = 0; more < 2; more++) {
        for (size_t i = 0; i < 3; i++)
            made[i].more_is_better = more == 1;
        analyse(made, 3, &input, &finding);
        assert_int_equal(finding.n_pairs, 1);
        assert_string_equal(finding.pairs[0].x->series->system, "low");
        assert_string_equal(finding.pairs[0].y->series->system, "high");
        assert_close(finding.pairs[0].finding.i1_values.estimate, 10, 1e-9, 0);
        assert_close(finding.pairs[0].finding.i2_values.estimate, 1, 1e-12, 0);
        assert_int_equal(finding.n_winners, 2);
        assert_string_equal(finding.winners[0].version->series->system, "low");
        assert_close(finding.winners[0].finding.i3_values.estimate, more == 1 ? 0 : 1, 1e-12, 0);
        assert_close(finding.winners[1].finding.i3_values.estimate, more == 1 ? 1 : 0, 1e-12, 0);
        modes_finding_fini(&finding);
        input_fini(&input);
    }
    made[1].direction = ASSAY_TOLD_BY_NOBODY; /* of one of them: nobody wins */
    analyse(made, 3, &input, &finding);
    assert_int_equal(finding.n_pairs, 1);
    assert_int_equal(finding.n_winners, 0);
    modes_finding_fini(&finding);
    input_fini(&input);
}

/* Each execution is in one mode: they decide, and the table counts their iterations. */
static void of_executions(void **state)
{
    (void)state;
    enum { EACH = 10, EXECUTIONS = N / EACH };
    double values[N];
    struct input input;
    struct modes_finding finding;
    for (size_t i = 0; i < N; i++)
        values[i] = (i / EACH % 2 == 0 ? 10 : 20) + 0.02 * (double)(i * 7 % 30) - 0.29;
    const struct made_series made = {
        .system = "s", .benchmark = "b", .metric = "wall", .values = values, .n = N, .each = EACH};
    struct modes_request request = request_of();
    struct remarks remarks = {0};
    request.warm_up_settled = true;
    made_input(&made, 1, &input);
    assert_int_equal(modes_analyse(&input, &request, &finding, &remarks, NULL), ASSAY_OK);
    const struct sample_modes *row = &finding.rows[0];
    assert_int_equal(row->modes.n, 2);
    assert_string_equal(modes_level(row), "execution");
    assert_true(row->attribution.replicated);
    assert_int_equal(row->n_units, EXECUTIONS);
    for (size_t u = 0; u < EXECUTIONS; u++) {
        assert_int_equal(row->counts[u * 2 + u % 2], EACH);
        assert_int_equal(row->counts[u * 2 + 1 - u % 2], 0);
    }
    modes_finding_fini(&finding);
    input_fini(&input);
}

/* What carries none says why in its row, and the others are fitted; where none does, each is told. */
static void refusals(void **state)
{
    (void)state;
    double good[N], flat[N];
    struct input input;
    struct modes_finding finding;
    struct remarks remarks = {0};
    struct assay_error error = {.text = ""};
    fill(good, 10, 20);
    for (size_t i = 0; i < N; i++)
        flat[i] = 5;
    const struct made_series made[] = {
        {.system = "flat", .benchmark = "b", .metric = "wall", .values = flat, .n = N},
        {.system = "few", .benchmark = "b", .metric = "wall", .values = good, .n = 2},
        {.system = "good", .benchmark = "b", .metric = "wall", .values = good, .n = N}};
    analyse(made, 3, &input, &finding);
    assert_string_not_equal(finding.rows[0].refusal, "");
    assert_string_not_equal(finding.rows[1].refusal, "");
    assert_string_equal(finding.rows[2].refusal, "");
    assert_int_equal(finding.n_pairs, 0);
    assert_int_equal(finding.n_winners, 0);
    modes_finding_fini(&finding);
    input_fini(&input);
    const struct modes_request request = request_of();
    made_input(made, 2, &input);
    assert_int_equal(modes_analyse(&input, &request, &finding, &remarks, &error), ASSAY_UNDEFINED);
    assert_int_equal(remarks.n, 1);
    assert_non_null(strstr(error.text, "b on few (wall): "));
    remarks_fini(&remarks);
    modes_finding_fini(&finding);
    input_fini(&input);
}

/* Executions that fall all the while have no modes, unless somebody said which values are meant. */
static void warming_up(void **state)
{
    (void)state;
    enum { EACH = 100, MANY = 5 * EACH };
    static double values[MANY];
    struct input input;
    struct modes_finding finding;
    struct remarks remarks = {0};
    struct assay_error error = {.text = ""};
    for (size_t i = 0; i < MANY; i++)
        values[i] = (i % EACH < 30 ? 2 : 1) + 0.001 * (double)(i * 7 % 31);
    const struct made_series made = {.system = "s",
                                     .benchmark = "b",
                                     .metric = "wall",
                                     .values = values,
                                     .n = MANY,
                                     .each = EACH};
    struct modes_request request = request_of();
    made_input(&made, 1, &input);
    assert_int_equal(modes_analyse(&input, &request, &finding, &remarks, &error), ASSAY_UNDEFINED);
    assert_non_null(
        strstr(error.text, "5 of 5 executions are not at rest until iteration 30 of 100"));
    modes_finding_fini(&finding);
    request.warm_up_settled = true;
    assert_int_equal(modes_analyse(&input, &request, &finding, &remarks, NULL), ASSAY_OK);
    assert_true(finding.rows[0].modes.n >= 2);
    modes_finding_fini(&finding);
    remarks_fini(&remarks);
    input_fini(&input);
}

struct seen {
    size_t calls, last, n;
};

static void see(void *context, size_t done, size_t n)
{
    struct seen *seen = context;
    assert_int_equal(done, seen->calls);
    *seen = (struct seen){seen->calls + 1, done, n};
}

/* The test of the fit where it is asked for, and told how far it is. */
static void tested(void **state)
{
    (void)state;
    double values[N];
    struct input input;
    struct modes_finding finding;
    struct remarks remarks = {0};
    struct seen seen = {0};
    fill(values, 10, 20);
    const struct made_series made = {
        .system = "s", .benchmark = "b", .metric = "wall", .values = values, .n = N};
    struct modes_request request = request_of();
    request.no_test = false;
    request.replicates = 19;
    request.fit.components = 2;
    request.progress = see;
    request.context = &seen;
    made_input(&made, 1, &input);
    assert_int_equal(modes_analyse(&input, &request, &finding, &remarks, NULL), ASSAY_OK);
    assert_int_equal(finding.rows[0].test.replicates, 19);
    assert_true(finding.rows[0].test.p >= 1 / 20.0 && finding.rows[0].test.p <= 1);
    assert_int_equal(seen.calls, 2);
    assert_int_equal(seen.last, 1);
    assert_int_equal(seen.n, 1);
    modes_finding_fini(&finding);
    remarks_fini(&remarks);
    input_fini(&input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_clumps), cmocka_unit_test(winner),     cmocka_unit_test(of_executions),
        cmocka_unit_test(refusals),   cmocka_unit_test(warming_up), cmocka_unit_test(tested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
