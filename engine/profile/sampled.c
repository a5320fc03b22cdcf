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
#include "profile/loaded_code.h"

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

static struct sample_log_head *head; /* NULL: this process is not sampled */
static long period_ns;
static uint32_t self;

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
    if (loaded_code_at(address) == NULL)
        loaded_code_read(NULL);
    if (loaded_code_at(address) == NULL || !is_behind_call(address))
        loaded_code_tell(LOG_SAMPLE, address);
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
    struct thread *thread = head != NULL ? malloc(sizeof *thread) : NULL;
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
    loaded_code_in_child(self);
    loaded_code_tell(LOG_FORK, parent);
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
    loaded_code_begin(head, self);
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
    loaded_code_tell(LOG_EXEC, 0);
    loaded_code_read(NULL);
    (void)pthread_atfork(NULL, NULL, in_child);
    if (sigaction(SIGPROF, &action, NULL) == 0)
        start_timer();
    errno = saved;
}
