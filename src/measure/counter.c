/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counter.c -- events that kernel and processor count while a command runs.
 * Source:   perf_event_open(2), powercap of the kernel's Documentation (RAPL), libpfm4.
 * Edge:     an energy counter that wraps is taken once around its range.
 */
#include "measure/counter.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef ASSAY_HAVE_PFM
#include <perfmon/pfmlib_perf_event.h>
#endif

#include "manifest/design.h"

#define RAPL "/sys/class/powercap/intel-rapl:0/"
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

static bool find_event(const char *name, struct perf_event_attr *attributes)
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

/* Not the kernel's part where the kernel does not let us see it. */
static int open_event(struct perf_event_attr *attributes, pid_t process)
{
    attributes->size = sizeof *attributes;
    attributes->disabled = 1;
    attributes->inherit = 1;
    attributes->enable_on_exec = 1;
    attributes->exclude_hv = 1;
    attributes->read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    long fd = syscall(SYS_perf_event_open, attributes, process, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (fd < 0 && errno == EACCES) {
        attributes->exclude_kernel = 1;
        fd = syscall(SYS_perf_event_open, attributes, process, -1, -1, PERF_FLAG_FD_CLOEXEC);
    }
    return (int)fd;
}

static void open_counter(struct counter *counter, pid_t process)
{
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    errno = 0;
    counter->unit = "1";
    if (strcmp(counter->name, "energy") == 0) {
        counter->unit = "J";
        counter->fd = open(RAPL "energy_uj", O_RDONLY | O_CLOEXEC);
    } else {
        counter->fd =
            find_event(counter->name, &attributes) ? open_event(&attributes, process) : -1;
    }
    counter->error_number = counter->fd < 0 ? (errno != 0 ? errno : ENOENT) : 0;
}

bool counters_open(struct counters *counters, pid_t process, char *const *names, size_t n)
{
    *counters = (struct counters){calloc(n + 1, sizeof *counters->items), 0, process};
    if (counters->items == NULL)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!metric_is_counter(names[i]))
            continue;
        struct counter *counter = &counters->items[counters->n];
        counter->name = strdup(names[i]);
        if (counter->name == NULL) {
            counters_close(counters);
            return false;
        }
        open_counter(counter, process);
        counters->n++;
    }
    return true;
}

void counters_close(struct counters *counters)
{
    for (size_t i = 0; i < counters->n; i++) {
        free(counters->items[i].name);
        if (counters->items[i].fd >= 0)
            close(counters->items[i].fd);
    }
    free(counters->items);
    *counters = (struct counters){NULL, 0, 0};
}

static bool is_energy(const struct counter *counter)
{
    return strcmp(counter->name, "energy") == 0;
}

static bool read_number(int fd, double *number)
{
    char text[32];
    ssize_t n = pread(fd, text, sizeof text - 1, 0);
    if (n <= 0)
        return false;
    text[n] = '\0';
    *number = strtod(text, NULL);
    return true;
}

static bool read_now(const struct counter *counter, double now[3])
{
    uint64_t raw[3];
    now[1] = now[2] = 0;
    if (counter->fd < 0)
        return false;
    if (is_energy(counter))
        return read_number(counter->fd, &now[0]);
    if (read(counter->fd, raw, sizeof raw) != (ssize_t)sizeof raw)
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
    for (size_t i = 0; i < counters->n; i++) {
        struct counter *counter = &counters->items[i];
        if (counter->fd < 0)
            continue;
        if (!is_energy(counter)) {
            close(counter->fd);
            open_counter(counter, counters->process);
        }
        if (!read_now(counter, counter->before))
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

static enum counter_state read_energy(const struct counter *counter, double now, double *value)
{
    double range = 0, used = now - counter->before[0];
    int fd = used < 0 ? open(RAPL "max_energy_range_uj", O_RDONLY | O_CLOEXEC) : -1;
    if (used < 0 && (fd < 0 || !read_number(fd, &range)))
        used = -1;
    if (fd >= 0)
        close(fd);
    *value = (used < 0 ? used + range : used) * 1e-6;
    return *value < 0 ? COUNTER_NOT_MEASURED : COUNTER_OK;
}

enum counter_state counter_read(const struct counter *counter, double *value, double *share)
{
    double now[3];
    *share = 1;
    if (!read_now(counter, now))
        return COUNTER_NOT_MEASURED;
    if (is_energy(counter))
        return read_energy(counter, now[0], value);
    const double enabled = now[1] - counter->before[1], running = now[2] - counter->before[2];
    if (!(enabled > 0) || !(running > 0))
        return COUNTER_NOT_MEASURED;
    *share = running / enabled;
    *value = (now[0] - counter->before[0]) / *share;
    return *share < least_share ? COUNTER_TOO_MANY : COUNTER_OK;
}
