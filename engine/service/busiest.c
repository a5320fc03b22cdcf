/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busiest.c -- whether what asks the services is the bottleneck itself.
 * Source:   /proc/PID/task/TID/schedstat (Documentation/scheduler/sched-stats.rst): nanoseconds on a processor, and waiting for one.
 * Assumes:  the load is what the launcher has started since the services were there. A thread that is always ready is asked for more than
 *           it can do, however many processors stand idle, and however little of one it gets beside others.
 * Edge:     threads that live for less than half of the time say nothing: a load of one process for each request is not judged. A
 *           kernel without schedstat: nothing is known.
 * Checked:  tests/engine/service/test_busiest.c: threads that work, sleep, and work half of their time. */
#include "service/busiest.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "service/usage_tree.h"

static const double first_pause_s = 0.005, pause_share = 0.1, most_of_it = 0.5;

static bool is_other(const struct busiest *busiest, pid_t pid)
{
    for (size_t i = 0; i < busiest->n_others; i++)
        if (busiest->others[i] == pid)
            return true;
    return false;
}

void busiest_begin(struct busiest *busiest, pid_t parent, double now_s)
{
    busiest->parent = parent;
    busiest->begin_s = now_s;
    busiest->next_s = now_s + first_pause_s;
    busiest->n = 0;
    busiest->n_others = tree_children(parent, busiest->others);
}

/* Seconds; false: not known. */
static bool read_ready(const char *thread, double *ready_s)
{
    char path[128];
    int64_t ran_ns, waited_ns;
    (void)snprintf(path, sizeof path, "%s/schedstat", thread);
    FILE *file = fopen(path, "re");
    const bool known = file != NULL && fscanf(file, "%" SCNd64 " %" SCNd64, &ran_ns, &waited_ns) == 2;
    if (file != NULL)
        fclose(file);
    if (known)
        *ready_s = 1e-9 * (double)(ran_ns + waited_ns);
    return known;
}

static struct busiest_thread *thread_of(struct busiest *busiest, pid_t number)
{
    for (size_t i = 0; i < busiest->n; i++)
        if (busiest->threads[i].number == number)
            return &busiest->threads[i];
    return NULL;
}

struct look {
    struct busiest *busiest;
    double now_s;
};

static void take_thread(void *context, const char *path)
{
    const struct look *look = context;
    struct busiest *busiest = look->busiest;
    const char *slash = strrchr(path, '/');
    int number;
    double ready_s;
    if (slash == NULL || sscanf(slash, "/%d", &number) != 1 || !read_ready(path, &ready_s))
        return;
    struct busiest_thread *thread = thread_of(busiest, number);
    if (thread == NULL && busiest->n < BUSIEST_THREADS) {
        thread = &busiest->threads[busiest->n++];
        *thread = (struct busiest_thread){.number = number, .since_s = look->now_s, .ready_since_s = ready_s};
    }
    if (thread != NULL) {
        thread->until_s = look->now_s;
        thread->ready_until_s = ready_s;
    }
}

void busiest_look(struct busiest *busiest, double now_s)
{
    struct look look = {busiest, now_s};
    pid_t children[TREE_MOST], below[TREE_MOST];
    const size_t n = tree_children(busiest->parent, children);
    for (size_t i = 0; i < n; i++) {
        if (is_other(busiest, children[i]))
            continue;
        tree_for_each_thread(children[i], take_thread, &look);
        for (size_t j = tree_below(children[i], 0, below); j-- > 0;)
            tree_for_each_thread(below[j], take_thread, &look);
    }
    busiest->next_s = now_s + fmax(first_pause_s, pause_share * (now_s - busiest->begin_s));
}

double busiest_share(const struct busiest *busiest)
{
    double end_s = busiest->begin_s, most = -1;
    for (size_t i = 0; i < busiest->n; i++)
        end_s = fmax(end_s, busiest->threads[i].until_s);
    for (size_t i = 0; i < busiest->n; i++) {
        const struct busiest_thread *t = &busiest->threads[i];
        const double there_s = t->until_s - t->since_s;
        if (there_s > 0 && there_s >= most_of_it * (end_s - busiest->begin_s))
            most = fmax(most, fmin(1, (t->ready_until_s - t->ready_since_s) / there_s));
    }
    return most;
}
