/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warning.h -- the sentence for each warning bit of libassay, written once. */
#pragma once

#include <stdio.h>

#include <assay/warning.h>

/* What is wrong and the next step, as whole sentences without a newline. "" for an unknown bit. */
const char *warning_sentence(enum assay_warning warning);

/* ASSAY_WARN_FEW_TOP_UNITS in a plan, which is itself what says how often. */
extern const char warning_few_pilot_units[];
/* ASSAY_WARN_COMPONENT_NEGATIVE in a plan, where it is set for any top level below zero. */
extern const char warning_no_component[];
/* ASSAY_WARN_LEVEL_MERGED of a pilot. */
extern const char warning_planned_as_part[];
/* ASSAY_WARN_CLOCK_TICK where it is known that all values are equal. */
extern const char warning_all_equal[];
/* Of counts on a grid, in the place of the clock's tick. */
extern const char warning_counts[];

/* One folded paragraph for each bit that is set, lowest bit first: "  subject: sentence". subject
 * (a benchmark's name) may be NULL. Prints nothing when no bit is set. */
void warnings_print(FILE *stream, assay_warnings warnings, const char *subject);
