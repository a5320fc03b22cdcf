/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_interim_looks.c -- what a rule knows from records as they come is what it reads from
 * the store. */
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <assay/finding.h>
#include <assay/random.h>

#include "design/manifest.h"
#include "measure/schedule.h"
#include "session/interim_looks.h"

struct scene {
    char directory[32], path[64];
    struct session session;
    struct schedule *schedule;
    struct interim_looks looks;
};

static void scene_begin(struct scene *scene, const char *manifest)
{
    struct assay_error wrong;
    struct assay_error error;
    *scene = (struct scene){.directory = "/tmp/assay-looks-XXXXXX"};
    assert_non_null(mkdtemp(scene->directory));
    (void)snprintf(scene->path, sizeof scene->path, "%s/a.db", scene->directory);
    scene->session.store_path = scene->path;
    scene->session.confidence = 0.95;
    assert_int_equal(manifest_parse(manifest, strlen(manifest), "m.yaml", "/tmp",
                                    &scene->session.design, &wrong),
                     ASSAY_OK);
    assert_int_equal(store_open(scene->path, STORE_WRITE, &scene->session.store, &error), ASSAY_OK);
    assert_int_equal(store_begin(scene->session.store, scene->session.design, NULL,
                                 &scene->session.experiment, &error),
                     ASSAY_OK);
    scene->session.design->stop = (struct design_stop){.rule = STOP_ANYTIME, .expected = 30};
    scene->schedule = schedule_new(scene->session.design);
    assert_non_null(scene->schedule);
    assert_int_equal(interim_looks_init(&scene->looks, &scene->session, &error), ASSAY_OK);
}

static void scene_end(struct scene *scene)
{
    char command[64];
    interim_looks_fini(&scene->looks);
    schedule_free(&scene->schedule);
    store_close(&scene->session.store);
    design_free(&scene->session.design);
    (void)snprintf(command, sizeof command, "rm -rf %s", scene->directory);
    assert_int_equal(system(command), 0);
}

/* Values that depend on the step alone. */
static double value_of(const struct step *step, size_t i)
{
    struct assay_random random;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, step->round * 16 + step->system,
                      step->benchmark * 64 + (uint32_t)i);
    return (1 + 0.1 * step->system) * (1 + 0.01 * assay_random_normal(&random));
}

static void keep(struct scene *scene, const struct record *record)
{
    struct assay_error error;
    assert_int_equal(store_append(scene->session.store, scene->session.experiment, record, &error),
                     ASSAY_OK);
    interim_looks_take(&scene->looks, record);
}

/* The next step: n values, some of them warm-up, of a metric, and a metric that does not decide. */
static bool advance(struct scene *scene, size_t n, size_t n_warmup, const char *part,
                    const char *metric, bool (*fails)(const struct step *step))
{
    struct step step;
    double values[16];
    if (!schedule_next(scene->schedule, &step))
        return false;
    for (size_t i = 0; i < n; i++)
        values[i] = value_of(&step, i);
    const struct metric_values series[2] = {
        {.metric = metric,
         .part = part,
         .unit = "s",
         .values = values,
         .n = n,
         .n_warmup = n_warmup,
         .batch = 1},
        {.metric = "max_rss", .unit = "byte", .values = values, .n = 1, .batch = 1}};
    struct record record = {.step = step, .cost_s = 1, .duration_s = 1};
    if (step.kind == STEP_EXECUTE && fails != NULL && fails(&step))
        record.outcome = OUTCOME_EXIT;
    else if (step.kind == STEP_EXECUTE)
        record.series = series, record.n_series = 2;
    keep(scene, &record);
    return true;
}

static void same_mean(const struct assay_running_mean *a, const struct assay_running_mean *b)
{
    assert_int_equal(a->n, b->n);
    assert_close(a->mean, b->mean, 1e-13, 0);
    assert_close(a->m2, b->m2, 1e-9, 1e-25);
}

/* And with those that a comparison finds: the middle one is its typical run. */
static void same_changes(const struct interim_looks *anew, const struct look_pair *a,
                         const struct interim_looks *looks, const struct look_pair *b)
{
    const struct assay_series *old_series = looks->series[b->old_at].series;
    const size_t n = looks->series[b->old_at].mean.n;
    const struct assay_compare_options options = {.confidence = 0.95,
                                                  .rounds_paired = true,
                                                  .without_bootstrap = true,
                                                  .question = {.basis = ASSAY_BASIS_BOTH},
                                                  .paired_level =
                                                      assay_series_paired_level(old_series)};
    struct assay_comparison found;
    assert_int_equal(assay_compare(&anew->series[a->old_at].series->live,
                                   &anew->series[a->new_at].series->live, &options, &found, NULL),
                     ASSAY_OK);
    assert_true(a->typical && b->typical);
    assert_int_equal(a->changes.n, n);
    assert_int_equal(b->changes.n, n);
    for (size_t i = 0; i < n; i++)
        assert_true(assay_ordered_at(&a->changes, i) == assay_ordered_at(&b->changes, i));
    assert_int_equal(found.has_typical, n >= ASSAY_TYPICAL_LEAST);
    if (found.has_typical)
        assert_close(
            (assay_ordered_at(&b->changes, (n - 1) / 2) + assay_ordered_at(&b->changes, n / 2)) / 2,
            log(found.typical.ratio.estimate), 1e-12, 1e-15);
}

/* All values, counted as top units, and the interval of their ratio is what the finding says. */
static void same_quantiles(const struct interim_looks *anew, const struct look_pair *a,
                           const struct interim_looks *looks, const struct look_pair *b)
{
    const struct look_series *old_looked = &looks->series[b->old_at],
                             *new_looked = &looks->series[b->new_at],
                             *stored = &anew->series[a->old_at];
    const size_t units = old_looked->mean.n, n = 10 * units;
    const struct assay_pooled_values x = {.kept = &old_looked->medians.ordered,
                                          .units = (double)units},
                                     y = {.kept = &new_looked->medians.ordered,
                                          .units = (double)units};
    const struct assay_compare_options options = {.confidence = 0.95,
                                                  .rounds_paired = true,
                                                  .stopping = ASSAY_STOPPED_ANYTIME,
                                                  .expected = 30,
                                                  .question = old_looked->question};
    struct assay_comparison found;
    struct assay_estimate ratio;
    assert_int_equal(assay_compare(&stored->series->live, &anew->series[a->new_at].series->live,
                                   &options, &found, NULL),
                     ASSAY_OK);
    assert_int_equal(assay_pooled_values_ratio_anytime(&x, &y, &options.question.statistic, 30,
                                                       0.95, &ratio, NULL),
                     ASSAY_OK);
    assert_string_equal(found.ratio.interval.method, "quantile-order-anytime");
    assert_true(found.ratio.estimate == ratio.estimate &&
                found.ratio.interval.lower == ratio.interval.lower &&
                found.ratio.interval.upper == ratio.interval.upper);
    assert_false(found.warnings & ASSAY_WARNING(ASSAY_WARN_PEEKED));
    assert_true(stored->medians.largest == 10 && old_looked->medians.largest == 10);
    assert_true(stored->medians.ordered.n == n && old_looked->medians.ordered.n == n);
    assert_int_equal(old_looked->medians.n, 0); /* all of them are of units that ended */
    for (size_t i = 0; i < n; i++)
        assert_true(assay_ordered_at(&stored->medians.ordered, i) == assay_ordered_at(x.kept, i));
}

/* Against a look that reads all of it anew. */
static void same_as_stored(struct scene *scene)
{
    struct interim_looks anew;
    assert_int_equal(interim_looks_init(&anew, &scene->session, NULL), ASSAY_OK);
    assert_true(interim_looks_gather(&anew) && interim_looks_gather(&scene->looks));
    assert_int_equal(anew.n_series, scene->looks.n_series);
    assert_int_equal(anew.n_pairs, scene->looks.n_pairs);
    assert_int_equal(anew.whole, scene->looks.whole);
    assert_int_equal(interim_looks_done(&anew), interim_looks_done(&scene->looks));
    for (size_t i = 0; i < anew.n_series; i++) {
        assert_string_equal(anew.series[i].series->system, scene->looks.series[i].series->system);
        assert_string_equal(anew.series[i].series->metric, scene->looks.series[i].series->metric);
        same_mean(&anew.series[i].mean, &scene->looks.series[i].mean);
    }
    for (size_t i = 0; i < anew.n_pairs; i++) {
        const struct look_pair *a = &anew.pairs[i], *b = &scene->looks.pairs[i];
        struct assay_interval from_store, running;
        assert_int_equal(a->in_rounds, b->in_rounds);
        if (!a->in_rounds)
            continue;
        if (anew.series[a->old_at].question.statistic.kind == ASSAY_STATISTIC_QUANTILE)
            same_quantiles(&anew, a, &scene->looks, b);
        else
            same_changes(&anew, a, &scene->looks, b);
        assert_int_equal(assay_stopping_ratio(&a->running, 4, &from_store, NULL), ASSAY_OK);
        assert_int_equal(assay_stopping_ratio(&b->running, 4, &running, NULL), ASSAY_OK);
        assert_close(running.lower, from_store.lower, 1e-12, 0);
        assert_close(running.upper, from_store.upper, 1e-12, 0);
    }
    interim_looks_fini(&anew);
}

/* Looks every `steps` steps; only the first one reads. */
static void run_scene(struct scene *scene, size_t steps, size_t n, size_t n_warmup,
                      bool (*fails)(const struct step *step))
{
    size_t looks = 0;
    for (size_t done = 0; advance(scene, n, n_warmup, NULL, "wall", fails);) {
        if (++done % steps != 0)
            continue;
        assert_int_equal(scene->looks.current, looks++ > 0);
        same_as_stored(scene);
    }
    assert_true(looks >= 3);
    scene_end(scene);
}

static const char flat_manifest[] = "levels: [{name: execution, count: 40}]\n"
                                    "systems: [{name: old}, {name: new}, {name: third}]\n"
                                    "benchmarks: [{name: a, run: x}, {name: b, run: y}]\n";

static void flat(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene, flat_manifest);
    run_scene(&scene, 6 * 4, 1, 0, NULL);
}

static void iterations_with_warmup(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene, "levels: [{name: execution, count: 20, warmup: 2}, {name: iteration, "
                        "count: 5, warmup: 2}]\n"
                        "systems: [{name: old}, {name: new}]\n"
                        "benchmarks: [{name: a, run: x, values: harness}]\n");
    run_scene(&scene, 2 * 4, 7, 2, NULL);
}

/* One execution of seven iterations that computes and has so much of a processor; what a harness and the kernel say of it. */
static bool advance_computing(struct scene *scene, double share)
{
    enum { ITERATIONS = 7 };
    struct step step;
    double wall[ITERATIONS], cpu[ITERATIONS], pushed = 200, gave_up = 1;
    if (!schedule_next(scene->schedule, &step))
        return false;
    for (size_t i = 0; i < ITERATIONS; i++) {
        cpu[i] = value_of(&step, i);
        wall[i] = cpu[i] / share * (1 + 0.5 * value_of(&step, i + 8));
    }
    const struct metric_values series[] = {
        {.metric = "wall", .unit = "s", .values = wall, .n = ITERATIONS, .n_warmup = 2, .batch = 1},
        {.metric = "cpu", .unit = "s", .values = cpu, .n = ITERATIONS, .n_warmup = 2, .batch = 1},
        {.metric = "involuntary_switches", .unit = "1", .values = &pushed, .n = 1, .batch = 1},
        {.metric = "voluntary_switches", .unit = "1", .values = &gave_up, .n = 1, .batch = 1}};
    struct record record = {.step = step, .cost_s = 1, .duration_s = 1};
    if (step.kind == STEP_EXECUTE)
        record.series = series, record.n_series = 4;
    keep(scene, &record);
    return true;
}

/* Where others took the processors, the iterations' own processor time is watched, and goes on to be. */
static void watches_processor_time(void **state)
{
    (void)state;
    static const struct {
        double share;
        const char *watched;
    } runs[] = {{0.3, "cpu"}, {1.42, "wall"}};
    for (size_t r = 0; r < 2; r++) {
        struct scene scene;
        scene_begin(&scene, "levels: [{name: execution, count: 12, warmup: 1}, {name: iteration, "
                            "count: 5, warmup: 2}]\n"
                            "systems: [{name: old}, {name: new}]\n"
                            "benchmarks: [{name: a, run: x, values: harness}]\n");
        for (size_t done = 0; advance_computing(&scene, runs[r].share);) {
            if (++done % 8 != 0)
                continue;
            assert_int_equal(scene.looks.current, done > 8); /* only the first look reads */
            assert_true(interim_looks_gather(&scene.looks));
            assert_int_equal(scene.looks.n_series, 2);
            assert_string_equal(scene.looks.series[0].series->metric, runs[r].watched);
        }
        scene_end(&scene);
    }
}

/* One execution that computes and has so much of a processor. */
static bool advance_whole(struct scene *scene, double share)
{
    struct step step;
    if (!schedule_next(scene->schedule, &step))
        return false;
    const double used = value_of(&step, 0), kernel = 0.1 * value_of(&step, 1), user = used - kernel,
                 noise = value_of(&step, 8) / (1 + 0.1 * step.system) - 1,
                 wall = used / share * exp(30 * noise), pushed = 200, gave_up = 1;
    const struct metric_values series[] = {
        {.metric = "wall", .unit = "s", .values = &wall, .n = 1, .batch = 1},
        {.metric = "user", .unit = "s", .values = &user, .n = 1, .batch = 1},
        {.metric = "system_time", .unit = "s", .values = &kernel, .n = 1, .batch = 1},
        {.metric = "involuntary_switches", .unit = "1", .values = &pushed, .n = 1, .batch = 1},
        {.metric = "voluntary_switches", .unit = "1", .values = &gave_up, .n = 1, .batch = 1}};
    struct record record = {.step = step, .cost_s = 1, .duration_s = 1};
    if (step.kind == STEP_EXECUTE)
        record.series = series, record.n_series = 5;
    keep(scene, &record);
    return true;
}

/* Of whole executions that is the sum of two metrics, which a look adds up as what is read is; and it ends the run sooner. */
static void watches_processor_time_of_executions(void **state)
{
    (void)state;
    static const struct {
        double share;
        const char *watched;
    } runs[] = {{0.3, "user+system"}, {1.42, "wall"}};
    bool ended[2] = {false, false};
    for (size_t r = 0; r < 2; r++) {
        struct scene scene;
        scene_begin(&scene, "levels: [{name: execution, count: 40}]\n"
                            "systems: [{name: old}, {name: new}]\n"
                            "benchmarks: [{name: a, run: x}]\n");
        for (size_t done = 0; advance_whole(&scene, runs[r].share);) {
            if (++done % 16 != 0)
                continue;
            assert_int_equal(scene.looks.current, done > 16); /* only the first look reads */
            same_as_stored(&scene);
            assert_int_equal(scene.looks.n_series, 2);
            assert_string_equal(scene.looks.series[0].series->metric, runs[r].watched);
            ended[r] = ended[r] || interim_looks_done(&scene.looks);
        }
        scene_end(&scene);
    }
    assert_true(ended[0] && !ended[1]); /* a change of 10 %: of values that vary by 1 %, and by 30 % */
}

static void quantiles(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene, "statistic: median\n"
                        "levels: [{name: build, count: 24}, {name: execution, count: 2}, "
                        "{name: iteration, count: 5, warmup: 2}]\n"
                        "systems: [{name: old, build: b}, {name: new, build: b}]\n"
                        "benchmarks: [{name: a, run: x, values: harness}]\n");
    run_scene(&scene, 2 * (1 + 2) * 8, 7, 2, NULL);
}

/* Of one system its own values end the run: by p95 no sooner than it has an interval (R: 69 units), and what is asked
 * of a typical run is its median. */
static void one_system(void **state)
{
    static const char *const statistics[] = {"p95", "typical"};
    static const size_t units[] = {69, 40};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct scene scene;
        char manifest[160];
        size_t n = 0;
        (void)snprintf(manifest, sizeof manifest,
                       "statistic: %s\nlevels: [{name: execution, count: 80}]\n"
                       "systems: [{name: one}]\nbenchmarks: [{name: a, run: x}]\n",
                       statistics[i]);
        scene_begin(&scene, manifest);
        scene.looks.rule.precision = 0.2;
        scene.looks.by_basis[ASSAY_BASIS_STATISTIC].precision = 0.2;
        for (bool done = false; !done && advance(&scene, 1, 0, NULL, "wall", NULL); n++) {
            assert_true(interim_looks_gather(&scene.looks));
            done = interim_looks_done(&scene.looks);
        }
        assert_int_equal(n, units[i]);
        assert_int_equal(scene.looks.series[0].question.statistic.kind, ASSAY_STATISTIC_QUANTILE);
        scene_end(&scene);
    }
}

/* An execution of each build only warms it up. */
static void builds(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene, "levels: [{name: build, count: 12}, {name: execution, count: 3, "
                        "warmup: 1}]\n"
                        "systems: [{name: old, build: b}, {name: new, build: b}]\n"
                        "benchmarks: [{name: a, run: x}]\n");
    run_scene(&scene, 2 * (1 + 1 + 3) * 3, 1, 0, NULL);
}

static bool one_side_fails_once(const struct step *step)
{
    return step->system == 1 && step->round == 7;
}

/* A round without its partner: from then on rounds do not pair. */
static void failures(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene, flat_manifest);
    scene.session.design->ignore_failure = true;
    run_scene(&scene, 6 * 4, 1, 0, one_side_fails_once);
}

/* As many of each, but not of the same rounds. */
static bool each_fails_once(const struct step *step)
{
    return (step->system == 0 && step->round == 5) || (step->system == 1 && step->round == 6);
}

static void failures_apart(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene, flat_manifest);
    scene.session.design->ignore_failure = true;
    run_scene(&scene, 6 * 4, 1, 0, each_fails_once);
}

static bool new_fails(const struct step *step)
{
    return step->system == 1;
}

/* A system that had no values gets some: what decides is found again. */
static void values_come_late(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin(&scene, "levels: [{name: execution, count: 20}]\n"
                        "systems: [{name: old}, {name: new}]\n"
                        "benchmarks: [{name: a, run: x}]\n");
    for (size_t i = 0; i < 2 * 4; i++)
        assert_true(advance(&scene, 1, 0, NULL, "latency", new_fails));
    same_as_stored(&scene);
    assert_int_equal(interim_looks_systems(&scene.looks)->n, 1);
    for (size_t i = 0; i < 2 * 4; i++)
        assert_true(advance(&scene, 1, 0, NULL, "latency", NULL));
    assert_false(scene.looks.current);
    same_as_stored(&scene);
    assert_int_equal(interim_looks_systems(&scene.looks)->n, 2);
    assert_false(scene.looks.pairs[0].in_rounds);
    /* wall, where there was none, takes its place; and so do parts. */
    for (size_t i = 0; i < 2 * 2; i++)
        assert_true(advance(&scene, 1, 0, NULL, "wall", NULL));
    assert_false(scene.looks.current);
    same_as_stored(&scene);
    assert_string_equal(scene.looks.series[0].series->metric, "wall");
    for (size_t i = 0; i < 2 * 3; i++)
        assert_true(advance(&scene, 1, 0, "part/8", "wall", NULL));
    assert_false(scene.looks.current);
    same_as_stored(&scene);
    assert_int_equal(scene.looks.n_series, 4);
    for (size_t i = 0; i < 2 * 3; i++)
        assert_true(advance(&scene, 1, 0, "part/8", "wall", NULL));
    assert_true(scene.looks.current);
    same_as_stored(&scene);
    scene_end(&scene);
}

/* Another beginning of the live values, chosen before the run went on, counts for what comes, too. */
static void chosen_warmup(void **state)
{
    (void)state;
    struct scene scene;
    struct assay_error error;
    scene_begin(&scene, "levels: [{name: execution, count: 20}, {name: iteration, count: 5}]\n"
                        "systems: [{name: old}, {name: new}]\n"
                        "benchmarks: [{name: a, run: x, values: harness}]\n");
    for (size_t i = 0; i < 2 * 4; i++)
        assert_true(advance(&scene, 5, 0, NULL, "wall", NULL));
    assert_int_equal(store_choose_live(scene.session.store, scene.session.experiment, "new", "a", 3,
                                       ASSAY_DECIDED_BY_HAND, &error),
                     ASSAY_OK);
    run_scene(&scene, 2 * 4, 5, 0, NULL);
}

/* A fifth of a second more in each round, on clocks that tick as coarsely: that may be nothing. */
static void coarse_clocks(void **state)
{
    (void)state;
    static const double noise[] = {0, 1e-3};
    for (size_t k = 0; k < 2; k++) {
        struct scene scene;
        scene_begin(&scene, "statistic: typical\n"
                            "levels: [{name: execution, count: 40}]\n"
                            "systems: [{name: old}, {name: new}]\n"
                            "benchmarks: [{name: a, run: x}]\n");
        for (struct step step; schedule_next(scene.schedule, &step);) {
            double s = 1 + 0.2 * (step.system + step.round % 2) + noise[k] * value_of(&step, 0);
            const struct metric_values wall = {
                .metric = "wall", .unit = "s", .values = &s, .n = 1, .batch = 1};
            keep(&scene, &(struct record){.step = step, .series = &wall, .n_series = 1});
        }
        assert_true(interim_looks_gather(&scene.looks));
        assert_int_equal(interim_looks_done(&scene.looks), k == 1);
        scene_end(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat),           cmocka_unit_test(iterations_with_warmup),
        cmocka_unit_test(builds),         cmocka_unit_test(failures),
        cmocka_unit_test(failures_apart), cmocka_unit_test(values_come_late),
        cmocka_unit_test(chosen_warmup),  cmocka_unit_test(coarse_clocks),
        cmocka_unit_test(quantiles),      cmocka_unit_test(watches_processor_time),
        cmocka_unit_test(one_system),     cmocka_unit_test(watches_processor_time_of_executions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
