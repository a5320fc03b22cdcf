/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution_beside.c -- the systems of a round side by side, on one processor or on two.
 * Source:   METHODS I1, H3.
 * Assumes:  programs of one processor each, on a shared one such that compute (experiment_trial.c looks).
 * Edge:     a system that fails: the others are killed, and the round gives no values.
 * Checked:  tests/engine/measure/test_beside.c: where they run, that they overlap, what is left of them.
 *
 * Each system has files of its own, those of an executor that does nothing else. While they run, this process
 * keeps off their processors, if it has another one.
 */
#include <string.h>

#include "base/clock.h"
#include "base/failure.h"
#include "measure/executor.h"
#include "measure/places.h"
#include "measure/runtime_layout.h"
#include "system/system.h"

static struct executor *lane_of(struct executor *e, size_t system, struct assay_error *error)
{
    struct executor **lane = &e->lanes[system % LANES_MAX];
    if (*lane == NULL &&
        executor_new(e->design, e->launcher, e->collected.import, e->kept, lane, error) != ASSAY_OK)
        return NULL;
    return *lane;
}

/* Everything before the start. *startable becomes false where there is nothing to start. */
static enum assay_status make_ready(struct executor *lane, const struct step *step, const char *dir,
                                    const processors cpus, struct spawn *spawn, struct beside *out,
                                    bool alone, bool *startable, struct assay_error *error)
{
    const struct design_benchmark *b = &lane->design->benchmarks[step->benchmark];
    struct record *record = &out->execution.record;
    struct prepared *p = executor_prepare(lane, step, dir, &out->execution, error);
    if (p == NULL)
        return error->status;
    if (lane->design->runtime_layout)
        TRY(runtime_layout_apply(lane->design, step, p, record, error));
    TRY(collected_values_begin(&lane->collected, step->benchmark, p->values_file, error));
    if (p->path == NULL) {
        executor_not_found(lane, p, record);
        *startable = false;
        return ASSAY_OK;
    }
    executor_make_spawn(p, b, spawn);
    spawn->place.read_runnable = alone;
    memcpy(spawn->place.cpus, cpus, sizeof spawn->place.cpus);
    *startable = executor_open_files(lane, p, b, spawn, record) && *startable;
    executor_read_pattern(lane, b, spawn);
    return ASSAY_OK;
}

/* The kernel has them take turns: also in a pilot of both orders. */
static bool in_slices(const struct design *design)
{
    return design->order.by != ORDER_DUET && design->order.by != ORDER_LOCKSTEP;
}

static bool in_turn(const struct design *design)
{
    return design->order.by == ORDER_LOCKSTEP;
}

/* Where each waits for the other, wall time says nothing. */
static bool says_nothing(const struct design *design, const char *metric)
{
    return strcmp(metric, "runnable") == 0 || (in_slices(design) && strcmp(metric, "wall") == 0);
}

/* Each is of so many runs, but for the largest memory that any of them had. */
static void keep_mean(struct executor *lane, uint32_t runs, struct record *record)
{
    size_t n = 0;
    for (size_t i = 0; i < record->n_series; i++) {
        struct metric_values *series = &lane->collected.series[i];
        if (says_nothing(lane->design, series->metric))
            continue;
        if (runs > 1 && strcmp(series->metric, "max_rss") != 0) {
            double *value = &lane->collected.whole[i];
            *value /= runs;
            series->batch = runs;
        }
        lane->collected.series[n++] = *series;
    }
    record->n_series = n;
    if (in_slices(lane->design))
        record->live_s = 0;
}

/* Waiting for a turn is no waiting of the program: each has it give its processor up once. */
static void forget_turns(struct beside *out)
{
    long *switches = &out->result.usage.ru_nvcsw;
    const long turns = (long)out->facts.turns;
    *switches = *switches > turns ? *switches - turns : 0;
}

static enum assay_status read_values(struct executor *lane, const struct step *step,
                                     const struct spawn *spawn, struct beside *out, uint32_t runs,
                                     struct assay_error *error)
{
    struct record *record = &out->execution.record;
    const struct prepared *p =
        &lane->prepared[step->system * lane->design->n_benchmarks + step->benchmark];
    forget_turns(out);
    out->execution.interrupted = out->result.interrupted;
    spawn_result_decode(&out->result, record);
    out->result.stdout_bytes = executor_output_bytes(lane, spawn);
    executor_tell_refusal(lane, spawn->directory, &out->result, record);
    if (record->outcome != OUTCOME_OK)
        return ASSAY_OK;
    const enum assay_status status = collected_values_end(
        &lane->collected, step->benchmark, p->values_file, &out->result, record, error);
    if (status == ASSAY_OK && record->outcome == OUTCOME_OK)
        keep_mean(lane, runs, record);
    if (record->outcome == OUTCOME_OK && in_turn(lane->design) && out->facts.turns == 0) {
        record->outcome = OUTCOME_NO_VALUES;
        record->reason = "asked for no turns (ASSAY_TURN)";
        out->facts.no_turns = true;
    }
    return status;
}

/* All of them under the eyes of who watches. */
static enum assay_status run_watched(struct executor *e, const struct step *steps,
                                     struct spawn *spawns, size_t n,
                                     const struct spawn_beside *beside,
                                     struct spawn_result *results, struct assay_error *error)
{
    const struct execution_watch *watch = e->watch;
    struct watched_execution watched[LANES_MAX];
    for (size_t i = 0; i < n; i++)
        watched[i] = (struct watched_execution){&steps[i], &spawns[i], &results[i], 0};
    if (watch != NULL)
        watch->begin(watch->context, watched, n);
    TRY(launcher_run_beside(e->launcher, spawns, n, beside, results, error));
    for (size_t i = 0; i < n; i++)
        watched[i].process = launcher_burst(e->launcher)->lanes[i].process;
    if (watch != NULL)
        watch->end(watch->context, watched, n);
    return ASSAY_OK;
}

static enum assay_status run(struct executor *e, const struct step *steps, const char *const *dirs,
                             size_t n, const struct places *places,
                             const struct spawn_beside *beside, struct beside *out,
                             struct assay_error *error)
{
    struct spawn spawns[LANES_MAX] = {0};
    struct spawn_result results[LANES_MAX];
    struct executor *lanes[LANES_MAX];
    const double begin_s = clock_now_s();
    enum assay_status status = ASSAY_OK;
    bool startable = true;
    for (size_t i = 0; i < n && status == ASSAY_OK; i++) {
        out[i] = (struct beside){0};
        lanes[i] = lane_of(e, steps[i].system, error);
        status = lanes[i] == NULL ? error->status
                                  : make_ready(lanes[i], &steps[i], dirs[i], places->cpus[i],
                                               &spawns[i], &out[i], n == 1, &startable, error);
    }
    if (status == ASSAY_OK && startable)
        status = run_watched(e, steps, spawns, n, beside, results, error);
    for (size_t i = 0; i < n && status == ASSAY_OK; i++) {
        if (startable) {
            out[i].result = results[i];
            out[i].facts = launcher_burst(e->launcher)->lanes[i];
            status = read_values(lanes[i], &steps[i], &spawns[i], &out[i], beside->runs, error);
        } else if (out[i].execution.record.outcome == OUTCOME_OK) {
            out[i].facts.cut_short = true; /* it could have been, and was not */
        }
        executor_close_files(lanes[i], &spawns[i]);
        executor_end_step(lanes[i], &out[i].execution, begin_s);
        out[i].execution.record.cost_s /= (double)n;
    }
    return status;
}

static void add_draw(struct record *record, const char *name, double value)
{
    if (record->n_draws < DRAWS_MAX)
        record->draws[record->n_draws++] = (struct draw){name, value};
}

/* Shortest life by longest; of those that took turns, fewest turns by most. */
static double overlap_of(const struct beside *beside, size_t n, bool in_turn)
{
    int64_t least = INT64_MAX, most = 0;
    for (size_t i = 0; i < n; i++) {
        const struct lane_facts *facts = &beside[i].facts;
        const int64_t life = in_turn ? facts->turns : facts->life_ns;
        least = life < least ? life : least;
        most = life > most ? life : most;
    }
    return most > 0 ? (double)least / (double)most : 0;
}

/* This process leaves the places of a round, if it has another one; false: it stayed. */
static bool step_aside(const struct places *places, size_t n, processors own)
{
    processors others;
    if (!system_processors_of(0, own))
        return false;
    memcpy(others, own, sizeof others);
    for (size_t i = 0; i < n; i++)
        others[places->cpu[i] / 64] &= ~((uint64_t)1 << places->cpu[i] % 64);
    return processors_count(others) > 0 &&
           system_run_on(others);
}

static void keep_facts(const struct beside *all, size_t n, size_t cpu, uint32_t runs,
                       const struct design *design, struct beside *out)
{
    struct record *record = &out->execution.record;
    const struct rusage *usage = &out->result.usage;
    add_draw(record, "cpu", (double)cpu);
    add_draw(record, "overlap", overlap_of(all, n, in_turn(design)));
    add_draw(record, "switches", (double)(usage->ru_nvcsw + usage->ru_nivcsw));
    if (in_slices(design))
        add_draw(record, "slice_ms", 1e-6 * (double)out->facts.slice_ns);
    if (runs > 1)
        add_draw(record, "runs", runs);
}

enum assay_status executor_execute_beside(struct executor *e, const struct step *steps,
                                          const char *const *dirs, size_t n, struct beside *out,
                                          struct assay_error *error)
{
    processors own;
    struct places places;
    const struct design_benchmark *b = &e->design->benchmarks[steps[0].benchmark];
    const uint32_t runs = b->batch > 0 && b->source == VALUES_PROCESS ? (uint32_t)b->batch : 1;
    const struct design_order *order = &e->design->order;
    const bool longer = order->by == ORDER_AUTO && schedule_pilot_is_longer(e->design, &steps[0]);
    const struct spawn_beside beside = {
        .runs = runs, .slice_ns = (int64_t)(1e9 * (longer ? order->long_s : order->slice_s)),
        .in_turn = in_turn(e->design)};
    places_draw(e->design, steps, n, &places);
    const bool aside = step_aside(&places, n, own);
    const enum assay_status status = run(e, steps, dirs, n, &places, &beside, out, error);
    if (aside)
        (void)system_run_on(own);
    for (size_t i = 0; status == ASSAY_OK && i < n; i++)
        keep_facts(out, n, places.cpu[i], runs, e->design, &out[i]);
    return status;
}

/* Alone on its processor it has all turns; whether the kernel takes the wish is what is asked. */
static const int64_t try_slice_ns = 10000000;

enum assay_status executor_try(struct executor *e, const struct step *step, const char *dir,
                               struct beside *out, struct assay_error *error)
{
    struct places places = {0};
    const struct spawn_beside beside = {
        .runs = 1, .slice_ns = try_slice_ns, .in_turn = in_turn(e->design)};
    processors_allowed(e->design, places.cpus[0]);
    return run(e, step, &dir, 1, &places, &beside, out, error);
}
