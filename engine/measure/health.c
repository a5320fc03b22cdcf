/* SPDX-License-Identifier: GPL-3.0-or-later */
/* health.c -- what the facts of a machine mean for measuring.
 * Source:   METHODS C; Mytkowicz et al. 2009 (environment size); Kalibera and Jones 2013, section 2
 *           (frequency, sharing, layout); the kernel's Documentation/admin-guide/pm.
 */
#include "measure/health.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/knob.h"

/* One of the facts, and where it is written as people read it. */
struct fact {
    const json_t *json, *facts; /* facts: all of them */
    double number;              /* 0: it is none */
    char *value;
    size_t size;
};

struct rule {
    const char *fact, *title;
    bool (*is_good)(const struct fact *fact); /* and writes the value */
    const char *why, *how;
};

static void write_as(const struct fact *fact, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void write_as(const struct fact *fact, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(fact->value, fact->size, format, arguments);
    va_end(arguments);
}

static void write_plain(const struct fact *fact)
{
    if (json_is_string(fact->json))
        write_as(fact, "%s", json_string_value(fact->json));
    else if (json_is_integer(fact->json))
        write_as(fact, "%" JSON_INTEGER_FORMAT, json_integer_value(fact->json));
    else if (json_is_real(fact->json))
        write_as(fact, "%.4g", fact->number);
    else if (json_is_boolean(fact->json))
        write_as(fact, "%s", json_is_true(fact->json) ? "on" : "off");
}

static double other_number(const struct fact *fact, const char *name, double otherwise)
{
    const json_t *json = json_object_get(fact->facts, name);
    return json_is_number(json) ? json_number_value(json) : otherwise;
}

static bool is_told(const struct fact *fact)
{
    write_plain(fact);
    return true;
}

static bool is_performance(const struct fact *fact)
{
    write_plain(fact);
    return strcmp(fact->value, "performance") == 0;
}

static bool is_not_always(const struct fact *fact)
{
    write_plain(fact);
    return strcmp(fact->value, "always") != 0;
}

static bool is_unlimited(const struct fact *fact)
{
    write_plain(fact);
    return strncmp(fact->value, "max", 3) == 0;
}

static bool is_off(const struct fact *fact)
{
    const bool on = json_is_true(fact->json) || json_integer_value(fact->json) != 0;
    write_as(fact, "%s", on ? "on" : "off");
    return !on;
}

static bool is_little_load(const struct fact *fact)
{
    const double n = other_number(fact, "processors_online", 1);
    write_as(fact, "%.2f on %.0f processors", fact->number, n);
    return fact->number <= 0.25 * n;
}

static bool are_two_processors(const struct fact *fact)
{
    write_as(fact, "%.0f of %.0f", fact->number, other_number(fact, "processors_online", 1));
    return fact->number >= 2;
}

static bool is_quick_clock(const struct fact *fact)
{
    const double cost_ns = other_number(fact, "clock_cost_ns", 0);
    write_as(fact, "%s, %.1f ns a read",
             json_is_string(fact->json) ? json_string_value(fact->json) : "?", cost_ns);
    return cost_ns <= 100;
}

/* 2: stack, libraries, heap and program lie elsewhere in each execution. */
static bool is_randomised(const struct fact *fact)
{
    static const char *const names[] = {"off", "partly on", "on"};
    const json_int_t level = json_integer_value(fact->json);
    write_as(fact, "%s", level >= 0 && level <= 2 ? names[level] : "?");
    return level == 2;
}

static bool is_little_swap(const struct fact *fact)
{
    write_as(fact, "%.0f MiB in use", fact->number / 1048576);
    return fact->number <= 1048576;
}

static bool is_memory_free(const struct fact *fact)
{
    const double all = other_number(fact, "memory_bytes", 0);
    write_as(fact, "%.1f of %.1f GiB", fact->number / 1073741824, all / 1073741824);
    return all <= 0 || fact->number >= 0.1 * all;
}

static bool is_not_throttled(const struct fact *fact)
{
    write_as(fact, "%" JSON_INTEGER_FORMAT " times since the start",
             json_integer_value(fact->json));
    return json_integer_value(fact->json) <= 0;
}

static bool is_cool(const struct fact *fact)
{
    write_as(fact, "%.0f degrees", fact->number);
    return fact->number <= 85;
}

static bool is_not_stolen(const struct fact *fact)
{
    const double up = other_number(fact, "uptime_s", 0);
    const double n = other_number(fact, "processors_online", 1);
    const double share = up > 0 ? fact->number / (up * n) : 0;
    write_as(fact, "%.1f s, %.2g %% since the start", fact->number, 100 * share);
    return share <= 0.001;
}

static bool are_readable(const struct fact *fact)
{
    write_as(fact, "%s", json_is_true(fact->json) ? "can be read" : "cannot be read");
    return json_is_true(fact->json);
}

/* The worst first: what may turn a change's sign, what makes single values slow, what makes all of them vary,
 * what forbids something, and what is only told. */
static const struct rule rules[] = {
    {"aslr", "address randomisation", is_randomised,
     "Without it every execution has the same layout, and its luck passes for speed.",
     "echo 2 > /proc/sys/kernel/randomize_va_space (as root)."},
    {"throttle_count", "throttled", is_not_throttled,
     "The processor slowed down because it was too hot.",
     "Cool the machine, turn turbo off, and leave pauses."},
    {"governor", "frequency governor", is_performance,
     "The frequency follows the load, so that short commands run at another speed than long ones.",
     "cpupower frequency-set -g performance (as root)."},
    {"cgroup_cpu_max", "processor limit of the container", is_unlimited,
     "A container that has used up its share stands still until the next period.",
     "Run without a processor limit (docker: no --cpus)."},
    {"load_1m", "load", is_little_load,
     "Other work takes processors, caches and memory away from what is measured.",
     "End other work, or wait for quiet: assay run @quiet-host."},
    {"steal_s", "stolen time", is_not_stolen,
     "The hypervisor ran somebody else while this machine had work.",
     "Take a guest with processors of its own, or more rounds."},
    {"swap_used_bytes", "swap", is_little_swap,
     "Pages that were swapped out make single values slow.",
     "swapoff -a (as root), or more memory."},
    {"memory_available_bytes", "memory available", is_memory_free,
     "With little memory left, files leave the cache between executions.", "End other programs."},
    {"processors_allowed", "processors allowed", are_two_processors,
     "With one processor, assay and everything else take turns with what is measured.",
     "Give the machine or container two processors or more."},
    {"smt", "simultaneous multithreading", is_off,
     "Two threads share a core: what runs on the other one changes the speed of this one.",
     "echo off > /sys/devices/system/cpu/smt/control (as root), or keep the other thread idle."},
    {"turbo", "turbo", is_off, "The frequency depends on temperature and on what other cores do.",
     "echo 0 > /sys/devices/system/cpu/cpufreq/boost, or on Intel echo 1 > "
     "/sys/devices/system/cpu/intel_pstate/no_turbo (as root)."},
    {"temperature_c", "temperature", is_cool, "Close to its limit a processor slows down.",
     "Cool the machine or leave pauses."},
    {"transparent_huge_pages", "transparent huge pages", is_not_always,
     "Whether memory gets huge pages depends on what else runs: two modes of speed.",
     "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled (as root)."},
    {"hypervisor", "virtual machine", is_off,
     "Other guests share the hardware, unseen. Rounds in random order keep comparisons fair, "
     "intervals get wider.",
     "Measure on hardware of your own, or take more rounds."},
    {"clock_source", "clock", is_quick_clock,
     "A slow clock (hpet, acpi_pm) is a system call and disturbs short iterations.",
     "Boot with tsc=reliable where the processor's counter is sound."},
    {"cgroup_memory_max", "memory limit of the container", is_unlimited,
     "Close to the limit, files leave the cache between executions.",
     "Raise the limit when the benchmark comes near it."},
    {"counters", "hardware counters", are_readable,
     "Instructions, cycles and cache misses cannot be measured without them.",
     "sysctl kernel.perf_event_paranoid=2 or less (as root); many virtual machines have none."},
    {"cpu_model", "processor", is_told,
     "Numbers of different processors are not comparable; assay refuses to compare them.", ""},
    {"environment_bytes", "environment, bytes", is_told,
     "Its size shifts the stack of every program, and by that its speed.",
     "Randomise it: randomise: {env_padding: 4096} in the manifest, or assay run @env-padding "
     "4096."},
};

const char *health_state_name(enum health_state state)
{
    static const char *const names[] = {"good", "attention", "unknown"};
    return names[state];
}

size_t health_judge(const json_t *facts, struct health_row rows[HEALTH_ROWS])
{
    const size_t n = sizeof rules / sizeof rules[0];
    _Static_assert(sizeof rules / sizeof rules[0] <= HEALTH_ROWS, "rows");
    for (size_t i = 0; i < n; i++) {
        const struct rule *rule = &rules[i];
        const json_t *json = json_object_get(facts, rule->fact);
        rows[i] = (struct health_row){
            .fact = rule->fact, .title = rule->title, .state = HEALTH_UNKNOWN, .why = rule->why};
        (void)knob_spell(rule->how, rows[i].how, sizeof rows[i].how);
        const struct fact fact = {json, facts, json_number_value(json), rows[i].value,
                                  sizeof rows[i].value};
        if (json != NULL && !json_is_null(json))
            rows[i].state = rule->is_good(&fact) ? HEALTH_GOOD : HEALTH_ATTENTION;
    }
    return n;
}
