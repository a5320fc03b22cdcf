/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_json.c -- what a simulation found, as JSON and CSV. */
#include <inttypes.h>
#include <math.h>

#include "base/decimal.h"
#include "base/owned.h"
#include "export/export.h"
#include "view/document/json.h"
#include "view/document/simulate_json.h"
#include "view/face/simulate_words.h"
#include "view/text/view_memory.h"

/* Contours of TR Figure 3: the rates that its curves stand for. */
static const double contour_rates[] = {0.01, 0.02, 0.05, 0.1, 0.2};
enum { N_RATES = sizeof contour_rates / sizeof *contour_rates };

/* ---- what designs are ---- */

static json_t *json_level(const struct simulation_case *about, size_t k)
{
    const struct assay_simulate_system *old = &about->design.old_system;
    const struct assay_simulate_system *new = &about->design.new_system;
    json_t *level =
        render_json_make(JSON("name", about->level_name[k]), JSON("count", old->count[k]),
                         JSON("count_new", new->count[k]));
    if (about->kind != SIMULATION_DESIGN)
        return level;
    return render_json_put(
        level, JSON("sd", old->sd[k]), JSON("sd_new", new->sd[k]),
        JSON("distribution", assay_simulate_distribution_name(about->design.distribution[k])));
}

static void set_stopping(json_t *design, const struct assay_stopping_design *stopping)
{
    render_json_put(design,
                    JSON("distribution", assay_simulate_distribution_name(stopping->distribution)),
                    JSON("sd", stopping->sd), JSON("precision", stopping->precision),
                    JSON("least", stopping->least), JSON("expected", stopping->expected));
}

static void set_disturbances(json_t *design, const struct simulation_case *about)
{
    const struct assay_simulate_design *d = &about->design;
    render_json_put(design, JSON("gamma_shape", d->gamma_shape == 0 ? 1 : d->gamma_shape),
                    JSON("drift", assay_simulate_drift_name(d->drift)),
                    JSON("drift_sd", d->drift_sd),
                    JSON("order", assay_simulate_order_name(d->order)), JSON("tick", d->tick),
                    JSON("outlier_share", d->outlier_share), JSON("outlier_size", d->outlier_size),
                    JSON("values", about->top_means ? SIMULATION_TOP_MEANS : "every value"));
}

static json_t *json_design(const struct simulation_case *about)
{
    char identity[17];
    json_t *design = render_json_object();
    (void)snprintf(identity, sizeof identity, "%016" PRIx64, about->identity);
    render_json_put(design, JSON("name", about->name),
                    JSON("levels", JSON_LIST(k, about->design.n_levels, json_level(about, k))),
                    JSON("ratio", about->design.ratio), JSON("identity", identity));
    switch (about->kind) {
    case SIMULATION_DESIGN: set_disturbances(design, about); break;
    case SIMULATION_SAMPLE:
        render_json_set(design, "top_units", render_json_count(about->top_units));
        break;
    case SIMULATION_STOPPING: set_stopping(design, &about->stopping); break;
    case SIMULATION_MACHINES:
        render_json_put(design, JSON("tau", about->machines.tau),
                        JSON("sigma", about->machines.sigma), JSON("speed", about->machines.speed));
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
    render_json_put(
        document, JSON("grid", header->grid), JSON("seed", render_json_seed(header->seed)),
        JSON("experiments", header->experiments),
        JSON("bootstrap_replicates", header->replicates > 0 ? render_json_count(header->replicates)
                                                            : render_json_text(NULL)),
        JSON("statistic", statistic), JSON("coverage_only", header->coverage_only),
        JSON("margins", render_json_numbers(header->margins, header->n_margins)));
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
    return JSON_LIST(i, n, render_json_count(counts[i]));
}

static json_t *json_tally(const struct assay_simulate_tally *tally, size_t n_margins)
{
    json_t *object = render_json_make(
        JSON("experiments", tally->experiments), JSON("undefined", tally->undefined),
        JSON("covered", tally->covered), JSON("unbounded", tally->unbounded),
        JSON("measured", tally->measured), JSON("judged", tally->judged),
        JSON("above", json_counts(tally->above, n_margins)),
        JSON("below", json_counts(tally->below, n_margins)), JSON("compared", tally->compared),
        JSON("equivalent", json_counts(tally->equivalent, n_margins)));
    render_json_put(object, JSON_IF(tally->units > 0, "units", tally->units));
    return render_json_put(object,
                           JSON("width_sum", json_wide(tally->width_high, tally->width_low)),
                           JSON("square_sum", json_wide(tally->square_high, tally->square_low)));
}

static json_t *json_alarms(const struct simulation_result *result,
                           const struct assay_simulate_summary *summary)
{
    return JSON_LIST(m, result->header.n_margins,
                     render_json_make(JSON("margin", result->header.margins[m]),
                                      JSON("above", summary->above[m]),
                                      JSON("below", summary->below[m]),
                                      JSON("equivalent", summary->equivalent[m])));
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
        render_json_put(cell, JSON("false_alarm_rate", rate),
                        JSON("false_alarm_rate_se", share_se(rate, &row->tally)));
    } else {
        double power = row->about.design.ratio > 1 ? summary->above[0] : summary->below[0];
        render_json_put(cell, JSON("power", power), JSON("power_se", share_se(power, &row->tally)));
    }
    render_json_put(cell, JSON("margin", result->header.margins[0]),
                    JSON("alarms", json_alarms(result, summary)));
    if (row->about.design.ratio != 1 || result->header.n_margins < 3)
        return;
    json_t *contours =
        JSON_LIST(i, N_RATES,
                  render_json_make(
                      JSON("rate", contour_rates[i]),
                      JSON("margin", simulation_contour(&result->header, row, contour_rates[i]))));
    render_json_set(cell, "contours", contours);
}

static json_t *json_cell(const struct simulation_result *result, const struct simulation_row *row)
{
    struct assay_simulate_summary summary = assay_simulate_summarise(&row->tally);
    json_t *cell = render_json_make(
        JSON("design", json_design(&row->about)), JSON("method", row->method),
        JSON("replicates", row->tally.experiments), JSON("coverage", summary.coverage),
        JSON("coverage_se", summary.coverage_se), JSON("mean_width", summary.mean_width),
        JSON("mean_width_se", summary.mean_width_se));
    render_json_put(cell, JSON_IF(row->tally.units > 0, "mean_units",
                                  (double)row->tally.units / (double)row->tally.experiments));
    if (result->header.n_margins > 0)
        set_rates(cell, result, row, &summary);
    if (isfinite(row->published)) {
        json_t *published = render_json_make(JSON("coverage", row->published),
                                             JSON("coverage_se", row->published_se),
                                             JSON("distance", simulation_distance(row)));
        render_json_set(cell, "published", published);
    }
    render_json_put(cell, JSON("undefined", row->tally.undefined),
                    JSON("unbounded", row->tally.unbounded),
                    JSON("trust", assay_simulate_trust_name(assay_simulate_trust_of(
                                      &row->tally, result->header.confidence))));
    OWNED char *sentence = simulate_sentence(row, result->header.confidence);
    return render_json_put(cell, JSON("sentence", sentence),
                           JSON("tally", json_tally(&row->tally, result->header.n_margins)));
}

static void set_part(json_t *document, const struct simulation_result *result)
{
    if (simulation_is_complete(result))
        return;
    json_t *held = JSON_LIST_IF(i, result->n_parts, result->part[i], render_json_count(i + 1));
    render_json_set(document, "part",
                    render_json_make(JSON("held", held), JSON("of", result->n_parts)));
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
            OWNED char *sentence = simulate_sentence(row, result->header.confidence);
            render_json_warn_text(document, "not-trusted", sentence != NULL ? sentence : "",
                                  row->about.name);
        }
        render_json_append(cells, json_cell(result, row));
    }
    set_header(document, &result->header);
    set_part(document, result);
    render_json_set(document, "cells", cells);
    return document;
}

bool simulate_write(FILE *stream, const struct simulation_result *result, bool unfinished)
{
    json_t *document = simulate_document(result);
    if (unfinished)
        render_json_set(document, "unfinished", render_json_bool(true));
    render_json_print(stream, document);
    return view_whole();
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
    struct replacement file;
    if (!replace_begin(&file, path))
        return false;
    FILE *stream = file.stream;
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
    return replace_end(&file, true);
}
