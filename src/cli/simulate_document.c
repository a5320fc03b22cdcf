/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_document.c -- what a simulation found, as JSON and CSV. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/simulate.h"
#include "format/export.h"
#include "render/json.h"

/* Contours of TR Figure 3: the rates that its curves stand for. */
static const double contour_rates[] = {0.01, 0.02, 0.05, 0.1, 0.2};
enum { N_RATES = sizeof contour_rates / sizeof *contour_rates };

double simulate_contour(const struct simulate_result *result, const struct simulate_row *row,
                        double rate)
{
    struct assay_simulate_summary summary = assay_simulate_summarise(&row->tally);
    for (size_t m = 0; m < result->n_margins; m++) {
        double here = summary.above[m] + summary.below[m];
        if (!(here <= rate))
            continue;
        if (m == 0)
            return result->margins[0];
        double before = summary.above[m - 1] + summary.below[m - 1];
        double share = (before - rate) / (before - here);
        return result->margins[m - 1] + share * (result->margins[m] - result->margins[m - 1]);
    }
    return NAN;
}

double simulate_distance(const struct simulate_row *row)
{
    double n = (double)(row->tally.experiments - row->tally.undefined), p = row->published;
    double found = (double)row->tally.covered / n;
    /* 0.05 points for the digits that were not printed */
    double se = hypot(hypot(sqrt(p * (1 - p) / n), row->published_se), 0.0005 / sqrt(3));
    return (found - p) / se;
}

/* ---- JSON ---- */

static json_t *json_wide(uint64_t high, uint64_t low)
{
    char text[33];
    (void)snprintf(text, sizeof text, "%016" PRIx64 "%016" PRIx64, high, low);
    return render_json_text(text);
}

static json_t *json_counts(const uint64_t *counts, size_t n)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < n; i++)
        render_json_append(array, render_json_count(counts[i]));
    return array;
}

static json_t *json_tally(const struct assay_simulate_tally *tally, size_t n_margins)
{
    json_t *object = render_json_object();
    render_json_set(object, "experiments", render_json_count(tally->experiments));
    render_json_set(object, "undefined", render_json_count(tally->undefined));
    render_json_set(object, "covered", render_json_count(tally->covered));
    render_json_set(object, "unbounded", render_json_count(tally->unbounded));
    render_json_set(object, "measured", render_json_count(tally->measured));
    render_json_set(object, "judged", render_json_count(tally->judged));
    render_json_set(object, "above", json_counts(tally->above, n_margins));
    render_json_set(object, "below", json_counts(tally->below, n_margins));
    render_json_set(object, "compared", render_json_count(tally->compared));
    render_json_set(object, "equivalent", json_counts(tally->equivalent, n_margins));
    if (tally->units > 0)
        render_json_set(object, "units", render_json_count(tally->units));
    render_json_set(object, "width_sum", json_wide(tally->width_high, tally->width_low));
    render_json_set(object, "square_sum", json_wide(tally->square_high, tally->square_low));
    return object;
}

static json_t *json_alarms(const struct simulate_result *result,
                           const struct assay_simulate_summary *summary)
{
    json_t *array = render_json_array();
    for (size_t m = 0; m < result->n_margins; m++) {
        json_t *alarm = render_json_object();
        render_json_set(alarm, "margin", render_json_number(result->margins[m]));
        render_json_set(alarm, "above", render_json_number(summary->above[m]));
        render_json_set(alarm, "below", render_json_number(summary->below[m]));
        render_json_set(alarm, "equivalent", render_json_number(summary->equivalent[m]));
        render_json_append(array, alarm);
    }
    return array;
}

static double share_se(double p, const struct assay_simulate_tally *tally)
{
    return sqrt(p * (1 - p) / (double)(tally->experiments - tally->undefined));
}

static void set_rates(json_t *cell, const struct simulate_result *result,
                      const struct simulate_row *row, const struct assay_simulate_summary *summary)
{
    if (row->ratio == 1) {
        double rate = summary->above[0] + summary->below[0];
        render_json_set(cell, "false_alarm_rate", render_json_number(rate));
        render_json_set(cell, "false_alarm_rate_se",
                        render_json_number(share_se(rate, &row->tally)));
    } else {
        double power = row->ratio > 1 ? summary->above[0] : summary->below[0];
        render_json_set(cell, "power", render_json_number(power));
        render_json_set(cell, "power_se", render_json_number(share_se(power, &row->tally)));
    }
    render_json_set(cell, "margin", render_json_number(result->margins[0]));
    render_json_set(cell, "alarms", json_alarms(result, summary));
    if (row->ratio != 1 || result->n_margins < 3)
        return;
    json_t *contours = render_json_array();
    for (size_t i = 0; i < N_RATES; i++) {
        json_t *point = render_json_object();
        render_json_set(point, "rate", render_json_number(contour_rates[i]));
        render_json_set(point, "margin",
                        render_json_number(simulate_contour(result, row, contour_rates[i])));
        render_json_append(contours, point);
    }
    render_json_set(cell, "contours", contours);
}

static json_t *json_cell(const struct simulate_result *result, const struct simulate_row *row)
{
    struct assay_simulate_summary summary = assay_simulate_summarise(&row->tally);
    json_t *cell = render_json_object();
    render_json_set(cell, "design", json_incref(row->design));
    render_json_set(cell, "method", render_json_text(row->method));
    render_json_set(cell, "replicates", render_json_count(row->tally.experiments));
    render_json_set(cell, "coverage", render_json_number(summary.coverage));
    render_json_set(cell, "coverage_se", render_json_number(summary.coverage_se));
    render_json_set(cell, "mean_width", render_json_number(summary.mean_width));
    render_json_set(cell, "mean_width_se", render_json_number(summary.mean_width_se));
    if (row->tally.units > 0)
        render_json_set(
            cell, "mean_units",
            render_json_number((double)row->tally.units / (double)row->tally.experiments));
    if (result->n_margins > 0)
        set_rates(cell, result, row, &summary);
    if (isfinite(row->published)) {
        json_t *published = render_json_object();
        render_json_set(published, "coverage", render_json_number(row->published));
        render_json_set(published, "coverage_se", render_json_number(row->published_se));
        render_json_set(published, "distance", render_json_number(simulate_distance(row)));
        render_json_set(cell, "published", published);
    }
    render_json_set(cell, "undefined", render_json_count(row->tally.undefined));
    render_json_set(cell, "unbounded", render_json_count(row->tally.unbounded));
    render_json_set(cell, "trust",
                    render_json_text(assay_simulate_trust_name(
                        assay_simulate_trust_of(&row->tally, result->confidence))));
    char *sentence = simulate_sentence(row, result->confidence);
    render_json_set(cell, "sentence", render_json_text(sentence));
    free(sentence);
    render_json_set(cell, "tally", json_tally(&row->tally, result->n_margins));
    return cell;
}

static void set_part(json_t *document, const struct simulate_result *result)
{
    if (simulate_result_complete(result))
        return;
    json_t *part = render_json_object(), *held = render_json_array();
    for (size_t i = 0; i < result->n_parts; i++)
        if (result->part[i])
            render_json_append(held, render_json_count(i + 1));
    render_json_set(part, "held", held);
    render_json_set(part, "of", render_json_count(result->n_parts));
    render_json_set(document, "part", part);
    render_json_warn_text(document, "incomplete",
                          "Some parts of the simulation are missing. Put all of them together: "
                          "assay simulate --merge.",
                          NULL);
}

json_t *simulate_document(const struct simulate_result *result)
{
    json_t *document = render_json_document("simulate", result->confidence);
    json_t *cells = render_json_array(), *value;
    const char *key;
    for (size_t i = 0; i < result->n; i++) {
        const struct simulate_row *row = &result->rows[i];
        if (assay_simulate_trust_of(&row->tally, result->confidence) ==
            ASSAY_SIMULATE_NOT_TRUSTED) {
            char *sentence = simulate_sentence(row, result->confidence);
            render_json_warn_text(document, "not-trusted", sentence != NULL ? sentence : "",
                                  json_string_value(json_object_get(row->design, "name")));
            free(sentence);
        }
        render_json_append(cells, json_cell(result, row));
    }
    json_object_foreach(result->header, key, value) if (strcmp(key, "confidence") != 0)
        render_json_set(document, key, json_incref(value));
    set_part(document, result);
    render_json_set(document, "cells", cells);
    return document;
}

/* ---- CSV ---- */

static void csv_counts(FILE *stream, const struct simulate_row *row, const char *key)
{
    const json_t *levels = json_object_get(row->design, "levels");
    for (size_t k = 0; k < json_array_size(levels); k++)
        fprintf(stream, "%s%" JSON_INTEGER_FORMAT, k == 0 ? "" : "x",
                json_integer_value(json_object_get(json_array_get(levels, k), key)));
}

static void csv_number(FILE *stream, double x)
{
    char text[32];
    if (isfinite(x)) {
        render_json_format_number(text, x);
        fprintf(stream, ",%s", text);
    } else {
        fputc(',', stream);
    }
}

static void csv_row(FILE *stream, const struct simulate_result *result,
                    const struct simulate_row *row)
{
    struct assay_simulate_summary summary = assay_simulate_summarise(&row->tally);
    const char *name = json_string_value(json_object_get(row->design, "name"));
    export_csv_name(stream, name != NULL ? name : "");
    fputc(',', stream);
    csv_counts(stream, row, "count");
    fputc(',', stream);
    csv_counts(stream, row, "count_new");
    csv_number(stream, row->ratio);
    fprintf(stream, ",%s,%" PRIu64, row->method, row->tally.experiments);
    csv_number(stream, summary.coverage);
    csv_number(stream, summary.coverage_se);
    csv_number(stream, summary.mean_width);
    csv_number(stream, summary.mean_width_se);
    for (size_t m = 0; m < result->n_margins; m++) {
        csv_number(stream, summary.above[m]);
        csv_number(stream, summary.below[m]);
        csv_number(stream, summary.equivalent[m]);
    }
    fputc('\n', stream);
}

bool simulate_csv(const struct simulate_result *result, const char *path)
{
    FILE *stream = fopen(path, "w");
    if (stream == NULL)
        return false;
    fputs("name,shape,shape_new,ratio,method,experiments,coverage,coverage_se,mean_width,"
          "mean_width_se",
          stream);
    for (size_t m = 0; m < result->n_margins; m++) {
        char text[32];
        render_json_format_number(text, result->margins[m]);
        fprintf(stream, ",above_%s,below_%s,equivalent_%s", text, text, text);
    }
    fputc('\n', stream);
    for (size_t i = 0; i < result->n; i++)
        csv_row(stream, result, &result->rows[i]);
    bool good = ferror(stream) == 0;
    return fclose(stream) == 0 && good;
}
