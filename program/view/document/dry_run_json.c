/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dry_run_json.c -- what a run would do, for programs: docs/schema/dry-run.json. */

#include "view/terminal/dry_run.h"
#include "view/document/json.h"
#include "view/document/stopping.h"

static json_t *systems(const struct design *design)
{
    json_t *list = render_json_array();
    for (size_t i = 0; i < design->n_systems; i++) {
        const struct design_system *system = &design->systems[i];
        json_t *object = render_json_object();
        render_json_set(object, "name", render_json_text(system->name));
        render_json_set(object, "build", render_json_text(system->build));
        render_json_set(object, "run", render_json_text(system->run));
        render_json_append(list, object);
    }
    return list;
}

static json_t *benchmarks(const struct design *design)
{
    json_t *list = render_json_array();
    for (size_t i = 0; i < design->n_benchmarks; i++) {
        const struct design_benchmark *benchmark = &design->benchmarks[i];
        json_t *object = render_json_object(), *metrics = render_json_array();
        for (size_t k = 0; k < benchmark->n_metrics; k++)
            render_json_append(metrics, render_json_text(benchmark->metrics[k]));
        render_json_set(object, "name", render_json_text(benchmark->name));
        render_json_set(object, "run", render_json_text(benchmark->run));
        render_json_set(object, "metrics", metrics);
        render_json_append(list, object);
    }
    return list;
}

static json_t *levels(const struct design *design)
{
    json_t *list = render_json_array();
    for (size_t i = 0; i < design->n_levels; i++) {
        json_t *object = render_json_object();
        render_json_set(object, "name", render_json_text(design->levels[i].name));
        render_json_set(object, "count", render_json_count(design->levels[i].count));
        render_json_set(object, "warmup", render_json_count(design->levels[i].warmup));
        render_json_append(list, object);
    }
    return list;
}

static json_t *first_steps(const struct design *design)
{
    json_t *list = render_json_array();
    struct schedule *schedule = schedule_new(design);
    struct step step;
    for (size_t i = 0;
         schedule != NULL && i < DRY_RUN_FIRST_STEPS && schedule_next(schedule, &step); i++) {
        const bool build = step.kind == STEP_BUILD;
        json_t *object = render_json_object();
        render_json_set(object, "kind", render_json_text(build ? "build" : "execution"));
        render_json_set(object, "system", render_json_text(design->systems[step.system].name));
        render_json_set(object, "benchmark",
                        render_json_text(build ? NULL : design->benchmarks[step.benchmark].name));
        render_json_append(list, object);
    }
    schedule_free(&schedule);
    return list;
}

static json_t *expectation(const struct run_expectation *expected)
{
    static const char *const sources[] = {"unknown", "experiment", "rounds"};
    json_t *object = render_json_object();
    render_json_set(object, "seconds", render_json_number(expected->seconds));
    render_json_set(object, "source", render_json_text(sources[expected->source]));
    render_json_set(object, "experiment",
                    expected->source == EXPECTED_STORED
                        ? render_json_count((size_t)expected->experiment)
                        : json_null());
    return object;
}

json_t *dry_run_document(const struct design *design, double confidence,
                         const struct run_expectation *expected)
{
    json_t *document = render_json_document("dry-run", confidence);
    render_json_set(document, "experiment", render_json_text(design->experiment));
    render_json_set(document, "seed", render_json_seed(design->seed));
    render_json_set(document, "margin", render_json_number(design->margin));
    render_json_set(document, "systems", systems(design));
    render_json_set(document, "benchmarks", benchmarks(design));
    render_json_set(document, "levels", levels(design));
    render_json_set(document, "builds", render_json_count(schedule_builds(design)));
    render_json_set(document, "executions", render_json_count(schedule_executions(design)));
    render_json_set(document, "or_more", render_json_bool(design->rounds.find));
    render_json_set(document, "stopping",
                    stopping_json(&design->stop, design->levels[design_top_level(design)].count));
    render_json_set(document, "first_steps", first_steps(design));
    render_json_set(document, "expected", expectation(expected));
    return document;
}
