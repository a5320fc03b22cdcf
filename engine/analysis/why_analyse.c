/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_analyse.c -- from a profile to contributions of functions, with their own changes and what is known of their code. */
#include "analysis/why_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "design/value.h"
#include "profile/stacks.h"

/* ---- the finding ---- */

static enum why_code code_of(const struct why_pairs *work, uint32_t function)
{
    const struct profile_code
        *a = profile_code_of(work->profile, function, work->request->old_system),
        *b = profile_code_of(work->profile, function, work->request->new_system);
    if (a->state == PROFILE_CODE_VARIES || b->state == PROFILE_CODE_VARIES)
        return WHY_CODE_VARIES;
    if (a->state == PROFILE_CODE_UNKNOWN || b->state == PROFILE_CODE_UNKNOWN)
        return WHY_CODE_UNKNOWN;
    return memcmp(a->digest, b->digest, sizeof a->digest) == 0 ? WHY_CODE_SAME : WHY_CODE_CHANGED;
}

/* Of a contribution in per cent the change of the whole as a ratio, between limits of so many errors. */
static struct assay_interval as_ratio(const struct assay_contribution *of, double critical)
{
    const double half = of->exact ? 0 : critical * of->se;
    return (struct assay_interval){.kind = ASSAY_BOUNDED,
                                   .lower = 1 + (of->estimate - half) / 100,
                                   .upper = 1 + (of->estimate + half) / 100};
}

static enum assay_verdict verdict_of(const struct assay_contribution *of, const struct why_pairs *work,
                                     double df, size_t lines)
{
    const double alpha = (1 - work->request->how.confidence) / (double)lines;
    if (isnan(of->se) || isnan(df))
        return ASSAY_INCONCLUSIVE;
    const struct assay_interval wide = as_ratio(of, assay_t_critical(1 - alpha, df)),
                                narrow = as_ratio(of, assay_t_critical(1 - 2 * alpha, df));
    return assay_verdict_of(&wide, &narrow, work->request->margin, false);
}

/* Means of both sides and how they vary over the units. */
static struct assay_mean_pair pair_of(const struct assay_contribution *of, size_t units)
{
    struct assay_mean_pair pair = {.x = of->old_mean, .y = of->new_mean};
    const double n = (double)units, scale = n * (n - 1);
    for (size_t k = 0; k < units; k++) {
        const double x = of->old_values[k] - pair.x, y = of->new_values[k] - pair.y;
        pair.vx += x * x / scale;
        pair.vy += y * y / scale;
        pair.vxy += x * y / scale;
    }
    return pair;
}

static struct assay_interval own_interval(const struct assay_contribution *of, size_t units,
                                          double confidence)
{
    struct assay_interval interval = {.kind = ASSAY_ALL,
                                      .lower = -(double)INFINITY,
                                      .upper = (double)INFINITY};
    if (units > 1 && of->old_mean > 0) {
        const struct assay_mean_pair pair = pair_of(of, units);
        const double t = assay_t_critical(confidence, (double)units - 1);
        if (assay_fieller_set(&pair, t * t, &interval, NULL) != ASSAY_OK)
            interval.kind = ASSAY_ALL;
    }
    interval.confidence = confidence;
    interval.df = (double)units - 1;
    interval.method = "fieller-paired";
    return interval;
}

static void describe(const struct why_pairs *work, const struct assay_contributions *found,
                     const struct assay_contribution *of, struct why_line *line, size_t lines)
{
    *line = (struct why_line){.of = *of,
                              .verdict = verdict_of(of, work, found->df, lines),
                              .own = of->old_mean > 0 ? of->new_mean / of->old_mean : (double)NAN,
                              .own_interval =
                                  own_interval(of, found->units, work->request->how.confidence)};
    line->appears = of->old_mean == 0;
    line->disappears = of->new_mean == 0 && of->old_mean > 0;
    line->of.old_values = line->of.new_values = NULL;
}

static void name(const struct why_pairs *work, struct why_line *line, struct arena *memory)
{
    if (line->of.kind != ASSAY_OF_FUNCTION)
        return;
    const uint32_t function = work->function[line->of.function];
    line->name = arena_copy(memory, work->profile->functions[function].name);
    line->object = arena_copy(memory, work->profile->functions[function].object);
    line->code = code_of(work, function);
}

static void sum_executions(const struct why_pairs *work, struct why_finding *finding)
{
    const struct profile *profile = work->profile;
    finding->seconds_a_side = strcmp(profile->origin.unit, "s") == 0 ? 0 : (double)NAN;
    for (size_t i = 0; i < profile->n_executions; i++) {
        const struct profile_execution *execution = &profile->executions[i];
        const bool is_new = execution->system == work->request->new_system;
        if (!is_new && execution->system != work->request->old_system)
            continue;
        finding->samples[is_new] += (double)profile_samples(profile, execution);
        finding->planned[is_new] += (double)execution->planned;
        finding->counted_in_all[is_new] += isnan(execution->user_s) ? 0 : execution->user_s;
        finding->seconds_a_side += is_new || isnan(execution->user_s) ? 0 : execution->user_s;
    }
}

static void find_callers(const struct why_pairs *work, struct why_finding *finding)
{
    static const enum why_callers_by names[] = {[PROFILE_CALLERS_UNKNOWN] = WHY_CALLERS_UNKNOWN,
                                                [PROFILE_CALLERS_BY_FRAMES] = WHY_CALLERS_BY_FRAMES,
                                                [PROFILE_CALLERS_BY_TABLES] = WHY_CALLERS_BY_TABLES};
    const struct profile_stacks *stacks = work->profile->stacks;
    const size_t systems[2] = {work->request->old_system, work->request->new_system};
    finding->callers = (struct why_callers){.by = stacks != NULL ? names[stacks->by] : WHY_CALLERS_UNKNOWN};
    for (size_t side = 0; side < 2; side++) {
        const double all = finding->samples[side];
        const bool known = finding->callers.by != WHY_CALLERS_UNKNOWN && all > 0;
        finding->callers.whole[side] = known ? (double)stacks->whole[systems[side]] / all : (double)NAN;
        finding->callers.frameless[side] =
            known && stacks->skipped != NULL ? (double)stacks->skipped[systems[side]] / all : (double)NAN;
    }
}

static enum assay_status fill(const struct why_pairs *work, const struct assay_contributions *found,
                              struct why_finding *finding, struct assay_error *error)
{
    const struct why_request *request = work->request;
    struct arena *memory = &finding->memory;
    finding->lines = arena_array(memory, found->n, sizeof *finding->lines);
    finding->benchmark = request->benchmark != NULL ? arena_copy(memory, request->benchmark) : NULL;
    finding->chosen = request->chosen != NULL ? arena_copy(memory, request->chosen) : NULL;
    finding->of_several = request->of_several;
    finding->equivalent = request->equivalent;
    finding->old_name = arena_copy(memory, request->old_name);
    finding->new_name = arena_copy(memory, request->new_name);
    finding->sampler = arena_copy(memory, work->profile->origin.sampler);
    finding->unit = arena_copy(memory, work->profile->origin.unit);
    for (size_t i = 0; !memory->lost && i < found->n; i++) {
        describe(work, found, &found->lines[i], &finding->lines[i], found->n);
        name(work, &finding->lines[i], memory);
    }
    if (memory->lost)
        return fail_no_memory(error);
    finding->n = found->n;
    describe(work, found, &found->total, &finding->total, 1);
    describe(work, found, &found->named, &finding->named, 1);
    finding->pairs = work->n;
    finding->units = found->units;
    finding->functions = work->profile->n_functions;
    finding->rate_hz = work->profile->origin.rate_hz;
    finding->confidence = request->how.confidence;
    finding->margin = request->margin;
    finding->critical = found->critical;
    finding->whole = request->how.whole;
    finding->by_flips = request->how.by_flips;
    finding->inclusive = request->how.inclusive;
    finding->widest = why_widest(finding);
    sum_executions(work, finding);
    find_callers(work, finding);
    return ASSAY_OK;
}

/* ---- gates ---- */

static enum assay_status parse_gate(const char *text, struct arena *memory, struct why_gate *gate,
                                    struct assay_error *error)
{
    const char *equals = strrchr(text, '=');
    if (equals == NULL || equals == text || !value_read_fraction(equals + 1, &gate->margin))
        return assay_fail(error, ASSAY_INVALID,
                          "a gate is FUNCTION=MARGIN, as in lookup=5%%, and is \"%s\"", text);
    gate->function = arena_print(memory, "%.*s", (int)(equals - text), text);
    return memory->lost ? fail_no_memory(error) : ASSAY_OK;
}

/* As tables name it, or by its name alone where it has a line in one object only. */
static const struct why_line *line_named(const struct why_finding *finding, const char *function)
{
    const struct why_line *found = NULL;
    for (size_t i = 0; i < finding->n; i++) {
        const struct why_line *line = &finding->lines[i];
        OWNED char *shown = why_line_name(line);
        if (shown != NULL && strcmp(shown, function) == 0)
            return line;
        if (line->name != NULL && strcmp(line->name, function) == 0 && found == NULL)
            found = line;
    }
    return found;
}

static bool is_known(const struct profile *profile, const char *function)
{
    for (size_t i = 0; i < profile->n_functions; i++)
        if (strcmp(profile->functions[i].name, function) == 0)
            return true;
    return false;
}

/* A function's own ratio against its own margin; where it was not before, it is slower beyond any. */
static void judge_gate(const struct assay_contributions *found, const struct why_finding *finding,
                       struct why_gate *gate)
{
    const double alpha = (1 - finding->confidence) / (double)finding->n_gates;
    const struct assay_contribution *of = &found->lines[gate->line - finding->lines];
    gate->own_interval = own_interval(of, found->units, 1 - alpha);
    const struct assay_interval narrow = own_interval(of, found->units, 1 - 2 * alpha);
    gate->verdict = gate->line->appears && why_stands_out(gate->line)
                        ? ASSAY_SLOWER
                        : assay_verdict_of(&gate->own_interval, &narrow, gate->margin, false);
}

static enum assay_status take_gate(const struct why_pairs *work, const struct assay_contributions *found,
                                   struct why_finding *finding, size_t i, struct assay_error *error)
{
    struct why_gate *gate = &finding->gates[i];
    TRY(parse_gate(work->request->gates->items[i], &finding->memory, gate, error));
    gate->line = line_named(finding, gate->function);
    if (gate->line != NULL) {
        judge_gate(found, finding, gate);
        return ASSAY_OK;
    }
    if (!is_known(work->profile, gate->function))
        return assay_fail(error, ASSAY_MISSING,
                          "no sample was taken in a function \"%s\"; the table names them as gates do",
                          gate->function);
    return fail_naming(error, ASSAY_UNDEFINED,
                       "\"%s\" takes less than %g %% of the whole and has no line: a smaller @share "
                       "gives it one",
                       gate->function, 100 * work->request->how.least_share);
}

static enum assay_status take_gates(const struct why_pairs *work,
                                    const struct assay_contributions *found,
                                    struct why_finding *finding, struct assay_error *error)
{
    const size_t n = work->request->gates != NULL ? work->request->gates->n : 0;
    finding->gates = arena_array(&finding->memory, n, sizeof *finding->gates);
    if (finding->gates == NULL)
        return fail_no_memory(error);
    finding->n_gates = n;
    for (size_t i = 0; i < n; i++)
        TRY(take_gate(work, found, finding, i, error));
    return ASSAY_OK;
}

/* ---- all ---- */

static enum assay_status analyse(struct why_pairs *work, struct why_finding *finding,
                                 struct assay_error *error)
{
    TRY(why_pairs_make(work, error));
    const struct assay_profiled_pairs pairs = {.old_runs = work->runs[0],
                                               .new_runs = work->runs[1],
                                               .n = work->n,
                                               .units = work->has_units ? work->units : NULL,
                                               .n_functions = work->profile->n_functions};
    SCOPED(assay_contributions_fini) struct assay_contributions found = {0};
    TRY(assay_contributions_of(&pairs, &work->request->how, &found, error));
    TRY(fill(work, &found, finding, error));
    return take_gates(work, &found, finding, error);
}

enum assay_status why_analyse(const struct profile *profile, const struct why_request *request,
                              struct why_finding *finding, struct assay_error *error)
{
    SCOPED(why_pairs_fini) struct why_pairs work = {.profile = profile, .request = request};
    *finding = (struct why_finding){0};
    return analyse(&work, finding, error);
}
