/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_machines.c -- `assay stat machines`: a ratio over machines, their classes, or how many are needed, from a
 * JSON object. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/stat.h"

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

static bool read_pair(struct stat_answer *answer, size_t j, struct measured *out)
{
    const json_t *old_side = json_array_get(json_object_get(answer->object, "old"), j);
    const json_t *new_side = json_array_get(json_object_get(answer->object, "new"), j);
    OWNED double *x = NULL, *y = NULL;
    size_t n_old, n_new;
    if (!stat_object_list(answer, old_side, "old", &x, &n_old) ||
        !stat_object_list(answer, new_side, "new", &y, &n_new) ||
        assay_machine_effect((struct assay_view){x, n_old}, (struct assay_view){y, n_new},
                             &out->machines[j], &answer->error) != ASSAY_OK)
        return false;
    out->old_means[j] = mean_of(x, n_old);
    out->new_means[j] = mean_of(y, n_new);
    return true;
}

static bool read_rounds(struct stat_answer *answer, struct measured *out)
{
    const json_t *old_sides = json_object_get(answer->object, "old");
    out->m = json_array_size(old_sides);
    if (out->m == 0 || json_array_size(json_object_get(answer->object, "new")) != out->m)
        return stat_object_wrong(answer, "old and new",
                                 "must be lists of as many machines' rounds");
    out->machines = calloc(out->m, sizeof *out->machines);
    out->old_means = calloc(out->m, sizeof *out->old_means);
    out->new_means = calloc(out->m, sizeof *out->new_means);
    if (out->machines == NULL || out->old_means == NULL || out->new_means == NULL)
        return stat_no_memory(answer);
    bool good = true;
    for (size_t j = 0; good && j < out->m; j++)
        good = read_pair(answer, j, out);
    return good;
}

/* ---- log ratios of rounds ---- */

static bool read_logs(struct stat_answer *answer, struct measured *out)
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
        return stat_no_memory(answer);
    double *at = out->rounds;
    for (size_t j = 0; j < out->m; j++) {
        OWNED double *logs = NULL;
        if (!stat_object_list(answer, json_array_get(machines, j), key, &logs, &out->counts[j]))
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

static void put_total(struct stat_answer *answer, const struct measured *measured)
{
    static const char *const kinds[] = {"bounded", "ray", "complement", "whole_line"};
    const struct assay_sample x = assay_sample_flat(measured->old_means, measured->m),
                              y = assay_sample_flat(measured->new_means, measured->m);
    struct assay_estimate total;
    if (assay_ratio_paired(&x, &y, answer->confidence, &total, NULL) != ASSAY_OK)
        return;
    stat_put(answer, JSON("fieller_ratio", total.estimate),
             JSON("fieller_kind", kinds[total.interval.kind]));
    if (total.interval.kind == ASSAY_BOUNDED)
        stat_put(answer,
                 JSON("fieller_ci", stat_limits(total.interval.lower, total.interval.upper)));
}

static void put_between(struct stat_answer *answer, const struct assay_interaction *between)
{
    stat_put(answer, JSON("v_bar", between->v_bar), JSON("df_within", between->df_within),
             JSON("tau2", between->tau2), JSON("tau", sqrt(fmax(between->tau2, 0))),
             JSON("F", between->f), JSON("df_test", between->df_test),
             JSON("df_between", between->df_between), JSON("p_interaction", between->p),
             JSON("tau2_ci", stat_limits(between->lower, between->upper)),
             JSON("tau_ci", stat_limits(sqrt(between->lower), sqrt(between->upper))));
}

/* The analysis of variance, of balanced rounds. */
static void put_anova(struct stat_answer *answer, const struct measured *measured)
{
    double degrees = 0;
    bool balanced = true;
    for (size_t j = 0; j < measured->m; j++) {
        degrees += (double)measured->counts[j] - 1;
        balanced = balanced && measured->counts[j] == measured->counts[0];
    }
    stat_put(answer, JSON("df_within_pooled", degrees));
    const struct assay_sample sample = assay_sample_balanced(
        measured->rounds, 2, (const size_t[]){measured->m, measured->counts[0]});
    struct assay_impact impact;
    if (!balanced || assay_impact_factor(&sample, answer->confidence, &impact, NULL) != ASSAY_OK)
        return;
    stat_put(answer, JSON("anova_F", impact.f), JSON("anova_p", impact.p));
}

static void put_machines(struct stat_answer *answer, const struct measured *measured)
{
    stat_put(answer, JSON("m", measured->m),
             JSON("d", STAT_NUMBERS(j, measured->m, measured->machines[j].d)),
             JSON("v_within", STAT_NUMBERS(j, measured->m, measured->machines[j].v)));
}

static void say_over(struct stat_answer *answer, const struct assay_machines *found)
{
    const struct assay_interaction *between = &found->between;
    stat_say(answer, "Ratio over %zu machines (geometric mean, t on their log ratios)\n\n",
             found->m);
    stat_say_number(answer, "new / old", found->ratio.estimate);
    stat_say_interval(answer, answer->confidence, found->ratio.interval.lower,
                      found->ratio.interval.upper);
    stat_say(answer, "  %-24s [%.7g, %.7g]\n", "a new machine", found->prediction.lower,
             found->prediction.upper);
    if (!isnan(between->tau2))
        stat_say(answer, "  %-24s %.3g %% [%.3g, %.3g], p %.3g\n", "between machines",
                 100 * sqrt(fmax(between->tau2, 0)), 100 * sqrt(between->lower),
                 100 * sqrt(between->upper), between->p);
}

/* One machine's rounds say nothing of others. */
static bool answer_one(struct stat_answer *answer, const struct measured *measured)
{
    stat_put(answer, JSON("log_ratio", measured->machines[0].d),
             JSON("ratio", exp(measured->machines[0].d)));
    stat_say(answer, "Ratio on one machine: it holds for this machine\n\n");
    stat_say_number(answer, "new / old", exp(measured->machines[0].d));
    stat_put(answer, JSON("across_machines", "none: one machine"));
    return true;
}

static bool answer_measured(struct stat_answer *answer, const struct measured *measured)
{
    struct assay_machines found;
    stat_size(answer, measured->m);
    if (measured->m == 1) {
        put_machines(answer, measured);
        return answer_one(answer, measured);
    }
    if (assay_machines_combine(measured->machines, measured->m, answer->confidence, &found,
                               &answer->error) != ASSAY_OK)
        return false;
    put_machines(answer, measured);
    stat_put(answer, JSON("log_ratio", found.log_ratio), JSON("ratio", found.ratio.estimate),
             JSON("S2", found.s2), JSON("df", found.ratio.interval.df), JSON("se", found.se),
             JSON("ci_log",
                  stat_limits(log(found.ratio.interval.lower), log(found.ratio.interval.upper))),
             JSON("ci_ratio", stat_limits(found.ratio.interval.lower, found.ratio.interval.upper)),
             JSON("prediction_ratio", stat_limits(found.prediction.lower, found.prediction.upper)));
    put_between(answer, &found.between);
    if (measured->old_means != NULL)
        put_total(answer, measured);
    else
        put_anova(answer, measured);
    answer->warnings = found.ratio.warnings;
    say_over(answer, &found);
    return true;
}

/* The paired interval of one machine's rounds (METHODS B5). */
static void put_within(struct stat_answer *answer)
{
    const json_t *old_rounds = json_array_get(json_object_get(answer->object, "old"), 0);
    const json_t *new_rounds = json_array_get(json_object_get(answer->object, "new"), 0);
    OWNED double *x = NULL, *y = NULL;
    size_t n_old, n_new;
    struct assay_estimate ratio;
    if (!stat_object_list(answer, old_rounds, "old", &x, &n_old) ||
        !stat_object_list(answer, new_rounds, "new", &y, &n_new) || n_old != n_new)
        return;
    const struct assay_sample a = assay_sample_flat(x, n_old), b = assay_sample_flat(y, n_new);
    if (assay_ratio_paired(&a, &b, answer->confidence, &ratio, NULL) != ASSAY_OK)
        return;
    stat_put(answer,
             JSON("within_machine_ci", stat_limits(ratio.interval.lower, ratio.interval.upper)));
    stat_say_interval(answer, answer->confidence, ratio.interval.lower, ratio.interval.upper);
}

static bool machines(struct stat_answer *answer)
{
    SCOPED(measured_fini) struct measured measured = {0};
    const bool rounds = json_object_get(answer->object, "old") != NULL;
    if (json_object_get(answer->object, "class") != NULL)
        return stat_machine_classes(answer);
    if (json_object_get(answer->object, "half_width_log") != NULL)
        return stat_machine_plan(answer);
    if (!rounds && json_object_get(answer->object, "log_ratio_rounds") == NULL)
        return stat_object_wrong(answer, "the object",
                                 "has no old and new, log_ratio_rounds, class or half_width_log");
    bool good = rounds ? read_rounds(answer, &measured) : read_logs(answer, &measured);
    if (good)
        good = answer_measured(answer, &measured);
    if (good && rounds && measured.m == 1)
        put_within(answer);
    return good;
}

const struct stat_method stat_machine_methods[] = {
    {"machines", "a ratio over machines, by their classes, or how many are needed", 1, 1, "",
     machines, true},
    {NULL, NULL, 0, 0, NULL, NULL, false},
};
