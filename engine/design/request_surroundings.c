/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request_surroundings.c -- what is asked of where and how commands run. */
#include "design/request_parts.h"

#include <math.h>

#include "base/failure.h"
#include "design/value.h"

static const double default_quiet_load = 0.5;

static bool is_given(const struct design_request *o)
{
    return o->env_padding >= 0 || o->cpu != NULL || o->priority != NULL || o->memory != NULL ||
           o->quiet_host || !isnan(o->quiet_load) || !isnan(o->quiet_wait_s);
}

static enum assay_status set_text(struct design *design, char **field, const char *text,
                                  struct assay_error *error)
{
    *field = text != NULL ? design_string(design, text) : *field;
    return text == NULL || *field != NULL ? ASSAY_OK : fail_no_memory(error);
}

static bool is_niceness(const char *text)
{
    double priority;
    return value_read_number(text, &priority) && priority >= -20 && priority <= 19 &&
           priority == (int)priority;
}

static enum assay_status apply_isolation(const struct design_request *o, struct design *design,
                                         struct assay_error *error)
{
    struct design_isolate *isolate = &design->isolate;
    uint64_t set[16];
    if (o->cpu != NULL && !value_read_cpus(o->cpu, set))
        return fail_naming(error, ASSAY_USAGE,
                           "@cpu: \"%s\" names no processors (write them as 0-2,5)", o->cpu);
    if (o->priority != NULL && !is_niceness(o->priority))
        return fail_naming(
            error, ASSAY_USAGE,
            "@priority: \"%s\" is no niceness (write -20, the first, to 19, the last)",
            o->priority);
    if (o->memory != NULL && !value_read_bytes(o->memory, &isolate->memory_bytes))
        return fail_naming(error, ASSAY_USAGE,
                           "@memory: \"%s\" is not a size (write 512MiB, 2GiB or bytes)",
                           o->memory);
    enum assay_status status = set_text(design, &isolate->cpus, o->cpu, error);
    return status == ASSAY_OK ? set_text(design, &isolate->priority, o->priority, error) : status;
}

static enum assay_status apply_quiet(const struct design_request *o, struct design *design,
                                     struct assay_error *error)
{
    if (!o->quiet_host && (!isnan(o->quiet_load) || !isnan(o->quiet_wait_s)))
        return fail_naming(error, ASSAY_USAGE, "@quiet-load and @quiet-wait need @quiet-host");
    if (o->quiet_load <= 0)
        return fail_naming(error, ASSAY_USAGE, "@quiet-load must be above 0, such as 0.5");
    if (o->quiet_wait_s <= 0)
        return fail_naming(error, ASSAY_USAGE, "@quiet-wait: 0 is no time at all");
    if (o->quiet_host)
        design->isolate.quiet_load = isnan(o->quiet_load) ? default_quiet_load : o->quiet_load;
    if (!isnan(o->quiet_wait_s))
        design->isolate.quiet_wait_s = o->quiet_wait_s;
    return ASSAY_OK;
}

enum assay_status run_surroundings_apply(const struct design_request *o, struct design *design,
                                         struct assay_error *error)
{
    if (o->env_padding > 100000)
        return fail_naming(error, ASSAY_USAGE, "@env-padding: at most 100000 bytes can be added");
    if (o->env_padding >= 0)
        design->randomise.env_padding = (size_t)o->env_padding;
    design->changed = design->changed || is_given(o);
    enum assay_status status = apply_isolation(o, design, error);
    return status == ASSAY_OK ? apply_quiet(o, design, error) : status;
}
