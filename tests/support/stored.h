/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stored.h -- experiments in a store of the test's own, each told in a few lines. */
#ifndef SUPPORT_STORED_H
#define SUPPORT_STORED_H

#include "engine/store/fixture.h"
#include "support/oracle.h"

/* Which value is asked for; iteration 0 where executions are the lowest level. */
struct stored_at {
    const char *metric;
    size_t system, benchmark, execution, iteration;
};

/* What one experiment measured. Lists end with NULL; of those that are not given, one system "it", the benchmark "sort"
 * and the metric wall in seconds. */
struct stored_experiment {
    const char *name, *label, *commit, *branch;
    int64_t commit_s;
    const char *const *systems, *const *benchmarks, *const *metrics;
    const char *const *units; /* of the metrics */
    size_t executions, iterations;
    struct design_stop stop;
    const char *machine;   /* its identity and name; NULL: not known */
    const char *program;   /* of all systems: 16 hexadecimal digits; NULL: nothing is built */
    const char *host_json; /* NULL: "{}" */
    const char *manifest;  /* NULL: one that says nothing */
    const char *source;    /* its directory; NULL: one that is not there */
    double overlap; /* side by side on one processor for this share of the time; 0: in rounds */
    double (*value)(const void *context, const struct stored_at *at);
    const void *context;
};

static const char *const stored_systems[] = {"it", NULL},
                         *const stored_benchmarks[] = {"sort", NULL},
                         *const stored_metrics[] = {"wall", NULL}, *const stored_units[] = {"s"};

static inline size_t stored_count(const char *const *names)
{
    size_t n = 0;
    while (names[n] != NULL)
        n++;
    return n;
}

static inline struct stored_experiment stored_whole(struct stored_experiment made)
{
    made.systems = made.systems != NULL ? made.systems : stored_systems;
    made.benchmarks = made.benchmarks != NULL ? made.benchmarks : stored_benchmarks;
    if (made.metrics == NULL) {
        made.metrics = stored_metrics;
        made.units = stored_units;
    }
    return made;
}

static inline struct design *stored_design(const struct stored_experiment *made)
{
    struct design *design = design_new();
    assert_non_null(design);
    if (made->name != NULL)
        design->experiment = design_string(design, made->name);
    design->manifest =
        design_string(design, made->manifest != NULL ? made->manifest : "experiment: made\n");
    design->source = design_string(design, made->source != NULL ? made->source : "/nowhere");
    design->seed = 1;
    design->margin = 0.01;
    design->stop = made->stop;
    if (made->program != NULL)
        design->levels[design->n_levels++] =
            (struct design_level){.name = design_string(design, "build"), .count = 1};
    design->levels[design->n_levels++] = (struct design_level){
        .name = design_string(design, "execution"), .count = made->executions};
    if (made->iterations > 0)
        design->levels[design->n_levels++] = (struct design_level){
            .name = design_string(design, "iteration"), .count = made->iterations};
    design->n_systems = stored_count(made->systems);
    design->n_benchmarks = stored_count(made->benchmarks);
    design->systems = design_alloc(design, design->n_systems * sizeof *design->systems);
    design->benchmarks = design_alloc(design, design->n_benchmarks * sizeof *design->benchmarks);
    for (size_t i = 0; i < design->n_systems; i++)
        design->systems[i].name = design_string(design, made->systems[i]);
    for (size_t i = 0; i < design->n_benchmarks; i++)
        design->benchmarks[i].name = design_string(design, made->benchmarks[i]);
    return design;
}

static inline void stored_build(struct fixture *fixture, struct store *store, int64_t id,
                                size_t system, const char *program)
{
    char layout[96];
    (void)snprintf(layout, sizeof layout,
                   "{\"program\": \"%s\", \"beside\": \"%s\", \"source\": \"1\"}\n", program,
                   program);
    const struct record record = {.step = {.kind = STEP_BUILD, .system = (uint32_t)system},
                                  .start_ns = 1700000000000000000,
                                  .cost_s = 1,
                                  .layout = layout};
    assert_stored(fixture, store_append(store, id, &record, &fixture->error));
}

static inline void stored_execution(struct fixture *fixture, struct store *store, int64_t id,
                                    const struct stored_experiment *made, struct stored_at at)
{
    enum { MOST = 8 };
    struct metric_values series[MOST] = {0};
    const size_t n = stored_count(made->metrics),
                 each = made->iterations > 0 ? made->iterations : 1;
    double *values = calloc(n * each, sizeof *values);
    assert_true(n <= MOST && values != NULL);
    for (size_t m = 0; m < n; m++) {
        at.metric = made->metrics[m];
        for (at.iteration = 0; at.iteration < each; at.iteration++)
            values[m * each + at.iteration] = made->value(made->context, &at);
        series[m] = (struct metric_values){
            .metric = at.metric, .unit = made->units[m], .values = values + m * each, .n = each};
    }
    struct step step = fixture_step((uint32_t)at.system, (uint32_t)at.benchmark,
                                    (uint32_t)at.execution, (uint32_t)at.system);
    step.unit[0] = made->program != NULL ? 0 : (uint32_t)at.execution;
    step.unit[1] = made->program != NULL ? (uint32_t)at.execution : 0;
    struct record record = fixture_record(step, series, n);
    record.draws[0] = (struct draw){"overlap", made->overlap};
    record.n_draws = made->overlap > 0;
    assert_stored(fixture, store_append(store, id, &record, &fixture->error));
    free(values);
}

/* Adds it to the fixture's store and says its number. */
static inline int64_t stored_add(struct fixture *fixture, const struct stored_experiment *given)
{
    const struct stored_experiment made = stored_whole(*given);
    struct design *design = stored_design(&made);
    struct store *store = NULL;
    int64_t id = 0;
    const struct store_machine machine = {.identity = (char *)made.machine,
                                          .name = (char *)made.machine,
                                          .model = (char *)made.machine,
                                          .processors = 2};
    const struct store_beginning beginning = {.host_json =
                                                  made.host_json != NULL ? made.host_json : "{}",
                                              .machines = &machine,
                                              .n_machines = made.machine != NULL};
    const struct store_version version = {.label = (char *)made.label,
                                          .commit = (char *)made.commit,
                                          .branch = (char *)made.branch,
                                          .commit_s = made.commit_s};
    assert_stored(fixture, store_open(fixture->path, STORE_WRITE, &store, &fixture->error));
    assert_stored(fixture, store_begin(store, design, &beginning, &id, &fixture->error));
    assert_stored(fixture, store_set_version(store, id, &version, &fixture->error));
    for (size_t s = 0; made.program != NULL && s < design->n_systems; s++)
        stored_build(fixture, store, id, s, made.program);
    for (size_t e = 0; e < made.executions; e++)
        for (size_t b = 0; b < design->n_benchmarks; b++)
            for (size_t s = 0; s < design->n_systems; s++)
                stored_execution(fixture, store, id, &made,
                                 (struct stored_at){.system = s, .benchmark = b, .execution = e});
    assert_stored(fixture, store_finish(store, id, &fixture->error));
    store_close(&store);
    design_free(&design);
    return id;
}

#endif
