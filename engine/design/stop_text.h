/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stop_text.h -- a rule of stopping as one cell of a table: "anytime expected=5 looks=0 most=1000 seed=7
 * precision=0.01", the precision where one was asked for. */
#pragma once

#include "design/design.h"

/* What the intervals of a run that was watched depend on. */
struct stop_text {
    enum stop_rule rule;
    size_t expected, looks, most; /* most: top units that it might have measured */
    uint64_t seed;
    double precision; /* the half-width that would have ended it; 0: none */
};

/* Whether the rule looked at values while they came. One that continued a pilot looked once, at their spread: its
 * interval allows for that, and `expected` of its text are the pilot's units. */
bool stop_rule_watches(enum stop_rule rule);

/* To be freed; NULL: the values chose nothing, or memory is out. */
char *stop_text_of(const struct design_stop *stop, size_t most, uint64_t seed);

/* Before it in a line of its own, where a manifest would stand. */
/* How the manifest begins of what was imported, and of a version that was kept for histories: behind it the number of the
 * experiment that measured it, in the store in which that was. Either is a remark, and there is nothing to run. */
#define IMPORTED_TEXT "# Imported from files"
#define KEPT_TEXT "# Kept for histories, of experiment "
#define STOP_TEXT_LINE "# watched: "

/* Up to the end of its line. false: it is none, or of a rule that does not watch. */
bool stop_text_read(const char *text, struct stop_text *out);
