/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counter.c -- events that kernel and processor count while a command runs.
 * Source:   perf_event_open(2), libpfm4.
 * Edge:     an event that does not fit into a group begins a new one; groups then take turns, and an
 *           event that was counted less than nine tenths of the time is refused.
 * Checked:  tests/engine/measure/test_counter.c, with made-up events.
 */
#include "measure/counter.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef ASSAY_HAVE_PFM
#include <perfmon/pfmlib_perf_event.h>
#endif

#include "design/design.h"

static const double least_share = 0.9;

static const struct {
    const char *name;
    uint32_t type;
    uint64_t config;
} events[] = {
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"cache_references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
    {"cache_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {"branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    {"branch_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    {"page_faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {"context_switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
    {"cpu_migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
};

#ifdef ASSAY_HAVE_PFM
/* Loaded when an event is asked for by name. Its tables of events want 41 000 relocations, which
 * made up half of the start of this program, of every start of `assay cc` too (2.2 ms, then 1.1 ms;
 * measured 2026-11-20). */
static bool encode_event(const char *name, struct perf_event_attr *attributes)
{
    void *library = dlopen("libpfm.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        return false;
    __typeof__(pfm_initialize) *initialize;
    __typeof__(pfm_get_os_event_encoding) *encode;
    *(void **)&initialize = dlsym(library, "pfm_initialize");
    *(void **)&encode = dlsym(library, "pfm_get_os_event_encoding");
    pfm_perf_encode_arg_t argument = {.attr = attributes, .size = sizeof argument};
    return initialize != NULL && encode != NULL && initialize() == PFM_SUCCESS &&
           encode(name, PFM_PLM3, PFM_OS_PERF_EVENT, &argument) == PFM_SUCCESS;
}
#endif

bool counter_event(const char *name, struct perf_event_attr *attributes)
{
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        if (strcmp(events[i].name, name) != 0)
            continue;
        attributes->type = events[i].type;
        attributes->config = events[i].config;
        return true;
    }
#ifdef ASSAY_HAVE_PFM
    return strncmp(name, "event:", 6) == 0 && encode_event(name + 6, attributes);
#else
    return false;
#endif
}

static long open_event_of_system(struct perf_event_attr *attributes, pid_t process, int group)
{
    return syscall(SYS_perf_event_open, attributes, process, -1, group, PERF_FLAG_FD_CLOEXEC);
}

const struct counter_sources counter_sources_of_system = {open_event_of_system,
                                                          "/sys/class/powercap"};

/* A member of a group runs when its leader does, which begins at exec. Not the kernel's part where
 * the kernel does not let us see it. */
static int open_event(const struct counters *counters, struct perf_event_attr *attributes, int group)
{
    attributes->size = sizeof *attributes;
    attributes->disabled = group < 0;
    attributes->inherit = 1;
    attributes->enable_on_exec = group < 0;
    attributes->exclude_hv = 1;
    attributes->exclude_kernel = counters->user_only;
    attributes->read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    errno = 0;
    long fd = counters->sources->open_event(attributes, counters->process, group);
    if (fd < 0 && errno == EACCES && !counters->user_only) {
        attributes->exclude_kernel = 1;
        fd = counters->sources->open_event(attributes, counters->process, group);
    }
    return (int)fd;
}

static bool is_energy(const struct counter *counter)
{
    return strcmp(counter->name, "energy") == 0;
}

/* The kernel counts its own events at all times: no need of a group. */
static bool is_of_processor(const struct perf_event_attr *attributes)
{
    return attributes->type != PERF_TYPE_SOFTWARE && attributes->type != PERF_TYPE_TRACEPOINT &&
           attributes->type != PERF_TYPE_BREAKPOINT;
}

/* Joins the group at hand; what does not fit there leads the next one. *leader: -1, none yet. */
static void open_counter(struct counters *counters, size_t index, int *leader)
{
    struct counter *counter = &counters->items[index];
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    counter->fd = -1;
    counter->leader = (int)index;
    counter->error_number = ENOENT;
    if (!counter_event(counter->name, &attributes))
        return;
    const bool grouped = is_of_processor(&attributes);
    if (grouped && *leader >= 0) {
        counter->fd = open_event(counters, &attributes, counters->items[*leader].fd);
        counter->leader = *leader;
    }
    if (counter->fd < 0) {
        counter->fd = open_event(counters, &attributes, -1);
        counter->leader = (int)index;
        if (grouped && counter->fd >= 0)
            *leader = (int)index;
    }
    counter->error_number = counter->fd < 0 ? (errno != 0 ? errno : ENOENT) : 0;
    counter->user_only = attributes.exclude_kernel;
}

static void open_all(struct counters *counters)
{
    int leader = -1;
    for (size_t i = 0; i < counters->n; i++)
        if (!is_energy(&counters->items[i]))
            open_counter(counters, i, &leader);
}

static void close_all(struct counters *counters)
{
    for (size_t i = 0; i < counters->n; i++) {
        if (counters->items[i].fd >= 0)
            close(counters->items[i].fd);
        counters->items[i].fd = -1;
    }
}

bool counters_open(struct counters *counters, const struct counter_sources *sources, pid_t process,
                   char *const *names, size_t n)
{
    *counters = (struct counters){
        .items = calloc(n + 1, sizeof *counters->items), .process = process, .sources = sources};
    if (counters->items == NULL)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!metric_is_counter(names[i]))
            continue;
        struct counter *counter = &counters->items[counters->n];
        *counter = (struct counter){.name = strdup(names[i]), .unit = "1", .fd = -1};
        if (counter->name == NULL) {
            counters_close(counters);
            return false;
        }
        counters->n++;
        if (is_energy(counter)) {
            counter->unit = "J";
            counter->error_number =
                energy_open(&counters->energy, counters->sources->powercap) ? 0 : errno;
        }
    }
    open_all(counters);
    return true;
}

void counters_close(struct counters *counters)
{
    close_all(counters);
    energy_close(&counters->energy);
    for (size_t i = 0; i < counters->n; i++)
        free(counters->items[i].name);
    free(counters->items);
    *counters = (struct counters){0};
}

static bool read_now(const struct counter *counter, double now[3])
{
    uint64_t raw[3];
    if (counter->fd < 0 || read(counter->fd, raw, sizeof raw) != (ssize_t)sizeof raw)
        return false;
    for (size_t i = 0; i < 3; i++)
        now[i] = (double)raw[i];
    return true;
}

/* Events are opened anew for each execution: while parent and child have equal sets of events, the
 * kernel swaps the sets instead of the events when one gives way to the other, and "begin at exec"
 * is then used up in the parent's. */
void counters_begin(struct counters *counters)
{
    if (counters->n == 0)
        return;
    close_all(counters);
    open_all(counters);
    for (size_t i = 0; i < counters->n; i++) {
        struct counter *counter = &counters->items[i];
        if (is_energy(counter) ? counter->error_number == 0 && !energy_begin(&counters->energy)
                               : !read_now(counter, counter->before))
            memset(counter->before, 0, sizeof counter->before);
    }
}

const struct counter *counters_find(const struct counters *counters, const char *name)
{
    for (size_t i = 0; i < counters->n; i++)
        if (strcmp(counters->items[i].name, name) == 0)
            return &counters->items[i];
    return NULL;
}

bool counters_can_count(const struct counter_sources *sources, const char *name)
{
    struct perf_event_attr attributes = {
        .size = sizeof attributes,
        .exclude_kernel = 1,
        .exclude_hv = 1,
        .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING};
    if (!counter_event(name, &attributes))
        return false;
    struct counter counter = {.fd = (int)sources->open_event(&attributes, 0, -1)};
    double now[3] = {0};
    for (volatile int i = 0; counter.fd >= 0 && i < 10000; i++)
        continue;
    const bool counts = read_now(&counter, now) && now[0] > 0 && now[2] > 0;
    if (counter.fd >= 0)
        close(counter.fd);
    return counts;
}

bool counters_of_processor(void)
{
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof attributes,
        .config = PERF_COUNT_HW_INSTRUCTIONS,
        .disabled = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    const long fd = open_event_of_system(&attributes, 0, -1);
    if (fd >= 0)
        close((int)fd);
    return fd >= 0;
}

/* Groups take turns only where there are several. */
static bool takes_turns(const struct counters *counters, const struct counter *counter)
{
    for (size_t i = 0; i < counters->n; i++)
        if (counters->items[i].fd >= 0 && counters->items[i].leader != counter->leader)
            return true;
    return false;
}

enum counter_state counter_read(const struct counters *counters, const struct counter *counter,
                                double *value, double *share)
{
    double now[3];
    *share = 1;
    if (is_energy(counter))
        return counter->error_number == 0 && energy_used(&counters->energy, value)
                   ? COUNTER_OK
                   : COUNTER_NOT_MEASURED;
    if (!read_now(counter, now))
        return COUNTER_NOT_MEASURED;
    const double enabled = now[1] - counter->before[1], running = now[2] - counter->before[2];
    if (!(enabled > 0) || (!(running > 0) && !takes_turns(counters, counter)))
        return COUNTER_NOT_MEASURED; /* a virtual machine may offer events that it never counts */
    *share = running / enabled;
    if (*share < least_share)
        return COUNTER_TOO_MANY;
    *value = (now[0] - counter->before[0]) / *share;
    return COUNTER_OK;
}
