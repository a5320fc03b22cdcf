/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warning.h -- the sentence for each warning bit of libassay, written once. */
#pragma once

#include <stdio.h>

#include <assay/warning.h>

/* What is wrong and the next step, as whole sentences without a newline. "" for an unknown bit. */
const char *warning_sentence(enum assay_warning warning);

/* What is said in the place of a warning's sentence, where more is known. */
enum warning_instead {
    WARNING_FEW_PILOT_UNITS =
        ASSAY_WARN_COUNT,    /* few-top-units in a plan, which itself says how often */
    WARNING_NO_COMPONENT,    /* component-negative in a plan: of any top level below zero */
    WARNING_PLANNED_AS_PART, /* level-merged of a pilot */
    WARNING_DRIFT_OF_BOTH,   /* host-drift of paired rounds that decide */
    WARNING_ALL_EQUAL,       /* clock-tick of values that are all equal */
    WARNING_COUNTS,          /* clock-tick of counts on a grid */
    WARNING_SENTENCES
};
const char *warning_instead(enum warning_instead which);

/* One folded paragraph for each bit that is set, lowest bit first: "  subject: sentence". subject
 * (a benchmark's name) may be NULL. Prints nothing when no bit is set. */
void warnings_print(FILE *stream, assay_warnings warnings, const char *subject);
