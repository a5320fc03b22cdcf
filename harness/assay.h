/* SPDX-License-Identifier: 0BSD */
/* assay.h -- times the iterations of your benchmark and tells them to assay. One header, C99 or
 * C++11, POSIX, no library.
 *
 *     #include "assay.h"
 *
 *     int main(void)
 *     {
 *         struct assay a;
 *         assay_open(&a);
 *         while (assay_next(&a))
 *             work();
 *         return assay_close(&a);
 *     }
 *
 * Between two iterations stand two clock reads and two stores, and between these one of processor time; where that
 * would take a hundredth of the iterations, it is left out, and one clock read and one store remain. Nothing is
 * allocated, printed or written before assay_close. Started by hand, the program runs ASSAY_ITERATIONS iterations (10)
 * after ASSAY_WARMUP (2) and prints a summary on standard error. docs/harness.md has the rest.
 */
#ifndef ASSAY_HARNESS_H
#define ASSAY_HARNESS_H

/* With -std=c99 the C library hides its clock unless asked; this works when the header comes first.
 */
#if !defined(_POSIX_C_SOURCE) && !defined(_GNU_SOURCE) && !defined(__cplusplus)
#define _POSIX_C_SOURCE 200809L
#endif

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef CLOCK_MONOTONIC
#error "include assay.h first, or define _POSIX_C_SOURCE 200809L"
#endif

/* Of all threads: work that is handed to others is work. Without such a clock C's own is taken. */
#if defined(ASSAY_WITHOUT_CPU_CLOCK)
#elif defined(CLOCK_PROCESS_CPUTIME_ID)
#define ASSAY_CPU_CLOCK CLOCK_PROCESS_CPUTIME_ID
#elif defined(CLOCK_THREAD_CPUTIME_ID)
#define ASSAY_CPU_CLOCK CLOCK_THREAD_CPUTIME_ID
#endif

#if defined(__GNUC__)
#define ASSAY_UNUSED __attribute__((unused))
/* Small, and soon compiled: every build of a benchmark compiles it. */
#define ASSAY_ONCE __attribute__((cold))
#else
#define ASSAY_UNUSED
#define ASSAY_ONCE
#endif

enum { ASSAY_METRICS = 16, ASSAY_LINE = 4096, ASSAY_CPU_SURE = 10 };

struct assay_harness_metric {
    const char *name, *unit;
    int more_is_better;
    int whole;      /* one value for the execution */
    double *values; /* one for each iteration, or the one */
};

struct assay {
    uint64_t n;         /* iterations, warm-up included */
    uint64_t warmup;    /* the first of them, recorded but not live */
    uint64_t i;         /* iterations begun; the running one is i - 1 */
    uint64_t start;     /* of the running iteration, ns */
    uint64_t *ns;       /* ns[i]: duration of the i-th iteration, from 1; ns[0] is scratch */
    uint64_t *cpu_ns;   /* the same by processor time; NULL: not told */
    uint64_t cpu_start; /* of the running iteration */
    uint64_t cpu_least; /* ns that reading it took, at the least */
    uint64_t begun;     /* when the first iteration began */
    uint64_t batch;     /* repetitions of the work in one iteration, by the program itself */
    uint64_t dose; /* of each iteration's time that it waits, busy, before it ends; in millionths */
    uint64_t repeat; /* and by assay_next, which reads the clock once for so many */
    uint64_t left;   /* of these, still to come in the running iteration */
    uint64_t
        target; /* ns that an iteration must take while repeat is being found; 0: it is found */
    int enough; /* iterations in a row that took that long */
    int restarted;
    int fd; /* where assay listens; -1: started by hand */
    int turn; /* where it says that another program stands still while an iteration runs; -1: it does not */
    int counted; /* valgrind is to count the live iterations alone */
    int failed;
    int n_metrics;
    struct assay_harness_metric metrics[ASSAY_METRICS];
};

/* Keeps the compiler from throwing the computation of a value away. */
#if defined(__GNUC__)
#define ASSAY_KEEP(value) __asm__ volatile("" : : "g"(value) : "memory")
#else
#define ASSAY_KEEP(value) ((void)(value))
#endif

static inline uint64_t assay_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* Processor time of the program so far; UINT64_MAX: it is not known. */
static inline uint64_t assay_cpu_clock(void)
{
#if defined(ASSAY_CPU_CLOCK)
    struct timespec now;
    if (clock_gettime(ASSAY_CPU_CLOCK, &now) != 0)
        return UINT64_MAX;
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
#else
    const clock_t now = clock();
    return now == (clock_t)-1 ? UINT64_MAX
                              : (uint64_t)((double)now * (1e9 / (double)CLOCKS_PER_SEC));
#endif
}

static inline uint64_t assay_environment(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    char *end = NULL;
    unsigned long long value = text == NULL ? 0 : strtoull(text, &end, 10);
    return text == NULL || end == text || *end != '\0' ? otherwise : (uint64_t)value;
}

/* What valgrind takes for a request, of six words: instructions that change nothing to the processor, rotations, and that no compiler
 * makes (Valgrind manual, 3.1). */
#if defined(__GNUC__) && defined(__x86_64__)
#define ASSAY_ASKS_VALGRIND
static inline void assay_ask_valgrind(const volatile uint64_t *words)
{
    uint64_t answer = 0;
    __asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi\n\t"
                     "xchgq %%rbx, %%rbx"
                     : "+d"(answer)
                     : "a"(words)
                     : "cc", "memory");
}
#elif defined(__GNUC__) && defined(__aarch64__)
#define ASSAY_ASKS_VALGRIND
static inline void assay_ask_valgrind(const volatile uint64_t *words)
{
    __asm__ volatile(
        "mov x4, %0\n\tmov x3, xzr\n\t" /* the answer stands in x3 */
        "ror x12, x12, #3\n\tror x12, x12, #13\n\tror x12, x12, #51\n\tror x12, x12, #61\n\t"
        "orr x10, x10, x10"
        :
        : "r"(words)
        : "cc", "memory", "x3", "x4");
}
#endif

/* Has callgrind count from here on, or no more (ASSAY_COUNT); its requests: Valgrind manual, 6.6. */
enum { ASSAY_COUNT_BEGINS = 4, ASSAY_COUNT_ENDS = 5 };
ASSAY_ONCE static ASSAY_UNUSED void assay_count(int request)
{
#if defined(ASSAY_ASKS_VALGRIND)
    volatile uint64_t words[6] = {0, 0, 0, 0, 0, 0};
    words[0] = (UINT64_C(0x43) << 24 | UINT64_C(0x54) << 16) + (uint64_t)request; /* 'C', 'T' */
    assay_ask_valgrind(words);
#else
    (void)request;
#endif
}

/* Memory that is already there: a page fault inside an iteration would be part of its time. */
static inline void *assay_memory(struct assay *a, uint64_t n, size_t size)
{
    void *memory = n < SIZE_MAX / size ? malloc((size_t)n * size) : NULL;
    if (memory != NULL)
        memset(memory, 0xff, (size_t)n * size);
    else
        a->failed = 1;
    return memory;
}

/* ASSAY_BATCH: a number, or "auto" for as many repetitions as make a thousand times what reading the
 * clock takes, and two hundred times what reading processor time takes. */
static inline void assay_open_batch(struct assay *a)
{
    const char *text = getenv("ASSAY_BATCH");
    uint64_t best = UINT64_MAX, cpu = UINT64_MAX, before, step;
    int i;
    a->repeat = assay_environment("ASSAY_BATCH", 1);
    if (a->repeat == 0)
        a->repeat = 1;
    if (text == NULL || strcmp(text, "auto") != 0)
        return;
    for (i = 0; i < 100; i++) {
        before = assay_clock();
        while ((step = assay_clock() - before) == 0)
            ;
        if (step < best)
            best = step;
        before = assay_clock();
        (void)assay_cpu_clock();
        step = assay_clock() - before;
        if (step < cpu)
            cpu = step;
    }
    a->target = 1000 * best > 200 * cpu ? 1000 * best : 200 * cpu;
}

/* Reads what assay asks for. */
static ASSAY_UNUSED void assay_open(struct assay *a)
{
    memset(a, 0, sizeof *a);
    a->fd = (int)assay_environment("ASSAY_FD", (uint64_t)-1);
    a->warmup = assay_environment("ASSAY_WARMUP", a->fd < 0 ? 2 : 0);
    a->n = a->warmup + assay_environment("ASSAY_ITERATIONS", a->fd < 0 ? 10 : 1);
    a->batch = 1;
    a->dose = assay_environment("ASSAY_DOSE", 0);
    a->turn = (int)assay_environment("ASSAY_TURN", (uint64_t)-1);
    a->counted = assay_environment("ASSAY_COUNT", 0) > 0;
    assay_open_batch(a);
    a->ns = (uint64_t *)assay_memory(a, a->n + 2, sizeof *a->ns);
    a->cpu_least = UINT64_MAX;
    if (a->fd >= 0 && assay_cpu_clock() != UINT64_MAX)
        a->cpu_ns = (uint64_t *)assay_memory(a, a->n + 2, sizeof *a->cpu_ns);
    if (a->failed)
        a->n = 0;
}

/* Before the first iteration: doubles the repetitions until they take long enough twice in a row (the
 * very first time is longer than what follows). What runs here is not recorded. */
static inline int assay_find_repeat(struct assay *a)
{
    uint64_t now = assay_clock();
    if (a->start != 0) {
        a->enough = now - a->start >= a->target ? a->enough + 1 : 0;
        if (a->enough == 0 && a->repeat < UINT64_C(1) << 32)
            a->repeat *= 2;
        else if (a->enough != 1)
            a->target = 0;
    }
    a->left = a->target > 0 ? a->repeat - 1 : 0;
    a->start = assay_clock();
    return 1;
}

/* Ends the iteration's processor time at now and begins the next one's; when that was done. The reading stands outside of
 * the iterations' times: they are what they would be without. */
static inline uint64_t assay_next_cpu(struct assay *a, uint64_t now)
{
    const uint64_t cpu = assay_cpu_clock(), after = assay_clock();
    a->cpu_ns[a->i] = cpu - a->cpu_start;
    a->cpu_start = cpu;
    if (after - now < a->cpu_least)
        a->cpu_least = after - now;
    if (a->i == 0)
        a->begun = after;
    /* Too dear for iterations this short: ASSAY_BATCH makes longer ones. */
    if (a->i >= ASSAY_CPU_SURE && after - a->begun < 100 * a->i * a->cpu_least) {
        free(a->cpu_ns);
        a->cpu_ns = NULL;
    }
    return after;
}

/* Waits, between two iterations, until it is this program's turn; when that was. */
ASSAY_ONCE static inline uint64_t assay_take_turn(struct assay *a)
{
    char byte = 't';
    ssize_t n;
    do
        n = write(a->turn, &byte, 1);
    while (n < 0 && errno == EINTR);
    while (n == 1 && (n = read(a->turn, &byte, 1)) < 0 && errno == EINTR)
        n = 1;
    if (n != 1)
        a->turn = -1; /* nobody gives turns */
    if (a->cpu_ns != NULL)
        a->cpu_start = assay_cpu_clock();
    return assay_clock();
}

/* Ends the running iteration and begins the next; 0 when all are done. */
static ASSAY_UNUSED inline int assay_next(struct assay *a)
{
    uint64_t now;
    if (a->left > 0) {
        a->left--;
        return 1;
    }
    if (a->ns == NULL || a->n == 0)
        return 0;
    if (a->target > 0 && assay_find_repeat(a) && a->target > 0)
        return 1;
    if (a->counted && a->i > a->warmup)
        assay_count(ASSAY_COUNT_ENDS);
    a->left = a->i < a->n ? a->repeat - 1 : 0;
    now = assay_clock();
    if (a->dose > 0 && a->i > 0) { /* assay doctor --sensitivity slows the iteration down that ends here */
        const uint64_t half =
            (assay_clock() - now) / 2; /* the reading nearest to the end ends it */
        const uint64_t end = now + (now - a->start) * a->dose / 1000000;
        while ((now = assay_clock()) + half < end)
            ;
    }
    a->ns[a->i] = now - a->start;
    if (a->cpu_ns != NULL)
        now = assay_next_cpu(a, now);
    if (a->turn >= 0 && a->i < a->n)
        now = assay_take_turn(a);
    a->start = now;
    if (a->counted && a->i >= a->warmup && a->i < a->n)
        assay_count(ASSAY_COUNT_BEGINS);
    return a->i++ < a->n;
}

/* Begins the running iteration anew: what came before it in this iteration is not counted. Not with
 * ASSAY_BATCH, where the work before it was repeated, too. */
static ASSAY_UNUSED inline void assay_restart(struct assay *a)
{
    a->restarted = 1;
    if (a->cpu_ns != NULL)
        a->cpu_start = assay_cpu_clock();
    a->start = assay_clock();
}

/* Work too short for the clock: assay asks for repetitions (ASSAY_BATCH), and assay_next returns so
 * often for each iteration. Or, where the work itself knows better how, repeat it n times in each iteration and say so here, before the
 * first one; the value reported is the mean of the n. */
static ASSAY_UNUSED void assay_set_batch(struct assay *a, uint64_t n)
{
    a->batch = n > 0 ? n : 1;
}

static inline int assay_add_metric(struct assay *a, const char *name, const char *unit,
                                   int more_is_better, int whole)
{
    struct assay_harness_metric *m = &a->metrics[a->n_metrics];
    if (a->n_metrics == ASSAY_METRICS) {
        a->failed = 1;
        return -1;
    }
    m->name = name;
    m->unit = unit;
    m->more_is_better = more_is_better;
    m->whole = whole;
    m->values = (double *)assay_memory(a, whole ? 1 : a->n + 1, sizeof *m->values);
    return m->values == NULL ? -1 : a->n_metrics++;
}

/* A metric of your own, before the first iteration: a number for assay_record. Names and units are
 * one word each ("hits", "1"; "latency", "ms") and must live until assay_close. */
static ASSAY_UNUSED int assay_metric(struct assay *a, const char *name, const char *unit,
                                     int more_is_better)
{
    return assay_add_metric(a, name, unit, more_is_better, 0);
}

/* The running iteration's value of a metric of your own. Give one in every iteration. */
static ASSAY_UNUSED inline void assay_record(struct assay *a, int metric, double value)
{
    if (metric >= 0 && metric < a->n_metrics && a->i > 0)
        a->metrics[metric].values[a->i - 1] = value;
}

/* One value for the whole execution. */
static ASSAY_UNUSED void assay_execution(struct assay *a, const char *name, const char *unit,
                                         int more_is_better, double value)
{
    int metric = assay_add_metric(a, name, unit, more_is_better, 1);
    if (metric >= 0)
        a->metrics[metric].values[0] = value;
}

/* ---- telling, after the last iteration ------------------------------------------------------- */

struct assay_line {
    struct assay *a;
    size_t used;
    char text[ASSAY_LINE + 512];
};

static inline void assay_flush(struct assay_line *line)
{
    size_t done = 0;
    while (done < line->used && !line->a->failed) {
        ssize_t n = write(line->a->fd, line->text + done, line->used - done);
        if (n > 0)
            done += (size_t)n;
        else if (errno != EINTR)
            line->a->failed = 1;
    }
    line->used = 0;
}

static inline void assay_put(struct assay_line *line, const char *text)
{
    size_t n = strlen(text);
    if (n >= sizeof line->text)
        n = sizeof line->text - 1;
    if (line->used + n >= sizeof line->text)
        assay_flush(line);
    memcpy(line->text + line->used, text, n);
    line->used += n;
}

static inline void assay_put_value(struct assay_line *line, const char *head, double value)
{
    char number[64];
    if (line->used == 0)
        assay_put(line, head);
    (void)snprintf(number, sizeof number, " %.17g", value);
    assay_put(line, number);
    if (line->used >= ASSAY_LINE) {
        assay_put(line, "\n");
        assay_flush(line);
    }
}

static inline void assay_end_line(struct assay_line *line)
{
    if (line->used == 0)
        return;
    assay_put(line, "\n");
    assay_flush(line);
}

/* A time of the iterations: of the clock, or of the processor. */
ASSAY_ONCE static inline void assay_tell_time(struct assay_line *line, const char *metric,
                                              const uint64_t *ns, uint64_t n)
{
    const uint64_t batch = line->a->batch * line->a->repeat;
    char head[64];
    uint64_t i;
    (void)snprintf(head, sizeof head, "value %s ns", metric);
    for (i = 1; i <= n; i++)
        assay_put_value(line, head, (double)ns[i] / (double)batch);
    assay_end_line(line);
    if (batch > 1) {
        (void)snprintf(head, sizeof head, "batch %s %llu", metric, (unsigned long long)batch);
        assay_put(line, head);
        assay_end_line(line);
    }
}

ASSAY_ONCE static inline void assay_tell(struct assay *a, uint64_t n)
{
    struct assay_line line;
    char head[256];
    uint64_t i;
    int m;
    line.a = a;
    line.used = 0;
    assay_tell_time(&line, "wall", a->ns, n);
    if (a->cpu_ns != NULL && n > 0)
        assay_tell_time(&line, "cpu", a->cpu_ns, n);
    if (a->repeat > 1 && a->restarted) {
        assay_put(&line, "error iterations that begin anew (assay_restart) cannot be repeated in "
                         "batches");
        assay_end_line(&line);
    }
    for (m = 0; m < a->n_metrics; m++) {
        const struct assay_harness_metric *metric = &a->metrics[m];
        (void)snprintf(head, sizeof head, "%s %.80s %.80s", metric->whole ? "execution" : "value",
                       metric->name, metric->unit);
        for (i = 0; i < (metric->whole ? 1 : n); i++)
            assay_put_value(&line, head, metric->values[i]);
        assay_end_line(&line);
        if (metric->more_is_better) {
            (void)snprintf(head, sizeof head, "more %.80s", metric->name);
            assay_put(&line, head);
            assay_end_line(&line);
        }
    }
}

static inline int assay_order_ns(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

/* For people who start the program by hand. */
ASSAY_ONCE static inline void assay_summarise(struct assay *a, uint64_t n)
{
    uint64_t live = n > a->warmup ? n - a->warmup : 0, i;
    double mean = 0, per_us = 1e3 * (double)a->batch * (double)a->repeat;
    uint64_t *sorted = a->ns + 1 + a->warmup;
    if (live == 0)
        return;
    for (i = 0; i < live; i++)
        mean += (double)sorted[i] / (double)live;
    qsort(sorted, (size_t)live, sizeof *sorted, assay_order_ns);
    (void)fprintf(stderr,
                  "%llu iterations after %llu to warm up: mean %.6g us, median %.6g us, "
                  "min %.6g us, max %.6g us\n",
                  (unsigned long long)live, (unsigned long long)(n - live), mean / per_us,
                  (double)(sorted[(live - 1) / 2] + sorted[live / 2]) / 2 / per_us,
                  (double)sorted[0] / per_us, (double)sorted[live - 1] / per_us);
}

/* Ends the last iteration when the loop was left early, tells assay, frees the memory. Returns what
 * main should return: 0, or 1 when something could not be told. */
static ASSAY_UNUSED int assay_close(struct assay *a)
{
    uint64_t n = a->i > 0 ? a->i - 1 : 0;
    int m;
    if (a->ns != NULL && a->fd >= 0)
        assay_tell(a, n);
    else if (a->ns != NULL)
        assay_summarise(a, n);
    if (a->failed)
        (void)fprintf(stderr, "assay.h: the values could not be told\n");
    for (m = 0; m < a->n_metrics; m++)
        free(a->metrics[m].values);
    free(a->cpu_ns);
    free(a->ns);
    a->cpu_ns = NULL;
    a->ns = NULL;
    return a->failed;
}

#endif
