/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sensitivity_json.c -- the document of `assay doctor --sensitivity` and `assay doctor --noise`. */
#include <math.h>

#include "view/document/documents.h"
#include "view/document/json.h"

const char *sensitivity_name(enum assay_sight sight)
{
    static const char *const names[] = {[ASSAY_SIGHT_SEES] = "sees",
                                        [ASSAY_SIGHT_BLIND] = "blind",
                                        [ASSAY_SIGHT_AMPLIFIES] = "amplifies",
                                        [ASSAY_SIGHT_OPEN] = "cannot tell"};
    return names[sight];
}

/* A log ratio as per cent. */
static json_t *percent(const struct assay_effect *effect)
{
    return render_json_limits(100 * expm1(effect->estimate), 100 * expm1(effect->lower),
                              100 * expm1(effect->upper));
}

static json_t *dose_json(const struct sensitivity_dose *dose)
{
    const struct assay_comparison *found = &dose->row->finding;
    const struct change change = change_of(&dose->ratio);
    return render_json_make(
        JSON("dose_percent", 100 * dose->dose),
        JSON("change_percent", render_json_limits(change.estimate, change.lower, change.upper)),
        JSON("verdict", assay_verdict_name(found->verdict)), JSON("chance", dose->chance));
}

static json_t *detectable_json(const struct sensitivity_finding *finding,
                               const struct sensitivity_benchmark *sight)
{
    json_t *list = render_json_array();
    for (size_t times = 1; times <= 16; times *= 4) {
        const size_t rounds = times * sight->rounds;
        json_t *object = render_json_make(
            JSON("rounds", rounds), JSON("time_s", (double)rounds * sight->round_s),
            JSON("percent", 100 * sensitivity_detectable(sight, rounds, 0, finding->confidence)),
            JSON("beyond_margin_percent",
                 100 *
                     sensitivity_detectable(sight, rounds, finding->margin, finding->confidence)));
        render_json_append(list, object);
    }
    return list;
}

static json_t *benchmark_json(const struct sensitivity_finding *finding,
                              const struct sensitivity_benchmark *sight)
{
    json_t *object = render_json_make(
        JSON("benchmark", sight->benchmark), JSON("metric", sight->metric),
        JSON("rounds", sight->rounds), JSON("sd_percent", 100 * fmin(sight->sd, sight->typical_sd)),
        JSON("unchanged_percent", percent(&sight->unchanged)), JSON("windows", sight->windows),
        JSON("alarms", sight->alarms), JSON("alarms_p", sight->alarms_p),
        JSON("detectable", detectable_json(finding, sight)),
        JSON("doses", JSON_LIST(i, sight->n_doses, dose_json(&sight->doses[i]))));
    if (!sight->has_answer)
        return object;
    const struct assay_effect *slope = &sight->answer.slope;
    return render_json_put(
        object, JSON("answer", render_json_limits(slope->estimate, slope->lower, slope->upper)),
        JSON("curvature_p", sight->answer.curvature_p),
        JSON_IF(sight->dependent_width > 1, "dependent_width", sight->dependent_width),
        JSON("verdict", sensitivity_name(sight->sight)),
        JSON_IF(finding->function != NULL, "never_ran", sight->never_ran));
}

static json_t *load_json(const struct load *load)
{
    size_t n = 0;
    while (n < LOAD_NAMES && load->names[n][0] != '\0')
        n++;
    return render_json_make(JSON("processors", load->processors), JSON("others", load->others),
                            JSON("waited_percent", 100 * load->waited),
                            JSON("steal_percent", 100 * load->steal),
                            JSON("processes", JSON_LIST(i, n, render_json_text(load->names[i]))));
}

json_t *sensitivity_json(const struct sensitivity_finding *finding)
{
    json_t *document = render_json_document("sensitivity", finding->confidence);
    render_json_put(document, JSON("margin", finding->margin),
                    JSON_IF(finding->function != NULL, "function", finding->function));
    return render_json_put(
        document, JSON("promise_kept", finding->promise_kept),
        JSON("load", load_json(&finding->load)),
        JSON("benchmarks", JSON_LIST(i, finding->n, benchmark_json(finding, &finding->items[i]))));
}
