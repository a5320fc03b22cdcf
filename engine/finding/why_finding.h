/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_finding.h -- which functions make a change, as plain data. */
#pragma once

#include <assay/contribution.h>
#include <assay/interval.h>

#include "base/arena.h"

/* What is known of a function's code in both systems. */
enum why_code {
    WHY_CODE_UNKNOWN,
    WHY_CODE_SAME, /* but for what linking puts in */
    WHY_CODE_CHANGED,
    WHY_CODE_VARIES /* the builds of one system differ */
};
/* "same", "changed", "varies"; NULL: not known. */
const char *why_code_name(enum why_code code);

/* What is counted of a line, in executions of their own. */
enum why_count { WHY_INSTRUCTIONS, WHY_ALLOCATIONS, WHY_BYTES, WHY_COUNTS };
struct why_counted {
    bool known;
    bool exact; /* the same in each execution of a side */
    double old,
        new; /* of an execution; allocations, and their bytes: of a function of the program with those of libraries that
                       * it called, of another one those that it asks for itself */
    double estimate; /* what they add to the old whole, in per cent of it; NaN: it is 0 */
    double old_itself, new_itself; /* without what is called; of instructions the same */
};

/* How builds of one system differ in a function's seconds beyond their executions, in per cent of the old whole. */
struct why_spread {
    bool known;
    double variance; /* between builds, in per cent squared; unbiased, and so below 0 by chance */
    double sd;       /* its root; 0 where its interval holds 0 */
    double sd_upper; /* so much at most */
};
/* Whether that is known, and layout is what it is of. */
enum why_layout_doubt {
    WHY_LAYOUT_NOT_ASKED, /* of profilers' files */
    WHY_LAYOUT_NOT_DRAWN, /* builds are not in random order */
    WHY_LAYOUT_FEW_BUILDS,
    WHY_LAYOUT_ONE_EXECUTION, /* of each build */
    WHY_LAYOUT_KNOWN
};

struct why_line {
    struct assay_contribution of; /* its values are not kept: NULL */
    const char *name,
        *object; /* of a function; name "": none is known. object "": the program itself */
    enum assay_verdict
        verdict; /* by the margin, from the interval that holds with those of all lines */
    double own;  /* the function's own ratio, new / old; NaN: it is in one system alone */
    struct assay_interval own_interval; /* of it by itself */
    enum why_code code;
    bool appears, disappears; /* in no execution of old; of new */
    struct why_counted counted[WHY_COUNTS];
    struct why_spread layout[2]; /* of old and new; where the code is the same */
};

/* A function that asks for memory, whether it has a line or not. */
struct why_allocating {
    const char *name, *object;
    struct why_counted allocations, bytes;
    const struct why_line *line; /* NULL: it has none */
};

/* How callers were found, and of how many samples; shares are of a side's samples, NaN where they are not known. */
enum why_callers_by { WHY_CALLERS_UNKNOWN, WHY_CALLERS_BY_FRAMES, WHY_CALLERS_BY_TABLES };
struct why_callers {
    enum why_callers_by by; /* UNKNOWN: there are none, or they came with files */
    double whole[2];        /* whose stack goes up to the start of the program, or of its thread */
    double frameless
        [2]; /* that are in a function without a frame, whose own caller is left out; by frames */
};
/* "frame pointers", "dwarf"; NULL: not known. */
const char *why_callers_name(enum why_callers_by by);

/* A gate on what a function itself takes. */
struct why_gate {
    const char *function;
    double margin;
    enum assay_verdict verdict;
    struct assay_interval own_interval; /* of its own ratio, together with those of all gates */
    const struct why_line *line;
};

struct why_finding {
    struct arena memory;
    const char *benchmark, *old_name, *new_name; /* benchmark NULL: of files */
    const char *chosen; /* why this benchmark of several; NULL: it was named, or is the only one */
    bool of_several;    /* benchmarks: its name is said */
    bool equivalent;    /* as it was measured: there is little to explain */
    const char *sampler, *unit; /* "s"; else what is counted */
    struct why_line *lines;     /* functions by share, then the rest, the kernel, … */
    size_t n;
    struct why_line total, named;  /* each by itself; named: all functions with a line together */
    size_t pairs, units;           /* units fewer: builds */
    size_t functions;              /* in all */
    double samples[2], planned[2]; /* a side; planned 0: not known */
    double counted_in_all
        [2]; /* what the unit counts, of a side's processes without the kernel; seconds, or events */
    double rate_hz; /* 0: not known */
    struct why_callers callers;
    struct {
        const char *by;    /* what counted beside; NULL: nothing did */
        size_t executions; /* of a side */
    } counts[WHY_COUNTS];
    enum why_layout_doubt layout;
    size_t layout_builds;              /* of a side */
    struct why_allocating *allocating; /* what changed first, by size */
    size_t n_allocating;
    double seconds_a_side; /* user seconds of all old executions; NaN: in another unit */
    double confidence, margin, critical;
    enum assay_whole whole;
    bool by_flips;
    bool inclusive; /* of each function with what it calls: lines do not add up */
    struct why_gate *gates;
    size_t n_gates;
    double
        widest; /* half-width of the widest interval of a function's line: what may be hidden; NaN: none */
};
void why_finding_fini(struct why_finding *finding);
/* One on the heap, ended and freed; NULL: nothing. */
void why_finding_free(struct why_finding **finding);

/* Whether the line's interval excludes no change, or it is exactly one. */
bool why_stands_out(const struct why_line *line);
/* Whether a count says the contrary of time, both beyond the margin of the whole. */
bool why_contradicts(const struct why_finding *finding, const struct why_line *line,
                     enum why_count count);
/* Whether an event was sampled in place of the clock, and if so each one of it. */
bool why_is_of_event(const struct why_finding *finding);
bool why_has_each(const struct why_finding *finding);
/* What instructions say of a line that moves: as many as before, so that each takes longer (or less); more or fewer, which is half of its
 * change or more, or a part of it that is seen. */
enum why_work { WHY_WORK_UNKNOWN, WHY_WORK_AS_BEFORE, WHY_WORK_IN_PART, WHY_WORK_EXPLAINS };
enum why_work why_work_of(const struct why_line *line);
/* Lines in the order in which they are shown: what stands out first, by size; `order` is of n. */
void why_order(const struct why_finding *finding, size_t *order);
/* Functions that moved, `most` at most: what stands out; where nothing does, the one with the largest estimate. How many. */
enum { WHY_MOVED = 5 };
size_t why_moved(const struct why_finding *finding, const struct why_line **lines, size_t most);
/* Half-width of the widest interval of a function's line; NaN: there is none. */
double why_widest(const struct why_finding *finding);
/* In words of tables and messages: "lookup", "memcpy (libc.so.6)", "no symbol in libc.so.6", "rest (41 functions)",
 * "kernel". In memory of the caller; NULL: none. */
char *why_line_name(const struct why_line *line);
