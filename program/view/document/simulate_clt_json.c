/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_clt_json.c -- means, medians and minima of samples of growing size, as JSON. */
#include "view/document/json.h"
#include "view/document/simulate_json.h"

static double share(uint64_t rejected, size_t trials)
{
    return (double)rejected / (double)trials;
}

static json_t *json_size(size_t n)
{
    return n > 0 ? render_json_count(n) : render_json_text(NULL);
}

static json_t *json_case(const struct simulation_clt_row *item)
{
    json_t *object = render_json_object(), *sizes = render_json_array();
    for (size_t i = 0; i < SIMULATION_CLT_SIZES; i++) {
        const struct assay_clt_row *row = &item->sizes[i];
        json_t *size = render_json_object();
        render_json_set(size, "n", render_json_count(row->n));
        render_json_set(size, "vector", render_json_count(row->vector));
        render_json_set(size, "mean_rejected",
                        render_json_number(share(row->mean_rejected, row->trials)));
        render_json_set(size, "median_rejected",
                        render_json_number(share(row->median_rejected, row->trials)));
        render_json_set(size, "mean_sd", render_json_number(row->mean_sd));
        render_json_set(size, "minimum_sd", render_json_number(row->minimum_sd));
        render_json_append(sizes, size);
    }
    render_json_set(object, "benchmark", render_json_text(item->series->benchmark));
    render_json_set(object, "system", render_json_text(item->series->system));
    render_json_set(object, "metric", render_json_text(item->series->metric));
    render_json_set(object, "n", render_json_count(item->n_values));
    render_json_set(object, "level", render_json_number(SIMULATION_CLT_LEVEL));
    render_json_set(object, "trials", render_json_count(item->sizes[0].trials));
    render_json_set(object, "mean_normal_from", json_size(item->mean_from));
    render_json_set(object, "median_normal_from", json_size(item->median_from));
    render_json_set(object, "sizes", sizes);
    return object;
}

static json_t *clt_document(const char *grid, double confidence, uint64_t seed)
{
    json_t *document = render_json_document("simulate", confidence);
    render_json_set(document, "grid", render_json_text(grid));
    render_json_set(document, "seed", render_json_seed(seed));
    render_json_set(document, "cells", render_json_array());
    return document;
}

json_t *simulate_clt_document(const struct simulation_clt *clt, double confidence, uint64_t seed)
{
    json_t *document = clt_document("clt", confidence, seed), *cases = render_json_array();
    for (size_t i = 0; i < clt->n; i++)
        render_json_append(cases, json_case(&clt->rows[i]));
    render_json_set(document, "samples", cases);
    return document;
}

json_t *simulate_minimum_document(const struct assay_minimum_row *rows, size_t n, double confidence,
                                  uint64_t seed)
{
    json_t *document = clt_document("st-table1", confidence, seed), *list = render_json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *row = render_json_object();
        render_json_set(row, "n", render_json_count(rows[i].n));
        render_json_set(row, "samples", render_json_count(rows[i].samples));
        render_json_set(row, "mean_sd", render_json_number(rows[i].mean_sd));
        render_json_set(row, "minimum_sd", render_json_number(rows[i].minimum_sd));
        render_json_append(list, row);
    }
    render_json_set(document, "rows", list);
    return document;
}
