/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs_counted.c -- what is counted of the executions of a round: instructions, allocations, an event that is sampled.
 * Source:   METHODS I2, with counts where seconds stand.
 * Assumes:  counts of instructions and of allocations are the whole of an execution whose time means nothing.
 * Edge:     an event that was not counted all through an execution leaves its pair out.
 * Checked:  tests/engine/profile/test_pairs.c, test_allocated.c, test_sampled_event.c
 */
#include <math.h>
#include <stdio.h>

#include "base/array.h"
#include "base/owned.h"
#include "base/remarks.h"
#include "profile/pairs_part.h"

double pairs_seconds(const struct timeval *time)
{
    return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

/* Counts are the whole of an execution whose time means nothing. */
static void fill_counted(const struct pairs *pairs, const struct spawn_result *result, double sum,
                         struct profile_execution *out)
{
    pairs_fill_facts(pairs, result, out);
    out->user_s = sum;
    out->system_s = 0;
    out->wall_s = (double)NAN;
    out->planned = out->lost = 0;
}

/* Counts of all processes as those of one execution. */
void pairs_end_counted(struct pairs *pairs, const struct watched_execution *watched)
{
    SCOPED(profile_fini) struct profile counted;
    struct sampled *sampled = &pairs->round[watched->step->system];
    double sum = 0;
    pairs->step = watched->step;
    sampled->n = 0;
    if (!counted_run_end(&pairs->counted, &counted))
        return; /* its round is not whole then */
    for (size_t i = 0; i < counted.n_counts; i++) {
        const struct profile_function *function = &counted.functions[counted.counts[i].function];
        const uint32_t number = profile_function(pairs->profile, function->name, function->object);
        pairs->lost = !pairs_add_count(sampled, number, counted.counts[i].self) || pairs->lost;
        sum += (double)counted.counts[i].self;
    }
    fill_counted(pairs, watched->result, sum, &sampled->facts);
}

/* A function with what it asks for itself, and in all. */
static void add_asked(struct pairs *pairs, const struct code_place *place, bool itself, bool in_all,
                      const struct allocated *allocated)
{
    struct sampled *sampled = &pairs->round[pairs->step->system];
    const struct code_place none = {.name = ""};
    const char *name = place != NULL ? place->name : none.name,
               *object = pairs_object_of(place != NULL ? place : &none, pairs->program);
    if (!array_more(&sampled->counts, sampled->n, &sampled->room) ||
        !array_more(&sampled->bytes, sampled->n_bytes, &sampled->bytes_room)) {
        pairs->lost = true;
        return;
    }
    sampled->counts[sampled->n++] =
        (struct profile_count){.function = profile_function(pairs->profile, name, object),
                               .self = itself ? allocated->allocations : 0,
                               .total = in_all ? allocated->allocations : 0};
    sampled->bytes[sampled->n_bytes++] =
        (struct profile_count){.function = profile_function(pairs->asked->bytes, name, object),
                               .self = itself ? allocated->bytes : 0,
                               .total = in_all ? allocated->bytes : 0};
}

static bool is_same(const struct code_place *a, const struct code_place *b)
{
    return a->file == b->file && a->function == b->function;
}

/* What a library asks for is its own, and that of the function of the program that called it. */
static void take_allocated(void *context, const struct allocated *allocated)
{
    struct pairs *pairs = context;
    const bool apart = allocated->program != NULL && !is_same(allocated->asker, allocated->program);
    if (allocated->asker == NULL)
        remark(pairs->remarks,
               "memory is asked for at more places than are told apart: %.0f allocations have no "
               "function",
               (double)allocated->allocations);
    add_asked(pairs, allocated->asker, true, true, allocated);
    if (apart)
        add_asked(pairs, allocated->program, false, true, allocated);
}

void pairs_end_allocated(struct pairs *pairs, const struct watched_execution *watched)
{
    struct sampled *sampled = &pairs->round[watched->step->system];
    const char *why_not;
    double sum = 0;
    SCOPED(code_map_fini) struct code_map map;
    code_map_begin(&map, &pairs->files, watched->result->start_ns / 1000000000);
    pairs->step = watched->step;
    sampled->n = sampled->n_bytes = 0;
    if (!allocated_run_end(&pairs->allocated, &map, &pairs->program, take_allocated, pairs,
                           &why_not)) {
        (void)snprintf(pairs->refused, sizeof pairs->refused, "%.100s %s", watched->spawn->argv[0],
                       why_not);
        return;
    }
    for (size_t i = 0; i < sampled->n; i++)
        sum += (double)sampled->counts[i].self;
    pairs->lost = pairs->files.lost || pairs->lost;
    fill_counted(pairs, watched->result, sum, &sampled->facts);
}

/* ---- events ---- */

void pairs_begin_event(struct pairs *pairs, const struct step *step)
{
    const struct had *had = &pairs->had[step->system];
    pairs->sampler.every = sampled_event_period(had->counted.user, had->user_s,
                                                pairs->sampler.rate_hz, pairs->sampler.room);
    sampled_event_begin(&pairs->event);
}

void pairs_read_event(struct pairs *pairs, const struct watched_execution *watched)
{
    struct had *had = &pairs->had[watched->step->system];
    had->known = sampled_event_end(&pairs->event, &had->counted);
    had->user_s = pairs_seconds(&watched->result->usage.ru_utime);
    if (had->known || pairs->told_uncounted)
        return;
    pairs->told_uncounted = true;
    remark(pairs->remarks,
           "%.60s was not counted through all of an execution, since others use the same counters: "
           "its pair is "
           "left out",
           pairs->event.name);
}

void pairs_put_event(const struct pairs *pairs, const struct had *had,
                     struct profile_execution *facts)
{
    facts->user_s = had->counted.user;
    facts->system_s = had->counted.kernel;
    facts->planned = (uint64_t)(had->counted.user / (double)pairs->sampler.every);
    if (!had->known)
        facts->round = UINT32_MAX;
}
