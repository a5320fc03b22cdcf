/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampler_kernel.c -- the kernel's clock event of user mode, in one ring a processor.
 * Source:   perf_event_open(2); kernel/events/core.c, perf_swevent_init_hrtimer: the event needs no counters of the processor,
 *           and no privilege where perf_event_paranoid is 2 or less.
 * Edge:     a ring holds two seconds at 4 kHz; it is read ten times a second, and what is lost all the same is counted. Where
 *           locked memory is scarce a smaller ring is taken. With callers samples are larger: a sample with a stack has room for all of
 *           it in the ring, and is kept without what was not filled. What waits in a ring is read when it is a quarter full.
 * Checked:  tests/engine/profile/test_sampler.c
 *
 * Events are opened anew for each execution, for the same reason as counters (counter.c). They are inherited, and begin at exec; of commands
 * side by side they begin at once, since the kernel tells no forks of an event that is off, and these say whose a process is.
 */
#include "profile/sampler.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "profile/sample_record.h"
#include "profile/sampled_event.h"
#include "profile/stack_registers.h"

/* A stack below 16 KiB is seldom deeper (docs/evidence/why.md); a ring for them holds half a second at 1 kHz, one of 128 pages,
 * which every user may have, 32 samples. */
enum { RING_PAGES = 64, RING_OF_STACKS = 2048, RING_LEAST = 4, READ_MS = 100, STACK_BYTES = 16384 };

struct ring {
    int fd;
    unsigned char *pages; /* the first one is the kernel's and ours to talk in */
    size_t bytes;         /* of data, a power of two */
    unsigned char *taken;
    size_t n, room;
};

struct rings {
    struct ring *items;
    size_t n;
    int stop;            /* an eventfd */
    uint64_t parts;      /* of samples (sample_record.h) */
    struct pollfd *wait; /* for each ring, and to stop */
    pthread_t reader;
    bool reading, lost;
};

/* ---- opening ---- */

static uint64_t parts_of(const struct sampler *sampler)
{
    static const uint64_t parts[] = {[CALLERS_NONE] = 0,
                                     [CALLERS_BY_FRAMES] = PERF_SAMPLE_CALLCHAIN,
                                     [CALLERS_BY_TABLES] =
                                         PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER};
    return parts[sampler->callers];
}

static void set_event(const struct sampler *sampler, double period_s, struct perf_event_attr *event)
{
    const bool at_once = sampler->beside;
    const bool stacks = sampler->callers == CALLERS_BY_TABLES;
    *event = (struct perf_event_attr){
        .type = PERF_TYPE_SOFTWARE,
        .size = sizeof *event,
        .config = PERF_COUNT_SW_CPU_CLOCK,
        .sample_period = (uint64_t)(1e9 * period_s),
        .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | parts_of(sampler),
        .disabled = !at_once,
        .inherit = 1,
        .enable_on_exec = !at_once,
        .exclude_kernel = 1,
        .exclude_hv = 1,
        .exclude_callchain_kernel = 1,
        .mmap = 1,
        .mmap2 = 1,
        .comm = 1,
        .comm_exec = 1,
        .task = 1,
        .sample_id_all = 1,
        .use_clockid = 1,
        .clockid = CLOCK_MONOTONIC,
        .watermark = 1,
        .sample_regs_user = stacks ? stack_registers_mask() : 0,
        .sample_stack_user = stacks ? STACK_BYTES : 0,
    };
    if (sampler->event == NULL)
        return;
    event->type = sampler->event->type;
    event->config = sampler->event->config;
    event->config1 = sampler->event->config1;
    event->config2 = sampler->event->config2;
    event->sample_period = sampler->every;
}

static size_t page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static bool open_ring(const struct sampler *sampler, double period_s, int cpu, struct ring *ring)
{
    struct perf_event_attr event;
    set_event(sampler, period_s, &event);
    const size_t most = sampler->callers == CALLERS_BY_TABLES ? RING_OF_STACKS : RING_PAGES;
    for (size_t pages = most; pages >= RING_LEAST; pages /= 4) {
        ring->bytes = pages * page_bytes();
        event.wakeup_watermark = (uint32_t)ring->bytes / 4;
        ring->fd = (int)syscall(SYS_perf_event_open, &event, sampler->launcher, cpu, -1,
                                PERF_FLAG_FD_CLOEXEC);
        if (ring->fd < 0)
            return false;
        void *memory =
            mmap(NULL, page_bytes() + ring->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, ring->fd, 0);
        ring->pages = memory != MAP_FAILED ? memory : NULL;
        if (ring->pages != NULL)
            return true;
        const int number = errno;
        close(ring->fd);
        ring->fd = -1;
        errno = number;
    }
    return false;
}

static void close_rings(struct rings *rings)
{
    for (size_t i = 0; i < rings->n; i++) {
        struct ring *ring = &rings->items[i];
        if (ring->pages != NULL)
            munmap(ring->pages, page_bytes() + ring->bytes);
        if (ring->fd >= 0)
            close(ring->fd);
        ring->pages = NULL;
        ring->fd = -1;
    }
}

/* About; half of a ring is for what is said of processes. */
static size_t bytes_of_sample(enum sampler_callers callers)
{
    return callers == CALLERS_BY_TABLES ? STACK_BYTES + 512 : callers == CALLERS_BY_FRAMES ? 1024 : 32;
}

static bool open_rings(struct sampler *sampler, double period_s, struct rings *rings)
{
    const size_t sample = 2 * bytes_of_sample(sampler->callers);
    bool any = false;
    sampler->room = SIZE_MAX;
    for (size_t i = 0; i < rings->n; i++) {
        rings->items[i].n = 0;
        if (open_ring(sampler, period_s, (int)i, &rings->items[i])) {
            const size_t room = rings->items[i].bytes / sample;
            sampler->room = room < sampler->room ? room : sampler->room;
            any = true;
        } else if (errno != ENODEV) /* a processor that is off */
            break;
    }
    if (!any)
        close_rings(rings);
    return any;
}

static void close_kernel(struct sampler *sampler)
{
    OWNED struct rings *rings = sampler->own;
    if (rings == NULL)
        return;
    close_rings(rings);
    for (size_t i = 0; i < rings->n; i++)
        free(rings->items[i].taken);
    if (rings->stop >= 0)
        close(rings->stop);
    free(rings->items);
    free(rings->wait);
    sampler->own = NULL;
}

/* Whether it may be, and rings have room, is seen by doing it once. */
static int open_kernel(struct sampler *sampler)
{
    const long n = sysconf(_SC_NPROCESSORS_CONF);
    struct rings *rings = calloc(1, sizeof *rings);
    if (rings == NULL)
        return ENOMEM;
    sampler->own = rings;
    rings->items = calloc(n > 0 ? (size_t)n : 1, sizeof *rings->items);
    rings->wait = calloc(n > 0 ? (size_t)n + 1 : 1, sizeof *rings->wait);
    rings->n = rings->items != NULL && rings->wait != NULL ? (size_t)n : 0;
    rings->stop = eventfd(0, EFD_CLOEXEC);
    for (size_t i = 0; i < rings->n; i++)
        rings->items[i].fd = -1;
    errno = ENOMEM;
    if (rings->n > 0 && rings->stop >= 0 && open_rings(sampler, 1 / sampler->rate_hz, rings)) {
        close_rings(rings);
        return 0;
    }
    const int number = errno;
    close_kernel(sampler);
    return number;
}

/* ---- reading ---- */

/* Behind `from` only what was filled stays of samples' stacks. */
static void trim(struct ring *ring, size_t from, uint64_t parts)
{
    size_t to = from;
    struct perf_event_header head;
    for (size_t at = from; at + sizeof head <= ring->n;) {
        unsigned char *record = ring->taken + at;
        memcpy(&head, record, sizeof head);
        if (head.size < sizeof head || head.size > ring->n - at)
            break;
        const size_t kept =
            head.type == PERF_RECORD_SAMPLE ? sample_record_trim(record, parts) : head.size;
        memmove(ring->taken + to, record, kept);
        to += kept;
        at += head.size;
    }
    ring->n = to;
}

/* Appends what the kernel has written since. False: no memory. */
static bool take(struct ring *ring, uint64_t parts)
{
    if (ring->pages == NULL)
        return true;
    struct perf_event_mmap_page *talk = (struct perf_event_mmap_page *)(void *)ring->pages;
    const unsigned char *data = ring->pages + page_bytes();
    const uint64_t head = __atomic_load_n(&talk->data_head, __ATOMIC_ACQUIRE);
    uint64_t tail = talk->data_tail;
    const size_t n = (size_t)(head - tail);
    const size_t from = ring->n;
    const bool fits = array_hold(&ring->taken, ring->n + n, &ring->room);
    while (fits && tail < head) {
        const size_t at = (size_t)tail & (ring->bytes - 1);
        const size_t piece =
            ring->bytes - at < head - tail ? ring->bytes - at : (size_t)(head - tail);
        memcpy(ring->taken + ring->n, data + at, piece);
        ring->n += piece;
        tail += piece;
    }
    __atomic_store_n(&talk->data_tail, head, __ATOMIC_RELEASE);
    trim(ring, from, parts);
    return fits;
}

static void take_all(struct rings *rings)
{
    for (size_t i = 0; i < rings->n; i++)
        rings->lost = !take(&rings->items[i], rings->parts) || rings->lost;
}

static void *read_rings(void *context)
{
    struct rings *rings = context;
    struct pollfd *wait = rings->wait;
    const size_t n = rings->n;
    for (size_t i = 0; i <= n; i++)
        wait[i] = (struct pollfd){.fd = i < n ? rings->items[i].fd : rings->stop, .events = POLLIN};
    while (poll(wait, n + 1, READ_MS) <= 0 || wait[n].revents == 0) {
        take_all(rings);
        for (size_t i = 0; i < n; i++)
            if ((wait[i].revents & ~POLLIN) != 0)
                wait[i].fd = -1; /* its process has gone: it would be told again and again */
    }
    return NULL;
}

/* No signal is its own: those that end a run go to who waits for it. */
static bool start_reader(struct rings *rings)
{
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_BLOCK, &all, &before) != 0)
        return false;
    rings->reading = pthread_create(&rings->reader, NULL, read_rings, rings) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return rings->reading;
}

static void stop_reader(struct rings *rings)
{
    uint64_t one = 1;
    if (!rings->reading)
        return;
    (void)!write(rings->stop, &one, sizeof one);
    (void)pthread_join(rings->reader, NULL);
    (void)!read(rings->stop, &one, sizeof one);
    rings->reading = false;
}

static bool begin_kernel(struct sampler *sampler, struct spawn *spawn)
{
    struct rings *rings = sampler->own;
    (void)spawn;
    rings->lost = false;
    rings->parts = parts_of(sampler);
    if (!open_rings(sampler, sampler->period_s, rings))
        return false;
    if (start_reader(rings))
        return true;
    close_rings(rings);
    return false;
}

/* ---- what happened, in order ---- */

struct happened {
    uint64_t time;
    const unsigned char *record; /* its head */
};

static struct perf_event_header head_of(const unsigned char *record)
{
    struct perf_event_header head;
    memcpy(&head, record, sizeof head);
    return head;
}

static uint64_t number_at(const unsigned char *bytes)
{
    uint64_t number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

/* Of a sample it is the third number, of others the last one (sample_id_all: TID, TIME). */
static uint64_t time_of(const unsigned char *record, const struct perf_event_header *head)
{
    return number_at(head->type == PERF_RECORD_SAMPLE ? record + sizeof *head + 16
                                                      : record + head->size - 8);
}

static int compare(const void *a, const void *b)
{
    const struct happened *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return x->record < y->record ? -1 : x->record > y->record;
}

/* False: no memory. */
static bool list_all(const struct rings *rings, struct happened **out, size_t *n)
{
    size_t room = 0;
    *n = 0;
    for (size_t i = 0; i < rings->n; i++) {
        const struct ring *ring = &rings->items[i];
        struct perf_event_header head;
        for (size_t at = 0; at + sizeof head + 8 <= ring->n; at += head.size) {
            const unsigned char *record = ring->taken + at;
            head = head_of(record);
            if (head.size < sizeof head + 8 || head.size % 8 != 0 || head.size > ring->n - at)
                break;
            if (!array_more(out, *n, &room))
                return false;
            (*out)[(*n)++] = (struct happened){time_of(record, &head), record};
        }
    }
    if (*n > 1)
        qsort(*out, *n, sizeof **out, compare);
    return true;
}

/* pid, tid, address, length, offset, device and inode, protection and flags, then the name. */
static void tell_load(struct code_map *map, const unsigned char *body)
{
    uint32_t process, protection;
    memcpy(&process, body, sizeof process);
    memcpy(&protection, body + 56, sizeof protection);
    if ((protection & PROT_EXEC) == 0)
        return;
    code_map_load(map, (int)process,
                  &(struct code_loaded){number_at(body + 8), number_at(body + 16),
                                        number_at(body + 24), (const char *)body + 64});
}

static void tell_sample(const struct sampler *sampler, const unsigned char *record,
                        struct code_map *map, sampler_take take_sample, void *context)
{
    struct sample_record read;
    struct unwound unwound;
    if (!sample_record_read(record, parts_of(sampler), &read))
        return;
    struct sample_taken sample = {read.process, read.address, read.callers, read.n_callers, false};
    if (sampler->callers == CALLERS_BY_TABLES) {
        unwinder_walk(sampler->unwinder, map, &read, &unwound);
        sample.callers = unwound.callers;
        sample.n_callers = unwound.n;
        sample.whole = unwound.whole;
    }
    take_sample(context, map, &sample);
}

static void tell(struct sampler *sampler, const struct happened *happened, struct code_map *map,
                 sampler_take take_sample, void *context)
{
    const struct perf_event_header head = head_of(happened->record);
    const unsigned char *body = happened->record + sizeof head;
    const uint32_t exec = PERF_RECORD_MISC_COMM_EXEC;
    uint32_t ids[2];
    memcpy(ids, body, sizeof ids);
    switch (head.type) {
    case PERF_RECORD_SAMPLE:
        tell_sample(sampler, happened->record, map, take_sample, context);
        break;
    case PERF_RECORD_MMAP2: tell_load(map, body); break;
    case PERF_RECORD_FORK: code_map_fork(map, (int)ids[0], (int)ids[1]); break;
    case PERF_RECORD_COMM:
        if ((head.misc & exec) != 0)
            code_map_exec(map, (int)ids[0]);
        break;
    case PERF_RECORD_LOST: sampler->lost += (size_t)number_at(body + 8); break;
    default: break;
    }
}

static bool end_kernel(struct sampler *sampler, struct code_map *map, sampler_take take_sample,
                       void *context)
{
    struct rings *rings = sampler->own;
    OWNED struct happened *all = NULL;
    size_t n = 0;
    stop_reader(rings);
    take_all(rings);
    close_rings(rings);
    const bool listed = list_all(rings, &all, &n);
    for (size_t i = 0; listed && i < n; i++)
        tell(sampler, &all[i], map, take_sample, context);
    if (sampler->unwinder != NULL)
        unwinder_forget(sampler->unwinder);
    return listed && !rings->lost && !map->files->lost;
}

const struct sampler_kind sampler_of_kernel = {"cpu-clock", open_kernel, begin_kernel, end_kernel,
                                               close_kernel};
