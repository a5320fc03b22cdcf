/* SPDX-License-Identifier: GPL-3.0-or-later */
/* direction.h -- whether more or less of a metric is better, as its name says. */
#pragma once

#include "text/unit.h"

enum name_direction {
    DIRECTION_NOT_TOLD,
    DIRECTION_LESS,
    DIRECTION_MORE,
    DIRECTION_DOUBTED /* a rate or a time of it may be better either way: "errors" */
};

/* What words of the name say; of two that contradict each other nothing. */
enum name_direction direction_of_name(const char *metric);

/* "runtime", "timeMs", "Response Time"; not "sentiment". */
bool name_says_time(const char *name);

/* Names asked for lately, since values of a few metrics follow each other in turn; all zero at first. */
enum { DIRECTION_MEMORY = 16 };
struct direction_memory {
    struct direction_known {
        char metric[64];
        enum name_direction direction;
        bool counted, unwanted, wished,
            done; /* words of a count, of what nobody wants, of a time that people wish long, of what is done */
    } known[DIRECTION_MEMORY];
};

/* Where the unit leaves open which way is better, the name may tell (ASSAY_TOLD_BY_NAME); of a number without unit
 * also that it is a count, a ratio or a rate of its own: "tps", "cycles". */
void direction_settle(struct unit *unit, const char *metric, struct direction_memory *memory);

/* The same of a unit that a table's head or cell gave, where nobody promises what it is of: sizes say nothing by
 * themselves, nor does a rate of what is unwanted ("errors/s") or of nobody knows what ("foo/s"), or whose name
 * speaks of less ("memory" in MB/s). */
void direction_settle_loosely(struct unit *unit, const char *metric,
                              struct direction_memory *memory);
