/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host.c -- the facts of this machine, each read where Linux shows it. */
#include "measure/host.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/clock.h"
#include "measure/counter.h"
#include "measure/host_read.h"
#include "measure/surroundings.h"
#include "system/system.h"

extern char **environ;

/* ---- processors ------------------------------------------------------------------------------ */

/* The scaling governors of all processors; one word when they agree, else "mixed". */
static json_t *governor(void)
{
    char first[HOST_LINE] = "", line[HOST_LINE], path[HOST_LINE];
    long n = sysconf(_SC_NPROCESSORS_CONF);
    for (long i = 0; i < n; i++) {
        (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%ld/cpufreq/scaling_governor",
                       i);
        if (!host_line(path, line))
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
    char line[HOST_LINE];
    if (host_line("/sys/devices/system/cpu/intel_pstate/no_turbo", line))
        return json_boolean(line[0] == '0');
    if (host_line("/sys/devices/system/cpu/cpufreq/boost", line))
        return json_boolean(line[0] == '1');
    return json_null();
}

static json_t *processors_allowed(void)
{
    const size_t n = system_processors_count();
    return n > 0 ? json_integer((json_int_t)n) : json_null();
}

/* x86 names the model; on Arm the device tree may name the machine. */
static json_t *cpu_model(void)
{
    char value[HOST_LINE];
    if (host_find_key("/proc/cpuinfo", "model name", value))
        return json_string(value);
    return host_text("/sys/firmware/devicetree/base/model");
}

static json_t *has_hypervisor(void)
{
    char line[HOST_LINE];
    FILE *file = fopen("/proc/cpuinfo", "re");
    if (file == NULL)
        return json_null();
    bool found = false, flags = false;
    while (!found && fgets(line, HOST_LINE, file) != NULL) {
        /* The list of flags is longer than a line here: its pieces follow one another. */
        if (isalpha((unsigned char)line[0]) && strchr(line, ':') != NULL)
            flags = strncmp(line, "flags", 5) == 0;
        found = flags && strstr(line, "hypervisor") != NULL;
    }
    fclose(file);
    return json_boolean(found);
}

/* ---- clock, system, surroundings ------------------------------------------------------------- */

/* Its size shifts the stack of every program. */
static json_t *environment_bytes(void)
{
    size_t bytes = 0;
    for (size_t i = 0; environ[i] != NULL; i++)
        bytes += strlen(environ[i]) + 1;
    return json_integer((json_int_t)bytes);
}

/* Without its own process group's path, limits stand at the root of what a container sees. */
static json_t *cgroup_limit(const char *name)
{
    char path[HOST_LINE];
    (void)snprintf(path, sizeof path, "/sys/fs/cgroup/%s", name);
    return host_text(path);
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
    char library[64];
    const char *libc = system_c_library(library);
    json_object_set_new(facts, "libc", libc != NULL ? json_string(libc) : json_null());
    /* By these it chooses other functions than the processor's. */
    const char *tunables = getenv("GLIBC_TUNABLES");
    json_object_set_new(facts, "glibc_tunables",
                        tunables != NULL ? json_string(tunables) : json_null());
}

static void add_processors(json_t *facts)
{
    const char *cpu = "/sys/devices/system/cpu";
    char path[HOST_LINE];
    json_object_set_new(facts, "cpu_model", cpu_model());
    json_object_set_new(facts, "microcode", host_key("/proc/cpuinfo", "microcode"));
    json_object_set_new(facts, "processors_online", json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
    json_object_set_new(facts, "processors_allowed", processors_allowed());
    (void)snprintf(path, sizeof path, "%s/smt/active", cpu);
    json_object_set_new(facts, "smt", host_number(path));
    json_object_set_new(facts, "governor", governor());
    json_object_set_new(facts, "turbo", turbo());
    (void)snprintf(path, sizeof path, "%s/cpu0/cpufreq/cpuinfo_min_freq", cpu);
    json_object_set_new(facts, "frequency_min_khz", host_number(path));
    (void)snprintf(path, sizeof path, "%s/cpu0/cpufreq/cpuinfo_max_freq", cpu);
    json_object_set_new(facts, "frequency_max_khz", host_number(path));
    json_object_set_new(facts, "hypervisor", has_hypervisor());
    json_object_set_new(facts, "machine", host_text("/sys/class/dmi/id/product_name"));
}

static void add_surroundings(json_t *facts)
{
    const char *clock = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    json_object_set_new(facts, "clock", json_string("CLOCK_MONOTONIC"));
    json_object_set_new(facts, "clock_source", host_text(clock));
    json_object_set_new(facts, "clock_cost_ns", json_real(1e9 * clock_reading_s()));
    json_object_set_new(facts, "aslr", host_number("/proc/sys/kernel/randomize_va_space"));
    json_object_set_new(facts, "transparent_huge_pages",
                        host_chosen("/sys/kernel/mm/transparent_hugepage/enabled"));
    json_object_set_new(facts, "memory_bytes", host_memory("MemTotal"));
    json_object_set_new(facts, "memory_available_bytes", host_memory("MemAvailable"));
    json_object_set_new(facts, "cgroup_cpu_max", cgroup_limit("cpu.max"));
    json_object_set_new(facts, "cgroup_memory_max", cgroup_limit("memory.max"));
    json_object_set_new(facts, "environment_bytes", environment_bytes());
}

static json_t *version_of(const char *compiler)
{
    char line[HOST_LINE];
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

static json_t *facts_of(const struct design *design, bool with_compiler)
{
    json_t *facts = json_object();
    if (facts == NULL)
        return NULL;
    add_system(facts);
    add_processors(facts);
    add_surroundings(facts);
    host_add_state(facts);
    json_object_set_new(facts, "counters", json_boolean(counters_of_processor()));
    json_object_set_new(facts, "compiler", with_compiler ? compiler() : json_null());
    if (design != NULL)
        json_object_set_new(facts, "compilers", compilers(design));
    return facts;
}

static char *text_of(json_t *facts)
{
    char *text = facts != NULL ? json_dumps(facts, JSON_COMPACT) : NULL;
    json_decref(facts);
    return text;
}

char *host_json(const struct design *design, bool with_compiler)
{
    return text_of(facts_of(design, with_compiler));
}

char *host_run_json(const struct design *design, const char *counts)
{
    const bool builds = design_has_builds(design);
    json_t *facts = facts_of(builds ? design : NULL, builds);
    if (facts != NULL)
        json_object_set_new(facts, "environment", surroundings_json(environ));
    if (facts != NULL && counts != NULL)
        json_object_set_new(facts, "counts", json_string(counts));
    return text_of(facts);
}
