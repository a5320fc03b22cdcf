/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host_state.c -- facts of this machine that move while it works. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure/host.h"
#include "measure/host_read.h"

/* A number, though /proc shows a text: of the first processor. */
static json_t *frequency_mhz(void)
{
    char value[HOST_LINE];
    return host_find_key("/proc/cpuinfo", "cpu MHz", value) ? json_real(strtod(value, NULL))
                                                            : json_null();
}

/* Time stolen by the hypervisor since the start of the machine, seconds. */
static json_t *steal_s(void)
{
    char line[HOST_LINE];
    unsigned long long ticks;
    if (!host_line("/proc/stat", line) ||
        sscanf(line, "cpu %*u %*u %*u %*u %*u %*u %*u %llu", &ticks) != 1)
        return json_null();
    return json_real((double)ticks / (double)sysconf(_SC_CLK_TCK));
}

/* The hottest zone. */
static json_t *temperature_c(void)
{
    char path[HOST_LINE], line[HOST_LINE];
    double hottest = -1000;
    for (int i = 0; i < 64; i++) {
        (void)snprintf(path, sizeof path, "/sys/class/thermal/thermal_zone%d/temp", i);
        if (!host_line(path, line))
            break;
        double degrees = strtod(line, NULL) / 1000;
        if (degrees > hottest)
            hottest = degrees;
    }
    return hottest > -1000 ? json_real(hottest) : json_null();
}

static json_t *load_1m(void)
{
    double load;
    return getloadavg(&load, 1) == 1 ? json_real(load) : json_null();
}

static json_t *swap_used_bytes(void)
{
    json_t *total = host_memory("SwapTotal"), *unused = host_memory("SwapFree");
    json_t *used = json_is_integer(total) && json_is_integer(unused)
                       ? json_integer(json_integer_value(total) - json_integer_value(unused))
                       : json_null();
    json_decref(total);
    json_decref(unused);
    return used;
}

static json_t *uptime_s(void)
{
    char line[HOST_LINE];
    return host_line("/proc/uptime", line) ? json_real(strtod(line, NULL)) : json_null();
}

/* Time in which something that could run waited for a processor, anywhere on the machine, since its start
 * (Linux pressure stall information). */
static json_t *cpu_pressure_s(void)
{
    char value[HOST_LINE];
    const char *total =
        host_find_key("/proc/pressure/cpu", "some", value) ? strstr(value, "total=") : NULL;
    return total != NULL ? json_real(strtod(total + strlen("total="), NULL) / 1e6) : json_null();
}

/* Time in which this control group stood still because its quota of processor time was used up. */
static json_t *cgroup_throttled_s(void)
{
    static const struct {
        const char *start, *mount, *key; /* of the line in /proc/self/cgroup */
        double unit_s;
    } versions[] = {{":", "/sys/fs/cgroup", "throttled_usec", 1e-6},
                    {":cpu,cpuacct:", "/sys/fs/cgroup/cpu,cpuacct", "throttled_time", 1e-9},
                    {":cpu:", "/sys/fs/cgroup/cpu", "throttled_time", 1e-9}};
    char path[2 * HOST_LINE], line[HOST_LINE], value[HOST_LINE];
    FILE *file = fopen("/proc/self/cgroup", "re");
    json_t *found = NULL;
    while (found == NULL && file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *rest = strchr(line, ':');
        line[strcspn(line, "\n")] = '\0';
        for (size_t i = 0; rest != NULL && found == NULL && i < 3; i++) {
            const size_t n = strlen(versions[i].start);
            const char *place = rest + n + (i == 0); /* "0::/path" */
            if (strncmp(rest, versions[i].start, n) != 0 || (i == 0 && rest[1] != ':'))
                continue;
            (void)snprintf(path, sizeof path, "%s%s/cpu.stat", versions[i].mount,
                           strcmp(place, "/") == 0 ? "" : place);
            if (host_find_key(path, versions[i].key, value))
                found = json_real(strtod(value, NULL) * versions[i].unit_s);
        }
    }
    if (file != NULL)
        fclose(file);
    return found != NULL ? found : json_null();
}

void host_add_state(json_t *facts)
{
    char path[HOST_LINE];
    json_object_set_new(facts, "frequency_mhz", frequency_mhz());
    json_object_set_new(facts, "temperature_c", temperature_c());
    (void)snprintf(path, sizeof path,
                   "/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count");
    json_object_set_new(facts, "throttle_count", host_number(path));
    json_object_set_new(facts, "steal_s", steal_s());
    json_object_set_new(facts, "cpu_pressure_s", cpu_pressure_s());
    json_object_set_new(facts, "cgroup_throttled_s", cgroup_throttled_s());
    json_object_set_new(facts, "uptime_s", uptime_s());
    json_object_set_new(facts, "load_1m", load_1m());
    json_object_set_new(facts, "swap_used_bytes", swap_used_bytes());
}

char *host_state_json(void)
{
    json_auto_t *facts = json_object();
    if (facts == NULL)
        return NULL;
    host_add_state(facts);
    return json_dumps(facts, JSON_COMPACT);
}
