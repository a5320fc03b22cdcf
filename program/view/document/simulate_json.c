/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_json.c -- what a simulation found, as JSON and CSV. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/document/simulate_json.h"
#include "view/terminal/simulate.h"
#include "export/export.h"
#include "base/decimal.h"
#include "view/document/json.h"

/* Contours of TR Figure 3: the rates that its curves stand for. */
static const double contour_rates[] = {0.01, 0.02, 0.05, 0.1, 0.2};
enum { N_RATES = sizeof contour_rates / sizeof *contour_rates };

/* ---- what designs are ---- */

static json_t *json_level(const struct simulation_case *about, size_t k)
{
    const struct assay_simulate_system *old = &about->design.old_system;
    const struct assay_simulate_system *new = &about->design.new_system;
    json_t *level = render_json_object();
    render_json_set(level, "name", render_json_text(about->level_name[k]));
    render_json_set(level, "count", render_json_count(old->count[k]));
    render_json_set(level, "count_new", render_json_count(new->count[k]));
    if (about->kind != SIMULATION_DESIGN)
        return level;
    render_json_set(level, "sd", render_json_number(old->sd[k]));
    render_json_set(level, "sd_new", render_json_number(new->sd[k]));
    render_json_set(
        level, "distribution",
        render_json_text(assay_simulate_distribution_name(about->design.distribution[k])));
    return level;
}

static void set_stopping(json_t *design, const struct assay_stopping_design *stopping)
{
    render_json_set(design, "distribution",
                    render_json_text(assay_simulate_distribution_name(stopping->distribution)));
    render_json_set(design, "sd", render_json_number(stopping->sd));
    render_json_set(design, "precision", render_json_number(stopping->precision));
    render_json_set(design, "least", render_json_count(stopping->least));
    render_json_set(design, "expected", render_json_number(stopping->expected));
}

static void set_disturbances(json_t *design, const struct simulation_case *about)
{
    const struct assay_simulate_design *d = &about->design;
    render_json_set(design, "gamma_shape",
                    render_json_number(d->gamma_shape == 0 ? 1 : d->gamma_shape));
    render_json_set(design, "drift", render_json_text(assay_simulate_drift_name(d->drift)));
    render_json_set(design, "drift_sd", render_json_number(d->drift_sd));
    render_json_set(design, "order", render_json_text(assay_simulate_order_name(d->order)));
    render_json_set(design, "tick", render_json_number(d->tick));
    render_json_set(design, "outlier_share", render_json_number(d->outlier_share));
    render_json_set(design, "outlier_size", render_json_number(d->outlier_size));
    render_json_set(design, "values",
                    render_json_text(about->top_means ? SIMULATION_TOP_MEANS : "every value"));
}

static json_t *json_design(const struct simulation_case *about)
{
    char identity[17];
    json_t *design = render_json_object(), *levels = render_json_array();
    for (size_t k = 0; k < about->design.n_levels; k++)
        render_json_append(levels, json_level(about, k));
    (void)snprintf(identity, sizeof identity, "%016" PRIx64, about->identity);
    render_json_set(design, "name", render_json_text(about->name));
    render_json_set(design, "levels", levels);
    render_json_set(design, "ratio", render_json_number(about->design.ratio));
    render_json_set(design, "identity", render_json_text(identity));
    switch (about->kind) {
    case SIMULATION_DESIGN: set_disturbances(design, about); break;
    case SIMULATION_SAMPLE:
        render_json_set(design, "top_units", render_json_count(about->top_units));
        break;
    case SIMULATION_STOPPING: set_stopping(design, &about->stopping); break;
    case SIMULATION_MACHINES:
        render_json_set(design, "tau", render_json_number(about->machines.tau));
        render_json_set(design, "sigma", render_json_number(about->machines.sigma));
        render_json_set(design, "speed", render_json_number(about->machines.speed));
        break;
    case SIMULATION_FIT_SIZE:
        render_json_set(design, "tick", render_json_number(about->fit_size.tick));
        break;
    }
    return design;
}

static void set_header(json_t *document, const struct simulation_header *header)
{
    const char *statistic = header->statistic[0] != '\0' ? header->statistic : NULL;
    render_json_set(document, "grid", render_json_text(header->grid));
    render_json_set(document, "seed", render_json_seed(header->seed));
    render_json_set(document, "experiments", render_json_count(header->experiments));
    render_json_set(document, "bootstrap_replicates",
                    header->replicates > 0 ? render_json_count(header->replicates)
                                           : render_json_text(NULL));
    render_json_set(document, "statistic", render_json_text(statistic));
    render_json_set(document, "coverage_only", render_json_bool(header->coverage_only));
    render_json_set(document, "margins", render_json_numbers(header->margins, header->n_margins));
}

/* ---- cells ---- */

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

static json_t *json_alarms(const struct simulation_result *result,
                           const struct assay_simulate_summary *summary)
{
    json_t *array = render_json_array();
    for (size_t m = 0; m < result->header.n_margins; m++) {
        json_t *alarm = render_json_object();
        render_json_set(alarm, "margin", render_json_number(result->header.margins[m]));
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

static void set_rates(json_t *cell, const struct simulation_result *result,
                      const struct simulation_row *row,
                      const struct assay_simulate_summary *summary)
{
    if (row->about.design.ratio == 1) {
        double rate = summary->above[0] + summary->below[0];
        render_json_set(cell, "false_alarm_rate", render_json_number(rate));
        render_json_set(cell, "false_alarm_rate_se",
                        render_json_number(share_se(rate, &row->tally)));
    } else {
        double power = row->about.design.ratio > 1 ? summary->above[0] : summary->below[0];
        render_json_set(cell, "power", render_json_number(power));
        render_json_set(cell, "power_se", render_json_number(share_se(power, &row->tally)));
    }
    render_json_set(cell, "margin", render_json_number(result->header.margins[0]));
    render_json_set(cell, "alarms", json_alarms(result, summary));
    if (row->about.design.ratio != 1 || result->header.n_margins < 3)
        return;
    json_t *contours = render_json_array();
    for (size_t i = 0; i < N_RATES; i++) {
        json_t *point = render_json_object();
        render_json_set(point, "rate", render_json_number(contour_rates[i]));
        render_json_set(
            point, "margin",
            render_json_number(simulation_contour(&result->header, row, contour_rates[i])));
        render_json_append(contours, point);
    }
    render_json_set(cell, "contours", contours);
}

static json_t *json_cell(const struct simulation_result *result, const struct simulation_row *row)
{
    struct assay_simulate_summary summary = assay_simulate_summarise(&row->tally);
    json_t *cell = render_json_object();
    render_json_set(cell, "design", json_design(&row->about));
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
    if (result->header.n_margins > 0)
        set_rates(cell, result, row, &summary);
    if (isfinite(row->published)) {
        json_t *published = render_json_object();
        render_json_set(published, "coverage", render_json_number(row->published));
        render_json_set(published, "coverage_se", render_json_number(row->published_se));
        render_json_set(published, "distance", render_json_number(simulation_distance(row)));
        render_json_set(cell, "published", published);
    }
    render_json_set(cell, "undefined", render_json_count(row->tally.undefined));
    render_json_set(cell, "unbounded", render_json_count(row->tally.unbounded));
    render_json_set(cell, "trust",
                    render_json_text(assay_simulate_trust_name(
                        assay_simulate_trust_of(&row->tally, result->header.confidence))));
    char *sentence = simulate_sentence(row, result->header.confidence);
    render_json_set(cell, "sentence", render_json_text(sentence));
    free(sentence);
    render_json_set(cell, "tally", json_tally(&row->tally, result->header.n_margins));
    return cell;
}

static void set_part(json_t *document, const struct simulation_result *result)
{
    if (simulation_is_complete(result))
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

json_t *simulate_document(const struct simulation_result *result)
{
    json_t *document = render_json_document("simulate", result->header.confidence);
    json_t *cells = render_json_array();
    for (size_t i = 0; i < result->n; i++) {
        const struct simulation_row *row = &result->rows[i];
        if (assay_simulate_trust_of(&row->tally, result->header.confidence) ==
            ASSAY_SIMULATE_NOT_TRUSTED) {
            char *sentence = simulate_sentence(row, result->header.confidence);
            render_json_warn_text(document, "not-trusted", sentence != NULL ? sentence : "",
                                  row->about.name);
            free(sentence);
        }
        render_json_append(cells, json_cell(result, row));
    }
    set_header(document, &result->header);
    set_part(document, result);
    render_json_set(document, "cells", cells);
    return document;
}

/* ---- CSV ---- */

static void csv_counts(FILE *stream, const struct simulation_row *row,
                       const struct assay_simulate_system *system)
{
    for (size_t k = 0; k < row->about.design.n_levels; k++)
        fprintf(stream, "%s%zu", k == 0 ? "" : "x", system->count[k]);
}

static void csv_number(FILE *stream, double x)
{
    fprintf(stream, ",%s", isfinite(x) ? decimal_of(x).text : "");
}

static void csv_row(FILE *stream, const struct simulation_result *result,
                    const struct simulation_row *row)
{
    struct assay_simulate_summary summary = assay_simulate_summarise(&row->tally);
    const char *name = row->about.name;
    export_csv_name(stream, name != NULL ? name : "");
    fputc(',', stream);
    csv_counts(stream, row, &row->about.design.old_system);
    fputc(',', stream);
    csv_counts(stream, row, &row->about.design.new_system);
    csv_number(stream, row->about.design.ratio);
    fprintf(stream, ",%s,%" PRIu64, row->method, row->tally.experiments);
    csv_number(stream, summary.coverage);
    csv_number(stream, summary.coverage_se);
    csv_number(stream, summary.mean_width);
    csv_number(stream, summary.mean_width_se);
    for (size_t m = 0; m < result->header.n_margins; m++) {
        csv_number(stream, summary.above[m]);
        csv_number(stream, summary.below[m]);
        csv_number(stream, summary.equivalent[m]);
    }
    fputc('\n', stream);
}

bool simulate_csv(const struct simulation_result *result, const char *path)
{
    FILE *stream = fopen(path, "w");
    if (stream == NULL)
        return false;
    fputs("name,shape,shape_new,ratio,method,experiments,coverage,coverage_se,mean_width,"
          "mean_width_se",
          stream);
    for (size_t m = 0; m < result->header.n_margins; m++) {
        const struct decimal margin = decimal_of(result->header.margins[m]);
        fprintf(stream, ",above_%s,below_%s,equivalent_%s", margin.text, margin.text, margin.text);
    }
    fputc('\n', stream);
    for (size_t i = 0; i < result->n; i++)
        csv_row(stream, result, &result->rows[i]);
    bool good = ferror(stream) == 0;
    return fclose(stream) == 0 && good;
}
