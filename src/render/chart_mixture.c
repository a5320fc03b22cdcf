/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_mixture.c -- the mixture that fits the values, and its modes, as `assay modes` finds them.
 * Source:   lib/mixture (Worms & Touati 2016, corrected). Of more values than the page has time for,
 *           evenly spaced ones are fitted and "fitted" says how many; then at most 5 parts are
 *           tried.
 * Edge:     what cannot be fitted is null: few values, all equal, a coarse clock. */
#include "render/chart.h"

#include <stdlib.h>

#include <assay/mixture.h>

#include "render/json.h"
#include "render/words.h"

static json_t *json_parts(const struct assay_mixture *mixture)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < mixture->k; i++) {
        json_t *part = render_json_object();
        render_json_set(part, "weight", chart_number(mixture->part[i].weight));
        render_json_set(part, "mean", chart_number(mixture->part[i].mean));
        render_json_set(part, "sd", chart_number(mixture->part[i].sd));
        render_json_append(array, part);
    }
    return array;
}

static json_t *json_modes(const struct assay_modes *modes)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < modes->n; i++) {
        json_t *mode = render_json_object();
        render_json_set(mode, "at", chart_number(modes->mode[i].at));
        render_json_set(mode, "share", chart_number(modes->mode[i].weight));
        render_json_append(array, mode);
    }
    return array;
}

json_t *chart_mixture(const struct shown_sample *sample, const struct chart_limits *limits)
{
    const size_t n = sample->description.n, m = n < limits->fitted ? n : limits->fitted;
    const struct assay_mixture_options options = {.max_components = m < n ? 5 : 0, .seed = 1};
    struct assay_mixture_fit fit;
    struct assay_modes modes;
    double *values = words_room(m, sizeof *values);
    for (size_t i = 0; values != NULL && i < m; i++)
        values[i] = sample->series->live.values[chart_spaced(i, m, n)];
    const bool found = values != NULL &&
                       words_defined(assay_mixture_fit_values((struct assay_view){values, m},
                                                              &options, &fit, NULL)) &&
                       words_defined(assay_mixture_modes(&fit.mixture, &modes, NULL));
    free(values);
    if (!found)
        return json_null();
    json_t *object = render_json_object();
    render_json_set(object, "parts", json_parts(&fit.mixture));
    render_json_set(object, "modes", json_modes(&modes));
    render_json_set(object, "fitted", render_json_count(m));
    return object;
}
