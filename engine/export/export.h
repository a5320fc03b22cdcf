/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export.h -- series written for other programs. One exporter each, in one table. */
#pragma once

#include <stdio.h>

#include <assay/status.h>

#include "base/replace.h"
#include "source/input.h"
#include "store/store.h"

struct export_options {
    double confidence;
    struct assay_compare_options stopped; /* its stopping, expected, looks: how measuring ended */
    bool with_warmup;                     /* where there is a place for it */
    const char *version; /* of the measured programs; NULL: unknown, or of each series another */
    /* Level whose units' means are the values of what wants independent ones; NULL: the highest
     * that was repeated */
    const char *observation;
    const char *output; /* where the text goes, for what needs files beside it; NULL: a stream */
    const struct design *design; /* by which the series were measured; NULL: nobody knows */
    const struct input *input;   /* says what verdicts rest on; NULL: both questions */
};

/* What was not written. */
struct export_report {
    size_t n_warmup;      /* warm-up values that the format has no place for */
    size_t n_series;      /* series that it has no place for: metrics, mostly */
    size_t n_rounded;     /* series of which one whole number stands for several values */
    size_t n_renamed;     /* series whose metric is read back under another name */
    const char *renamed;  /* the first one's metric */
    size_t n_unitless;    /* series for whose unit it has no place */
    const char *unitless; /* the first one's metric */
    bool flattened;       /* levels above execution that it cannot tell apart */
    const char *
        pooled; /* level whose units count as independent values, though higher ones were repeated */
};

struct exporter {
    const char *name, *what;
    enum assay_status (*write)(FILE *stream, const struct assay_series *series, size_t n,
                               const struct export_options *options, struct export_report *report,
                               struct assay_error *error);
    bool intervals; /* it writes intervals, not values */
    bool summary;   /* it writes one number of all executions */
    bool occasions; /* it tells when executions were measured, asked for or not */
    bool statistic; /* of each value it writes, and by what a verdict is reached, can be chosen */
    bool lanes;     /* who was at work at the same time, for how much of it, and where */
    bool rounds;    /* what was measured side by side can be told from what it writes */
    bool plan;      /* by which plan all was measured, too */
    bool warm_up;   /* it has a place for warm-up values, where they are asked for */
    bool watched;   /* of a plan, by which rule a run that was watched was stopped */
    bool bytes;     /* it writes no text, and packs itself */
};

extern const struct exporter *const exporters[]; /* NULL-terminated */
const struct exporter *exporter_named(const char *name);

/* Writes the series. Remarks tell what the format has no place for; it is ASSAY_UNDEFINED when that is
 * all of them. */
enum assay_status export_series(const struct exporter *exporter, FILE *stream,
                                const struct assay_series *series, size_t n,
                                const struct export_options *options, struct remarks *remarks,
                                struct assay_error *error);

/* ---- what exporters share ---- */

/* By which rule it was stopped, to be freed; NULL: it was not watched, or nothing is known of that. */
char *export_watched(const struct input *input);

/* ASSAY_OK when the text is done and the stream took all of it. */
enum assay_status export_end(FILE *stream, bool done, struct assay_error *error);

/* x times 10^power, so that reading the text and multiplying by 10^-power with one rounding gives x
 * again. */
struct export_number {
    char text[64];
};
struct export_number export_number_shifted(double x, int power);

/* "2026-11-22T18:10:00.123456789Z" of nanoseconds since 1970, "" of 0: unknown; returns text. */
enum { EXPORT_TIME = 48 };
const char *export_time(int64_t ns, char text[EXPORT_TIME]);

/* A field of CSV, in quotes where RFC 4180 wants them, and where it would begin a comment. */
void export_csv_field(FILE *stream, const char *text);
/* The same with a name: what a spreadsheet would take for a formula begins with an apostrophe, which
 * reading assay CSV takes away (docs/csv.md). */
void export_csv_name(FILE *stream, const char *name);

/* A copy of a name for text that people read, as terminal_name makes it, to be freed; NULL: no memory. */
char *export_visible(const char *name);

/* A JSON string with its quotes; bytes that are no UTF-8 become U+FFFD, what a terminal would obey
 * \uXXXX. */
void export_json_text(FILE *stream, const char *text);
/* One string of several texts; NULL ends them. */
void export_json_joined(FILE *stream, const char *const *texts);

/* A JSON list of the machines of an experiment or a file. */
void export_json_machines(FILE *stream, const struct input *input);

/* The mean, with the interval that belongs to how measuring ended, or the quantile that is asked for. */
enum assay_status export_value(const struct assay_series *series,
                               const struct export_options *options, struct assay_estimate *out,
                               struct assay_error *error);
/* What verdicts of the series' benchmark rest on. */
struct assay_question export_question(const struct assay_series *series,
                                      const struct export_options *options);

/* By which plan all was measured; NULL: nobody tells. */
const struct format_plan *export_plan(const struct export_options *options);

size_t export_n_live(const struct assay_series *series);
size_t export_n_warmup(const struct assay_series *series);
struct assay_view export_view(const struct assay_series *series); /* of its live values */
/* ASSAY_INVALID where there are several: files of `what` have one. */
enum assay_status export_one_system(const struct assay_series *series, size_t n, const char *what,
                                    struct assay_error *error);
bool export_has_one_system(const struct assay_series *series, size_t n);
bool export_is_wall(const struct assay_series *series);

/* Writes these experiments (n 0: all). What does not fit its checksum is left out: ASSAY_SYSTEM then,
 * with all that is whole written, and remarks tell what was damaged before the last. */
enum assay_status store_export(struct store *store, const int64_t *ids, size_t n, FILE *stream,
                               struct remarks *remarks, struct assay_error *error);

/* Begins to replace a file: packed by gzip where it is called *.gz. What is called like a file of
 * another packer is refused. */
enum assay_status packed_stream_begin(const char *path, struct replacement *file,
                                      struct assay_error *error);
/* The file takes its place when all is well so far; else what was there before stays. */
enum assay_status packed_stream_end(struct replacement *file, enum assay_status status,
                                    struct assay_error *error);
