/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.c -- what `assay export --to json` writes, assay.values/1 (docs/schema/values.json).
 * Levels:   its own; the labels of the values themselves are not kept.
 * Edge:     keys may stand in any order, as other programs leave them. When rows were measured and what
 *           they cost is passed.
 * Checked:  tests/engine/export/test_export.c: written, read and written again, byte for byte. */
#include <math.h>
#include <string.h>

#include "import/importer.h"

struct values_row {
    const char *labels[ASSAY_MAX_LEVELS];
    double round; /* NaN: not known */
    struct pull_place values;
};

/* What the rows at hand belong to; made with its first value. */
struct values_series {
    struct assay_series_key key;
    bool made;
    size_t at;
};

static void check(struct importer *importer, enum assay_status status,
                  const struct assay_error *cause)
{
    if (status == ASSAY_NO_MEMORY)
        pull_no_memory(&importer->json);
    else if (status != ASSAY_OK)
        pull_fail(&importer->json, "%s", cause->text);
}

static void make_series(struct importer *importer, struct values_series *series)
{
    struct assay_error cause;
    if (!series->made)
        check(importer, assay_dataset_series(importer->dataset, &series->key, &series->at, &cause),
              &cause);
    if (!series->made && !importer->json.failed && series->key.n_levels == 1)
        assay_dataset_warn(importer->dataset, series->at,
                           ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL));
    series->made = true;
}

static void read_labels(struct pull *json, const struct assay_series_key *key,
                        struct values_row *row)
{
    pull_object(json);
    while (pull_key(json)) {
        size_t k = 0;
        while (k < key->n_levels && !pull_key_is(json, key->level_name[k]))
            k++;
        if (k < key->n_levels)
            row->labels[k] = pull_string(json);
        else
            pull_skip(json);
    }
}

/* The values at hand, warm-up first. */
static void add_row(struct importer *importer, struct values_series *series,
                    const struct values_row *row)
{
    const struct assay_series_key *key = &series->key;
    struct numbers *values = &importer->values;
    struct assay_error cause;
    for (size_t k = 0; k + 1 < key->n_levels; k++)
        if (row->labels[k] == NULL)
            pull_fail(&importer->json, "a label for the level \"%s\" is expected",
                      key->level_name[k]);
    if (importer->json.failed || values->n == importer->n_warmup)
        return;
    make_series(importer, series);
    if (importer->json.failed)
        return;
    check(importer,
          assay_dataset_add(importer->dataset, series->at, row->labels, values->x, values->n,
                            importer->n_warmup, &cause),
          &cause);
    if (!importer->json.failed && fabs(row->round) < 0x1p53)
        check(importer,
              assay_dataset_pair(importer->dataset, series->at,
                                 key->n_levels > 1 ? row->labels[0] : NULL, (int64_t)row->round,
                                 &cause),
              &cause);
    importer->n_added += values->n;
}

static void read_row(struct importer *importer, struct values_series *series)
{
    struct pull *json = &importer->json;
    struct values_row row = {.round = (double)NAN};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "labels")) {
            read_labels(json, &series->key, &row);
        } else if (pull_key_is(json, "round")) {
            pull_number(json, 0, &row.round);
        } else if (pull_key_is(json, "warm_up")) {
            importer_numbers(importer, 0);
            importer->n_warmup = importer->values.n;
        } else {
            if (pull_key_is(json, "values"))
                row.values = pull_here(json);
            pull_skip(json);
        }
    }
    if (!json->failed && row.values.p != NULL) {
        const struct pull_place after = pull_here(json);
        pull_go(json, row.values);
        importer_numbers(importer, 0);
        if (!json->failed)
            pull_go(json, after);
        add_row(importer, series, &row);
    }
    importer_clear(importer);
}

static void read_rows(struct importer *importer, const struct assay_series_key *key)
{
    struct pull *json = &importer->json;
    struct values_series series = {.key = *key};
    pull_array(json);
    while (pull_item(json)) {
        const struct pull_mark mark = pull_mark(json);
        read_row(importer, &series);
        pull_forget(json, mark);
    }
}

static size_t read_levels(struct pull *json, const char *names[ASSAY_MAX_LEVELS])
{
    size_t n = 0;
    pull_array(json);
    while (pull_item(json)) {
        if (n == ASSAY_MAX_LEVELS)
            pull_fail(json, "there are more than %d levels", ASSAY_MAX_LEVELS);
        else
            names[n++] = pull_string(json);
    }
    return n;
}

static void read_series(struct importer *importer)
{
    struct pull *json = &importer->json;
    const char *levels[ASSAY_MAX_LEVELS];
    struct assay_series_key key = {.metric = "value", .unit = "1", .level_name = levels};
    struct pull_place rows = {0};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "system")) {
            key.system = pull_string(json);
        } else if (pull_key_is(json, "benchmark")) {
            key.benchmark = pull_string(json);
        } else if (pull_key_is(json, "metric")) {
            key.metric = pull_string(json);
        } else if (pull_key_is(json, "unit")) {
            key.unit = pull_string(json);
        } else if (pull_key_is(json, "more_is_better")) {
            key.more_is_better = pull_true(json);
        } else if (pull_key_is(json, "levels")) {
            key.n_levels = read_levels(json, levels);
        } else {
            if (pull_key_is(json, "rows"))
                rows = pull_here(json);
            pull_skip(json);
        }
    }
    const bool cut = rows.p != NULL && importer_reopen(importer);
    if (json->failed || rows.p == NULL)
        return;
    if (key.system == NULL || key.benchmark == NULL || key.n_levels == 0) {
        pull_fail(json, "a series with system, benchmark and levels is expected");
        return;
    }
    const struct pull_place after = pull_here(json);
    pull_go(json, rows);
    read_rows(importer, &key);
    if (cut)
        importer_close_again(importer);
    else if (!json->failed)
        pull_go(json, after);
}

static void read_values(struct importer *importer)
{
    importer_read_items(importer, "series", read_series);
}

static bool probe(const struct format_text *text)
{
    static const char schema[] = "\"assay.values/1\"";
    const size_t n = text->size < 4096 ? text->size : 4096;
    return n > 0 && memmem(text->text, n, schema, strlen(schema)) != NULL;
}

const struct format format_values = {
    .name = "values",
    .what = "values that assay exported as JSON",
    .probe = probe,
    .take = read_values,
};
