/* SPDX-License-Identifier: GPL-3.0-or-later */
/* health.c -- what the facts of a machine mean for measuring.
 * Source:   METHODS C; Mytkowicz et al. 2009 (environment size); Kalibera and Jones 2013, section 2
 *           (frequency, sharing, layout); the kernel's Documentation/admin-guide/pm.
 */
#include "measure/health.h"

#include <stdio.h>
#include <string.h>

/* Writes the value as people read it and judges it. json is the fact, facts are all of them. */
typedef enum health_state (*judge)(const json_t *json, const json_t *facts, char *value,
                                   size_t size);

struct rule {
    const char *fact, *title;
    judge judge;
    const char *why, *how;
};

static void write_value(const json_t *json, char *value, size_t size)
{
    if (json_is_string(json))
        (void)snprintf(value, size, "%s", json_string_value(json));
    else if (json_is_integer(json))
        (void)snprintf(value, size, "%" JSON_INTEGER_FORMAT, json_integer_value(json));
    else if (json_is_real(json))
        (void)snprintf(value, size, "%.4g", json_real_value(json));
    else if (json_is_boolean(json))
        (void)snprintf(value, size, "%s", json_is_true(json) ? "on" : "off");
}

static double fact_number(const json_t *facts, const char *name, double otherwise)
{
    const json_t *json = json_object_get(facts, name);
    return json_is_number(json) ? json_number_value(json) : otherwise;
}

static enum health_state judge_plain(const json_t *json, const json_t *facts, char *value,
                                     size_t size)
{
    (void)facts;
    write_value(json, value, size);
    return HEALTH_GOOD;
}

static enum health_state judge_governor(const json_t *json, const json_t *facts, char *value,
                                        size_t size)
{
    (void)facts;
    write_value(json, value, size);
    return strcmp(value, "performance") == 0 ? HEALTH_GOOD : HEALTH_ATTENTION;
}

/* Facts that are better off. */
static enum health_state judge_off(const json_t *json, const json_t *facts, char *value,
                                   size_t size)
{
    (void)facts;
    bool on = json_is_true(json) || (json_is_integer(json) && json_integer_value(json) != 0);
    (void)snprintf(value, size, "%s", on ? "on" : "off");
    return on ? HEALTH_ATTENTION : HEALTH_GOOD;
}

static enum health_state judge_load(const json_t *json, const json_t *facts, char *value,
                                    size_t size)
{
    double load = json_number_value(json), n = fact_number(facts, "processors_online", 1);
    (void)snprintf(value, size, "%.2f on %.0f processors", load, n);
    return load > 0.25 * n ? HEALTH_ATTENTION : HEALTH_GOOD;
}

static enum health_state judge_processors(const json_t *json, const json_t *facts, char *value,
                                          size_t size)
{
    double allowed = json_number_value(json), online = fact_number(facts, "processors_online", 1);
    (void)snprintf(value, size, "%.0f of %.0f", allowed, online);
    return allowed < 2 ? HEALTH_ATTENTION : HEALTH_GOOD;
}

static enum health_state judge_clock(const json_t *json, const json_t *facts, char *value,
                                     size_t size)
{
    double cost = fact_number(facts, "clock_cost_ns", 0);
    (void)snprintf(value, size, "%s, %.1f ns a read",
                   json_is_string(json) ? json_string_value(json) : "?", cost);
    return cost > 100 ? HEALTH_ATTENTION : HEALTH_GOOD;
}

/* 2: stack, libraries, heap and program lie elsewhere in each execution. */
static enum health_state judge_aslr(const json_t *json, const json_t *facts, char *value,
                                    size_t size)
{
    (void)facts;
    static const char *const names[] = {"off", "partly on", "on"};
    json_int_t level = json_integer_value(json);
    (void)snprintf(value, size, "%s", level >= 0 && level <= 2 ? names[level] : "?");
    return level == 2 ? HEALTH_GOOD : HEALTH_ATTENTION;
}

static enum health_state judge_huge_pages(const json_t *json, const json_t *facts, char *value,
                                          size_t size)
{
    (void)facts;
    write_value(json, value, size);
    return strcmp(value, "always") == 0 ? HEALTH_ATTENTION : HEALTH_GOOD;
}

static enum health_state judge_swap(const json_t *json, const json_t *facts, char *value,
                                    size_t size)
{
    (void)facts;
    (void)snprintf(value, size, "%.0f MiB in use", json_number_value(json) / 1048576);
    return json_number_value(json) > 1048576 ? HEALTH_ATTENTION : HEALTH_GOOD;
}

static enum health_state judge_memory(const json_t *json, const json_t *facts, char *value,
                                      size_t size)
{
    double free_b = json_number_value(json), all = fact_number(facts, "memory_bytes", 0);
    (void)snprintf(value, size, "%.1f of %.1f GiB", free_b / 1073741824, all / 1073741824);
    return all > 0 && free_b < 0.1 * all ? HEALTH_ATTENTION : HEALTH_GOOD;
}

static enum health_state judge_throttle(const json_t *json, const json_t *facts, char *value,
                                        size_t size)
{
    (void)facts;
    (void)snprintf(value, size, "%" JSON_INTEGER_FORMAT " times since the start",
                   json_integer_value(json));
    return json_integer_value(json) > 0 ? HEALTH_ATTENTION : HEALTH_GOOD;
}

static enum health_state judge_temperature(const json_t *json, const json_t *facts, char *value,
                                           size_t size)
{
    (void)facts;
    (void)snprintf(value, size, "%.0f degrees", json_number_value(json));
    return json_number_value(json) > 85 ? HEALTH_ATTENTION : HEALTH_GOOD;
}

static enum health_state judge_steal(const json_t *json, const json_t *facts, char *value,
                                     size_t size)
{
    double up = fact_number(facts, "uptime_s", 0), n = fact_number(facts, "processors_online", 1);
    double share = up > 0 ? json_number_value(json) / (up * n) : 0;
    (void)snprintf(value, size, "%.1f s, %.2g %% since the start", json_number_value(json),
                   100 * share);
    return share > 0.001 ? HEALTH_ATTENTION : HEALTH_GOOD;
}

static enum health_state judge_limit(const json_t *json, const json_t *facts, char *value,
                                     size_t size)
{
    (void)facts;
    write_value(json, value, size);
    return strncmp(value, "max", 3) == 0 ? HEALTH_GOOD : HEALTH_ATTENTION;
}

static enum health_state judge_counters(const json_t *json, const json_t *facts, char *value,
                                        size_t size)
{
    (void)facts;
    (void)snprintf(value, size, "%s", json_is_true(json) ? "can be read" : "cannot be read");
    return json_is_true(json) ? HEALTH_GOOD : HEALTH_ATTENTION;
}

/* The worst first: what may turn a change's sign, what makes single values slow, what makes all of them vary,
 * what forbids something, and what is only told. */
static const struct rule rules[] = {
    {"aslr", "address randomisation", judge_aslr,
     "Without it every execution has the same layout, and its luck passes for speed.",
     "echo 2 > /proc/sys/kernel/randomize_va_space (as root)."},
    {"throttle_count", "throttled", judge_throttle,
     "The processor slowed down because it was too hot.",
     "Cool the machine, turn turbo off, and leave pauses."},
    {"governor", "frequency governor", judge_governor,
     "The frequency follows the load, so that short commands run at another speed than long ones.",
     "cpupower frequency-set -g performance (as root)."},
    {"cgroup_cpu_max", "processor limit of the container", judge_limit,
     "A container that has used up its share stands still until the next period.",
     "Run without a processor limit (docker: no --cpus)."},
    {"load_1m", "load", judge_load,
     "Other work takes processors, caches and memory away from what is measured.",
     "End other work, or wait for quiet: assay run --quiet-host."},
    {"steal_s", "stolen time", judge_steal,
     "The hypervisor ran somebody else while this machine had work.",
     "Take a guest with processors of its own, or more rounds."},
    {"swap_used_bytes", "swap", judge_swap, "Pages that were swapped out make single values slow.",
     "swapoff -a (as root), or more memory."},
    {"memory_available_bytes", "memory available", judge_memory,
     "With little memory left, files leave the cache between executions.", "End other programs."},
    {"processors_allowed", "processors allowed", judge_processors,
     "With one processor, assay and everything else take turns with what is measured.",
     "Give the machine or container two processors or more."},
    {"smt", "simultaneous multithreading", judge_off,
     "Two threads share a core: what runs on the other one changes the speed of this one.",
     "echo off > /sys/devices/system/cpu/smt/control (as root), or keep the other thread idle."},
    {"turbo", "turbo", judge_off,
     "The frequency depends on temperature and on what other cores do.",
     "echo 0 > /sys/devices/system/cpu/cpufreq/boost, or on Intel echo 1 > "
     "/sys/devices/system/cpu/intel_pstate/no_turbo (as root)."},
    {"temperature_c", "temperature", judge_temperature,
     "Close to its limit a processor slows down.", "Cool the machine or leave pauses."},
    {"transparent_huge_pages", "transparent huge pages", judge_huge_pages,
     "Whether memory gets huge pages depends on what else runs: two modes of speed.",
     "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled (as root)."},
    {"hypervisor", "virtual machine", judge_off,
     "Other guests share the hardware, unseen. Rounds in random order keep comparisons fair, "
     "intervals get wider.",
     "Measure on hardware of your own, or take more rounds."},
    {"clock_source", "clock", judge_clock,
     "A slow clock (hpet, acpi_pm) is a system call and disturbs short iterations.",
     "Boot with tsc=reliable where the processor's counter is sound."},
    {"cgroup_memory_max", "memory limit of the container", judge_limit,
     "Close to the limit, files leave the cache between executions.",
     "Raise the limit when the benchmark comes near it."},
    {"counters", "hardware counters", judge_counters,
     "Instructions, cycles and cache misses cannot be measured without them.",
     "sysctl kernel.perf_event_paranoid=2 or less (as root); many virtual machines have none."},
    {"cpu_model", "processor", judge_plain,
     "Numbers of different processors are not comparable; assay refuses to compare them.", ""},
    {"environment_bytes", "environment, bytes", judge_plain,
     "Its size shifts the stack of every program, and by that its speed.",
     "Randomise it: randomise: {env_padding: 4096} in the manifest, or assay run --env-padding "
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
        rows[i] = (struct health_row){.fact = rule->fact,
                                      .title = rule->title,
                                      .state = HEALTH_UNKNOWN,
                                      .why = rule->why,
                                      .how = rule->how};
        if (json != NULL && !json_is_null(json))
            rows[i].state = rule->judge(json, facts, rows[i].value, sizeof rows[i].value);
    }
    return n;
}
