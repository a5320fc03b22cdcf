/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sight_json.c -- the document of `assay sensitivity` and `assay doctor --noise`. */
#include <math.h>

#include "view/document/json.h"
#include "view/terminal/sight.h"

/* A log ratio as per cent. */
static json_t *percent(const struct assay_effect *effect)
{
    return render_json_limits(100 * expm1(effect->estimate), 100 * expm1(effect->lower),
                              100 * expm1(effect->upper));
}

static json_t *dose_json(const struct sight_dose *dose)
{
    const struct assay_comparison *found = &dose->row->finding;
    const struct change change = change_of(&dose->ratio);
    json_t *object = render_json_object();
    render_json_set(object, "dose_percent", render_json_number(100 * dose->dose));
    render_json_set(object, "change_percent",
                    render_json_limits(change.estimate, change.lower, change.upper));
    render_json_set(object, "verdict", render_json_text(assay_verdict_name(found->verdict)));
    render_json_set(object, "chance", render_json_number(dose->chance));
    return object;
}

static json_t *detectable_json(const struct sight_finding *finding,
                               const struct sight_benchmark *sight)
{
    json_t *list = render_json_array();
    for (size_t times = 1; times <= 16; times *= 4) {
        const size_t rounds = times * sight->rounds;
        json_t *object = render_json_object();
        render_json_set(object, "rounds", render_json_count(rounds));
        render_json_set(object, "time_s", render_json_number((double)rounds * sight->round_s));
        render_json_set(
            object, "percent",
            render_json_number(100 * sight_detectable(sight, rounds, 0, finding->confidence)));
        render_json_set(object, "beyond_margin_percent",
                        render_json_number(100 * sight_detectable(sight, rounds, finding->margin,
                                                                  finding->confidence)));
        render_json_append(list, object);
    }
    return list;
}

static json_t *benchmark_json(const struct sight_finding *finding,
                              const struct sight_benchmark *sight)
{
    json_t *object = render_json_object(), *doses = render_json_array();
    render_json_set(object, "benchmark", render_json_text(sight->benchmark));
    render_json_set(object, "metric", render_json_text(sight->metric));
    render_json_set(object, "rounds", render_json_count(sight->rounds));
    render_json_set(object, "sd_percent",
                    render_json_number(100 * fmin(sight->sd, sight->typical_sd)));
    render_json_set(object, "unchanged_percent", percent(&sight->unchanged));
    render_json_set(object, "windows", render_json_count(sight->windows));
    render_json_set(object, "alarms", render_json_count(sight->alarms));
    render_json_set(object, "alarms_p", render_json_number(sight->alarms_p));
    render_json_set(object, "detectable", detectable_json(finding, sight));
    for (size_t i = 0; i < sight->n_doses; i++)
        render_json_append(doses, dose_json(&sight->doses[i]));
    render_json_set(object, "doses", doses);
    if (!sight->has_answer)
        return object;
    const struct assay_effect *slope = &sight->answer.slope;
    render_json_set(object, "answer",
                    render_json_limits(slope->estimate, slope->lower, slope->upper));
    render_json_set(object, "curvature_p", render_json_number(sight->answer.curvature_p));
    render_json_set(object, "verdict", render_json_text(sight_name(sight->sight)));
    if (finding->function != NULL)
        render_json_set(object, "never_ran", render_json_bool(sight->never_ran));
    return object;
}

static json_t *load_json(const struct load *load)
{
    json_t *object = render_json_object(), *names = render_json_array();
    render_json_set(object, "processors", render_json_number(load->processors));
    render_json_set(object, "others", render_json_number(load->others));
    render_json_set(object, "waited_percent", render_json_number(100 * load->waited));
    render_json_set(object, "steal_percent", render_json_number(100 * load->steal));
    for (size_t i = 0; i < LOAD_NAMES && load->names[i][0] != '\0'; i++)
        render_json_append(names, render_json_text(load->names[i]));
    render_json_set(object, "processes", names);
    return object;
}

json_t *sight_json(const struct sight_finding *finding)
{
    json_t *document = render_json_document("sensitivity", finding->confidence);
    json_t *benchmarks = render_json_array();
    for (size_t i = 0; i < finding->n; i++)
        render_json_append(benchmarks, benchmark_json(finding, &finding->items[i]));
    render_json_set(document, "margin", render_json_number(finding->margin));
    if (finding->function != NULL)
        render_json_set(document, "function", render_json_text(finding->function));
    render_json_set(document, "promise_kept", render_json_bool(finding->promise_kept));
    render_json_set(document, "load", load_json(&finding->load));
    render_json_set(document, "benchmarks", benchmarks);
    return document;
}
