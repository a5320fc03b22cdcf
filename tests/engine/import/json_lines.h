/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_lines.h -- what the tests of streams of JSON objects share: each must mean what the same
 * tool's text means. */
#ifndef TESTS_FORMAT_JSON_LINES_H
#define TESTS_FORMAT_JSON_LINES_H

#include "read.h"

/* The text with " for ', which is easier to read here. */
static inline const char *json(const char *text)
{
    static char buffer[1 << 14];
    size_t n = strlen(text);
    assert_true(n < sizeof buffer);
    for (size_t i = 0; i <= n; i++)
        buffer[i] = text[i] != '\'' ? text[i] : '"';
    return buffer;
}

/* The same series with the same values, in the same order. */
static inline void assert_same(const struct assay_dataset *a, const struct assay_dataset *b)
{
    assert_int_equal(assay_dataset_count(a), assay_dataset_count(b));
    for (size_t i = 0; i < assay_dataset_count(a); i++) {
        const struct assay_series *s = assay_dataset_get(a, i), *t = assay_dataset_get(b, i);
        assert_string_equal(s->benchmark, t->benchmark);
        assert_string_equal(s->metric, t->metric);
        assert_string_equal(s->unit, t->unit);
        assert_string_equal(s->level_name[0], t->level_name[0]);
        assert_int_equal(s->more_is_better, t->more_is_better);
        assert_values(s, t->live.values, n_values(&t->live));
    }
}

static inline struct assay_dataset *import_json(const char *format, const char *text)
{
    return import(format, json(text));
}

#endif
