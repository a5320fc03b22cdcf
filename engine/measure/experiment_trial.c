/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_trial.c -- before systems are measured side by side: each command once, alone.
 * Source:   METHODS I1, "Allowed", "Design", "Length of a slice", and H3; the limits are those of lib/order/slices.c.
 * Assumes:  what is true of one run is true of the others. A pair's overlap is that of two that share a processor
 *           evenly, 2 / (1 + k) where one takes k times as long.
 * Edge:     a command that fails here is left to the rounds, which say so.
 * Checked:  tests/engine/measure/test_trial.c: each reason, and batches and slices worked by hand.
 *
 * Time in which a program is ready and another one has its processor is no waiting of its own, and on a busy machine it
 * is most of all time. So is processor time over wall time below one there, however many threads a program has: those that are ready
 * at once are counted while it runs (at_work.c). The kernel counts it for the first thread alone; of other programs that time is taken off in
 * which anything on the machine waited for a processor, which beside a load is all of it: of them it counts, too, how often nothing of theirs
 * was ready when it was looked at.
 */
#include "measure/experiment_trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <assay/order.h>

#include "measure/load.h"
#include "measure/places.h"

static const double long_run_s = 0.1, long_slice_s = 0.01, short_slice_s = 0.005;
static const double other_slice_s = 0.05, /* of a pilot's other pairs … */
    other_run_s = 0.5;                    /* … of runs that have ten of them */
static const double tick_s = 1e-6;        /* what wait4 tells */
static const double start_s = 5e-4;     /* of wall time, until it runs and until its end is seen */
static const double brief_run_s = 0.15, /* of which several runs cost little */
    longest_retried_s = 1, /* … and of which another one is worth what it costs … */
    surely_unequal = 2.5;  /* … where it is not so many times as long as the other one */
enum {
    TRIES =
        3, /* of one that seems to wait or to be parallel, where the median speaks; of brief ones that seem unequal … */
    MORE_TRIES = 7 /* … and where that is less than sure */
};

/* others_waited_s: how long meanwhile anything waited for a processor; NaN: not known. */
static struct trial trial_of(const struct beside *beside, double others_waited_s)
{
    const struct rusage *usage = &beside->result.usage;
    const int64_t runnable_ns = beside->result.runnable_ns;
    return (struct trial){
        .ok = beside->execution.record.outcome == OUTCOME_OK,
        .moved = beside->facts.moved,
        .left_behind = beside->facts.left_behind,
        .no_turns = beside->facts.no_turns,
        .sliced = beside->facts.slice_ns > 0,
        .wall_s = 1e-9 * (double)beside->result.wall_ns,
        .cpu_s = (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
                 1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec),
        .ready_s = runnable_ns < 0 ? others_waited_s : 1e-9 * (double)runnable_ns,
        .waiting = runnable_ns < 0 ? at_work_waiting(&beside->facts.at_work) : 0,
        .breaks = (size_t)usage->ru_nvcsw,
        .at_once = at_work_mean(&beside->facts.at_work),
    };
}

/* Processors that it kept busy while it could, or would have, had others left them to it; where nobody knows when that was,
 * one. Who gives way once, at the end, has waited for nothing. */
static double trial_busy(const struct trial *t)
{
    if (t->cpu_s > t->wall_s || t->at_once > 1)
        return fmax(t->cpu_s / t->wall_s, t->at_once);
    const double seen = 1 - t->waiting;
    if (isnan(t->ready_s) || t->breaks <= 1)
        return seen;
    return fmin(seen, t->cpu_s / fmax(t->wall_s - t->ready_s - start_s, t->cpu_s));
}

static bool judge(const struct trial *t, struct assay_slices_use *use)
{
    const double share = trial_busy(t);
    const struct assay_slices_pilot pilot = {
        .busy = {&share, 1}, .least_cpu_s = t->cpu_s, .tick_s = tick_s};
    return t->ok && assay_slices_may(&pilot, use, NULL) == ASSAY_OK;
}

static bool trial_waits(const struct trial *t)
{
    struct assay_slices_use use;
    return judge(t, &use) && use.reason == ASSAY_SLICES_WAITS;
}

/* Refused by what one run seemed to do: waited, or had a helper at work for some of the looks, as Node has while it starts. */
static bool is_unsure(const struct trial *t, enum design_order_by by)
{
    struct assay_slices_use use;
    const bool waiting_speaks = by == ORDER_SLICES || by == ORDER_AUTO;
    return judge(t, &use) && ((use.reason == ASSAY_SLICES_WAITS && waiting_speaks) ||
                              (use.reason == ASSAY_SLICES_PARALLEL && t->cpu_s <= t->wall_s));
}

/* What a clock tells of a program that has a processor of its own: waiting, too. */
static bool only_of_slices(enum assay_slices_reason reason)
{
    return reason == ASSAY_SLICES_WAITS || reason == ASSAY_SLICES_TICK;
}

/* The first reason that holds for one of the systems; false: none does. */
static bool refuses_one(const struct trial *t, const char *name, enum design_order_by by,
                        char *text, size_t size)
{
    struct assay_slices_use use;
    if (t->no_turns) {
        (void)snprintf(text, size, "%.100s asks for no turns, as a harness of this version does",
                       name);
        return true;
    }
    if (!judge(t, &use))
        return false;
    if (by != ORDER_SLICES && by != ORDER_AUTO && only_of_slices(use.reason))
        use.reason = ASSAY_SLICES_ALLOWED;
    if (use.reason == ASSAY_SLICES_PARALLEL && t->at_once >= use.processors)
        (void)snprintf(text, size, "%.100s has %.1f threads or processes at work at once", name,
                       t->at_once);
    else if (use.reason == ASSAY_SLICES_PARALLEL)
        (void)snprintf(text, size, "%.100s used %.1f processors", name, use.processors);
    else if (t->moved)
        (void)snprintf(text, size, "%.100s chooses its processors itself", name);
    else if (t->left_behind)
        (void)snprintf(text, size, "%.100s leaves processes behind, whose time nobody counts",
                       name);
    else if (use.reason == ASSAY_SLICES_WAITS)
        (void)snprintf(text, size, "%.100s waited %.0f %% of its time", name, 100 * use.waiting);
    else if (use.reason == ASSAY_SLICES_TICK)
        (void)snprintf(text, size, "%.100s takes less processor time than the clock tells", name);
    return use.reason != ASSAY_SLICES_ALLOWED || t->moved || t->left_behind;
}

/* What it takes of the time that a round has: of one that waits, all of it. */
static double length_of(const struct trial *t, enum design_order_by by)
{
    return by == ORDER_DUET && trial_waits(t) ? t->wall_s : t->cpu_s;
}

/* Which take least and most, and how many times as long; 1 where one has failed. */
struct lengths {
    size_t least, most;
    double times;
};

static struct lengths lengths_of(const struct trial *trials, size_t n, enum design_order_by by)
{
    struct lengths l = {.times = 1};
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        const double length = length_of(&trials[i], by);
        ok = ok && trials[i].ok;
        l.least = length < length_of(&trials[l.least], by) ? i : l.least;
        l.most = length > length_of(&trials[l.most], by) ? i : l.most;
    }
    if (ok)
        l.times = length_of(&trials[l.most], by) / length_of(&trials[l.least], by);
    return l;
}

/* One would run alone at the end. Of a duet this is sure from the same ratio on; its pairs tell the rest. */
static bool too_unequal(double times)
{
    const double one = 1, overlap = 2 / (1 + times);
    const struct assay_slices_pilot pilot = {
        .busy = {&one, 1}, .overlap = {&overlap, 1}, .least_cpu_s = 1};
    struct assay_slices_use use;
    return assay_slices_may(&pilot, &use, NULL) == ASSAY_OK && use.reason == ASSAY_SLICES_OVERLAP;
}

size_t trial_tries(const struct trial *trials, size_t n, enum design_order_by by)
{
    const struct lengths l = lengths_of(trials, n, by);
    const double longest_s = length_of(&trials[l.most], by);
    if (by == ORDER_LOCKSTEP || !too_unequal(l.times))
        return 1;
    if (longest_s < brief_run_s)
        return l.times < surely_unequal ? MORE_TRIES : TRIES;
    return l.times < surely_unequal && longest_s < longest_retried_s ? 2 : 1;
}

static bool refuses_overlap(const struct trial *trials, const char *const *names, size_t n,
                            enum design_order_by by, char *text, size_t size)
{
    const struct lengths l = lengths_of(trials, n, by);
    if (!too_unequal(l.times))
        return false;
    (void)snprintf(
        text, size,
        "%.100s takes %.1f times as long as %.100s and would run alone at the end, which "
        "rounds see at once",
        names[l.most], l.times, names[l.least]);
    return true;
}

bool trial_refuses(const struct trial *trials, const char *const *names, size_t n,
                   enum design_order_by by, char *text, size_t size)
{
    for (size_t i = 0; i < n; i++)
        if (refuses_one(&trials[i], names[i], by, text, size))
            return true;
    return by != ORDER_LOCKSTEP && refuses_overlap(trials, names, n, by, text, size);
}

struct turns trial_turns(const struct trial *trials, size_t n, enum design_order_by by,
                         bool repeats)
{
    double least = INFINITY, sum = 0;
    for (size_t i = 0; i < n; i++)
        if (trials[i].ok && trials[i].cpu_s > 0) {
            least = fmin(least, length_of(&trials[i], by));
            sum += length_of(&trials[i], by);
        }
    struct turns turns = {.batch = 1, .slice_s = least < long_run_s ? short_slice_s : long_slice_s};
    if (repeats && sum > 0)
        turns.batch = assay_slices_batch(least, sum, turns.slice_s);
    return turns;
}

/* ---- in the loop ----------------------------------------------------------------------------- */

struct settling {
    struct trial trials[LANES_MAX];
    const char *names[LANES_MAX];
    size_t *batches;
    double slice_s;
    double least_s; /* of processor time of a run, with its batch */
    bool sliced;    /* the kernel takes the length that is wished for */
    char because[320];
};

static bool try_once(struct loop *loop, const struct step *step, struct trial *trial)
{
    struct assay_error error;
    struct beside beside;
    if (!loop_hooks_before(loop, step))
        return false;
    struct load_reading before = load_read("/proc");
    const enum assay_status status =
        executor_try(loop->executor, step, loop->builds[step->system].dir, &beside, &error);
    struct load_reading behind = load_read("/proc");
    *trial = trial_of(&beside, behind.waited_s - before.waited_s + behind.steal_s - before.steal_s);
    load_reading_fini(&before);
    load_reading_fini(&behind);
    if (status != ASSAY_OK)
        return loop_stop_unstartable(loop, &error);
    if (beside.execution.interrupted)
        return loop_stop_interrupted(loop);
    return loop_hooks_behind(loop, step);
}

static int by_busy(const void *a, const void *b)
{
    const double x = trial_busy(a), y = trial_busy(b);
    return (x > y) - (x < y);
}

/* What a hypervisor takes looks like waiting, too, and passes; the median of several speaks. */
static bool try_system(struct loop *loop, const struct step *step, struct trial *out)
{
    struct trial tries[TRIES];
    size_t n = 0;
    do {
        if (!try_once(loop, step, &tries[n++]))
            return false;
    } while (n < TRIES && tries[n - 1].ok &&
             (n > 1 || is_unsure(&tries[0], loop->design.order.by)));
    qsort(tries, n, sizeof *tries, by_busy);
    *out = tries[n / 2];
    return true;
}

/* What others take of a brief run, or a cold start of the first, makes it longer: the shorter of two tells more. */
static void keep_shorter(const struct trial *found, enum design_order_by by, struct trial *trial)
{
    if (!trial->ok || (found->ok && length_of(found, by) < length_of(trial, by)))
        *trial = *found;
}

/* Every system on one benchmark. */
static bool try_systems(struct loop *loop, const struct step *first, size_t benchmark,
                        struct settling *s)
{
    for (size_t i = 0; i < loop->design.n_systems; i++) {
        struct step step = *first;
        step.system = (uint32_t)i;
        step.benchmark = (uint32_t)benchmark;
        struct trial found;
        s->names[i] = loop->design.systems[i].name;
        if (!loop_have_build(loop, &step))
            return false;
        if (loop->builds[i].failed)
            continue;
        if (!loop_enter(loop, &step) || !try_system(loop, &step, &found))
            return false;
        keep_shorter(&found, loop->design.order.by, &s->trials[i]);
    }
    return true;
}

static bool try_benchmark(struct loop *loop, const struct step *first, size_t benchmark,
                          struct settling *s)
{
    memset(s->trials, 0, sizeof s->trials);
    bool on = true;
    size_t tries = 0;
    do
        on = try_systems(loop, first, benchmark, s);
    while (on && ++tries < trial_tries(s->trials, loop->design.n_systems, loop->design.order.by));
    return on;
}

/* Only what a process gives as a whole is repeated; iterations repeat themselves. */
static void settle_benchmark(const struct loop *loop, size_t benchmark, struct settling *s)
{
    const struct design_benchmark *b = &loop->design.benchmarks[benchmark];
    const size_t n = loop->design.n_systems;
    const struct turns turns = trial_turns(s->trials, n, loop->design.order.by,
                                           b->source == VALUES_PROCESS && b->batch == 0);
    s->batches[benchmark] = b->batch > 0 ? b->batch : turns.batch;
    s->slice_s = fmin(s->slice_s, turns.slice_s);
    for (size_t i = 0; i < n; i++) {
        s->least_s = fmin(s->least_s, s->trials[i].cpu_s * (double)s->batches[benchmark]);
        s->sliced = s->sliced && s->trials[i].sliced;
    }
    if (s->because[0] == '\0')
        (void)trial_refuses(s->trials, s->names, n, loop->design.order.by, s->because,
                            sizeof s->because);
}

/* A pilot looks at two lengths where nobody named one and runs are long enough: programs that need the caches unlike
 * each other disturb each other less, the longer each is left alone. */
static double other_length(const struct loop *loop, const struct settling *s)
{
    const struct design_order *order = &loop->design.order;
    return s->because[0] == '\0' && order->by == ORDER_AUTO && !(order->slice_s > 0) && s->sliced &&
                   s->least_s >= other_run_s
               ? other_slice_s
               : 0;
}

/* Of a duet: what stands before its pairs, so that it stays as it is whatever becomes of the counts. */
static size_t alone_rounds(const struct loop *loop, bool refused)
{
    return loop->design.order.by == ORDER_DUET && !refused ? design_pilot(&loop->design) : 0;
}

static bool settle(struct loop *loop, const struct settling *s)
{
    struct assay_error error;
    const struct design_order *order = &loop->design.order;
    const bool refused = s->because[0] != '\0';
    const bool sliced = !refused && (order->by == ORDER_SLICES || order->by == ORDER_AUTO);
    const struct experiment_order settled = {.order = {.by = refused ? ORDER_ROUNDS : order->by,
                                                       .asked = refused ? order->by : ORDER_ROUNDS,
                                                       .slice_s = !sliced ? 0
                                                                  : order->slice_s > 0
                                                                      ? order->slice_s
                                                                      : s->slice_s,
                                                       .long_s = other_length(loop, s),
                                                       .pilot = alone_rounds(loop, refused),
                                                       .tried = true},
                                             .batches = s->batches,
                                             .because = refused ? s->because : NULL};
    if (loop->calls->settle_order(loop->calls->context, &settled, &error) != ASSAY_OK)
        return loop_stop_error(loop, &error);
    if (refused)
        schedule_set_aside(loop->schedule, 0);
    loop->design.order = settled.order; /* what else changed stands in what both designs share */
    return true;
}

bool loop_settle_order(struct loop *loop, const struct step *first)
{
    const struct design_order *order = &loop->design.order;
    if (order->by == ORDER_ROUNDS || order->tried || loop->calls->settle_order == NULL)
        return true;
    struct settling s = {.slice_s = long_slice_s,
                         .least_s = INFINITY,
                         .sliced = true,
                         .batches = calloc(loop->design.n_benchmarks, sizeof *s.batches)};
    bool on = s.batches != NULL;
    /* Then there is no pilot of both orders, and nothing is tried. */
    if (loop->design.order.by == ORDER_AUTO && design_pilot(&loop->design) == 0)
        (void)snprintf(s.because, sizeof s.because,
                       "fewer than %d rounds are too few for a pilot of both orders",
                       (int)ORDER_PILOT_LEAST);
    (void)places_refuse(&loop->design, s.because, sizeof s.because);
    for (size_t b = 0; b < loop->design.n_benchmarks && on && s.because[0] == '\0'; b++) {
        on = try_benchmark(loop, first, b, &s);
        if (on)
            settle_benchmark(loop, b, &s);
    }
    on = on && settle(loop, &s);
    free(s.batches);
    return on;
}

bool loop_choose_order(struct loop *loop)
{
    struct assay_error error;
    struct design_order chosen;
    if (loop->design.order.by != ORDER_AUTO || loop->calls->choose_order == NULL)
        return true;
    if (loop->calls->choose_order(loop->calls->context, &chosen, &error) != ASSAY_OK)
        return loop_stop_error(loop, &error);
    loop->design.order = chosen;
    schedule_set_aside(loop->schedule, chosen.pilot);
    return true;
}
