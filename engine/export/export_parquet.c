/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_parquet.c -- every value, a row each, as a file of Apache Parquet: docs/csv.md.
 * Columns:  those of assay_engine_values: types are the file's own; warm-up is marked, not left out.
 * Notes:    metrics with unit and direction, machines and the version, as JSON or text in the file's key-value metadata. */
#include <assay/assay.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "base/text_buffer.h"
#include "export/export.h"
#include "export/parquet.h"
#include "export/value_columns.h"

static bool is_first(const struct assay_series *series, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(series[k].metric, series[i].metric) == 0 &&
            strcmp(series[k].unit, series[i].unit) == 0)
            return false;
    return true;
}

static void put_metric(FILE *stream, const struct assay_series *series)
{
    const char *direction = series->told.direction == ASSAY_TOLD_BY_NOBODY ? "null"
                            : series->more_is_better                       ? "\"more\""
                                                                           : "\"less\"";
    fputs("{\"metric\": ", stream);
    export_json_text(stream, series->metric);
    fputs(", \"unit\": ", stream);
    export_json_text(stream, series->unit);
    fprintf(stream, ", \"direction\": %s}", direction);
}

/* As JSON, to be freed; NULL: no memory. */
static char *metrics_of(const struct assay_series *series, size_t n)
{
    struct text_buffer buffer;
    FILE *stream = text_buffer_open(&buffer);
    for (size_t i = 0; stream != NULL && i < n; i++) {
        if (!is_first(series, i))
            continue;
        fputs(i > 0 ? ", " : "[", stream);
        put_metric(stream, &series[i]);
    }
    if (stream != NULL)
        fputs("]", stream);
    return text_buffer_close(&buffer);
}

static char *machines_of(const struct input *input)
{
    struct text_buffer buffer;
    FILE *stream = text_buffer_open(&buffer);
    if (stream != NULL)
        export_json_machines(stream, input);
    return text_buffer_close(&buffer);
}

static void release(struct ArrowSchema *schema, struct ArrowArray *array)
{
    schema->release(schema);
    array->release(array);
}

static enum assay_status write_parquet(FILE *stream, const struct assay_series *series, size_t n,
                                       const struct export_options *options,
                                       struct export_report *report, struct assay_error *error)
{
    (void)report;
    enum { MOST = 4 };
    const struct input *input = options->input;
    struct parquet_note notes[MOST] = {{"assay", assay_version()}};
    size_t n_notes = 1;
    OWNED char *metrics = metrics_of(series, n);
    OWNED char *machines =
        input != NULL && input->record.n_machines > 0 ? machines_of(input) : strdup("[]");
    if (metrics == NULL || machines == NULL)
        return fail_no_memory(error);
    notes[n_notes++] = (struct parquet_note){"assay.metrics", metrics};
    notes[n_notes++] = (struct parquet_note){"assay.machines", machines};
    if (options->version != NULL)
        notes[n_notes++] = (struct parquet_note){"assay.version", options->version};
    struct ArrowSchema schema;
    struct ArrowArray array;
    TRY(value_columns(series, n, &schema, &array, error));
    const enum assay_status status = parquet_write(stream, &schema, &array, notes, n_notes, error);
    release(&schema, &array);
    return status == ASSAY_OK ? export_end(stream, true, error) : status;
}

extern const struct exporter exporter_parquet;
const struct exporter exporter_parquet = {"parquet",      "Parquet",         write_parquet,
                                          .rounds = true, .occasions = true, .bytes = true};
