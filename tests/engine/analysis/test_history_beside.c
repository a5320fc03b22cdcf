/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_history_beside.c -- what the benchmarks of a version tell of one another, and what else changed at a change. */
#include "support/versions.h"

#include <string.h>

enum { BENCHMARKS = 6 };
static const char *const six[] = {"a", "b", "c", "d", "e", "f", NULL};

/* Every version has a speed of its own that all benchmarks share; b is slower from the 13th on. */
static double shared_speed(const void *context, const struct stored_at *at)
{
    const unsigned v = *(const unsigned *)context;
    const double runner = 0.1 * (double)(v * 7 % 13) / 13;
    return (double)(1 + at->benchmark) * (at->benchmark == 1 && v >= 13 ? 1.1 : 1) *
           exp(runner + 0.002 * versions_noise(v, (uint32_t)(at->execution + 50 * at->benchmark)));
}

static void add_shared(struct fixture *fixture, unsigned n)
{
    for (unsigned v = 1; v <= n; v++)
        (void)version_add(fixture, (struct version_level){v, 1, 0},
                          (struct stored_experiment){.name = "n",
                                                     .benchmarks = six,
                                                     .executions = 3,
                                                     .value = shared_speed,
                                                     .context = &v});
}

/* The runner's speed hides a tenth of one benchmark, until what all of them do is taken out. */
static void common(void **state)
{
    struct fixture *fixture = *state;
    struct history_request request = versions_request(fixture);
    struct history history;
    add_shared(fixture, 24);
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.n, BENCHMARKS);
    const double hidden = history.finding.series[1].finding.detectable;
    for (size_t s = 0; s < BENCHMARKS; s++)
        assert_null(history.finding.series[s].adjusted);
    history_fini(&history);
    request.common = true;
    versions_find(fixture, &request, &history);
    for (size_t s = 0; s < BENCHMARKS; s++) {
        const struct history_row *series = &history.finding.series[s];
        assert_true(series->common.used > 0.8 && series->common.share > 0.5);
        assert_int_equal(series->finding.n, s == 1);
    }
    const struct assay_change *change = &history.finding.series[1].finding.changes[0];
    assert_int_equal(change->at, 12);
    assert_close(change->ratio.estimate, 1.1, 0.01, 0);
    assert_true(history.finding.series[1].finding.detectable < hidden / 3);
    history_fini(&history);
    /* Three benchmarks are too few to ask. */
    const char *three[] = {"a", "b", "c"};
    request.source.benchmarks = (struct name_list){three, 3};
    versions_find(fixture, &request, &history);
    for (size_t s = 0; s < 3; s++)
        assert_null(history.finding.series[s].adjusted);
    history_fini(&history);
}

/* All of them at once: one event, which no benchmark's series loses. */
static double all_at_once(const void *context, const struct stored_at *at)
{
    const unsigned v = *(const unsigned *)context;
    return shared_speed(context, at) * (v >= 10 ? 1.5 : 1);
}

static void shared_step(void **state)
{
    struct fixture *fixture = *state;
    struct history_request request = versions_request(fixture);
    struct history history;
    for (unsigned v = 1; v <= 20; v++)
        (void)version_add(fixture, (struct version_level){v, 1, 0},
                          (struct stored_experiment){.name = "n",
                                                     .benchmarks = six,
                                                     .executions = 3,
                                                     .value = all_at_once,
                                                     .context = &v});
    request.common = true;
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.n_shared, 1);
    assert_string_equal(history.finding.shared[0].metric, "wall");
    assert_int_equal(history.finding.shared[0].version, 9);
    assert_close(history.finding.shared[0].ratio, 1.5, 0.08, 0);
    for (size_t s = 0; s < BENCHMARKS; s++)
        assert_int_not_equal(history_change_at(&history.finding.series[s], 9), SIZE_MAX);
    assert_int_equal(history_together_at(&history.finding, 9, ASSAY_SLOWER, true).n, BENCHMARKS);
    history_fini(&history);
}

/* ---- few versions ---- */

static double of_few(const void *context, const struct stored_at *at)
{
    const struct version_level *of = context;
    const double grown = at->benchmark == 2 ? of->level : 1;
    return grown * (double)(1 + at->benchmark) *
           exp(of->between * versions_noise(of->seed, (uint32_t)(90 + 100 * at->benchmark)) +
               0.001 * versions_noise(of->seed, (uint32_t)(at->execution + 100 * at->benchmark)));
}

static void add_few(struct fixture *fixture, unsigned n, double grown,
                    const char *const *benchmarks)
{
    for (unsigned v = 1; v <= n; v++) {
        const struct version_level of = {v, v < n ? 1 : grown, 0.005};
        (void)version_add(
            fixture, of,
            (struct stored_experiment){
                .name = "n", .benchmarks = benchmarks, .value = of_few, .context = &of});
    }
}

/* Three versions tell nothing of their noise alone; six benchmarks together do, and one of them is twice as slow. */
static void few(void **state)
{
    struct fixture *fixture = *state;
    struct history_request request = versions_request(fixture);
    struct history history;
    add_few(fixture, 3, 1.5, six);
    versions_find(fixture, &request, &history);
    for (size_t s = 0; s < BENCHMARKS; s++) {
        const struct history_row *series = &history.finding.series[s];
        assert_int_equal(series->few.n, 3);
        assert_true(history_few_is_known(series));
        assert_int_equal(series->finding.n, s == 2);
    }
    const struct history_row *grown = &history.finding.series[2];
    const struct assay_change *change = &grown->finding.changes[0];
    assert_int_equal(change->at, 2);
    assert_close(change->ratio.estimate, 1.5, 0.03, 0);
    assert_close(change->ratio.estimate, exp(grown->few.change), 1e-12, 0);
    assert_close(change->ratio.interval.upper / change->ratio.estimate,
                 exp(grown->few.limit_beside), 1e-12, 0);
    assert_close(change->before * change->ratio.estimate, change->after, 1e-12, 0);
    assert_true(history_is_slower(&history.finding, 1));
    assert_true(isnan(history.finding.false_per_1000)); /* no rate is promised of few */
    const double together = grown->few.limit_beside;
    history_fini(&history);
    /* Each at a level of its own is narrower; a margin that it does not clear leaves no change. */
    request.adjust = HISTORY_ADJUST_NONE;
    request.rule.margin = 0.6;
    versions_find(fixture, &request, &history);
    assert_true(history.finding.series[2].few.limit_beside < together);
    assert_int_equal(history.finding.series[2].finding.n, 0);
    history_fini(&history);
}

/* Two of one benchmark: nobody knows. */
static void few_alone(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    struct history history;
    add_few(fixture, 2, 1, NULL);
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.series[0].few.n, 2);
    assert_false(history_few_is_known(&history.finding.series[0]));
    assert_true(history_is_undecided(&history.finding, 1));
    assert_false(history_is_slower(&history.finding, 2));
    history_fini(&history);
}

/* The newest two are one program: between them nothing changes, however far apart they lie. */
static void few_same(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    struct history history;
    for (unsigned v = 1; v <= 3; v++) {
        const struct version_level of = {v, v < 3 ? 1 : 1.5, 0.005};
        (void)version_add(
            fixture, of,
            (struct stored_experiment){.name = "n",
                                       .benchmarks = six,
                                       .program = v == 1 ? "00000000000000aa" : "00000000000000bb",
                                       .value = of_few,
                                       .context = &of});
    }
    versions_find(fixture, &request, &history);
    assert_true(history_few_is_known(&history.finding.series[2]));
    assert_int_equal(history.finding.series[2].finding.n, 0);
    history_fini(&history);
}

/* ---- what else changed ---- */

/* Another command line from the sixth on, where the step is. */
static void manifest_changed(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    struct history history;
    for (unsigned v = 1; v <= 10; v++)
        (void)version_add(
            fixture, (struct version_level){v, v < 6 ? 1 : 1.2, 0.002},
            (struct stored_experiment){
                .name = "n",
                .manifest = v < 6 ? "levels: [{name: execution, count: 5}]\nsystems: [{name: "
                                    "it}]\nbenchmarks: [{name: sort, run: work 1}]\n"
                                  : "levels: [{name: execution, count: 5}]\nsystems: [{name: "
                                    "it}]\nbenchmarks: [{name: sort, run: work 2}]\n"});
    versions_find(fixture, &request, &history);
    const struct history_row *series = &history.finding.series[0];
    assert_int_equal(series->finding.n, 1);
    assert_non_null(series->around);
    assert_non_null(series->around[0]);
    assert_int_equal(series->around[0]->n, 1);
    const struct around_change *change = &series->around[0]->items[0];
    assert_int_equal(change->kind, AROUND_COMMAND);
    assert_string_equal(change->name, "sort");
    assert_string_equal(change->before, "work 1");
    assert_string_equal(change->after, "work 2");
    assert_int_equal(history.n_beside, 1);
    history_fini(&history);
}

/* ---- processor time ---- */

/* A program that computes for a second: others take its processor, and how long varies from version to version. From the
 * ninth version on it computes 1.2 s. */
struct crowd {
    unsigned version;
    double waits; /* times an execution that it gives up its processor itself */
};

static double crowded(const void *context, const struct stored_at *at)
{
    const struct crowd *crowd = context;
    const double took = (crowd->version < 9 ? 1 : 1.2) *
                        (1 + 0.002 * versions_noise(crowd->version, (uint32_t)at->execution));
    if (strcmp(at->metric, "user") == 0)
        return 0.9 * took;
    if (strcmp(at->metric, "system_time") == 0)
        return 0.1 * took;
    if (strcmp(at->metric, "voluntary_switches") == 0)
        return crowd->waits;
    if (strcmp(at->metric, "involuntary_switches") == 0)
        return 100;
    return took * (1.5 + 0.3 * fabs(versions_noise(crowd->version, 77)) +
                   0.05 * fabs(versions_noise(crowd->version, (uint32_t)(300 + at->execution))));
}

static void add_crowded(struct fixture *fixture, double waits)
{
    static const char *const metrics[] =
        {"wall", "user", "system_time", "voluntary_switches", "involuntary_switches", NULL},
                             *const units[] = {"s", "s", "s", "1", "1"};
    for (unsigned v = 1; v <= 16; v++) {
        const struct crowd crowd = {v, waits};
        (void)version_add(fixture, (struct version_level){v, 1, 0},
                          (struct stored_experiment){.name = "n",
                                                     .metrics = metrics,
                                                     .units = units,
                                                     .value = crowded,
                                                     .context = &crowd});
    }
}

static void processor_time_decides(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    struct history history;
    add_crowded(fixture, 1);
    versions_find(fixture, &request, &history);
    assert_int_equal(history.finding.n, 1);
    const struct history_row *series = &history.finding.series[0];
    assert_string_equal(series->metric, "user+system");
    assert_true(series->in_place.told);
    assert_int_equal(series->in_place.statistic.kind, ASSAY_STATISTIC_QUANTILE);
    assert_close(series->in_place.pushed, 100, 1e-12, 0);
    assert_true(series->in_place.detectable > series->finding.detectable);
    assert_true(series->finding.detectable >= 0.03); /* levels of the machine that last */
    assert_int_equal(series->finding.n, 1);
    assert_int_equal(series->finding.changes[0].at, 8);
    assert_close(series->finding.changes[0].ratio.estimate, 1.2, 0.01, 0);
    assert_close(series->points[0].summary.mean, 1, 0.01, 0);
    assert_true(history_metrics_differ(&history.finding)); /* not what was asked for */
    history_fini(&history);
}

/* Who gives its processor up as often as others take it waits for something: wall time is what it takes. */
static void waiting_is_wall_time(void **state)
{
    struct fixture *fixture = *state;
    const struct history_request request = versions_request(fixture);
    struct history history;
    add_crowded(fixture, 120);
    versions_find(fixture, &request, &history);
    assert_string_equal(history.finding.series[0].metric, "wall");
    assert_false(history.finding.series[0].in_place.told);
    assert_close(history.finding.series[0].in_place.least, 0, 0, 0);
    history_fini(&history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(common),
        fixture_test(shared_step),
        fixture_test(few),
        fixture_test(few_alone),
        fixture_test(few_same),
        fixture_test(manifest_changed),
        fixture_test(processor_time_decides),
        fixture_test(waiting_is_wall_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
