/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup.h -- the Speedup-Test shown: its own files, JSON, and a screen. */
#ifndef RENDER_SPEEDUP_H
#define RENDER_SPEEDUP_H

#include <stdio.h>

#include <assay/speedup.h>
#include <assay/warning.h>
#include <jansson.h>

#include "render/terminal.h"

/* One benchmark of the configuration, or of what was measured. */
struct speedup_row {
    const char *name;
    const char *unreadable[2];                 /* files that could not be read; NULL: read */
    size_t n, m;                               /* values of both samples */
    assay_warnings warnings;                   /* known at the source */
    double given_level;                        /* outside (0, 1): said, and not used; else NaN */
    const struct assay_speedup_result *result; /* NULL: the samples are not available */
};

struct speedup_view {
    const char *title; /* of the files: "./bench.cfg" */
    const char *old_system, *new_system;
    const char *observation; /* what one value is: "execution"; NULL: nobody said */
    bool pooled;             /* values that share a unit above them stand as independent ones */
    const struct speedup_row *rows;
    size_t n;
    struct assay_speedup_suite suite;
    struct assay_speedup_options options;
    double confidence; /* global */
    bool quiet;        /* no notes */
};

/* ---- words (speedup_words.c) ---- */

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
bool speedup_remark_applies(const struct speedup_view *view, enum speedup_remark remark);

/* With the level as its only number. */
#define SPEEDUP_LEVEL_OUTSIDE                                                                      \
    "ConfLevel %.10g lies outside (0, 1) and counts as not given. Write 0.95 for 95 %%."

/* What the source and the effects have to say against a row. */
assay_warnings speedup_row_warnings(const struct speedup_view *view, const struct speedup_row *row);

/* Bits of both decisions about a row that has a result. */
unsigned speedup_row_doubts(const struct speedup_row *row);

/* ---- the files of the Speedup-Test software (speedup_files.c) ---- */

void speedup_write_out(FILE *stream, const struct speedup_view *view);
void speedup_write_report(FILE *stream, const struct speedup_view *view);
void speedup_write_warning(FILE *stream, const struct speedup_view *view);

/* ---- JSON (speedup_json.c) and the screen (speedup.c) ---- */

json_t *speedup_json(const struct speedup_view *view);
void speedup_view_print(const struct terminal *terminal, const struct speedup_view *view);
/* The notes below it, after an empty line. */
void speedup_notes_print(const struct terminal *terminal, const struct speedup_view *view);

#endif
