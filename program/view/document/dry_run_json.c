/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dry_run_json.c -- what a run would do, for programs: docs/schema/dry-run.md. */

#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/json.h"

static json_t *systems(const struct design *design)
{
    return JSON_EACH(system, design->systems, design->n_systems,
                     render_json_make(JSON("name", system->name), JSON("build", system->build),
                                      JSON("run", system->run)));
}

static json_t *benchmarks(const struct design *design)
{
    return JSON_EACH(
        benchmark, design->benchmarks, design->n_benchmarks,
        render_json_make(JSON("name", benchmark->name), JSON("run", benchmark->run),
                         JSON("metrics", JSON_LIST(k, benchmark->n_metrics,
                                                   render_json_text(benchmark->metrics[k])))));
}

static json_t *levels(const struct design *design)
{
    return JSON_LIST(i, design->n_levels,
                     render_json_make(JSON("name", design->levels[i].name),
                                      JSON("count", design->levels[i].count),
                                      JSON("warmup", design->levels[i].warmup)));
}

static json_t *first_steps(const struct design *design)
{
    json_t *list = render_json_array();
    SCOPED(schedule_free) struct schedule *schedule = schedule_new(design);
    struct step step;
    for (size_t i = 0;
         schedule != NULL && i < DRY_RUN_FIRST_STEPS && schedule_next(schedule, &step); i++) {
        const bool build = step.kind == STEP_BUILD;
        json_t *object = render_json_make(
            JSON("kind", build ? "build" : "execution"),
            JSON("system", design->systems[step.system].name),
            JSON("benchmark", build ? NULL : design->benchmarks[step.benchmark].name));
        render_json_append(list, object);
    }
    return list;
}

static json_t *expectation(const struct run_expectation *expected)
{
    static const char *const sources[] = {"unknown", "experiment", "rounds"};
    return render_json_make(JSON("seconds", expected->seconds),
                            JSON("source", sources[expected->source]),
                            JSON("experiment", expected->source == EXPECTED_STORED
                                                   ? render_json_count((size_t)expected->experiment)
                                                   : json_null()),
                            JSON_IF(expected->budget_s > 0, "budget_s", expected->budget_s));
}

static json_t *counted(const struct design *design, const struct run_expectation *expected)
{
    size_t n = 0;
    for (size_t by = 0; by < COUNTED_WAYS; by++)
        n += design_counted_in_all(design, (enum counted_by)by);
    return render_json_make(JSON("by", counts_names[design->counts.by]), JSON("executions", n),
                            JSON("seconds", expected->counting_s));
}

json_t *dry_run_document(const struct design *design, double confidence,
                         const struct run_expectation *expected)
{
    bool or_more;
    const size_t executions = run_expect_executions(design, &or_more);
    json_t *document = render_json_document("dry-run", confidence);
    return render_json_put(
        document, JSON("experiment", design->experiment),
        JSON("seed", render_json_seed(design->seed)), JSON("margin", design->margin),
        JSON("systems", systems(design)), JSON("benchmarks", benchmarks(design)),
        JSON("levels", levels(design)), JSON("builds", schedule_builds(design)),
        JSON("executions", executions), JSON("or_more", or_more),
        JSON_IF(design_counted(design) > 0, "counted", counted(design, expected)),
        JSON("stopping",
             stopping_json(&design->stop, design->levels[design_top_level(design)].count)),
        JSON("first_steps", first_steps(design)), JSON("expected", expectation(expected)));
}
