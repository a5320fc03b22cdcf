/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines_json.c -- a comparison on several machines, as JSON: docs/machines.md lists the fields. */
#include "view/document/machines_json.h"

#include <math.h>

#include "view/document/json.h"

static json_t *json_limits(double estimate, double lower, double upper)
{
    json_t *object = render_json_object();
    if (!isnan(estimate))
        render_json_set(object, "estimate", render_json_number(estimate));
    render_json_set(object, "lower", render_json_number(lower));
    render_json_set(object, "upper", render_json_number(upper));
    return object;
}

static double percent(double ratio)
{
    return 100 * (ratio - 1);
}

static json_t *json_unit(const struct machines_finding *machines,
                         const struct machine_finding *item)
{
    const char *class_name = machines->classes[item->class_at].name;
    json_t *object = render_json_object();
    render_json_set(object, "machine", render_json_text(item->name));
    render_json_set(object, "class", render_json_text(class_name[0] != '\0' ? class_name : NULL));
    render_json_set(object, "change_percent",
                    json_limits(percent(exp(item->machine.d)), percent(item->own.lower),
                                percent(item->own.upper)));
    render_json_set(object, "verdict", render_json_text(assay_verdict_name(item->verdict)));
    render_json_set(object, "rounds", render_json_count(item->machine.rounds));
    render_json_set(object, "log_ratio", render_json_number(item->machine.d));
    render_json_set(object, "variance", render_json_number(item->machine.v));
    render_json_set(object, "borrowed", render_json_bool(item->machine.borrowed));
    render_json_set(object, "far", render_json_bool(item->far));
    return object;
}

static json_t *json_classes(const struct machines_finding *machines)
{
    json_t *classes = render_json_array();
    for (size_t c = 0; c < machines->n_classes; c++) {
        json_t *object = render_json_object();
        render_json_set(object, "name", render_json_text(machines->classes[c].name));
        render_json_set(object, "n", render_json_count(machines->classes[c].n));
        if (machines->has_by_class)
            render_json_set(object, "ratio",
                            render_json_estimate(exp(machines->by_class.item[c].mean),
                                                 &machines->by_class.item[c].ratio));
        render_json_append(classes, object);
    }
    return classes;
}

json_t *json_interaction(const struct assay_interaction *between, double s2)
{
    json_t *object = render_json_object();
    render_json_set(object, "sd", render_json_number(sqrt(fmax(between->tau2, 0))));
    render_json_set(object, "lower", render_json_number(sqrt(between->lower)));
    render_json_set(object, "upper", render_json_number(sqrt(between->upper)));
    render_json_set(object, "tau2", render_json_number(between->tau2));
    render_json_set(object, "s2", render_json_number(s2));
    render_json_set(object, "within", render_json_number(between->v_bar));
    render_json_set(object, "df_within", render_json_number(between->df_within));
    render_json_set(object, "f", render_json_number(between->f));
    render_json_set(object, "p", render_json_number(between->p));
    render_json_set(object, "approximate", render_json_bool(between->approximate));
    return object;
}

static void set_over(json_t *object, const struct machines_finding *machines)
{
    static const char *const across[] = {"classes", "machines", "total"};
    render_json_set(object, "across", render_json_text(across[machines->across]));
    render_json_set(object, "ratio",
                    render_json_estimate(machines->ratio.estimate, &machines->ratio.interval));
    render_json_set(
        object, "prediction",
        json_limits((double)NAN, machines->all.prediction.lower, machines->all.prediction.upper));
    render_json_set(object, "interaction",
                    json_interaction(&machines->all.between, machines->all.s2));
    render_json_set(object, "unseen_share", render_json_number(machines->all.unseen));
    render_json_set(object, "mixed", render_json_bool(machines->mixed));
    if (machines->has_by_class)
        render_json_set(object, "class_p", render_json_number(machines->by_class.p));
}

json_t *machines_json(const struct machines_finding *machines)
{
    json_t *object = render_json_object(), *units = render_json_array();
    render_json_set(object, "n", render_json_count(machines->n));
    render_json_set(object, "measured_units", render_json_count(machines->units));
    render_json_set(object, "left_out", render_json_count(machines->left_out));
    if (machines->n > 1)
        set_over(object, machines);
    render_json_set(object, "classes", json_classes(machines));
    for (size_t i = 0; i < machines->n; i++)
        render_json_append(units, json_unit(machines, &machines->items[i]));
    render_json_set(object, "units", units);
    return object;
}

static json_t *json_count_or_null(size_t n)
{
    return n > 0 ? render_json_count(n) : render_json_number((double)NAN);
}

static json_t *targets_json(const struct machine_target *targets, size_t n)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < n; i++) {
        const struct machine_target *target = &targets[i];
        json_t *item = render_json_object();
        render_json_set(item, "half_width_percent", render_json_number(100 * target->half_width));
        render_json_set(item, "machines", json_count_or_null(target->machines));
        render_json_set(item, "rounds", json_count_or_null(target->rounds));
        render_json_set(item, "time_s",
                        render_json_number(target->machines > 0 ? target->time_s : (double)NAN));
        render_json_set(item, "careful_machines", json_count_or_null(target->careful_machines));
        render_json_append(array, item);
    }
    return array;
}

static json_t *pilot_json(const struct machine_pilot *pilot, size_t n_targets)
{
    json_t *object = render_json_object();
    render_json_set(object, "old", render_json_text(pilot->old_system));
    render_json_set(object, "new", render_json_text(pilot->new_system));
    render_json_set(object, "benchmark", render_json_text(pilot->benchmark));
    render_json_set(object, "pilot", render_json_count(pilot->machines));
    render_json_set(object, "tau", render_json_number(pilot->tau));
    render_json_set(object, "tau_upper", render_json_number(pilot->tau_upper));
    render_json_set(object, "sigma", render_json_number(pilot->sigma));
    render_json_set(object, "round_s", render_json_number(pilot->round_s));
    render_json_set(object, "floor_percent", render_json_number(100 * pilot->floor));
    render_json_set(object, "targets", targets_json(pilot->targets, n_targets));
    return object;
}

json_t *machine_plan_json(const struct machine_planning *plan)
{
    json_t *object = render_json_object(), *comparisons = render_json_array();
    for (size_t i = 0; i < plan->n; i++)
        render_json_append(comparisons, pilot_json(&plan->items[i], plan->n_targets));
    render_json_set(object, "pilot", render_json_count(plan->pilot));
    render_json_set(object, "round_s", render_json_number(plan->round_s));
    render_json_set(object, "machine_s", render_json_number(plan->machine_s));
    render_json_set(object, "targets", targets_json(plan->targets, plan->n_targets));
    render_json_set(object, "comparisons", comparisons);
    return object;
}
