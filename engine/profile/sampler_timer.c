/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampler_timer.c -- where the kernel does not sample: programs load an object that does (sampled.c).
 * Edge:     a thread's timer is looked at when the kernel's clock ticks, 250 times a second as most kernels are built, so no
 *           more samples are asked for. Of programs that load nothing, being static or having more rights than their caller, there are none.
 * Checked:  tests/engine/profile/test_sampler.c
 */
#include "profile/sampler.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "profile/loaded_log.h"
#include "profile/preloaded.h"
#include "profile/sampled_object.inc"

static const double most_hz = 250;
static const uint64_t log_slots = UINT64_C(1) << 24; /* memory only where it is written */

/* ---- opening ---- */

static void close_timer(struct sampler *sampler)
{
    OWNED struct preloaded *preloaded = sampler->own;
    if (preloaded != NULL)
        preloaded_close(preloaded);
    sampler->own = NULL;
}

static int open_timer(struct sampler *sampler)
{
    struct preloaded *preloaded = calloc(1, sizeof *preloaded);
    if (preloaded == NULL)
        return ENOMEM;
    sampler->own = preloaded;
    const int number = preloaded_open(preloaded, sampled_object, sizeof sampled_object);
    if (number != 0)
        close_timer(sampler);
    else
        sampler->rate_hz = sampler->rate_hz < most_hz ? sampler->rate_hz : most_hz;
    return number;
}

/* ---- around an execution ---- */

static bool empty_log(int log)
{
    const struct sample_log_head head = {.used = 1, .room = log_slots};
    return ftruncate(log, 0) == 0 && ftruncate(log, (off_t)(log_slots * SAMPLE_LOG_SLOT)) == 0 &&
           pwrite(log, &head, sizeof head, 0) == (ssize_t)sizeof head;
}

static bool begin_timer(struct sampler *sampler, struct spawn *spawn)
{
    struct preloaded *preloaded = sampler->own;
    char period[64];
    (void)snprintf(period, sizeof period, SAMPLE_PERIOD_VARIABLE "=%.0f", 1e9 * sampler->period_s);
    return empty_log(preloaded->file) &&
           preloaded_begin(preloaded, spawn, SAMPLE_LOG_VARIABLE, period);
}

struct taking {
    sampler_take take;
    void *context;
};

static void take_slot(void *context, struct code_map *map, const struct sample_log_slot *slot)
{
    const struct taking *taking = context;
    if (slot->kind == LOG_SAMPLE)
        taking->take(
            taking->context, map,
            &(struct sample_taken){.process = (int)slot->process, .address = slot->number});
}

static bool end_timer(struct sampler *sampler, struct code_map *map, sampler_take take,
                      void *context)
{
    struct preloaded *preloaded = sampler->own;
    struct sample_log_head head = {0};
    preloaded_end(preloaded);
    if (pread(preloaded->file, &head, sizeof head, 0) != (ssize_t)sizeof head)
        return false;
    sampler->silent = head.used <= 1;
    sampler->lost = head.used > log_slots ? (size_t)(head.used - log_slots) : 0;
    const size_t n = (size_t)(head.used < log_slots ? head.used : log_slots);
    void *memory = mmap(NULL, n * SAMPLE_LOG_SLOT, PROT_READ, MAP_SHARED, preloaded->file, 0);
    if (memory == MAP_FAILED)
        return false;
    loaded_log_tell(memory, n, map, take_slot, &(struct taking){take, context});
    munmap(memory, n * SAMPLE_LOG_SLOT);
    return !map->files->lost;
}

const struct sampler_kind sampler_of_timer = {"timer", open_timer, begin_timer, end_timer,
                                              close_timer};
