/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines.c -- `reference machines`: a ratio over machines, their classes, or how many are needed, from a
 * JSON object. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"

/* What rounds on machines say; arrays are owned. */
struct measured {
    struct assay_machine *machines;
    double *old_means, *new_means; /* NULL: log ratios were given */
    double *rounds;                /* all log ratios that were given, machine by machine */
    size_t *counts;
    size_t m;
};

static void measured_fini(struct measured *measured)
{
    free(measured->machines);
    free(measured->old_means);
    free(measured->new_means);
    free(measured->rounds);
    free(measured->counts);
}

static double mean_of(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

/* ---- rounds of old and new ---- */

static bool read_pair(struct reference *answer, size_t j, struct measured *out)
{
    const json_t *old_side = json_array_get(json_object_get(answer->object, "old"), j);
    const json_t *new_side = json_array_get(json_object_get(answer->object, "new"), j);
    OWNED double *x = NULL, *y = NULL;
    size_t n_old, n_new;
    if (!reference_list(answer, old_side, "old", &x, &n_old) ||
        !reference_list(answer, new_side, "new", &y, &n_new) ||
        assay_machine_effect((struct assay_view){x, n_old}, (struct assay_view){y, n_new},
                             &out->machines[j], &answer->error) != ASSAY_OK)
        return false;
    out->old_means[j] = mean_of(x, n_old);
    out->new_means[j] = mean_of(y, n_new);
    return true;
}

static bool read_rounds(struct reference *answer, struct measured *out)
{
    const json_t *old_sides = json_object_get(answer->object, "old");
    out->m = json_array_size(old_sides);
    if (out->m == 0 || json_array_size(json_object_get(answer->object, "new")) != out->m)
        return reference_wrong(answer, "old and new", "must be lists of as many machines' rounds");
    out->machines = calloc(out->m, sizeof *out->machines);
    out->old_means = calloc(out->m, sizeof *out->old_means);
    out->new_means = calloc(out->m, sizeof *out->new_means);
    if (out->machines == NULL || out->old_means == NULL || out->new_means == NULL)
        return reference_no_memory(answer);
    bool good = true;
    for (size_t j = 0; good && j < out->m; j++)
        good = read_pair(answer, j, out);
    return good;
}

/* ---- log ratios of rounds ---- */

static bool read_logs(struct reference *answer, struct measured *out)
{
    static const char key[] = "log_ratio_rounds";
    const json_t *machines = json_object_get(answer->object, key);
    size_t n = 0;
    out->m = json_array_size(machines);
    for (size_t j = 0; j < out->m; j++)
        n += json_array_size(json_array_get(machines, j));
    out->machines = calloc(out->m + 1, sizeof *out->machines);
    out->counts = calloc(out->m + 1, sizeof *out->counts);
    out->rounds = calloc(n + 1, sizeof *out->rounds);
    if (out->machines == NULL || out->counts == NULL || out->rounds == NULL)
        return reference_no_memory(answer);
    double *at = out->rounds;
    for (size_t j = 0; j < out->m; j++) {
        OWNED double *logs = NULL;
        if (!reference_list(answer, json_array_get(machines, j), key, &logs, &out->counts[j]))
            return false;
        memcpy(at, logs, out->counts[j] * sizeof *at);
        if (assay_machine_effect_of_logs((struct assay_view){at, out->counts[j]}, &out->machines[j],
                                         &answer->error) != ASSAY_OK)
            return false;
        at += out->counts[j];
    }
    return true;
}

/* ---- answers ---- */

static void put_total(struct reference *answer, const struct measured *measured)
{
    static const char *const kinds[] = {"bounded", "ray", "complement", "whole_line"};
    const struct assay_sample x = assay_sample_flat(measured->old_means, measured->m),
                              y = assay_sample_flat(measured->new_means, measured->m);
    struct assay_estimate total;
    if (assay_ratio_paired(&x, &y, answer->confidence, &total, NULL) != ASSAY_OK)
        return;
    reference_put(answer, JSON("fieller_ratio", total.estimate),
                  JSON("fieller_kind", kinds[total.interval.kind]));
    if (total.interval.kind == ASSAY_BOUNDED)
        reference_put(answer, JSON("fieller_ci",
                                   reference_limits(total.interval.lower, total.interval.upper)));
}

static void put_between(struct reference *answer, const struct assay_interaction *between)
{
    reference_put(answer, JSON("v_bar", between->v_bar), JSON("df_within", between->df_within),
                  JSON("tau2", between->tau2), JSON("tau", sqrt(fmax(between->tau2, 0))),
                  JSON("F", between->f), JSON("df_test", between->df_test),
                  JSON("df_between", between->df_between), JSON("p_interaction", between->p),
                  JSON("tau2_ci", reference_limits(between->lower, between->upper)),
                  JSON("tau_ci", reference_limits(sqrt(between->lower), sqrt(between->upper))));
}

/* The analysis of variance, of balanced rounds. */
static void put_anova(struct reference *answer, const struct measured *measured)
{
    double degrees = 0;
    bool balanced = true;
    for (size_t j = 0; j < measured->m; j++) {
        degrees += (double)measured->counts[j] - 1;
        balanced = balanced && measured->counts[j] == measured->counts[0];
    }
    reference_put(answer, JSON("df_within_pooled", degrees));
    const struct assay_sample sample = assay_sample_balanced(
        measured->rounds, 2, (const size_t[]){measured->m, measured->counts[0]});
    struct assay_impact impact;
    if (!balanced || assay_impact_factor(&sample, answer->confidence, &impact, NULL) != ASSAY_OK)
        return;
    reference_put(answer, JSON("anova_F", impact.f), JSON("anova_p", impact.p));
}

static void put_machines(struct reference *answer, const struct measured *measured)
{
    reference_put(answer, JSON("m", measured->m),
                  JSON("d", REFERENCE_NUMBERS(j, measured->m, measured->machines[j].d)),
                  JSON("v_within", REFERENCE_NUMBERS(j, measured->m, measured->machines[j].v)));
}

/* One machine's rounds say nothing of others. */
static bool answer_one(struct reference *answer, const struct measured *measured)
{
    reference_put(answer, JSON("log_ratio", measured->machines[0].d),
                  JSON("ratio", exp(measured->machines[0].d)));
    reference_put(answer, JSON("across_machines", "none: one machine"));
    return true;
}

static bool answer_measured(struct reference *answer, const struct measured *measured)
{
    struct assay_machines found;
    if (measured->m == 1) {
        put_machines(answer, measured);
        return answer_one(answer, measured);
    }
    if (assay_machines_combine(measured->machines, measured->m, answer->confidence, &found,
                               &answer->error) != ASSAY_OK)
        return false;
    put_machines(answer, measured);
    reference_put(
        answer, JSON("log_ratio", found.log_ratio), JSON("ratio", found.ratio.estimate),
        JSON("S2", found.s2), JSON("df", found.ratio.interval.df), JSON("se", found.se),
        JSON("ci_log",
             reference_limits(log(found.ratio.interval.lower), log(found.ratio.interval.upper))),
        JSON("ci_ratio", reference_limits(found.ratio.interval.lower, found.ratio.interval.upper)),
        JSON("prediction_ratio", reference_limits(found.prediction.lower, found.prediction.upper)));
    put_between(answer, &found.between);
    if (measured->old_means != NULL)
        put_total(answer, measured);
    else
        put_anova(answer, measured);
    return true;
}

/* The paired interval of one machine's rounds (METHODS B5). */
static void put_within(struct reference *answer)
{
    const json_t *old_rounds = json_array_get(json_object_get(answer->object, "old"), 0);
    const json_t *new_rounds = json_array_get(json_object_get(answer->object, "new"), 0);
    OWNED double *x = NULL, *y = NULL;
    size_t n_old, n_new;
    struct assay_estimate ratio;
    if (!reference_list(answer, old_rounds, "old", &x, &n_old) ||
        !reference_list(answer, new_rounds, "new", &y, &n_new) || n_old != n_new)
        return;
    const struct assay_sample a = assay_sample_flat(x, n_old), b = assay_sample_flat(y, n_new);
    if (assay_ratio_paired(&a, &b, answer->confidence, &ratio, NULL) != ASSAY_OK)
        return;
    reference_put(answer, JSON("within_machine_ci",
                               reference_limits(ratio.interval.lower, ratio.interval.upper)));
}

bool reference_machines(struct reference *answer)
{
    SCOPED(measured_fini) struct measured measured = {0};
    const bool rounds = json_object_get(answer->object, "old") != NULL;
    if (json_object_get(answer->object, "class") != NULL)
        return reference_machine_classes(answer);
    if (json_object_get(answer->object, "half_width_log") != NULL)
        return reference_machine_plan(answer);
    if (!rounds && json_object_get(answer->object, "log_ratio_rounds") == NULL)
        return reference_wrong(answer, "the object",
                               "has no old and new, log_ratio_rounds, class or half_width_log");
    bool good = rounds ? read_rounds(answer, &measured) : read_logs(answer, &measured);
    if (good)
        good = answer_measured(answer, &measured);
    if (good && rounds && measured.m == 1)
        put_within(answer);
    return good;
}
