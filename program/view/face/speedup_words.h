/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_words.h -- what the Speedup-Test warns of, in its own words and with the next step. */
#pragma once

#include "finding/speedup_finding.h"

/* The warning as the Speedup-Test words it and the next step that assay adds, for files and JSON;
 * the same in few words for the screen, where notes with one code are one note; a stable code. */
struct speedup_words {
    const char *text, *next, *brief, *code;
};
extern const struct speedup_words speedup_doubt_words[ASSAY_SPEEDUP_DOUBTS];

/* What is to be said against the protocol's answers as a whole. */
enum speedup_remark {
    SPEEDUP_PRETESTS,
    SPEEDUP_SEARCHED,
    SPEEDUP_DETECTABLE,
    SPEEDUP_PROPORTION_SMALL,
    SPEEDUP_PROPORTION_CHOSEN,
    SPEEDUP_POOLED,
    SPEEDUP_REMARKS
};
extern const struct speedup_words speedup_remark_words[SPEEDUP_REMARKS];
extern const char speedup_unavailable[]; /* "Cannot process benchmark: …" */
bool speedup_remark_applies(const struct speedup_finding *finding, enum speedup_remark remark);

/* With the level as its only number. */
#define SPEEDUP_LEVEL_OUTSIDE                                                                      \
    "ConfLevel %.10g lies outside (0, 1) and counts as not given. Write 0.95 for 95 %%."

/* What the source and the effects have to say against a row. */
assay_warnings speedup_row_warnings(const struct speedup_finding *finding,
                                    const struct speedup_row *row);

/* Bits of both decisions about a row that has a result. */
unsigned speedup_row_doubts(const struct speedup_row *row);
