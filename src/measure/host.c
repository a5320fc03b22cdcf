/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host.c -- the facts of this machine, each read where Linux shows it (proc(5), and the kernel's
 * Documentation/ABI for /sys). */
#include "measure/host.h"

#include <ctype.h>
#include <gnu/libc-version.h>
#include <jansson.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "measure/compiler.h"

extern char **environ;

enum { LINE = 512, CLOCK_READS = 10000 };

/* ---- reading files --------------------------------------------------------------------------- */

/* The first line without its end; false when there is none. */
static bool read_line(const char *path, char line[LINE])
{
    FILE *file = fopen(path, "re");
    bool read = file != NULL && fgets(line, LINE, file) != NULL;
    if (file != NULL)
        fclose(file);
    if (read)
        line[strcspn(line, "\n")] = '\0';
    return read && line[0] != '\0';
}

static json_t *line_of(const char *path)
{
    char line[LINE];
    return read_line(path, line) ? json_string(line) : json_null();
}

static json_t *number_of(const char *path)
{
    char line[LINE], *end;
    if (!read_line(path, line))
        return json_null();
    long long number = strtoll(line, &end, 10);
    return end == line ? json_null() : json_integer(number);
}

/* What stands behind "KEY" and the separator in a file of such lines: /proc/cpuinfo, meminfo. */
static bool find_key(const char *path, const char *key, char value[LINE])
{
    char line[LINE];
    FILE *file = fopen(path, "re");
    bool found = false;
    while (!found && file != NULL && fgets(line, LINE, file) != NULL) {
        size_t n = strlen(key);
        if (strncmp(line, key, n) != 0 || strchr(" \t:", line[n]) == NULL)
            continue;
        char *start = line + n + strspn(line + n, " \t:");
        start[strcspn(start, "\n")] = '\0';
        (void)snprintf(value, LINE, "%s", start);
        found = true;
    }
    if (file != NULL)
        fclose(file);
    return found;
}

static json_t *key_of(const char *path, const char *key)
{
    char value[LINE];
    return find_key(path, key, value) ? json_string(value) : json_null();
}

/* A number, though /proc shows a text: of the first processor. */
static json_t *frequency_mhz(void)
{
    char value[LINE];
    return find_key("/proc/cpuinfo", "cpu MHz", value) ? json_real(strtod(value, NULL))
                                                       : json_null();
}

static json_t *memory_key(const char *key)
{
    char value[LINE];
    return find_key("/proc/meminfo", key, value) ? json_integer(strtoll(value, NULL, 10) * 1024)
                                                 : json_null();
}

/* "always [madvise] never": the word in brackets. */
static json_t *chosen_of(const char *path)
{
    char line[LINE];
    char *start = read_line(path, line) ? strchr(line, '[') : NULL;
    if (start == NULL)
        return json_null();
    start[strcspn(start, "]")] = '\0';
    return json_string(start + 1);
}

/* ---- processors ------------------------------------------------------------------------------ */

/* The scaling governors of all processors; one word when they agree, else "mixed". */
static json_t *governor(void)
{
    char first[LINE] = "", line[LINE], path[LINE];
    long n = sysconf(_SC_NPROCESSORS_CONF);
    for (long i = 0; i < n; i++) {
        (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%ld/cpufreq/scaling_governor",
                       i);
        if (!read_line(path, line))
            continue;
        if (first[0] != '\0' && strcmp(first, line) != 0)
            return json_string("mixed");
        memcpy(first, line, sizeof first);
    }
    return first[0] != '\0' ? json_string(first) : json_null();
}

/* Intel tells whether turbo is off, others whether boost is on. */
static json_t *turbo(void)
{
    char line[LINE];
    if (read_line("/sys/devices/system/cpu/intel_pstate/no_turbo", line))
        return json_boolean(line[0] == '0');
    if (read_line("/sys/devices/system/cpu/cpufreq/boost", line))
        return json_boolean(line[0] == '1');
    return json_null();
}

static json_t *processors_allowed(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? json_integer(CPU_COUNT(&set))
                                                       : json_null();
}

/* x86 names the model; on Arm the device tree may name the machine. */
static json_t *cpu_model(void)
{
    char value[LINE];
    if (find_key("/proc/cpuinfo", "model name", value))
        return json_string(value);
    return line_of("/sys/firmware/devicetree/base/model");
}

static json_t *has_hypervisor(void)
{
    char line[LINE];
    FILE *file = fopen("/proc/cpuinfo", "re");
    if (file == NULL)
        return json_null();
    bool found = false, flags = false;
    while (!found && fgets(line, LINE, file) != NULL) {
        /* The list of flags is longer than a line here: its pieces follow one another. */
        if (isalpha((unsigned char)line[0]) && strchr(line, ':') != NULL)
            flags = strncmp(line, "flags", 5) == 0;
        found = flags && strstr(line, "hypervisor") != NULL;
    }
    fclose(file);
    return json_boolean(found);
}

/* Time stolen by the hypervisor since the start of the machine, seconds. */
static json_t *steal_s(void)
{
    char line[LINE];
    unsigned long long ticks;
    if (!read_line("/proc/stat", line) ||
        sscanf(line, "cpu %*u %*u %*u %*u %*u %*u %*u %llu", &ticks) != 1)
        return json_null();
    return json_real((double)ticks / (double)sysconf(_SC_CLK_TCK));
}

/* The hottest zone. */
static json_t *temperature_c(void)
{
    char path[LINE], line[LINE];
    double hottest = -1000;
    for (int i = 0; i < 64; i++) {
        (void)snprintf(path, sizeof path, "/sys/class/thermal/thermal_zone%d/temp", i);
        if (!read_line(path, line))
            break;
        double degrees = strtod(line, NULL) / 1000;
        if (degrees > hottest)
            hottest = degrees;
    }
    return hottest > -1000 ? json_real(hottest) : json_null();
}

/* ---- clock, system, surroundings ------------------------------------------------------------- */

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* One read of the clock that measures; the best of a few tries, which no interruption hits. */
static json_t *clock_cost_ns(void)
{
    double best = 1e18;
    for (int try = 0; try < 5; try++) {
        double start = now_ns();
        struct timespec unused;
        for (int i = 0; i < CLOCK_READS; i++)
            clock_gettime(CLOCK_MONOTONIC, &unused);
        double cost = (now_ns() - start) / CLOCK_READS;
        if (cost < best)
            best = cost;
    }
    return json_real(best);
}

static json_t *load_1m(void)
{
    double load;
    return getloadavg(&load, 1) == 1 ? json_real(load) : json_null();
}

/* Its size shifts the stack of every program. */
static json_t *environment_bytes(void)
{
    size_t bytes = 0;
    for (size_t i = 0; environ[i] != NULL; i++)
        bytes += strlen(environ[i]) + 1;
    return json_integer((json_int_t)bytes);
}

static json_t *swap_used_bytes(void)
{
    json_t *total = memory_key("SwapTotal"), *unused = memory_key("SwapFree");
    json_t *used = json_is_integer(total) && json_is_integer(unused)
                       ? json_integer(json_integer_value(total) - json_integer_value(unused))
                       : json_null();
    json_decref(total);
    json_decref(unused);
    return used;
}

/* Without its own process group's path, limits stand at the root of what a container sees. */
static json_t *cgroup_limit(const char *name)
{
    char path[LINE];
    (void)snprintf(path, sizeof path, "/sys/fs/cgroup/%s", name);
    return line_of(path);
}

static void add_system(json_t *facts)
{
    struct utsname name;
    if (uname(&name) != 0)
        return;
    json_object_set_new(facts, "hostname", json_string(name.nodename));
    json_object_set_new(facts, "kernel", json_string(name.release));
    json_object_set_new(facts, "kernel_version", json_string(name.version));
    json_object_set_new(facts, "architecture", json_string(name.machine));
    json_object_set_new(facts, "libc", json_sprintf("glibc %s", gnu_get_libc_version()));
}

static void add_processors(json_t *facts)
{
    const char *cpu = "/sys/devices/system/cpu";
    char path[LINE];
    json_object_set_new(facts, "cpu_model", cpu_model());
    json_object_set_new(facts, "microcode", key_of("/proc/cpuinfo", "microcode"));
    json_object_set_new(facts, "processors_online", json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
    json_object_set_new(facts, "processors_allowed", processors_allowed());
    (void)snprintf(path, sizeof path, "%s/smt/active", cpu);
    json_object_set_new(facts, "smt", number_of(path));
    json_object_set_new(facts, "governor", governor());
    json_object_set_new(facts, "turbo", turbo());
    (void)snprintf(path, sizeof path, "%s/cpu0/cpufreq/cpuinfo_min_freq", cpu);
    json_object_set_new(facts, "frequency_min_khz", number_of(path));
    (void)snprintf(path, sizeof path, "%s/cpu0/cpufreq/cpuinfo_max_freq", cpu);
    json_object_set_new(facts, "frequency_max_khz", number_of(path));
    json_object_set_new(facts, "hypervisor", has_hypervisor());
    json_object_set_new(facts, "machine", line_of("/sys/class/dmi/id/product_name"));
}

static void add_surroundings(json_t *facts)
{
    const char *clock = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    json_object_set_new(facts, "clock", json_string("CLOCK_MONOTONIC"));
    json_object_set_new(facts, "clock_source", line_of(clock));
    json_object_set_new(facts, "clock_cost_ns", clock_cost_ns());
    json_object_set_new(facts, "aslr", number_of("/proc/sys/kernel/randomize_va_space"));
    json_object_set_new(facts, "transparent_huge_pages",
                        chosen_of("/sys/kernel/mm/transparent_hugepage/enabled"));
    json_object_set_new(facts, "memory_bytes", memory_key("MemTotal"));
    json_object_set_new(facts, "memory_available_bytes", memory_key("MemAvailable"));
    json_object_set_new(facts, "cgroup_cpu_max", cgroup_limit("cpu.max"));
    json_object_set_new(facts, "cgroup_memory_max", cgroup_limit("memory.max"));
    json_object_set_new(facts, "environment_bytes", environment_bytes());
}

static json_t *version_of(const char *compiler)
{
    char line[LINE];
    return compiler_version(compiler, line, sizeof line) ? json_string(line) : json_null();
}

static json_t *compiler(void)
{
    const char *name = getenv("CC");
    return version_of(name != NULL && name[0] != '\0' ? name : "cc");
}

/* Of the systems that are built, by name; the same program is asked once. */
static json_t *compilers(const struct design *design)
{
    json_t *all = json_object(), *known = json_object();
    for (size_t i = 0; i < design->n_systems; i++) {
        char *name = compiler_of(design, i);
        if (name == NULL)
            continue;
        if (json_object_get(known, name) == NULL)
            json_object_set_new(known, name, version_of(name));
        json_object_set(all, design->systems[i].name, json_object_get(known, name));
        free(name);
    }
    json_decref(known);
    return all;
}

/* Whether the processor's own counters can be opened; software events say nothing about that. */
static json_t *counters(void)
{
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof attributes,
        .config = PERF_COUNT_HW_INSTRUCTIONS,
        .disabled = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    long fd = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (fd >= 0)
        close((int)fd);
    return json_boolean(fd >= 0);
}

static json_t *uptime_s(void)
{
    char line[LINE];
    return read_line("/proc/uptime", line) ? json_real(strtod(line, NULL)) : json_null();
}

static void add_state(json_t *facts)
{
    char path[LINE];
    json_object_set_new(facts, "frequency_mhz", frequency_mhz());
    json_object_set_new(facts, "temperature_c", temperature_c());
    (void)snprintf(path, sizeof path,
                   "/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count");
    json_object_set_new(facts, "throttle_count", number_of(path));
    json_object_set_new(facts, "steal_s", steal_s());
    json_object_set_new(facts, "uptime_s", uptime_s());
    json_object_set_new(facts, "load_1m", load_1m());
    json_object_set_new(facts, "swap_used_bytes", swap_used_bytes());
}

char *host_state_json(void)
{
    json_t *facts = json_object();
    if (facts == NULL)
        return NULL;
    add_state(facts);
    char *text = json_dumps(facts, JSON_COMPACT);
    json_decref(facts);
    return text;
}

char *host_json(const struct design *design, bool with_compiler)
{
    json_t *facts = json_object();
    if (facts == NULL)
        return NULL;
    add_system(facts);
    add_processors(facts);
    add_surroundings(facts);
    add_state(facts);
    json_object_set_new(facts, "counters", counters());
    json_object_set_new(facts, "compiler", with_compiler ? compiler() : json_null());
    if (design != NULL)
        json_object_set_new(facts, "compilers", compilers(design));
    char *text = json_dumps(facts, JSON_COMPACT);
    json_decref(facts);
    return text;
}
