/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.h -- reading small texts whose values are known; what the reader said stays in summary and
 * error. */
#ifndef TESTS_FORMAT_READ_H
#define TESTS_FORMAT_READ_H

#include "support.h"

static struct format_summary summary;
static struct assay_error error;

static inline struct assay_dataset *import(const char *format, const char *text)
{
    summary = (struct format_summary){0};
    struct assay_dataset *dataset =
        import_text(text, strlen(text), format, false, &summary, &error);
    if (dataset == NULL)
        fail_msg("%zu:%s: %s", error.line, error.field, error.text);
    return dataset;
}

static inline const struct assay_series *find(const struct assay_dataset *dataset,
                                              const char *system, const char *benchmark,
                                              const char *metric)
{
    const struct assay_series *series = assay_dataset_find(dataset, system, benchmark, metric);
    if (series == NULL) {
        const struct assay_series *first = assay_dataset_get(dataset, 0);
        fail_msg("no %s|%s|%s; first is %s|%s|%s", system, benchmark, metric, first->system,
                 first->benchmark, first->metric);
    }
    return series;
}

static inline void assert_values(const struct assay_series *series, const double *expected,
                                 size_t n)
{
    assert_int_equal(n_values(&series->live), n);
    for (size_t i = 0; i < n; i++)
        if (series->live.values[i] != expected[i])
            fail_msg("value %zu is %.17g, not %.17g", i, series->live.values[i], expected[i]);
}

/* The text is refused with a message about this line. */
static inline void assert_refused(const char *format, const char *text, size_t line,
                                  const char *part)
{
    summary = (struct format_summary){0};
    struct assay_dataset *d = import_text(text, strlen(text), format, false, &summary, &error);
    assert_null(d);
    if (error.line != line || strstr(error.text, part) == NULL)
        fail_msg("%zu:%s: %s", error.line, error.field, error.text);
}

#endif
