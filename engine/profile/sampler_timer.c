/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampler_timer.c -- where the kernel does not sample: programs load an object that does (sampled.c).
 * Edge:     a thread's timer is looked at when the kernel's clock ticks, 250 times a second as most kernels are built, so no
 *           more samples are asked for. Of programs that load nothing, being static or having more rights than their caller, there are none.
 * Checked:  tests/engine/profile/test_sampler.c
 *
 * Object and log have no names: both are read through /proc of this process, and end with it.
 */
#include "profile/sampler.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/owned.h"
#include "profile/sample_log.h"
#include "profile/sampled_object.inc"

static const double most_hz = 250;
static const uint64_t log_slots = UINT64_C(1) << 24; /* memory only where it is written */

struct timers {
    int object, log;
    char **environment; /* of the spawn that is under way */
    char *texts[3];
};

/* ---- opening ---- */

static bool write_all(int fd, const unsigned char *bytes, size_t n)
{
    for (size_t done = 0; done < n;) {
        const ssize_t written = write(fd, bytes + done, n - done);
        if (written <= 0)
            return false;
        done += (size_t)written;
    }
    return true;
}

static void close_timer(struct sampler *sampler)
{
    struct timers *timers = sampler->own;
    if (timers == NULL)
        return;
    if (timers->object >= 0)
        close(timers->object);
    if (timers->log >= 0)
        close(timers->log);
    free(timers);
    sampler->own = NULL;
}

static int open_timer(struct sampler *sampler)
{
    struct timers *timers = calloc(1, sizeof *timers);
    if (timers == NULL)
        return ENOMEM;
    sampler->own = timers;
    timers->log = memfd_create("assay-samples", MFD_CLOEXEC);
    timers->object = memfd_create("assay-sampled", MFD_CLOEXEC);
    if (timers->log >= 0 && timers->object >= 0 &&
        write_all(timers->object, sampled_object, sizeof sampled_object)) {
        sampler->rate_hz = sampler->rate_hz < most_hz ? sampler->rate_hz : most_hz;
        return 0;
    }
    const int number = errno != 0 ? errno : EIO;
    close_timer(sampler);
    return number;
}

/* ---- around an execution ---- */

static bool empty_log(const struct timers *timers)
{
    const struct sample_log_head head = {.used = 1, .room = log_slots};
    return ftruncate(timers->log, 0) == 0 &&
           ftruncate(timers->log, (off_t)(log_slots * SAMPLE_LOG_SLOT)) == 0 &&
           pwrite(timers->log, &head, sizeof head, 0) == (ssize_t)sizeof head;
}

/* The variable's value in an environment; NULL: it has none. */
static const char *value_of(char *const *environment, const char *name)
{
    const size_t n = strlen(name);
    for (size_t i = 0; environment[i] != NULL; i++)
        if (strncmp(environment[i], name, n) == 0 && environment[i][n] == '=')
            return environment[i] + n + 1;
    return NULL;
}

static void drop_texts(struct timers *timers)
{
    for (size_t i = 0; i < sizeof timers->texts / sizeof *timers->texts; i++) {
        free(timers->texts[i]);
        timers->texts[i] = NULL;
    }
    free(timers->environment);
    timers->environment = NULL;
}

static bool make_texts(const struct sampler *sampler, char *const *environment)
{
    struct timers *timers = sampler->own;
    const long process = (long)getpid();
    const char *others = value_of(environment, "LD_PRELOAD");
    return asprintf(&timers->texts[0], "LD_PRELOAD=/proc/%ld/fd/%d%s%s", process, timers->object,
                    others != NULL ? ":" : "", others != NULL ? others : "") >= 0 &&
           asprintf(&timers->texts[1], SAMPLE_LOG_VARIABLE "=/proc/%ld/fd/%d", process,
                    timers->log) >= 0 &&
           asprintf(&timers->texts[2], SAMPLE_PERIOD_VARIABLE "=%.0f", 1e9 * sampler->period_s) >=
               0;
}

static bool begin_timer(struct sampler *sampler, struct spawn *spawn)
{
    struct timers *timers = sampler->own;
    enum { ADDED = sizeof timers->texts / sizeof *timers->texts };
    size_t n = 0, kept = 0;
    while (spawn->envp[n] != NULL)
        n++;
    timers->environment = calloc(n + ADDED + 1, sizeof *timers->environment);
    if (timers->environment == NULL || !make_texts(sampler, spawn->envp) || !empty_log(timers)) {
        drop_texts(timers);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        if (strncmp(spawn->envp[i], "LD_PRELOAD=", strlen("LD_PRELOAD=")) != 0)
            timers->environment[kept++] = spawn->envp[i];
    memcpy(timers->environment + kept, timers->texts, sizeof timers->texts);
    spawn->envp = timers->environment;
    return true;
}

static void tell_load(struct code_map *map, const struct sample_log_slot *slot)
{
    struct sample_log_range range;
    memcpy(&range, slot + 1, sizeof range);
    const char *path = (const char *)(slot + 2);
    if (memchr(path, '\0', (size_t)slot->more * SAMPLE_LOG_SLOT) != NULL)
        code_map_load(
            map, (int)slot->process,
            &(struct code_loaded){slot->number, range.end - slot->number, range.offset, path});
}

/* n slots, the head included. */
static void tell_all(const struct sample_log_slot *slots, size_t n, struct code_map *map,
                     sampler_take take, void *context)
{
    for (size_t i = 1; i < n; i++) {
        const struct sample_log_slot *slot = &slots[i];
        switch (slot->kind) {
        case LOG_SAMPLE:
            take(context, map, &(struct sample_taken){.process = (int)slot->process, .address = slot->number});
            break;
        case LOG_EXEC: code_map_exec(map, (int)slot->process); break;
        case LOG_FORK: code_map_fork(map, (int)slot->process, (int)slot->number); break;
        case LOG_LOAD:
            if (slot->more < n - i - 1) {
                tell_load(map, slot);
                i += 1 + (size_t)slot->more;
            }
            break;
        default: break;
        }
    }
}

static bool end_timer(struct sampler *sampler, struct code_map *map, sampler_take take,
                      void *context)
{
    struct timers *timers = sampler->own;
    struct sample_log_head head = {0};
    drop_texts(timers);
    if (pread(timers->log, &head, sizeof head, 0) != (ssize_t)sizeof head)
        return false;
    sampler->silent = head.used <= 1;
    sampler->lost = head.used > log_slots ? (size_t)(head.used - log_slots) : 0;
    const size_t n = (size_t)(head.used < log_slots ? head.used : log_slots);
    void *memory = mmap(NULL, n * SAMPLE_LOG_SLOT, PROT_READ, MAP_SHARED, timers->log, 0);
    if (memory == MAP_FAILED)
        return false;
    tell_all(memory, n, map, take, context);
    munmap(memory, n * SAMPLE_LOG_SLOT);
    return !map->files->lost;
}

const struct sampler_kind sampler_of_timer = {"timer", open_timer, begin_timer, end_timer,
                                              close_timer};
