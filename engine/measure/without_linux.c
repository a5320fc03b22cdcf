/* SPDX-License-Identifier: GPL-3.0-or-later */
/* without_linux.c -- in place of counter.c, launcher_lanes.c and trace.c where no kernel does that: nothing is counted, none run side by
 * side, and what a command opens is not known. Each says so as where the kernel refuses. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "design/design.h"
#include "measure/counter.h"
#include "measure/launcher_lanes.h"
#include "measure/trace.h"

/* ---- counters ---- */

const struct counter_sources counter_sources_of_system = {NULL, NULL};

bool counter_event(const char *name, struct perf_event_attr *attributes)
{
    (void)name, (void)attributes;
    return false;
}

bool counters_open(struct counters *counters, const struct counter_sources *sources, pid_t process,
                   char *const *names, size_t n)
{
    *counters = (struct counters){
        .items = calloc(n + 1, sizeof *counters->items), .process = process, .sources = sources};
    for (size_t i = 0; counters->items != NULL && i < n; i++) {
        if (!metric_is_counter(names[i]))
            continue;
        struct counter *counter = &counters->items[counters->n];
        *counter = (struct counter){
            .name = strdup(names[i]), .unit = "1", .fd = -1, .error_number = ENOTSUP};
        if (counter->name == NULL) {
            counters_close(counters);
            return false;
        }
        counters->n++;
    }
    return counters->items != NULL;
}

void counters_close(struct counters *counters)
{
    for (size_t i = 0; i < counters->n; i++)
        free(counters->items[i].name);
    free(counters->items);
    *counters = (struct counters){0};
}

bool counters_can_count(const struct counter_sources *sources, const char *name)
{
    (void)sources, (void)name;
    return false;
}

bool counters_of_processor(void)
{
    return false;
}

void counters_begin(struct counters *counters)
{
    (void)counters;
}

const struct counter *counters_find(const struct counters *counters, const char *name)
{
    for (size_t i = 0; i < counters->n; i++)
        if (strcmp(counters->items[i].name, name) == 0)
            return &counters->items[i];
    return NULL;
}

enum counter_state counter_read(const struct counters *counters, const struct counter *counter,
                                double *value, double *share)
{
    (void)counters, (void)counter, (void)value;
    *share = 1;
    return COUNTER_NOT_MEASURED;
}

/* ---- side by side: no command can be kept to some processors ---- */

bool lanes_read(struct lanes *lanes, struct inbox *inbox, const int *files, struct burst *burst)
{
    const char *next = inbox->bytes;
    size_t at = 0;
    for (size_t i = 0; i < lanes->n; i++) {
        struct lane *lane = &lanes->items[i];
        memcpy(&lane->head, next, sizeof lane->head);
        next += sizeof lane->head + lane->head.bytes;
        lane->result = &burst->items[i].result;
        *lane->result = (struct spawn_result){
            .runnable_ns = -1, .error_number = ENOTSUP, .refused = SPAWN_REFUSED_CPUS};
        burst->lanes[i] = (struct lane_facts){0};
        for (size_t k = 0; k < SPAWN_FILES; k++)
            lane->files[k] = k < SPAWN_FILES - 1 || lane->head.has_fourth != 0 ? files[at++] : -1;
    }
    return true;
}

void lanes_run(struct lanes *lanes, bool (*stopped)(void))
{
    (void)lanes, (void)stopped;
}

void lanes_close(struct lanes *lanes)
{
    for (size_t i = 0; i < lanes->n; i++)
        for (size_t k = 0; k < SPAWN_FILES; k++)
            if (lanes->items[i].files[k] >= 0)
                close(lanes->items[i].files[k]);
}

void lanes_kill(void)
{
}

/* ---- what is opened ---- */

_Noreturn void trace_command(const char *path, char **argv, char **envp, int64_t memory_bytes,
                             int64_t most_ms, const char *file)
{
    enum { NOT_FOLLOWED = 255 };
    (void)path, (void)argv, (void)envp, (void)memory_bytes, (void)most_ms, (void)file;
    _exit(NOT_FOLLOWED);
}
