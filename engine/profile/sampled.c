/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampled.c -- an object of its own, loaded into a program that is sampled where the kernel does not sample: each thread has a
 * timer on its own processor time, and where it is then goes to a log that assay reads.
 * Source:   timer_create(2) with SIGEV_THREAD_ID; one timer for the process instead would have its signals taken by whatever
 *           thread the kernel picks.
 * Edge:     what lies behind a system call is the kernel's time, and left out. Threads that keep all signals off, and those that
 *           are not made by pthread_create, are not sampled; SIGPROF is ours, unless the program takes it. In a signal handler
 *           nothing is called but what may be (signal-safety(7)).
 * Checked:  tests/engine/profile/test_sampler.c, with a program that is refused perf_event_open.
 */
#include "sample_log.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum { RANGES = 512, PATH_SLOTS = 256 };

static struct sample_log_slot *slots; /* NULL: this process is not sampled */
static struct sample_log_head *head;
static long period_ns;
static uint32_t self;
static struct {
    uint64_t start, end;
} ranges[RANGES]; /* of code that is in the log */
static size_t n_ranges;
static int reading; /* somebody looks at what is loaded */

/* ---- the log ---- */

static struct sample_log_slot *take(uint64_t n)
{
    const uint64_t at = __atomic_fetch_add(&head->used, n, __ATOMIC_RELAXED);
    return at + n <= head->room ? &slots[at] : NULL;
}

/* The kind is written last: a record without it is none. */
static void finish(struct sample_log_slot *slot, uint16_t kind)
{
    slot->process = self;
    __atomic_store_n(&slot->kind, kind, __ATOMIC_RELEASE);
}

static void write_one(uint16_t kind, uint64_t number)
{
    struct sample_log_slot *slot = take(1);
    if (slot == NULL)
        return;
    slot->number = number;
    finish(slot, kind);
}

static void write_load(uint64_t start, const struct sample_log_range *range, const char *path)
{
    const size_t bytes = strlen(path) + 1;
    const size_t more = (bytes + SAMPLE_LOG_SLOT - 1) / SAMPLE_LOG_SLOT;
    struct sample_log_slot *slot = more <= PATH_SLOTS ? take(2 + more) : NULL;
    if (slot == NULL)
        return;
    slot->number = start;
    slot->more = (uint16_t)more;
    memcpy(slot + 1, range, sizeof *range);
    memcpy(slot + 2, path, bytes);
    finish(slot, LOG_LOAD);
}

/* ---- what is loaded ---- */

static bool is_known(uint64_t start, uint64_t end)
{
    for (size_t i = 0; i < n_ranges; i++)
        if (ranges[i].start <= start && end <= ranges[i].end)
            return true;
    return false;
}

static const char *hexadecimal(const char *at, uint64_t *out)
{
    *out = 0;
    for (;; at++) {
        const unsigned digit = (unsigned char)*at;
        if (digit >= '0' && digit <= '9')
            *out = *out << 4 | (digit - '0');
        else if (digit >= 'a' && digit <= 'f')
            *out = *out << 4 | (digit - 'a' + 10);
        else
            return at;
    }
}

/* "start-end perm offset dev inode path" */
static void take_line(const char *line)
{
    uint64_t start;
    struct sample_log_range range;
    const char *at = hexadecimal(line, &start);
    if (*at != '-')
        return;
    at = hexadecimal(at + 1, &range.end);
    if (*at != ' ' || strlen(at) < 6 || at[3] != 'x' || is_known(start, range.end))
        return;
    at = hexadecimal(at + 6, &range.offset);
    for (int words = 0; words < 2 && *at == ' '; words++)
        for (at++; *at != ' ' && *at != '\0'; at++)
            continue;
    while (*at == ' ')
        at++;
    write_load(start, &range, *at != '\0' ? at : "//anon");
    if (n_ranges < RANGES) {
        ranges[n_ranges].start = start;
        ranges[n_ranges++].end = range.end;
    }
}

/* All code that is there and not in the log. */
static void read_maps(void)
{
    char text[4096 + 256];
    size_t n = 0;
    const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    for (ssize_t more; fd >= 0 && (more = read(fd, text + n, sizeof text - 1 - n)) > 0;) {
        n += (size_t)more;
        size_t begin = 0;
        for (size_t i = 0; i < n; i++)
            if (text[i] == '\n') {
                text[i] = '\0';
                take_line(text + begin);
                begin = i + 1;
            }
        memmove(text, text + begin, n - begin);
        n -= begin;
        if (n == sizeof text - 1)
            break;
    }
    if (fd >= 0)
        close(fd);
}

/* ---- samples ---- */

static uint64_t address_of(const ucontext_t *context)
{
#if defined __x86_64__
    return (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return context->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

/* Interrupted in the kernel: it goes on behind the call of it. */
static bool is_behind_call(uint64_t address)
{
#if defined __x86_64__
    static const unsigned char call[] = {0x0f, 0x05};
#else
    static const unsigned char call[] = {0x01, 0x00, 0x00, 0xd4};
#endif
    return memcmp((const void *)(uintptr_t)(address - sizeof call), call, sizeof call) == 0;
}

static void on_time(int number, siginfo_t *info, void *context)
{
    const int saved = errno;
    const uint64_t address = address_of(context);
    (void)number;
    (void)info;
    if (!is_known(address, address + 1) && n_ranges < RANGES &&
        __atomic_exchange_n(&reading, 1, __ATOMIC_ACQUIRE) == 0) {
        read_maps();
        __atomic_store_n(&reading, 0, __ATOMIC_RELEASE);
    }
    if (!is_known(address, address + 1) || !is_behind_call(address))
        write_one(LOG_SAMPLE, address);
    errno = saved;
}

/* ---- threads and processes ---- */

static void start_timer(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF};
    const struct itimerspec period = {{0, period_ns}, {0, period_ns}};
    timer_t timer;
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0)
        (void)timer_settime(timer, 0, &period, NULL);
}

struct thread {
    void *(*run)(void *);
    void *argument;
};

static void *run_thread(void *context)
{
    const struct thread thread = *(struct thread *)context;
    free(context);
    start_timer();
    return thread.run(thread.argument);
}

__attribute__((visibility("default"))) int pthread_create(pthread_t *id,
                                                          const pthread_attr_t *attributes,
                                                          void *(*run)(void *), void *argument)
{
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    if (real == NULL)
        return EAGAIN;
    struct thread *thread = slots != NULL ? malloc(sizeof *thread) : NULL;
    if (thread == NULL)
        return real(id, attributes, run, argument);
    *thread = (struct thread){run, argument};
    const int status = real(id, attributes, run_thread, thread);
    if (status != 0)
        free(thread);
    return status;
}

static void in_child(void)
{
    const uint32_t parent = self;
    self = (uint32_t)getpid();
    reading = 0;
    write_one(LOG_FORK, parent);
    start_timer();
}

static bool open_log(const char *path)
{
    struct stat info;
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    void *memory = MAP_FAILED;
    if (fd >= 0 && fstat(fd, &info) == 0 && info.st_size > SAMPLE_LOG_SLOT)
        memory = mmap(NULL, (size_t)info.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    if (memory == MAP_FAILED)
        return false;
    head = memory;
    slots = memory;
    return true;
}

__attribute__((constructor)) static void begin(void)
{
    const int saved = errno;
    const char *path = getenv(SAMPLE_LOG_VARIABLE), *period = getenv(SAMPLE_PERIOD_VARIABLE);
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    action.sa_sigaction = on_time;
    period_ns = period != NULL ? atol(period) : 0;
    self = (uint32_t)getpid();
    if (path == NULL || period_ns <= 0 || !open_log(path))
        return;
    write_one(LOG_EXEC, 0);
    read_maps();
    (void)pthread_atfork(NULL, NULL, in_child);
    if (sigaction(SIGPROF, &action, NULL) == 0)
        start_timer();
    errno = saved;
}
