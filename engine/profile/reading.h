/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reading.h -- what the readers of profilers' files share. */
#pragma once

#include "profile/profile_file.h"
#include "text/lines.h"

/* One file on its way into the profile: its execution has begun. Errors stick. */
struct reading {
    struct profile *profile;
    const struct format_text *text;
    struct assay_error *error;
    bool failed;
    const char *unit; /* "s", "samples", "Ir", as it stands in the text: set it before the end */
    char unit_text[24];
    double scale;          /* seconds of one that is counted; 1 in other units */
    uint64_t kernel;       /* counted outside of the process's own code */
    double user, system; /* NaN: as much as was counted */
    double wall;         /* NaN: not known */
    uint32_t *stack;       /* functions of the stack at hand, the innermost first */
    size_t n_stack, stack_room;
    char *name; /* the last one that was made of a text, ended by a zero */
    size_t name_room;
};

/* A file format. probe: whether the text looks like one. */
struct profile_format {
    const char *name; /* "collapsed stacks" */
    bool (*probe)(const struct format_text *text);
    void (*read)(struct reading *reading);
};
extern const struct profile_format profile_pprof, profile_callgrind, profile_cpuprofile,
    profile_perf_script, profile_collapsed;

/* A function by texts that are not ended by a zero. */
uint32_t reading_function(struct reading *reading, struct word name, struct word object);

/* A stack: reading_push from the innermost function out, then its weight. */
void reading_push(struct reading *reading, uint32_t function);
void reading_stack(struct reading *reading, uint64_t weight);

/* The unit by its name there, copied and cut. */
void reading_unit(struct reading *reading, struct word unit);

/* A count that stands as digits alone; false: it does not. */
bool reading_count(struct word word, uint64_t *count);

/* The last part of a path. */
struct word reading_base(struct word path);

void reading_fail(struct reading *reading, size_t line, const char *field, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void reading_no_memory(struct reading *reading);
