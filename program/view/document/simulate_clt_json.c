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
    json_t *sizes = JSON_EACH(
        row, item->sizes, SIMULATION_CLT_SIZES,
        render_json_make(JSON("n", row->n), JSON("vector", row->vector),
                         JSON("mean_rejected", share(row->mean_rejected, row->trials)),
                         JSON("median_rejected", share(row->median_rejected, row->trials)),
                         JSON("mean_sd", row->mean_sd), JSON("minimum_sd", row->minimum_sd)));
    return render_json_make(
        JSON("benchmark", item->series->benchmark), JSON("system", item->series->system),
        JSON("metric", item->series->metric), JSON("n", item->n_values),
        JSON("level", SIMULATION_CLT_LEVEL), JSON("trials", item->sizes[0].trials),
        JSON("mean_normal_from", json_size(item->mean_from)),
        JSON("median_normal_from", json_size(item->median_from)), JSON("sizes", sizes));
}

static json_t *clt_document(const char *grid, double confidence, uint64_t seed)
{
    json_t *document = render_json_document("simulate", confidence);
    return render_json_put(document, JSON("grid", grid), JSON("seed", render_json_seed(seed)),
                           JSON("cells", render_json_array()));
}

json_t *simulate_clt_document(const struct simulation_clt *clt, double confidence, uint64_t seed)
{
    json_t *document = clt_document("clt", confidence, seed);
    render_json_set(document, "samples", JSON_LIST(i, clt->n, json_case(&clt->rows[i])));
    return document;
}

json_t *simulate_minimum_document(const struct assay_minimum_row *rows, size_t n, double confidence,
                                  uint64_t seed)
{
    json_t *document = clt_document("st-table1", confidence, seed);
    return render_json_put(
        document,
        JSON("rows", JSON_EACH(row, rows, n,
                               render_json_make(JSON("n", row->n), JSON("samples", row->samples),
                                                JSON("mean_sd", row->mean_sd),
                                                JSON("minimum_sd", row->minimum_sd)))));
}
