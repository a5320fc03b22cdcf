/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sweep_asked.c -- what may be asked of a sweep: some cells, one of them against all, all at once, several metrics. */
#include "support/made.h"

#include <math.h>
#include <string.h>

#include "analysis/sweep_analyse.h"

enum { N = 8, MOST = 12 };

/* One cell: so long, with a noise of one per cent of its own. */
struct cell {
    const char *system, *benchmark, *metric;
    double time;
};

struct sweep {
    double values[MOST][N];
    struct input input;
    struct sweep_finding finding;
    struct assay_error error;
};

static enum assay_status ask(const struct cell *cells, size_t n, size_t rounds,
                             struct sweep_request request, struct sweep *out)
{
    struct made_series made[MOST];
    *out = (struct sweep){.input = {0}};
    request.margin = 0.01;
    request.confidence = 0.95;
    for (size_t c = 0; c < n; c++) {
        for (size_t i = 0; i < rounds; i++)
            out->values[c][i] = cells[c].time * (1 + 0.01 * sin((double)(i * (c + 2) + c)));
        made[c] = (struct made_series){.system = cells[c].system != NULL ? cells[c].system : "s",
                                       .benchmark = cells[c].benchmark,
                                       .metric = cells[c].metric != NULL ? cells[c].metric : "wall",
                                       .unit = cells[c].metric != NULL ? "byte" : "s",
                                       .values = out->values[c],
                                       .n = rounds};
    }
    made_input(made, n, &out->input);
    return sweep_analyse(&out->input, &request, &out->finding, &out->error);
}

static const struct sweep_group *one(const struct cell *cells, size_t n,
                                     struct sweep_request request, struct sweep *out)
{
    if (ask(cells, n, N, request, out) != ASSAY_OK)
        fail_msg("%s", out->error.text);
    assert_int_equal(out->finding.n, 1);
    assert_string_equal(out->finding.groups[0].refusal, "");
    return &out->finding.groups[0];
}

static void sweep_fini(struct sweep *sweep)
{
    sweep_finding_fini(&sweep->finding);
    input_fini(&sweep->input);
}

/* n and the algorithm: four cells of one system, of which the last is the best. */
static const struct cell grid[] = {{.benchmark = "b/n=1/how=bubble", .time = 40},
                                   {.benchmark = "b/n=1/how=quick", .time = 30},
                                   {.benchmark = "b/n=2/how=bubble", .time = 20},
                                   {.benchmark = "b/n=2/how=quick", .time = 10}};

static void the_best(void **state)
{
    (void)state;
    const struct sweep_request request = {.pairs = SWEEP_PAIRS_REFERENCE};
    struct sweep sweep;
    const struct sweep_group *group = one(grid, 4, request, &sweep);
    assert_int_equal(group->n_parameters, 2);
    assert_string_equal(group->parameters[1].name, "how");
    assert_false(group->parameters[1].numeric);
    assert_true(group->settings && group->complete);
    assert_int_equal(group->best.cell, 3);
    for (size_t g = 0; g < 4; g++)
        assert_int_equal(group->cells[g].tied, g == 3);
    assert_int_equal(group->n_pairs, 3); /* all against the first */
    assert_int_equal(group->pairs[2].first, 0);
    assert_int_equal(group->pairs[2].second, 3);
    assert_close(group->pairs[2].effect.estimate, log(10.0 / 40), 0.01, 0);
    sweep_fini(&sweep);
}

/* Only what has a value, however it is written. */
static void at_a_value(void **state)
{
    (void)state;
    const char *number[] = {"n=2.0"}, *word[] = {"how=quick"}, *none[] = {"how=heap"},
               *other[] = {"m=1"}, *bare[] = {"n"};
    struct sweep sweep;
    const struct sweep_group *group =
        one(grid, 4, (struct sweep_request){.at = {number, 1}}, &sweep);
    assert_int_equal(group->n_cells, 2);
    assert_int_equal(group->n_parameters, 1);
    assert_string_equal(group->parameters[0].name, "how");
    sweep_fini(&sweep);
    group = one(grid, 4, (struct sweep_request){.at = {word, 1}}, &sweep);
    assert_string_equal(group->parameters[0].name, "n");
    assert_close(group->pairs[0].effect.estimate, log(10.0 / 30), 0.01, 0);
    sweep_fini(&sweep);
    assert_int_equal(ask(grid, 4, N, (struct sweep_request){.at = {none, 1}}, &sweep),
                     ASSAY_UNDEFINED);
    sweep_fini(&sweep);
    assert_int_equal(ask(grid, 4, N, (struct sweep_request){.at = {other, 1}}, &sweep),
                     ASSAY_UNDEFINED);
    sweep_fini(&sweep);
    assert_int_equal(ask(grid, 4, N, (struct sweep_request){.at = {bare, 1}}, &sweep), ASSAY_USAGE);
    assert_string_equal(sweep.error.text, "at: \"n\" is not a value (write NAME=VALUE)");
    sweep_fini(&sweep);
}

/* Each size has a best of its own. */
static void per_value(void **state)
{
    (void)state;
    const char *per[] = {"n"};
    struct sweep sweep;
    assert_int_equal(ask(grid, 4, N, (struct sweep_request){.per = {per, 1}}, &sweep), ASSAY_OK);
    assert_int_equal(sweep.finding.n, 2);
    assert_string_equal(sweep.finding.groups[0].benchmark, "b, n=1");
    assert_string_equal(sweep.finding.groups[1].benchmark, "b, n=2");
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(sweep.finding.groups[i].n_cells, 2);
        assert_int_equal(sweep.finding.groups[i].best.cell, 1);
    }
    assert_int_equal(sweep.finding.families, 0);
    const double lower = sweep.finding.groups[0].pairs[0].effect.lower;
    sweep_fini(&sweep);
    /* Both at once share the error: intervals are wider. */
    assert_int_equal(
        ask(grid, 4, N, (struct sweep_request){.per = {per, 1}, .suite = true}, &sweep), ASSAY_OK);
    assert_int_equal(sweep.finding.families, 2);
    assert_true(sweep.finding.groups[0].pairs[0].effect.lower < lower);
    sweep_fini(&sweep);
}

static void references(void **state)
{
    (void)state;
    struct sweep sweep;
    const struct sweep_group *group =
        one(grid, 4, (struct sweep_request){.reference = "how=quick"}, &sweep);
    assert_int_equal(group->n_pairs, 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(group->pairs[i].first, 1); /* the first that has it */
    assert_close(group->pairs[0].effect.estimate, log(40.0 / 30), 0.01, 0);
    sweep_fini(&sweep);
    group = one(grid, 4, (struct sweep_request){.reference = "n=2, how=quick"}, &sweep);
    assert_int_equal(group->pairs[0].first, 3);
    sweep_fini(&sweep);
    assert_int_equal(ask(grid, 4, N, (struct sweep_request){.reference = "how=qui"}, &sweep),
                     ASSAY_USAGE);
    assert_non_null(strstr(sweep.error.text, "reference: there is no cell \"how=qui\""));
    sweep_fini(&sweep);
    group = one(grid, 4, (struct sweep_request){.pairs = SWEEP_PAIRS_ALL}, &sweep);
    assert_int_equal(group->n_pairs, 6);
    for (size_t i = 0; i < 6; i++) {
        const struct sweep_pair *pair = &group->pairs[i];
        assert_true(pair->first < pair->second);
        assert_close(pair->effect.estimate, log(grid[pair->second].time / grid[pair->first].time),
                     0.01, 0);
        assert_true(pair->effect.lower < pair->effect.estimate &&
                    pair->effect.estimate < pair->effect.upper);
    }
    sweep_fini(&sweep);
}

/* One variance for all cells: the same estimates and the same best, with other intervals. */
static void pooled(void **state)
{
    (void)state;
    struct sweep own, shared;
    const struct sweep_group *a = one(grid, 4, (struct sweep_request){.pooled = false}, &own),
                             *b = one(grid, 4, (struct sweep_request){.pooled = true}, &shared);
    assert_int_equal(b->best.cell, 3);
    assert_true(shared.finding.pooled && a->spread >= 1);
    assert_close(a->spread, b->spread, 1e-12, 0);
    assert_int_equal(a->n_pairs, b->n_pairs);
    for (size_t i = 0; i < b->n_pairs; i++) {
        assert_close(b->pairs[i].effect.estimate, a->pairs[i].effect.estimate, 1e-9, 1e-9);
        assert_true(b->pairs[i].effect.upper > b->pairs[i].effect.estimate);
        assert_true(fabs(b->pairs[i].effect.upper - a->pairs[i].effect.upper) > 1e-9);
    }
    for (size_t g = 0; g < 4; g++)
        assert_int_equal(b->cells[g].tied, g == 3);
    sweep_fini(&shared);
    const struct sweep_group *all =
        one(grid, 4, (struct sweep_request){.pooled = true, .pairs = SWEEP_PAIRS_ALL}, &shared);
    /* Tukey's family is larger than Dunnett's. */
    assert_true(all->pairs[0].effect.upper - all->pairs[0].effect.lower > 0);
    assert_int_equal(all->n_pairs, 6);
    sweep_fini(&shared);
    sweep_fini(&own);
}

/* A file and its number of lines are one factor: the number, of which growth can be told. */
static void partners(void **state)
{
    (void)state;
    const struct cell files[] = {{.benchmark = "b/file=small/lines=10", .time = 10},
                                 {.benchmark = "b/file=middle/lines=20", .time = 20},
                                 {.benchmark = "b/file=large/lines=40", .time = 40}};
    struct sweep sweep;
    const struct sweep_group *group =
        one(files, 3, (struct sweep_request){.at = {NULL, 0}}, &sweep);
    assert_int_equal(group->n_parameters, 1);
    assert_string_equal(group->parameters[0].name, "lines");
    assert_true(group->parameters[0].numeric && group->complete);
    assert_int_equal(group->n_growth, 1);
    assert_close(group->growth[0].exponent.slope.estimate, 1, 0.02, 0);
    sweep_fini(&sweep);
}

/* Values that were not in order are, where they are numbers; words stay as they came. */
static void order(void **state)
{
    (void)state;
    const struct cell mixed[] = {{.benchmark = "b/n=10", .time = 10},
                                 {.benchmark = "b/n=9", .time = 9},
                                 {.benchmark = "b/n=100", .time = 100}},
                      words[] = {{.benchmark = "b/n=z", .time = 10},
                                 {.benchmark = "b/n=a", .time = 9}},
                      zero[] = {{.benchmark = "b/n=1", .time = 10},
                                {.benchmark = "b/n=0", .time = 9}};
    struct sweep sweep;
    const struct sweep_request plain = {.at = {NULL, 0}};
    const struct sweep_group *group = one(mixed, 3, plain, &sweep);
    assert_string_equal(group->parameters[0].values[0], "9");
    assert_string_equal(group->parameters[0].values[2], "100");
    assert_close(group->parameters[0].numbers[2], 100, 0, 0);
    assert_close(group->cells[0].mean, 9, 0.01, 0);
    sweep_fini(&sweep);
    group = one(words, 2, plain, &sweep);
    assert_string_equal(group->parameters[0].values[0], "z");
    assert_true(isnan(group->parameters[0].numbers[0]));
    sweep_fini(&sweep);
    group = one(zero, 2, plain, &sweep);
    assert_string_equal(group->parameters[0].values[0], "0");
    assert_false(group->parameters[0].numeric); /* has no logarithm */
    sweep_fini(&sweep);
}

/* Two commands that were given alike are two systems. */
static void alike(void **state)
{
    (void)state;
    const struct cell cells[] = {{.system = "old", .benchmark = "b/n=1", .time = 10},
                                 {.system = "old", .benchmark = "b/n=2", .time = 20},
                                 {.system = "old", .benchmark = "b[n=1]", .time = 11},
                                 {.system = "old", .benchmark = "b[n=2]", .time = 22}};
    struct sweep sweep;
    const struct sweep_group *group =
        one(cells, 4, (struct sweep_request){.at = {NULL, 0}}, &sweep);
    assert_int_equal(group->n_systems, 2);
    assert_string_equal(group->systems[0], "old");
    assert_string_equal(group->systems[1], "old (2)");
    assert_close(exp(group->gains[0].mean.estimate), 1.1, 0.01, 0);
    sweep_fini(&sweep);
}

/* Time of 10, 20, 40 in memory of 100, 300, 50: the middle one is beaten in both. */
static void fronts(void **state)
{
    (void)state;
    const struct cell cells[] = {{.benchmark = "b/n=1", .time = 10},
                                 {.benchmark = "b/n=2", .time = 20},
                                 {.benchmark = "b/n=4", .time = 40},
                                 {.benchmark = "b/n=1", .metric = "max_rss", .time = 100},
                                 {.benchmark = "b/n=2", .metric = "max_rss", .time = 300},
                                 {.benchmark = "b/n=4", .metric = "max_rss", .time = 50}};
    struct sweep sweep;
    assert_int_equal(
        ask(cells, 6, N, (struct sweep_request){.all_metrics = true, .front = true}, &sweep),
        ASSAY_OK);
    assert_int_equal(sweep.finding.n, 2);
    assert_int_equal(sweep.finding.n_fronts, 1);
    assert_int_equal(sweep.finding.fronts[0].n, 2);
    assert_string_equal(sweep.finding.fronts[0].groups[1]->metric, "max_rss");
    for (size_t g = 0; g < 3; g++)
        assert_int_equal(sweep.finding.fronts[0].kept[g], g != 1);
    sweep_fini(&sweep);
    /* Other cells make no front; nor does one metric. */
    assert_int_equal(
        ask(cells, 5, N, (struct sweep_request){.all_metrics = true, .front = true}, &sweep),
        ASSAY_OK);
    assert_int_equal(sweep.finding.n_fronts, 0);
    sweep_fini(&sweep);
    assert_int_equal(ask(cells, 6, N, (struct sweep_request){.front = true}, &sweep), ASSAY_OK);
    assert_int_equal(sweep.finding.n, 1);
    assert_int_equal(sweep.finding.n_fronts, 0);
    sweep_fini(&sweep);
}

/* What was ended on the way: the error is shared among the looks. */
static void looked_at(void **state)
{
    (void)state;
    const struct sweep_request request = {.margin = 0.01, .confidence = 0.95};
    struct sweep sweep;
    const struct sweep_group *group = one(grid, 4, request, &sweep);
    const double lower = group->pairs[0].effect.lower;
    sweep_finding_fini(&sweep.finding);
    sweep.input.told.stop = (struct design_stop){.rule = STOP_ELIMINATE, .looks = 4};
    assert_int_equal(
        sweep_analyse(&sweep.input, &request, &sweep.finding, &sweep.error),
        ASSAY_OK);
    assert_int_equal(sweep.finding.looks, 4);
    assert_true(sweep.finding.groups[0].pairs[0].effect.lower < lower);
    sweep_fini(&sweep);
}

/* What has no ratio, or too few rounds, keeps its cells and says why there is no more. */
static void refusals(void **state)
{
    (void)state;
    struct cell cells[4];
    struct sweep sweep;
    const struct sweep_request plain = {.at = {NULL, 0}};
    memcpy(cells, grid, sizeof cells);
    cells[1].time = 0;
    assert_int_equal(ask(cells, 4, N, plain, &sweep), ASSAY_OK);
    assert_string_equal(sweep.finding.groups[0].refusal,
                        "wall of b/n=1/how=quick on s is 0 in a round: only ratios of values above "
                        "0 are compared");
    assert_int_equal(sweep.finding.groups[0].n_cells, 4);
    assert_int_equal(sweep.finding.groups[0].n_pairs, 0);
    sweep_fini(&sweep);
    assert_int_equal(ask(grid, 4, 2, plain, &sweep), ASSAY_OK);
    assert_non_null(
        strstr(sweep.finding.groups[0].refusal, "2 rounds support no family of intervals"));
    sweep_fini(&sweep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best),   cmocka_unit_test(at_a_value), cmocka_unit_test(per_value),
        cmocka_unit_test(references), cmocka_unit_test(pooled),     cmocka_unit_test(partners),
        cmocka_unit_test(order),      cmocka_unit_test(alike),      cmocka_unit_test(fronts),
        cmocka_unit_test(looked_at),  cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
