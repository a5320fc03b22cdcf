/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_json.c -- values as one document, assay.values/1 (docs/schema/values.md), written row by row.
 * Rows:     one for each execution, with its labels, when it was measured, its warm-up and its values;
 *           where iterations are all that is known, one for all of them; where each of these has its
 *           round, one for each.
 * Plan:     of one experiment its manifest, seed and margin, from which verdicts follow.
 * Edge:     what is not known of a row is not in it. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

#include "base/decimal.h"
#include "base/owned.h"
#include "export/export.h"
#include "source/walk.h"

struct json_rows {
    FILE *stream;
    const struct assay_series *series;
    size_t n_labels; /* levels that label a row, top to bottom; those below are its values */
    size_t n_rows;
};

/* The name of a field behind others. */
static void put_name(FILE *stream, const char *name)
{
    fprintf(stream, ", \"%s\": ", name);
}

static void put_text(FILE *stream, const char *name, const char *text)
{
    put_name(stream, name);
    export_json_text(stream, text);
}

static void put_values(FILE *stream, const char *name, const double *values, size_t n)
{
    put_name(stream, name);
    for (size_t i = 0; i < n; i++)
        fprintf(stream, "%s%s", i > 0 ? ", " : "[", decimal_of(values[i]).text);
    fputs(n > 0 ? "]" : "[]", stream);
}

static void put_labels(const struct json_rows *rows, const struct walk_unit *unit, size_t value)
{
    fputs(rows->n_rows > 0 ? ",\n   {\"labels\": {" : "\n   {\"labels\": {", rows->stream);
    for (size_t k = 0; k < rows->n_labels; k++) {
        fputs(k > 0 ? ", " : "", rows->stream);
        export_json_text(rows->stream, rows->series->level_name[k]);
        if (k + 1 < rows->series->live.shape.n_levels) {
            fputs(": ", rows->stream);
            export_json_text(rows->stream, unit->labels[k]);
        } else {
            fprintf(rows->stream, ": \"%zu\"", value + 1);
        }
    }
    fputc('}', rows->stream);
}

static void put_occasion(const struct json_rows *rows, const struct assay_occasion *occasion)
{
    char start[EXPORT_TIME];
    if (export_time(occasion->start_ns, start)[0] != '\0') {
        fprintf(rows->stream, ", \"position\": %" PRId64, occasion->position + 1);
        put_text(rows->stream, "start", start);
    }
    if (isfinite(occasion->cost_s))
        fprintf(rows->stream, ", \"cost_s\": %s", decimal_of(occasion->cost_s).text);
    const struct assay_lane *lane = &occasion->lane;
    if (lane->overlap > 0)
        fprintf(rows->stream, ", \"overlap\": %s", decimal_of(lane->overlap).text);
    if (lane->processor > 0)
        fprintf(rows->stream, ", \"processor\": %" PRId64, lane->processor - 1);
    if (lane->slice_s > 0)
        fprintf(rows->stream, ", \"slice_s\": %s", decimal_of(lane->slice_s).text);
}

/* A row of the unit's values from `from` on, n of them after the warm-up. */
static void put_row(struct json_rows *rows, const struct walk_unit *unit, size_t from,
                    size_t n_warmup, size_t n)
{
    const struct assay_series *series = rows->series;
    const size_t n_levels = series->live.shape.n_levels;
    put_labels(rows, unit, from);
    if (series->pair_key != NULL && (n_levels > 1 || n_warmup == 0))
        fprintf(rows->stream, ", \"round\": %" PRId64,
                series->pair_key[n_levels == 1 ? from : unit->index[0]]);
    if (series->occasion != NULL)
        put_occasion(rows, walk_occasion(series, unit, from));
    if (n_warmup > 0)
        put_values(rows->stream, "warm_up", unit->values + from, n_warmup);
    put_values(rows->stream, "values", unit->values + from + n_warmup, n);
    fputc('}', rows->stream);
    rows->n_rows++;
}

static bool put_unit(void *context, const struct walk_unit *unit)
{
    struct json_rows *rows = context;
    if (rows->n_labels < rows->series->live.shape.n_levels)
        put_row(rows, unit, 0, unit->n_warmup, unit->n - unit->n_warmup);
    else
        for (size_t i = 0; i < unit->n; i++)
            put_row(rows, unit, i, i < unit->n_warmup, i >= unit->n_warmup);
    return ferror(rows->stream) == 0;
}

/* Of one more unit of each level. */
static void put_costs(FILE *stream, const struct assay_series *series)
{
    const size_t n = series->live.shape.n_levels;
    bool known = false;
    for (size_t k = 0; k < n; k++)
        known = known || isfinite(series->cost_s[k]);
    for (size_t k = 0; known && k < n; k++)
        fprintf(stream, "%s%s", k > 0 ? ", " : ", \"cost_s\": [",
                isfinite(series->cost_s[k]) ? decimal_of(series->cost_s[k]).text : "null");
    fputs(known ? "]" : "", stream);
}

static void put_plan(FILE *stream, const struct format_plan *plan)
{
    fprintf(stream, ", \"seed\": \"%" PRIu64 "\", \"margin\": %s", plan->seed,
            decimal_of(plan->margin).text);
    put_text(stream, "manifest", plan->manifest);
}

static bool has_machines(const struct assay_series *series, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(series[i].level_name[0], "machine") == 0)
            return true;
    return false;
}

/* Which machine each unit of the level "machine" was: two that are one are told from two. */
void export_json_machines(FILE *stream, const struct input *input)
{
    fputc('[', stream);
    for (size_t i = 0; i < input->record.n_machines; i++) {
        const struct store_machine *machine = &input->record.machines[i];
        fputs(i > 0 ? ",\n {\"label\": " : "\n {\"label\": ", stream);
        export_json_text(stream, machine->label);
        put_text(stream, "id", machine->identity);
        put_text(stream, "name", machine->name);
        put_text(stream, "model", machine->model);
        fprintf(stream, ", \"processors\": %zu, \"nodes\": %zu}", machine->processors,
                machine->nodes);
    }
    fputc(']', stream);
}

static bool is_exported(const struct store_draw *value, const struct assay_series *series, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(series[i].system, value->system) == 0 &&
            strcmp(series[i].benchmark, value->benchmark) == 0)
            return true;
    return false;
}

/* Of a duet: what ran alone before the pairs, by which it is told whether they disturb each other. */
static void put_alone(FILE *stream, const struct input *input, const struct assay_series *series,
                      size_t n)
{
    const struct input_order *order = &input->sources[0].order;
    size_t n_put = 0;
    for (size_t i = 0; i < order->n_alone; i++) {
        const struct store_draw *value = &order->alone[i];
        if (!is_exported(value, series, n))
            continue;
        fputs(n_put++ > 0 ? ",\n {\"system\": " : ", \"alone\": [\n {\"system\": ", stream);
        export_json_text(stream, value->system);
        put_text(stream, "benchmark", value->benchmark);
        put_text(stream, "metric", value->metric);
        fprintf(stream, ", \"round\": %" PRId64 ", \"value\": %s}", value->round,
                decimal_of(value->mean).text);
    }
    fputs(n_put > 0 ? "]" : "", stream);
}

/* All told by the format: nothing is said. */
static void put_told(FILE *stream, const struct assay_told *told)
{
    static const struct assay_told by_format;
    if (memcmp(told, &by_format, sizeof by_format) != 0)
        fprintf(stream,
                ", \"told\": {\"unit\": \"%s\", \"direction\": \"%s\", \"structure\": \"%s\"}",
                assay_teller_name(told->unit), assay_teller_name(told->direction),
                assay_teller_name(told->structure));
}

static bool put_series(FILE *stream, const struct assay_series *series)
{
    const size_t n_levels = series->live.shape.n_levels;
    const bool alone = n_levels == 1 && (series->pair_key != NULL || series->occasion != NULL),
               iterated = strcmp(series->level_name[n_levels - 1], "iteration") == 0 && !alone;
    struct json_rows rows = {stream, series, n_levels - iterated, 0};
    fputs("\n {\"system\": ", stream);
    export_json_text(stream, series->system);
    put_text(stream, "benchmark", series->benchmark);
    put_text(stream, "metric", series->metric);
    put_text(stream, "unit", series->unit);
    fprintf(stream, ", \"more_is_better\": %s, \"levels\": [",
            series->more_is_better ? "true" : "false");
    for (size_t k = 0; k < n_levels; k++) {
        fputs(k > 0 ? ", " : "", stream);
        export_json_text(stream, series->level_name[k]);
    }
    fputc(']', stream);
    if (series->together != ASSAY_IN_ROUNDS)
        fprintf(stream, ", \"order\": \"%s\"", assay_together_name(series->together));
    put_told(stream, &series->told);
    put_costs(stream, series);
    fputs(",\n  \"rows\": [", stream);
    const bool done = walk_series(series, put_unit, &rows);
    fputs("]}", stream);
    return done;
}

static enum assay_status write_json(FILE *stream, const struct assay_series *series, size_t n,
                                    const struct export_options *options,
                                    struct export_report *report, struct assay_error *error)
{
    (void)report;
    bool done = true;
    fprintf(stream, "{\"schema\": \"assay.values/1\", \"assay\": \"%s\"", assay_version());
    if (options->version != NULL)
        put_text(stream, "version", options->version);
    OWNED char *watched = export_plan(options) == NULL ? export_watched(options->input) : NULL;
    if (export_plan(options) != NULL)
        put_plan(stream, export_plan(options));
    if (watched != NULL)
        put_text(stream, "watched", watched);
    if (options->input != NULL && options->input->record.n_machines > 0 &&
        has_machines(series, n)) {
        put_name(stream, "machines");
        export_json_machines(stream, options->input);
    }
    if (options->input != NULL && options->input->n_sources == 1)
        put_alone(stream, options->input, series, n);
    fputs(", \"series\": [", stream);
    for (size_t i = 0; done && i < n; i++) {
        fputs(i > 0 ? "," : "", stream);
        done = put_series(stream, &series[i]);
    }
    fputs("\n]}\n", stream);
    return export_end(stream, done, error);
}

extern const struct exporter exporter_json;
const struct exporter exporter_json = {
    "json", "JSON", write_json, .lanes = true, .rounds = true, .occasions = true, .plan = true};
