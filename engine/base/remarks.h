/* SPDX-License-Identifier: GPL-3.0-or-later */
/* remarks.h -- what does not stop an analysis but should be known: sentences, in the order in which
 * they arose.
 *
 * Whoever reads, selects or runs appends to the caller's list; the program says them on stderr.
 * What the caller can set is named as base/knob.h says. Names from outside stand in them as they are, and are made harmless where they are said. A list
 * that is NULL keeps nothing; a remark for which memory lacks is lost, and nothing else.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct remark {
    char *text; /* one sentence, no trailing newline */
    bool
        located; /* it begins with its place ("old.csv: left out: …"), no program's name before it */
};

struct remarks {
    struct remark *items;
    size_t n, room;
};

/* Appends a sentence: "fft has no wall and is left out". */
void remark(struct remarks *remarks, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends a sentence that begins with its place: "old.csv: left out: 3 aggregates". */
void remark_located(struct remarks *remarks, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void remarks_fini(struct remarks *remarks);
