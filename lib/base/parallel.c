/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parallel.c -- indices handed out by an atomic counter; the calling thread takes part. */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "base/parallel.h"

#include <assay/parallel.h>

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

enum { MAX_THREADS = 64 };

struct loop {
    atomic_size_t next;
    size_t n, chunk;
    parallel_body *body;
    void *context;
};

struct worker {
    struct loop *loop;
    size_t thread;
};

static void *work(void *argument)
{
    const struct worker *worker = argument;
    struct loop *loop = worker->loop;
    for (;;) {
        size_t begin = atomic_fetch_add(&loop->next, loop->chunk);
        if (begin >= loop->n)
            return NULL;
        size_t end = loop->n - begin < loop->chunk ? loop->n : begin + loop->chunk;
        for (size_t i = begin; i < end; i++)
            loop->body(i, worker->thread, loop->context);
    }
}

/* Those that this process may run on: a container or taskset may leave it two of sixty-four. */
static size_t processors(void)
{
#ifdef CPU_COUNT
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        return (size_t)CPU_COUNT(&allowed);
#endif
    const long online = sysconf(_SC_NPROCESSORS_ONLN); /* more of them than the set has room for */
    return online > 0 ? (size_t)online : 1;
}

size_t parallel_threads(size_t n_threads)
{
    if (n_threads == 0)
        n_threads = processors();
    return n_threads < MAX_THREADS ? n_threads : MAX_THREADS;
}

void parallel_for(size_t n, size_t n_threads, parallel_body *body, void *context)
{
    n_threads = parallel_threads(n_threads);
    if (n_threads > n)
        n_threads = n > 0 ? n : 1;
    /* About 16 chunks a thread: little waiting at the end, little traffic on the counter. */
    struct loop loop = {
        .n = n, .chunk = n / (16 * n_threads) + 1, .body = body, .context = context};
    struct worker workers[MAX_THREADS];
    pthread_t threads[MAX_THREADS];
    size_t started = 0;
    for (size_t t = 1; t < n_threads; t++) {
        workers[t] = (struct worker){&loop, t};
        if (pthread_create(&threads[started], NULL, work, &workers[t]) != 0)
            break;
        started++;
    }
    workers[0] = (struct worker){&loop, 0};
    work(&workers[0]);
    for (size_t t = 0; t < started; t++)
        pthread_join(threads[t], NULL);
}

void assay_parallel_for(size_t n, size_t n_threads, assay_parallel_body *body, void *context)
{
    parallel_for(n, n_threads, body, context);
}
