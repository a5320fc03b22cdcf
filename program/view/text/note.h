/* SPDX-License-Identifier: GPL-3.0-or-later */
/* note.h -- the notes that a view ends with. */
#pragma once

#include <assay/dataset.h>

#include "finding/finding.h"
#include "view/text/sentences.h"

/* What a level is called where it repeats a command: -r repeats it. */
#define NOTE_RUN "run"

/* What a note may be about: a benchmark compared, a sample shown. */
struct note_subject {
    const char *benchmark, *metric, *system; /* what tells it from others; NULL: not that */
    assay_warnings warnings;
    const char *top_level; /* "build"; NULL: not to be named */
    double top_units;
    double df;                   /* of the interval; NaN: none */
    bool has_builds;             /* builds are a level, repeated or not */
    bool is_pilot;               /* of a plan */
    bool is_count;               /* its unit is none of time */
    bool is_equal;               /* all values are known to be alike */
    bool is_clear;               /* of a comparison: no drift of the host turns its verdict */
    const struct assay_far *far; /* of the warning outliers; NULL: no numbers */
    size_t n_values;
    const struct assay_comparison *change; /* whose far values those are; NULL: of a sample */
    const char *old_system, *new_system;   /* of it */
    double step;                           /* of the warning rounded, in this unit; 0: no number */
    const char *unit;
    double dependence; /* of the warning dependent-rounds; 0: no number */
};

/* The benchmark, the level names and the counts of a series, for a subject. */
struct note_subject note_subject_of(assay_warnings warnings, const struct assay_series *series,
                                    double df);
/* "fft-1024 max_rss on O3", to be freed. NULL: no memory. */
char *note_name_of(const struct note_subject *subject);

/* Takes the numbers of a comparison: far values, steps, dependence. */
void note_subject_change(struct note_subject *subject, const struct comparison_finding *row);
/* Those that doubt an interval, which what is exact has not. */
assay_warnings note_of_intervals(void);
/* Of what is exact no interval is told, and none is doubted: what is left is how many other draws may differ. */
void note_exact(struct note_subject *subject, const struct comparison_finding *row);
/* What instructions say beside time, and which level moves them where any does; subject as of a note, or NULL. */
void note_counts(const struct comparison_finding *row, const char *subject,
                 struct sentences *sentences);
/* Whether the interval lies beyond the margin by more than a host's drift: a convention, docs/compare.md. */
bool note_is_clear(const struct assay_comparison *comparison);
/* Those of a sample. */
void note_subject_sample(struct note_subject *subject, const struct assay_description *sample);

/* Appends each warning once, those by which a verdict is withheld first, with the subjects that it is about, names of more columns than limit (0:
 * none) without their middle. What all have in common is said of all. Where a sentence can name levels
 * and numbers, it does. */
void notes_of(const struct note_subject *subjects, size_t n, int limit,
              struct sentences *sentences);
/* Prints the worst below an empty line; without warnings nothing at all. */
void notes_print(const struct terminal *terminal, const struct note_subject *subjects, size_t n);

/* ---- who chose the warm-up ---- */

/* Appends a sentence for each benchmark whose warm-up was chosen after measuring. */
void decisions_of(const struct assay_series *const *series, size_t n, struct sentences *sentences);

/* Prints them below an empty line; without any nothing at all. */
void decisions_print(const struct terminal *terminal, const struct assay_series *const *series,
                     size_t n);
