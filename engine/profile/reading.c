/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reading.c -- from a profiler's file to counts of functions. */
#include "profile/reading.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "profile/stacks.h"

static const struct profile_format *const formats[] = {
    &profile_pprof, &profile_callgrind, &profile_cpuprofile, &profile_perf_script,
    &profile_collapsed,
};
enum { FORMATS = sizeof formats / sizeof *formats };

/* "collapsed stacks, pprof, callgrind, …", for messages. */
static const char *profile_file_formats(void)
{
    return "pprof, callgrind.out, .cpuprofile of V8, perf script, collapsed stacks";
}

/* ---- for readers ---- */

void reading_fail(struct reading *reading, size_t line, const char *field, const char *format, ...)
{
    char sentence[512];
    va_list arguments;
    if (reading->failed)
        return;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    reading->failed = true;
    (void)format_fail(reading->error, ASSAY_INVALID, line, field, "%s", sentence);
}

void reading_no_memory(struct reading *reading)
{
    if (!reading->failed)
        (void)format_no_memory(reading->error, 0);
    reading->failed = true;
}

/* Names of code are short; what is longer was made to be. */
enum { NAME_LONGEST = 1 << 12 };

/* Both, one behind the other, each ended by a zero. */
static bool hold_names(struct reading *reading, struct word *name, struct word *object)
{
    name->size = name->size < NAME_LONGEST ? name->size : NAME_LONGEST;
    object->size = object->size < NAME_LONGEST ? object->size : NAME_LONGEST;
    if (!array_hold(&reading->name, name->size + object->size + 2, &reading->name_room))
        return false;
    if (name->size > 0)
        memcpy(reading->name, name->text, name->size);
    reading->name[name->size] = '\0';
    if (object->size > 0)
        memcpy(reading->name + name->size + 1, object->text, object->size);
    reading->name[name->size + 1 + object->size] = '\0';
    return true;
}

uint32_t reading_function(struct reading *reading, struct word name, struct word object)
{
    if (reading->failed || !hold_names(reading, &name, &object)) {
        reading_no_memory(reading);
        return PROFILE_NO_FUNCTION;
    }
    return profile_function(reading->profile, reading->name, reading->name + name.size + 1);
}

void reading_push(struct reading *reading, uint32_t function)
{
    if (reading->failed)
        return;
    if (!array_more(&reading->stack, reading->n_stack, &reading->stack_room)) {
        reading_no_memory(reading);
        return;
    }
    reading->stack[reading->n_stack++] = function;
}

void reading_stack(struct reading *reading, uint64_t weight)
{
    const size_t n = reading->n_stack;
    reading->n_stack = 0;
    if (reading->failed || n == 0 || weight == 0)
        return;
    profile_add_stack(reading->profile, reading->stack, n, weight);
}

void reading_unit(struct reading *reading, struct word unit)
{
    (void)snprintf(reading->unit_text, sizeof reading->unit_text, "%.*s",
                   (int)(unit.size < 20 ? unit.size : 20), unit.size > 0 ? unit.text : "");
    reading->unit = reading->unit_text;
}

bool reading_count(struct word word, uint64_t *count)
{
    *count = 0;
    for (size_t i = 0; i < word.size; i++)
        if ((unsigned)(word.text[i] - '0') > 9 || *count > (UINT64_C(1) << 52))
            return false;
        else
            *count = *count * 10 + (unsigned)(word.text[i] - '0');
    return word.size > 0;
}

struct word reading_base(struct word path)
{
    const char *slash = path.size > 0 ? memrchr(path.text, '/', path.size) : NULL;
    if (slash == NULL)
        return path;
    return (struct word){slash + 1, path.size - (size_t)(slash + 1 - path.text)};
}

/* ---- one file ---- */

static const struct profile_format *format_of(const struct format_text *text)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (formats[i]->probe(text))
            return formats[i];
    return NULL;
}

/* What all files of a profile have in common is told by the first. */
static bool is_first(const struct profile *profile)
{
    return profile->n_executions == 1;
}

static void settle_times(struct reading *reading)
{
    struct profile *profile = reading->profile;
    struct profile_execution *execution = &profile->executions[profile->n_executions - 1];
    const double counted = (double)profile_samples(profile, execution);
    execution->user_s = isnan(reading->user) ? counted * reading->scale : reading->user;
    execution->system_s =
        isnan(reading->system) ? (double)reading->kernel * reading->scale : reading->system;
    execution->wall_s = reading->wall;
    if (counted <= 0 && reading->kernel == 0)
        reading_fail(reading, 0, "", "it holds no sample");
}

static void read_as(struct reading *reading, const struct profile_format *format)
{
    format->read(reading);
    if (reading->failed)
        return;
    struct profile *profile = reading->profile;
    if (is_first(profile)) {
        profile->origin.sampler = arena_copy(&profile->memory, format->name);
        profile->origin.unit = arena_copy(&profile->memory, reading->unit);
    } else if (!profile->memory.lost && strcmp(profile->origin.unit, reading->unit) != 0) {
        reading_fail(reading, 0, "",
                     "it counts %s, the files before it %s: profiles are compared in one unit",
                     reading->unit, profile->origin.unit);
    }
    settle_times(reading);
    if (reading->profile->memory.lost)
        reading_no_memory(reading);
}

enum assay_status profile_read_text(struct profile *profile, const struct format_text *text,
                                    const char *name, uint32_t system, uint32_t round,
                                    struct assay_error *error)
{
    struct assay_error told = {.status = ASSAY_OK};
    struct reading reading = {.profile = profile,
                              .text = text,
                              .error = &told,
                              .unit = "samples",
                              .scale = 1,
                              .user = (double)NAN,
                              .system = (double)NAN,
                              .wall = (double)NAN};
    const struct profile_format *format = format_of(text);
    if (format == NULL)
        (void)format_fail(&told, ASSAY_INVALID, 0, "", "no profile that assay reads: %s",
                          profile_file_formats());
    else {
        profile_begin(profile, &(struct profile_execution){
                                   .round = round, .system = system, .unit = PROFILE_NO_UNIT});
        if (profile->memory.lost)
            reading_no_memory(&reading);
        else
            read_as(&reading, format);
    }
    free(reading.stack);
    free(reading.name);
    if (told.status == ASSAY_OK)
        return ASSAY_OK;
    format_error_locate(&told, name);
    if (error != NULL)
        *error = told;
    return told.status;
}
