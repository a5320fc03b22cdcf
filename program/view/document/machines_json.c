/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines_json.c -- a comparison on several machines, as JSON: docs/machines.md lists the fields. */
#include "view/document/finding_json.h"

#include <math.h>

#include "view/document/json.h"

static json_t *json_limits(double estimate, double lower, double upper)
{
    return render_json_make(JSON_IF(!isnan(estimate), "estimate", estimate), JSON("lower", lower),
                            JSON("upper", upper));
}

static double percent(double ratio)
{
    return 100 * (ratio - 1);
}

static json_t *json_unit(const struct machines_finding *machines,
                         const struct machine_finding *item)
{
    const char *class_name = machines->classes[item->class_at].name;
    return render_json_make(
        JSON("machine", item->name), JSON("class", class_name[0] != '\0' ? class_name : NULL),
        JSON("change_percent", json_limits(percent(exp(item->machine.d)), percent(item->own.lower),
                                           percent(item->own.upper))),
        JSON("verdict", assay_verdict_name(item->verdict)), JSON("rounds", item->machine.rounds),
        JSON("log_ratio", item->machine.d), JSON("variance", item->machine.v),
        JSON("borrowed", item->machine.borrowed), JSON("far", item->far));
}

static json_t *json_classes(const struct machines_finding *machines)
{
    json_t *classes = render_json_array();
    for (size_t c = 0; c < machines->n_classes; c++) {
        json_t *object = render_json_make(JSON("name", machines->classes[c].name),
                                          JSON("n", machines->classes[c].n));
        render_json_put(object, JSON_IF(machines->has_by_class, "ratio",
                                        render_json_estimate(exp(machines->by_class.item[c].mean),
                                                             &machines->by_class.item[c].ratio)));
        render_json_append(classes, object);
    }
    return classes;
}

json_t *json_interaction(const struct assay_interaction *between, double s2)
{
    return render_json_make(
        JSON("sd", sqrt(fmax(between->tau2, 0))), JSON("lower", sqrt(between->lower)),
        JSON("upper", sqrt(between->upper)), JSON("tau2", between->tau2), JSON("s2", s2),
        JSON("within", between->v_bar), JSON("df_within", between->df_within),
        JSON("f", between->f), JSON("p", between->p), JSON("approximate", between->approximate));
}

json_t *machines_json(const struct machines_finding *machines)
{
    json_t *object =
        render_json_make(JSON("n", machines->n), JSON("measured_units", machines->units),
                         JSON("left_out", machines->left_out));
    if (machines->n > 1) {
        static const char *const across[] = {"classes", "machines", "total"};
        render_json_put(
            object, JSON("across", across[machines->across]),
            JSON("ratio",
                 render_json_estimate(machines->ratio.estimate, &machines->ratio.interval)),
            JSON("prediction", json_limits((double)NAN, machines->all.prediction.lower,
                                           machines->all.prediction.upper)),
            JSON("interaction", json_interaction(&machines->all.between, machines->all.s2)),
            JSON("unseen_share", machines->all.unseen), JSON("mixed", machines->mixed),
            JSON_IF(machines->has_by_class, "class_p", machines->by_class.p));
    }
    return render_json_put(
        object, JSON("classes", json_classes(machines)),
        JSON("units", JSON_EACH(item, machines->items, machines->n, json_unit(machines, item))));
}

static json_t *targets_json(const struct machine_target *targets, size_t n)
{
    return JSON_EACH(
        target, targets, n,
        render_json_make(JSON("half_width_percent", 100 * target->half_width),
                         JSON("machines", render_json_some(target->machines)),
                         JSON("rounds", render_json_some(target->rounds)),
                         JSON("time_s", target->machines > 0 ? target->time_s : (double)NAN),
                         JSON("careful_machines", render_json_some(target->careful_machines))));
}

static json_t *pilot_json(const struct machine_pilot *pilot, size_t n_targets)
{
    return render_json_make(JSON("old", pilot->old_system), JSON("new", pilot->new_system),
                            JSON("benchmark", pilot->benchmark), JSON("pilot", pilot->machines),
                            JSON("tau", pilot->tau), JSON("tau_upper", pilot->tau_upper),
                            JSON("sigma", pilot->sigma), JSON("round_s", pilot->round_s),
                            JSON("floor_percent", 100 * pilot->floor),
                            JSON("targets", targets_json(pilot->targets, n_targets)));
}

json_t *machine_plan_json(const struct machine_planning *plan)
{
    return render_json_make(
        JSON("pilot", plan->pilot), JSON("round_s", plan->round_s),
        JSON("machine_s", plan->machine_s),
        JSON("targets", targets_json(plan->targets, plan->n_targets)),
        JSON("comparisons", JSON_LIST(i, plan->n, pilot_json(&plan->items[i], plan->n_targets))));
}
