/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs.c -- executions that are sampled, in rounds of a measured experiment's own walk.
 * Source:   METHODS I2, "Data".
 * Assumes:  what is sampled is user time. A round counts once all its systems have ended well, so that each one pairs.
 * Edge:     a command's file that was written since the measurement is another program, and nothing is sampled; what a build
 *           makes is looked at by who has what was made then, and a script that an interpreter reads is not. What was measured in a
 *           duet is sampled one after the other. An execution without a sample is one all the same.
 * Checked:  tests/engine/profile/test_pairs.c
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/failure.h"
#include "base/remarks.h"
#include "profile/pairs_part.h"
#include "profile/stacks.h"

/* ---- the design ---- */

/* What it prints nobody wants twice. */
static struct design_benchmark benchmark_of(const struct profile_pairs *pairs)
{
    static char pipe[] = "pipe";
    struct design_benchmark benchmark = pairs->design->benchmarks[pairs->benchmark];
    if (benchmark.output != NULL && strcmp(benchmark.output, "inherit") == 0)
        benchmark.output = pipe;
    return benchmark;
}

/* As they were measured, else of the length that a pilot begins with. */
static struct design_order slices_of(const struct design_order *measured)
{
    struct design_order order = {.by = ORDER_SLICES, .tried = true, .slice_s = 0.01};
    if (measured->by == ORDER_SLICES)
        order.slice_s = measured->slice_s;
    return order;
}

static struct design design_of(const struct profile_pairs *pairs)
{
    struct design design = *pairs->design;
    const size_t level = design_execution_level(&design);
    design.benchmarks = &pairs->design->benchmarks[pairs->benchmark];
    design.n_benchmarks = 1;
    design.named_executions = design.levels[level].count;
    design.levels[level].count = pairs->rounds;
    if (level > 0 && pairs->units > 0)
        design.levels[0].count = pairs->units;
    design.rounds.find = false;
    /* One in front says how many events there are, and so how often to sample. */
    if (pairs->event != NULL && design.levels[level].warmup == 0)
        design.levels[level].warmup = 1;
    design.order = pairs->in_slices ? slices_of(&pairs->design->order)
                                    : (struct design_order){.by = ORDER_ROUNDS};
    design.trace = DESIGN_TRACE_NONE;
    design.counts.by = COUNTS_PERF;
    design.stop = (struct design_stop){.rule = STOP_FIXED};
    return design;
}

size_t profile_pairs_executions(const struct profile_pairs *pairs)
{
    struct design design = design_of(pairs);
    design.levels[design_execution_level(&design)].warmup = 0; /* these are not sampled */
    return schedule_executions(&design);
}

/* The place of its build among all; PROFILE_NO_UNIT: there is one. */
static uint32_t unit_of(const struct design *design, const struct step *step)
{
    const size_t level = design_execution_level(design);
    size_t unit = 0, all = 1;
    for (size_t i = 0; i < level; i++) {
        unit = unit * design->levels[i].count + step->unit[i];
        all *= design->levels[i].count;
    }
    return all > 1 ? (uint32_t)unit : PROFILE_NO_UNIT;
}

/* Where builds repeat its place in the build and the build, which stay what they are when more executions of each are asked for. */
static uint32_t round_of(const struct design *design, const struct step *step)
{
    enum { BUILDS = 1 << 16 };
    const uint32_t unit = unit_of(design, step);
    return unit == PROFILE_NO_UNIT ? step->round
                                   : step->unit[design_execution_level(design)] * BUILDS + unit;
}

/* ---- one execution ---- */

static void begin(void *context, const struct watched_execution *watched, size_t n)
{
    struct pairs *pairs = context;
    for (size_t i = 0; i < n; i++) {
        const char *path = watched[i].spawn->path, *called = watched[i].spawn->argv[0];
        struct stat file;
        if (pairs->asked->measured_ns > 0 &&
            pairs->design.systems[watched[i].step->system].build == NULL &&
            stat(path, &file) == 0 &&
            file.st_mtim.tv_sec * INT64_C(1000000000) + file.st_mtim.tv_nsec >
                pairs->asked->measured_ns)
            (void)snprintf(pairs->changed, sizeof pairs->changed, "%s", called);
    }
    if (pairs->asked->event != NULL)
        pairs_begin_event(pairs, watched->step);
    if (watched->step->warmup)
        pairs->sampling = false;
    else if (pairs->asked->of == PROFILE_OF_INSTRUCTIONS)
        pairs->sampling = counted_run_begin(&pairs->counted, watched->spawn);
    else if (pairs->asked->of == PROFILE_OF_ALLOCATIONS)
        pairs->sampling = allocated_run_begin(&pairs->allocated, watched->spawn);
    else
        pairs->sampling = sampler_begin(&pairs->sampler, watched->spawn, n);
}

void pairs_fill_facts(const struct pairs *pairs, const struct spawn_result *result,
                      struct profile_execution *out)
{
    const struct step *step = pairs->step;
    const double user_s = pairs_seconds(&result->usage.ru_utime);
    *out = (struct profile_execution){
        .round = round_of(&pairs->design, step),
        .position = step->position,
        .system = step->system,
        .unit = unit_of(&pairs->design, step),
        .user_s = user_s,
        .system_s = pairs_seconds(&result->usage.ru_stime),
        .wall_s = 1e-9 * (double)result->wall_ns,
        .planned =
            pairs->sampler.period_s > 0 ? (uint64_t)(user_s / pairs->sampler.period_s + 0.5) : 0,
        .lost = pairs->sampler.lost,
    };
}

static void end(void *context, const struct watched_execution *watched, size_t n)
{
    struct pairs *pairs = context;
    if (pairs->asked->event != NULL)
        pairs_read_event(pairs, watched);
    if (!pairs->sampling)
        return;
    if (pairs->asked->of == PROFILE_OF_INSTRUCTIONS) {
        pairs_end_counted(pairs, watched);
        return;
    }
    if (pairs->asked->of == PROFILE_OF_ALLOCATIONS) {
        pairs_end_allocated(pairs, watched);
        return;
    }
    pairs_take_samples(pairs, watched, n);
}

/* ---- rounds ---- */

static bool has_step(void *context, const struct step *step)
{
    const struct pairs *pairs = context;
    const struct profile *profile = pairs->profile;
    const uint32_t round = round_of(&pairs->design, step);
    for (size_t i = profile->n_executions; i > 0; i--)
        if (profile->executions[i - 1].round == round &&
            profile->executions[i - 1].system == step->system)
            return true;
    return false;
}

static bool is_whole(const struct pairs *pairs, uint32_t round)
{
    for (size_t i = 0; i < pairs->design.n_systems; i++)
        if (pairs->round[i].facts.round != round)
            return false;
    return true;
}

static void forget_round(struct pairs *pairs)
{
    for (size_t i = 0; i < pairs->design.n_systems; i++)
        pairs->round[i].facts.round = UINT32_MAX;
}

static void add_bytes(const struct pairs *pairs, const struct sampled *sampled)
{
    profile_begin(pairs->asked->bytes, &sampled->facts);
    for (size_t k = 0; k < sampled->n_bytes; k++)
        profile_count(pairs->asked->bytes, sampled->bytes[k].function, sampled->bytes[k].self,
                      sampled->bytes[k].total);
}

static void add_round(struct pairs *pairs)
{
    for (size_t i = 0; i < pairs->design.n_systems; i++) {
        const struct sampled *sampled = &pairs->round[i];
        profile_begin(pairs->profile, &sampled->facts);
        pairs->planned += (double)sampled->facts.planned;
        for (size_t k = 0; k < sampled->n; k++) {
            if (!pairs->asked->chains)
                profile_count(pairs->profile, sampled->counts[k].function, sampled->counts[k].self,
                              sampled->counts[k].total);
            pairs->got += (double)sampled->counts[k].self;
        }
        if (pairs->asked->of == PROFILE_OF_ALLOCATIONS)
            add_bytes(pairs, sampled);
        for (size_t k = 0; k < sampled->n_chains; k += 1 + sampled->chains[k])
            profile_add_stack(pairs->profile, &sampled->chains[k + 1], sampled->chains[k], 1);
        if (!pairs->asked->chains)
            continue;
        pairs->profile->stacks->whole[i] += sampled->whole;
        if (pairs->profile->stacks->skipped != NULL)
            pairs->profile->stacks->skipped[i] += sampled->skipped;
    }
}

static enum assay_status look_at_build(void *context, const struct record *record,
                                       struct assay_error *error)
{
    const struct profile_calls *calls = ((struct pairs *)context)->calls;
    return calls->built != NULL ? calls->built(calls->context, record, error) : ASSAY_OK;
}

static bool bytes_lost(const struct pairs *pairs)
{
    return pairs->asked->bytes != NULL && pairs->asked->bytes->memory.lost;
}

/* The record comes behind the end: what failed leaves its round without it. */
static enum assay_status keep_record(void *context, const struct record *record,
                                     struct assay_error *error)
{
    struct pairs *pairs = context;
    const struct step *step = &record->step;
    if (pairs->changed[0] != '\0')
        return assay_fail(error, ASSAY_INVALID,
                          "%s was written after the experiment was measured: what is sampled now "
                          "would be another program. Measure again, and ask of that experiment",
                          pairs->changed);
    if (pairs->refused[0] != '\0' && record->outcome == OUTCOME_OK)
        return assay_fail(error, ASSAY_MISSING, "allocations of functions: %s", pairs->refused);
    if (step->kind == STEP_BUILD && record->outcome == OUTCOME_OK)
        return look_at_build(pairs, record, error);
    if (step->kind != STEP_EXECUTE || step->warmup)
        return ASSAY_OK;
    if (record->outcome != OUTCOME_OK && record->outcome != OUTCOME_NO_VALUES)
        pairs->round[step->system].facts.round = UINT32_MAX;
    if (pairs->lost || pairs->profile->memory.lost || bytes_lost(pairs))
        return fail_no_memory(error);
    if (!is_whole(pairs, round_of(&pairs->design, step)))
        return ASSAY_OK;
    add_round(pairs);
    forget_round(pairs);
    if (pairs->profile->memory.lost || bytes_lost(pairs))
        return fail_no_memory(error);
    return pairs->calls->keep != NULL
               ? pairs->calls->keep(pairs->calls->context, pairs->profile, error)
               : ASSAY_OK;
}

static bool tell_progress(void *context, const struct experiment_progress *progress)
{
    const struct profile_calls *calls = ((struct pairs *)context)->calls;
    return calls->progress == NULL || calls->progress(calls->context, progress);
}

/* ---- the whole ---- */

static void tell_sampler(const struct pairs *pairs)
{
    if (pairs->sampler.refused != 0)
        remark(pairs->remarks,
               "the kernel refuses to sample (perf_event_open: %.60s); programs are sampled by an "
               "object that they load, %.0f times a second",
               strerror(pairs->sampler.refused), pairs->sampler.rate_hz);
}

static bool keep_chains(const struct pairs *pairs)
{
    struct profile *profile = pairs->profile;
    profile_keep_stacks(profile);
    struct profile_stacks *stacks = profile->stacks;
    if (stacks == NULL)
        return false;
    stacks->by = pairs->unwinder != NULL ? PROFILE_CALLERS_BY_TABLES : PROFILE_CALLERS_BY_FRAMES;
    stacks->whole = arena_array(&profile->memory, profile->n_systems, sizeof *stacks->whole);
    if (pairs->unwinder == NULL)
        stacks->skipped =
            arena_array(&profile->memory, profile->n_systems, sizeof *stacks->skipped);
    return !profile->memory.lost;
}

/* By tables, unless they are not wanted, or cannot be read here. */
static enum assay_status choose_unwinder(struct pairs *pairs, struct assay_error *error)
{
    const enum profile_unwind asked = pairs->asked->unwind;
    const char *why_not;
    if (!pairs->asked->chains || asked == PROFILE_UNWIND_FRAMES)
        return ASSAY_OK;
    pairs->unwinder = unwinder_open(&why_not);
    if (pairs->unwinder == NULL && asked == PROFILE_UNWIND_TABLES)
        return fail_naming(
            error, ASSAY_MISSING,
            "callers are not found by tables here: %s. Ask for them by frame pointers: @unwind",
            why_not);
    if (pairs->unwinder == NULL)
        remark(pairs->remarks, "callers are found by frame pointers: %s", why_not);
    return ASSAY_OK;
}

static void begin_profile(const struct pairs *pairs, struct profile *profile, const char *source,
                          const char *unit)
{
    if (profile->n_systems == 0)
        profile_init(profile, pairs->design.n_systems, &(struct profile_origin){source, unit, 0});
}

static enum assay_status open_counted(struct pairs *pairs, struct assay_error *error)
{
    if (pairs->asked->of == PROFILE_OF_INSTRUCTIONS) {
        TRY(counted_run_open(&pairs->counted, error));
        begin_profile(pairs, pairs->profile, pairs->counted.source, "Ir");
        return ASSAY_OK;
    }
    TRY(allocated_run_open(&pairs->allocated, error));
    begin_profile(pairs, pairs->profile, ALLOCATED_SOURCE, "allocations");
    begin_profile(pairs, pairs->asked->bytes, ALLOCATED_SOURCE, "bytes");
    return ASSAY_OK;
}

static enum assay_status open_event(struct pairs *pairs, pid_t launcher, double rate_hz,
                                    enum sampler_callers callers, struct assay_error *error)
{
    const struct profile_pairs *asked = pairs->asked;
    pairs->had = calloc(pairs->design.n_systems, sizeof *pairs->had);
    if (pairs->had == NULL)
        return fail_no_memory(error);
    TRY(sampled_event_open(&pairs->event, &counter_sources_of_system, asked->event, launcher,
                           error));
    sampler_open_event(&pairs->sampler, launcher, rate_hz, &pairs->event, callers,
                       asked->design->seed);
    if (!pairs->event.kernel)
        remark(pairs->remarks,
               "the kernel hides its own part of %.60s: changes are of what programs have "
               "themselves. sysctl "
               "kernel.perf_event_paranoid=1 shows it",
               asked->event);
    return ASSAY_OK;
}

static enum assay_status open_sampler(struct pairs *pairs, pid_t launcher,
                                      struct assay_error *error)
{
    const struct profile_pairs *asked = pairs->asked;
    TRY(choose_unwinder(pairs, error));
    const double usual_hz = pairs->unwinder != NULL ? PROFILE_RATE_OF_STACKS_HZ : PROFILE_RATE_HZ,
                 rate_hz = asked->rate_hz > 0 ? asked->rate_hz : usual_hz;
    const enum sampler_callers callers = pairs->unwinder != NULL ? CALLERS_BY_TABLES
                                         : asked->chains         ? CALLERS_BY_FRAMES
                                                                 : CALLERS_NONE;
    if (asked->event != NULL)
        TRY(open_event(pairs, launcher, rate_hz, callers, error));
    else
        sampler_open(&pairs->sampler, launcher, rate_hz, callers, asked->design->seed);
    pairs->sampler.unwinder = pairs->unwinder;
    return pairs->sampler.kind != NULL
               ? ASSAY_OK
               : assay_fail(error, ASSAY_MISSING, "%s", pairs->sampler.why_not);
}

static struct profile_origin origin_of(const struct pairs *pairs)
{
    const struct profile_pairs *asked = pairs->asked;
    if (asked->event != NULL)
        return (struct profile_origin){asked->event, asked->event, 0};
    return (struct profile_origin){asked->in_slices ? "cpu-clock in slices"
                                                    : pairs->sampler.kind->name,
                                   "s", pairs->sampler.rate_hz};
}

static enum assay_status open_pairs(struct pairs *pairs, struct launcher *launcher,
                                    struct assay_error *error)
{
    const struct profile_pairs *asked = pairs->asked;
    if (asked->rounds == 0 || asked->benchmark >= asked->design->n_benchmarks)
        return assay_fail(error, ASSAY_USAGE, "there are no rounds to sample");
    pairs->design = design_of(asked);
    pairs->benchmark = benchmark_of(asked);
    pairs->design.benchmarks = &pairs->benchmark;
    pairs->round = calloc(pairs->design.n_systems, sizeof *pairs->round);
    if (pairs->round == NULL)
        return fail_no_memory(error);
    forget_round(pairs);
    if (asked->of != PROFILE_OF_TIME)
        return open_counted(pairs, error);
    TRY(open_sampler(pairs, launcher_process(launcher), error));
    if (asked->in_slices && pairs->sampler.kind != &sampler_of_kernel)
        return assay_fail(error, ASSAY_MISSING,
                          "versions side by side are sampled by the kernel alone, which refuses to "
                          "(perf_event_open: %.60s)",
                          strerror(pairs->sampler.refused));
    if (asked->chains && pairs->sampler.kind != &sampler_of_kernel)
        return assay_fail(error, ASSAY_MISSING,
                          "what called a function is sampled by the kernel alone, which refuses to "
                          "(perf_event_open: %.60s)",
                          strerror(pairs->sampler.refused));
    tell_sampler(pairs);
    function_code_open(&pairs->code);
    const struct profile_origin origin = origin_of(pairs);
    if (pairs->profile->n_systems == 0)
        profile_init(pairs->profile, pairs->design.n_systems, &origin);
    return !asked->chains || pairs->profile->stacks != NULL || keep_chains(pairs)
               ? ASSAY_OK
               : fail_no_memory(error);
}

static void close_pairs(struct pairs *pairs)
{
    sampler_close(&pairs->sampler);
    unwinder_close(&pairs->unwinder);
    sampled_event_close(&pairs->event);
    counted_run_close(&pairs->counted);
    if (pairs->asked->of == PROFILE_OF_ALLOCATIONS)
        allocated_run_close(&pairs->allocated);
    function_code_close(&pairs->code);
    for (size_t i = 0; pairs->round != NULL && i < pairs->design.n_systems; i++) {
        free(pairs->round[i].counts);
        free(pairs->round[i].bytes);
        free(pairs->round[i].chains);
    }
    free(pairs->round);
    free(pairs->had);
    free(pairs->places);
    free(pairs->taken);
    free(pairs->callers);
    free(pairs->told);
    code_files_fini(&pairs->files);
}

enum assay_status profile_pairs_run(const struct profile_pairs *asked, struct launcher *launcher,
                                    const struct experiment_options *options,
                                    const struct profile_calls *calls, struct profile *profile,
                                    struct experiment_report *report, struct remarks *remarks)
{
    struct pairs pairs = {.asked = asked,
                          .calls = calls,
                          .profile = profile,
                          .remarks = remarks,
                          .allocated = {.preloaded = {.object = -1, .file = -1}}};
    const struct execution_watch watch = {&pairs, begin, end};
    const struct experiment_calls experiment = {.context = &pairs,
                                                .has = has_step,
                                                .keep = keep_record,
                                                .renewed = look_at_build,
                                                .progress = tell_progress};
    struct experiment_options watched = *options;
    watched.watch = &watch;
    watched.programs_of = asked->design;
    *report = (struct experiment_report){.error = {ASSAY_OK, ""}};
    enum assay_status status = open_pairs(&pairs, launcher, &report->error);
    if (status == ASSAY_OK)
        status = experiment_run(&pairs.design, launcher, &watched, &experiment, report);
    close_pairs(&pairs);
    return status;
}
