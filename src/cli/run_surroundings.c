/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_surroundings.c -- options of `assay run` that say where and how commands run. */
#include "cli/run_surroundings.h"

#include <math.h>
#include <stdio.h>

#include "manifest/value.h"
#include "render/terminal.h"
#include "render/words.h"

static const double default_quiet_load = 0.5;

bool run_surroundings_given(const struct run_options *o)
{
    return o->env_padding >= 0 || o->cpu != NULL || o->priority != NULL || o->memory != NULL ||
           o->quiet_host || !isnan(o->quiet_load) || !isnan(o->quiet_wait_s);
}

static bool set_text(struct design *design, char **field, const char *text)
{
    *field = design_string(design, text);
    if (*field == NULL)
        words_lose();
    return *field != NULL;
}

static bool apply_isolation(const struct run_options *o, struct design *design)
{
    struct design_isolate *isolate = &design->isolate;
    uint64_t set[16];
    double priority;
    if (o->cpu != NULL && !value_read_cpus(o->cpu, set)) {
        terminal_complain("assay: --cpu: \"%s\" names no processors (write them as 0-2,5)", o->cpu);
        return false;
    }
    if (o->priority != NULL && (!value_read_number(o->priority, &priority) || priority < -20 ||
                                priority > 19 || priority != (int)priority)) {
        terminal_complain("assay: --priority: \"%s\" is no niceness (write -20, the first, to 19, "
                          "the last)",
                          o->priority);
        return false;
    }
    if (o->memory != NULL && !value_read_bytes(o->memory, &isolate->memory_bytes)) {
        terminal_complain("assay: --memory: \"%s\" is not a size (write 512MiB, 2GiB or bytes)",
                          o->memory);
        return false;
    }
    return (o->cpu == NULL || set_text(design, &isolate->cpus, o->cpu)) &&
           (o->priority == NULL || set_text(design, &isolate->priority, o->priority));
}

static bool apply_quiet(const struct run_options *o, struct design *design)
{
    if (!o->quiet_host && (!isnan(o->quiet_load) || !isnan(o->quiet_wait_s))) {
        fputs("assay: --quiet-load and --quiet-wait need --quiet-host\n", stderr);
        return false;
    }
    if (o->quiet_load <= 0) {
        fputs("assay: --quiet-load must be above 0, such as 0.5\n", stderr);
        return false;
    }
    if (o->quiet_wait_s <= 0) {
        fputs("assay: --quiet-wait: 0 is no time at all\n", stderr);
        return false;
    }
    if (o->quiet_host)
        design->isolate.quiet_load = isnan(o->quiet_load) ? default_quiet_load : o->quiet_load;
    if (!isnan(o->quiet_wait_s))
        design->isolate.quiet_wait_s = o->quiet_wait_s;
    return true;
}

bool run_surroundings_apply(const struct run_options *o, struct design *design)
{
    if (o->env_padding > 100000) {
        fputs("assay: --env-padding: at most 100000 bytes can be added\n", stderr);
        return false;
    }
    if (o->env_padding >= 0)
        design->randomise.env_padding = (size_t)o->env_padding;
    return apply_isolation(o, design) && apply_quiet(o, design);
}
