/* SPDX-License-Identifier: GPL-3.0-or-later */
/* importer.c -- from a reader of foreign files to the dataset. */
#include "import/importer.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/knob.h"
#include "text/number.h"

const char *const importer_execution_iteration[2] = {"execution", "iteration"};

#define NOT_FINITE "values that are no finite number"

bool numbers_append(struct numbers *numbers, double x)
{
    if (!array_more(&numbers->x, numbers->n, &numbers->room))
        return false;
    numbers->x[numbers->n++] = x;
    return true;
}

void numbers_take(struct numbers *numbers, struct pull *json, int power)
{
    pull_array(json);
    do {
        if (!array_more(&numbers->x, numbers->n, &numbers->room)) {
            pull_no_memory(json);
            return;
        }
        const size_t room = numbers->room - numbers->n;
        numbers->n += pull_numbers(json, power, numbers->x + numbers->n, room);
    } while (numbers->n == numbers->room);
}

void importer_init(struct importer *importer, const struct format_text *text,
                   const struct format_options *options, struct assay_dataset *dataset,
                   struct assay_error *error)
{
    *importer = (struct importer){
        .text = text, .options = options, .what = "a known format", .dataset = dataset};
    pull_init(&importer->json, text, error);
}

/* All that stood there was left out: says why. */
static enum assay_status fail_empty(struct assay_error *error, const struct format_summary *summary)
{
    char reasons[sizeof error->text - 64];
    format_summary_words(summary, reasons, sizeof reasons);
    return format_fail(error, ASSAY_UNDEFINED, 0, NULL,
                       "it holds no value that can be used; left out: %s", reasons);
}

static enum assay_status settle(struct importer *importer)
{
    struct pull *json = &importer->json;
    struct format_summary *summary = importer->options->summary;
    if (json->failed && json->cut && importer->options->partial && importer->n_added > 0) {
        if (summary != NULL)
            summary->cut_line = json->error->line;
        return ASSAY_OK;
    }
    if (json->failed && json->cut && importer->options->partial)
        (void)snprintf(json->error->text, sizeof json->error->text,
                       "the file is cut short here, before any run or row is whole");
    if (json->failed)
        return json->error->status;
    if (importer->n_added > 0)
        return ASSAY_OK;
    if (summary != NULL && summary->n > 0)
        return fail_empty(json->error, summary);
    return format_fail(json->error, ASSAY_UNDEFINED, 0, NULL,
                       "it looks like %s, but no measured value stands where that has them; "
                       "assay.import.yaml beside it can say where they stand",
                       importer->what);
}

enum assay_status importer_finish(struct importer *importer)
{
    enum assay_status status = settle(importer);
    pull_fini(&importer->json);
    free(importer->values.x);
    return status;
}

bool importer_reopen(struct importer *importer)
{
    struct pull *json = &importer->json;
    if (!json->failed || !json->cut || !importer->options->partial)
        return false;
    json->failed = json->cut = false;
    return true;
}

void importer_close_again(struct importer *importer)
{
    struct pull *json = &importer->json;
    if (!json->failed)
        json->failed = json->cut = true;
}

void importer_read_array(struct importer *importer, void (*read_item)(struct importer *importer))
{
    struct pull *json = &importer->json;
    pull_array(json);
    while (pull_item(json)) {
        const struct pull_mark mark = pull_mark(json);
        read_item(importer);
        pull_forget(json, mark);
    }
}

void importer_read_items(struct importer *importer, const char *key,
                         void (*read_item)(struct importer *importer))
{
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_find(json, key))
        importer_read_array(importer, read_item);
    pull_finish(json);
}

const char *importer_label(struct importer *importer, size_t number)
{
    char *p = importer->label + sizeof importer->label - 1;
    *p = '\0';
    do
        *--p = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    return p;
}

void importer_clear(struct importer *importer)
{
    importer->values.n = importer->n_warmup = 0;
}

static void fail_with(struct importer *importer, const struct assay_error *cause)
{
    if (cause->status == ASSAY_NO_MEMORY)
        pull_no_memory(&importer->json);
    else
        pull_fail(&importer->json, "%s", cause->text);
}

/* What the metric's name says of the unit, once for many units of one series. */
static struct unit told_unit(struct importer *importer, const struct importer_series *series)
{
    struct unit unit = series->unit;
    if (unit.told.structure == ASSAY_TOLD_BY_FORMAT)
        unit.told.structure = importer->structure;
    direction_settle(&unit, series->metric, &importer->directions);
    return unit;
}

/* Finds the series; false when that failed. */
static bool find_series(struct importer *importer, const struct importer_series *series,
                        size_t *index)
{
    const struct format_options *options = importer->options;
    struct assay_error cause;
    const char *flat[1] = {format_level(options, series->lowest)};
    const bool nested = series->levels != NULL;
    const struct unit unit = told_unit(importer, series);
    const struct assay_series_key key = {
        .system = series->system != NULL ? series->system : options->system,
        .benchmark = series->benchmark != NULL ? series->benchmark : options->benchmark,
        .metric = series->metric,
        .unit = unit.name,
        .more_is_better = unit.more_is_better,
        .told = unit.told,
        .n_levels = nested ? series->n_levels : 1,
        .level_name = nested ? series->levels : flat,
    };
    enum assay_status status = assay_dataset_series(importer->dataset, &key, index, &cause);
    if (status != ASSAY_OK)
        fail_with(importer, &cause);
    else if (!nested)
        assay_dataset_warn(importer->dataset, *index, ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL));
    return status == ASSAY_OK;
}

static bool is_wanted(const struct format_options *options, const struct importer_series *series)
{
    const char *name = series->benchmark != NULL ? series->benchmark : options->benchmark;
    return options->benchmarks == NULL || name_list_selects(options->benchmarks, name);
}

void importer_add(struct importer *importer, const struct importer_series *series,
                  const char *const *labels)
{
    struct numbers *values = &importer->values;
    struct assay_error cause;
    size_t index;
    if (values->n > 0 && values->n == importer->n_warmup) {
        importer_skip(importer, 1, "units with warm-up only"); /* a sample needs a live value */
        importer_clear(importer);
    }
    if (values->n > 0 && !is_wanted(importer->options, series)) {
        importer->n_added += values->n; /* it holds some */
        importer_clear(importer);
        return;
    }
    if (importer->json.failed || values->n == 0 || !find_series(importer, series, &index)) {
        importer_clear(importer);
        return;
    }
    for (size_t i = 0; series->unit.factor != 1 && i < values->n; i++)
        values->x[i] *= series->unit.factor;
    if (assay_dataset_add(importer->dataset, index, labels, values->x, values->n,
                          importer->n_warmup, &cause) != ASSAY_OK)
        fail_with(importer, &cause);
    importer->n_added += values->n;
    importer_clear(importer);
}

void importer_add_from(struct importer *importer, const struct importer_series *series,
                       const char *const *labels, struct numbers *values)
{
    const struct numbers at_hand = importer->values;
    importer->values = *values;
    importer_add(importer, series, labels);
    *values = importer->values;
    importer->values = at_hand;
}

void importer_warn(struct importer *importer, const struct importer_series *series,
                   enum assay_warning warning)
{
    size_t index;
    if (!importer->json.failed && find_series(importer, series, &index))
        assay_dataset_warn(importer->dataset, index, ASSAY_WARNING(warning));
}

void importer_warn_failed(struct importer *importer, const struct importer_series *series)
{
    importer_warn(importer, series, ASSAY_WARN_FAILED_EXECUTIONS);
}

void importer_value(struct importer *importer, double x)
{
    if (importer->json.failed)
        return;
    if (!isfinite(x))
        importer_skip(importer, 1, NOT_FINITE);
    else if (!numbers_append(&importer->values, x))
        pull_no_memory(&importer->json);
}

void importer_keep_finite(struct importer *importer, size_t first)
{
    struct numbers *values = &importer->values;
    size_t n = first;
    while (n < values->n && isfinite(values->x[n]))
        n++;
    for (size_t i = n; i < values->n; i++)
        if (isfinite(values->x[i]))
            values->x[n++] = values->x[i];
    importer_skip(importer, values->n - n, NOT_FINITE);
    values->n = n;
}

void importer_numbers(struct importer *importer, int power)
{
    struct numbers *values = &importer->values;
    const size_t before = values->n;
    numbers_take(values, &importer->json, power);
    importer_keep_finite(importer, before);
}

void importer_skip(struct importer *importer, size_t n, const char *reason)
{
    if (!importer->json.failed)
        format_summary_skip(importer->options->summary, n, reason);
}

void importer_note(struct importer *importer, const char *note)
{
    if (importer->options->summary != NULL)
        importer->options->summary->note = note;
}

void importer_summary(struct importer *importer, size_t n)
{
    if (importer->options->summary != NULL)
        importer->options->summary->n_summaries += n;
}

void importer_version(struct importer *importer, const char *system, const char *commit,
                      double time_ms)
{
    static const double latest = 1e16; /* later ones are no time */
    struct format_versions *versions = importer->options->versions;
    const double known = time_ms > 0 && time_ms < latest ? time_ms : 0;
    if (versions != NULL && !format_versions_add(versions, system, commit, known))
        pull_no_memory(&importer->json);
}

void importer_no_decimal(struct importer *importer, const char *text, size_t size, size_t line,
                         const char *field)
{
    importer_fail_at(importer, line, field, "\"%s\" is not a finite decimal number",
                     format_excerpt_of(text, size).text);
}

bool importer_decimal(struct importer *importer, const char *text, size_t size, int power,
                      size_t line, const char *field, double *x)
{
    const bool whole = size > 0 && number_read(text, text + size, power, x) == text + size;
    if (!whole)
        importer_no_decimal(importer, text, size, line, field);
    return whole;
}

void importer_fail_at(struct importer *importer, size_t line, const char *field, const char *format,
                      ...)
{
    struct pull *json = &importer->json;
    if (json->failed)
        return;
    json->failed = true;
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    (void)knob_vprint(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)format_fail(json->error, ASSAY_INVALID, line, field, "%s", text);
}
