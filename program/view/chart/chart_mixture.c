/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_mixture.c -- the mixture that fits the values, and its modes.
 * Edge:     "fitted" says to how many of the values; without a mixture null. */
#include "view/chart/chart.h"

#include "view/document/json.h"

static json_t *json_parts(const struct assay_mixture *mixture)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < mixture->k; i++) {
        json_t *part = render_json_make(JSON("weight", chart_number(mixture->part[i].weight)),
                                        JSON("mean", chart_number(mixture->part[i].mean)),
                                        JSON("sd", chart_number(mixture->part[i].sd)));
        render_json_append(array, part);
    }
    return array;
}

static json_t *json_modes(const struct assay_modes *modes)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < modes->n; i++) {
        json_t *mode = render_json_make(JSON("at", chart_number(modes->mode[i].at)),
                                        JSON("share", chart_number(modes->mode[i].weight)));
        render_json_append(array, mode);
    }
    return array;
}

json_t *chart_mixture(const struct sample_mixture *mixture)
{
    if (mixture->fitted == 0)
        return json_null();
    return render_json_make(JSON("parts", json_parts(&mixture->mixture)),
                            JSON("modes", json_modes(&mixture->modes)),
                            JSON("fitted", mixture->fitted));
}
