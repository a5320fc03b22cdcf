/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulated.h -- simulations run in the tests, and the documents of their parts: what the program writes of them that
 * counts for reading it back. */
#ifndef SUPPORT_SIMULATED_H
#define SUPPORT_SIMULATED_H

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/simulation.h"
#include "support/oracle.h"

/* JSON has no NaN: what is none is null. */
static inline json_t *simulated_number(double x)
{
    return x - x == 0 ? json_real(x) : json_null();
}

static inline json_t *simulated_levels(const struct simulation_case *about)
{
    const struct assay_simulate_design *d = &about->design;
    json_t *levels = json_array();
    for (size_t k = 0; k < d->n_levels; k++)
        json_array_append_new(
            levels, json_pack("{s:s, s:I, s:I, s:o, s:o, s:s}", "name", about->level_name[k],
                              "count", (json_int_t)d->old_system.count[k], "count_new",
                              (json_int_t)d->new_system.count[k], "sd",
                              simulated_number(d->old_system.sd[k]), "sd_new",
                              simulated_number(d->new_system.sd[k]), "distribution",
                              assay_simulate_distribution_name(d->distribution[k])));
    return levels;
}

static inline json_t *simulated_design(const struct simulation_case *about)
{
    const struct assay_simulate_design *d = &about->design;
    char identity[17];
    (void)snprintf(identity, sizeof identity, "%016" PRIx64, about->identity);
    json_t *design = json_pack("{s:s?, s:o, s:f, s:s}", "name", about->name, "levels",
                               simulated_levels(about), "ratio", d->ratio, "identity", identity);
    if (about->kind == SIMULATION_SAMPLE)
        json_object_set_new(design, "top_units", json_integer((json_int_t)about->top_units));
    if (about->kind == SIMULATION_DESIGN)
        json_object_update_new(
            design,
            json_pack("{s:s, s:f, s:s, s:f, s:s}", "drift", assay_simulate_drift_name(d->drift),
                      "drift_sd", d->drift_sd, "order", assay_simulate_order_name(d->order), "tick",
                      d->tick, "values", about->top_means ? SIMULATION_TOP_MEANS : "every value"));
    if (about->kind == SIMULATION_MACHINES)
        json_object_update_new(design, json_pack("{s:f, s:f}", "tau", about->machines.tau, "sigma",
                                                 about->machines.sigma));
    return design;
}

static inline json_t *simulated_wide(uint64_t high, uint64_t low)
{
    char text[33];
    (void)snprintf(text, sizeof text, "%016" PRIx64 "%016" PRIx64, high, low);
    return json_string(text);
}

static inline json_t *simulated_counts(const uint64_t *counts, size_t n)
{
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(array, json_integer((json_int_t)counts[i]));
    return array;
}

static inline json_t *simulated_tally(const struct assay_simulate_tally *t, size_t n)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o}",
                     "experiments", (json_int_t)t->experiments, "undefined",
                     (json_int_t)t->undefined, "covered", (json_int_t)t->covered, "unbounded",
                     (json_int_t)t->unbounded, "measured", (json_int_t)t->measured, "judged",
                     (json_int_t)t->judged, "compared", (json_int_t)t->compared, "units",
                     (json_int_t)t->units, "above", simulated_counts(t->above, n), "below",
                     simulated_counts(t->below, n), "equivalent",
                     simulated_counts(t->equivalent, n), "width_sum",
                     simulated_wide(t->width_high, t->width_low), "square_sum",
                     simulated_wide(t->square_high, t->square_low));
}

static inline json_t *simulated_document(const struct simulation_result *result)
{
    const struct simulation_header *h = &result->header;
    json_t *margins = json_array(), *cells = json_array(), *held = json_array();
    for (size_t i = 0; i < h->n_margins; i++)
        json_array_append_new(margins, json_real(h->margins[i]));
    for (size_t i = 0; i < result->n; i++) {
        const struct simulation_row *row = &result->rows[i];
        json_t *cell = json_pack("{s:s, s:o, s:o}", "method", row->method, "design",
                                 simulated_design(&row->about), "tally",
                                 simulated_tally(&row->tally, h->n_margins));
        if (row->published - row->published == 0)
            json_object_set_new(cell, "published",
                                json_pack("{s:f, s:f}", "coverage", row->published, "coverage_se",
                                          row->published_se));
        json_array_append_new(cells, cell);
    }
    json_t *document = json_pack(
        "{s:s, s:s, s:f, s:I, s:I, s:I, s:s, s:b, s:o, s:o}", "schema", "assay.simulate/1", "grid",
        h->grid, "confidence", h->confidence, "seed", (json_int_t)h->seed, "experiments",
        (json_int_t)h->experiments, "bootstrap_replicates", (json_int_t)h->replicates, "statistic",
        h->statistic, "coverage_only", h->coverage_only, "margins", margins, "cells", cells);
    for (size_t i = 0; i < result->n_parts; i++)
        if (result->part[i])
            json_array_append_new(held, json_integer((json_int_t)i + 1));
    if (simulation_is_complete(result))
        json_decref(held);
    else
        json_object_set_new(
            document, "part",
            json_pack("{s:o, s:I}", "held", held, "of", (json_int_t)result->n_parts));
    return document;
}

static inline bool simulated_write(FILE *stream, const struct simulation_result *result,
                                   bool unfinished)
{
    json_t *document = simulated_document(result);
    if (unfinished)
        json_object_set_new(document, "unfinished", json_true());
    const bool good = json_dumpf(document, stream, JSON_REAL_PRECISION(17)) == 0;
    json_decref(document);
    return good;
}

/* Runs it and says how that went. */
static inline enum assay_status simulated_run(const struct simulation_request *request,
                                              struct simulation_result *result,
                                              struct assay_error *error)
{
    const struct simulation_watch watch = {.write = simulated_write};
    struct remarks remarks = {0};
    const enum assay_status status = simulation_run(request, &watch, result, &remarks, error);
    remarks_fini(&remarks);
    return status;
}

#endif
