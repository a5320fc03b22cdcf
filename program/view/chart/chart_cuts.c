/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_cuts.c -- what a comparison says from other iterations on; null where nobody looked. */
#include "view/chart/chart.h"
#include "view/document/json.h"

json_t *chart_cuts(const struct comparison_finding *row)
{
    static const char *const keys[] = {"from", "ratio", "lower", "upper", "verdict"};
    json_t *arrays[5], *object = render_json_object();
    if (row->n_cuts == 0) {
        json_decref(object);
        return json_null();
    }
    for (size_t k = 0; k < 5; k++)
        render_json_set(object, keys[k], arrays[k] = render_json_array());
    for (size_t i = 0; i < row->n_cuts; i++) {
        const struct comparison_cut *cut = &row->cuts[i];
        render_json_append(arrays[0], render_json_count(cut->from));
        render_json_append(arrays[1], render_json_number(cut->ratio.estimate));
        render_json_append(arrays[2], render_json_number(cut->ratio.interval.lower));
        render_json_append(arrays[3], render_json_number(cut->ratio.interval.upper));
        render_json_append(arrays[4], render_json_text(assay_verdict_name(cut->verdict)));
    }
    return object;
}
