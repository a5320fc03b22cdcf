/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_machines.c -- `assay stat machines`: a ratio over machines, their classes, or how many are needed, from a
 * JSON object. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/stat_object.h"
#include "view/document/json.h"

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

static bool read_pair(const struct stat_request *request, struct stat_answer *answer, size_t j,
                      struct measured *out)
{
    const json_t *old_side = json_array_get(json_object_get(request->object, "old"), j);
    const json_t *new_side = json_array_get(json_object_get(request->object, "new"), j);
    double *x = NULL, *y = NULL;
    size_t n_old, n_new;
    bool good = stat_object_list(request, answer, old_side, "old", &x, &n_old) &&
                stat_object_list(request, answer, new_side, "new", &y, &n_new);
    if (good)
        good = assay_machine_effect((struct assay_view){x, n_old}, (struct assay_view){y, n_new},
                                    &out->machines[j], &answer->error) == ASSAY_OK;
    if (good) {
        out->old_means[j] = mean_of(x, n_old);
        out->new_means[j] = mean_of(y, n_new);
    }
    free(x);
    free(y);
    return good;
}

static bool read_rounds(const struct stat_request *request, struct stat_answer *answer,
                        struct measured *out)
{
    const json_t *old_sides = json_object_get(request->object, "old");
    out->m = json_array_size(old_sides);
    if (out->m == 0 || json_array_size(json_object_get(request->object, "new")) != out->m)
        return stat_object_wrong(request, answer, "old and new",
                                 "must be lists of as many machines' rounds");
    out->machines = calloc(out->m, sizeof *out->machines);
    out->old_means = calloc(out->m, sizeof *out->old_means);
    out->new_means = calloc(out->m, sizeof *out->new_means);
    if (out->machines == NULL || out->old_means == NULL || out->new_means == NULL)
        return stat_no_memory(answer);
    bool good = true;
    for (size_t j = 0; good && j < out->m; j++)
        good = read_pair(request, answer, j, out);
    return good;
}

/* ---- log ratios of rounds ---- */

static bool read_logs(const struct stat_request *request, struct stat_answer *answer,
                      struct measured *out)
{
    static const char key[] = "log_ratio_rounds";
    const json_t *machines = json_object_get(request->object, key);
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
        double *logs = NULL;
        bool good = stat_object_list(request, answer, json_array_get(machines, j), key, &logs,
                                     &out->counts[j]);
        if (good)
            memcpy(at, logs, out->counts[j] * sizeof *at);
        free(logs);
        if (!good || assay_machine_effect_of_logs((struct assay_view){at, out->counts[j]},
                                                  &out->machines[j], &answer->error) != ASSAY_OK)
            return false;
        at += out->counts[j];
    }
    return true;
}

/* ---- answers ---- */

static void put_total(const struct stat_request *request, struct stat_answer *answer,
                      const struct measured *measured, double confidence)
{
    static const char *const kinds[] = {"bounded", "ray", "complement", "whole_line"};
    const struct assay_sample x = assay_sample_flat(measured->old_means, measured->m),
                              y = assay_sample_flat(measured->new_means, measured->m);
    struct assay_estimate total;
    (void)request;
    if (assay_ratio_paired(&x, &y, confidence, &total, NULL) != ASSAY_OK)
        return;
    stat_number(answer, "fieller_ratio", total.estimate);
    render_json_set(answer->result, "fieller_kind", render_json_text(kinds[total.interval.kind]));
    if (total.interval.kind == ASSAY_BOUNDED)
        stat_limits(answer, "fieller_ci", total.interval.lower, total.interval.upper);
}

static void put_between(struct stat_answer *answer, const struct assay_interaction *between)
{
    stat_number(answer, "v_bar", between->v_bar);
    stat_number(answer, "df_within", between->df_within);
    stat_number(answer, "tau2", between->tau2);
    stat_number(answer, "tau", sqrt(fmax(between->tau2, 0)));
    stat_number(answer, "F", between->f);
    stat_number(answer, "df_test", between->df_test);
    stat_number(answer, "df_between", between->df_between);
    stat_number(answer, "p_interaction", between->p);
    stat_limits(answer, "tau2_ci", between->lower, between->upper);
    stat_limits(answer, "tau_ci", sqrt(between->lower), sqrt(between->upper));
}

/* The analysis of variance, of balanced rounds. */
static void put_anova(struct stat_answer *answer, const struct measured *measured,
                      double confidence)
{
    double degrees = 0;
    bool balanced = true;
    for (size_t j = 0; j < measured->m; j++) {
        degrees += (double)measured->counts[j] - 1;
        balanced = balanced && measured->counts[j] == measured->counts[0];
    }
    stat_number(answer, "df_within_pooled", degrees);
    const struct assay_sample sample = assay_sample_balanced(
        measured->rounds, 2, (const size_t[]){measured->m, measured->counts[0]});
    struct assay_impact impact;
    if (!balanced || assay_impact_factor(&sample, confidence, &impact, NULL) != ASSAY_OK)
        return;
    stat_number(answer, "anova_F", impact.f);
    stat_number(answer, "anova_p", impact.p);
}

static void put_machines(struct stat_answer *answer, const struct measured *measured)
{
    json_t *d = render_json_array(), *v = render_json_array();
    for (size_t j = 0; j < measured->m; j++) {
        render_json_append(d, render_json_number(measured->machines[j].d));
        render_json_append(v, render_json_number(measured->machines[j].v));
    }
    stat_count(answer, "m", measured->m);
    render_json_set(answer->result, "d", d);
    render_json_set(answer->result, "v_within", v);
}

static void say_over(struct stat_answer *answer, const struct assay_machines *found,
                     double confidence)
{
    const struct assay_interaction *between = &found->between;
    stat_say(answer, "Ratio over %zu machines (geometric mean, t on their log ratios)\n\n",
             found->m);
    stat_say_number(answer, "new / old", found->ratio.estimate);
    stat_say_interval(answer, confidence, found->ratio.interval.lower, found->ratio.interval.upper);
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
    stat_number(answer, "log_ratio", measured->machines[0].d);
    stat_number(answer, "ratio", exp(measured->machines[0].d));
    stat_say(answer, "Ratio on one machine: it holds for this machine\n\n");
    stat_say_number(answer, "new / old", exp(measured->machines[0].d));
    render_json_set(answer->result, "across_machines", render_json_text("none: one machine"));
    return true;
}

static bool answer_measured(const struct stat_request *request, struct stat_answer *answer,
                            const struct measured *measured, double confidence)
{
    struct assay_machines found;
    answer->n[0] = measured->m;
    answer->n_sizes = 1;
    if (measured->m == 1) {
        put_machines(answer, measured);
        return answer_one(answer, measured);
    }
    if (assay_machines_combine(measured->machines, measured->m, confidence, &found,
                               &answer->error) != ASSAY_OK)
        return false;
    put_machines(answer, measured);
    stat_number(answer, "log_ratio", found.log_ratio);
    stat_number(answer, "ratio", found.ratio.estimate);
    stat_number(answer, "S2", found.s2);
    stat_number(answer, "df", found.ratio.interval.df);
    stat_number(answer, "se", found.se);
    stat_limits(answer, "ci_log", log(found.ratio.interval.lower), log(found.ratio.interval.upper));
    stat_limits(answer, "ci_ratio", found.ratio.interval.lower, found.ratio.interval.upper);
    stat_limits(answer, "prediction_ratio", found.prediction.lower, found.prediction.upper);
    put_between(answer, &found.between);
    if (measured->old_means != NULL)
        put_total(request, answer, measured, confidence);
    else
        put_anova(answer, measured, confidence);
    answer->warnings = found.ratio.warnings;
    say_over(answer, &found, confidence);
    return true;
}

/* The paired interval of one machine's rounds (METHODS B5). */
static void put_within(const struct stat_request *request, struct stat_answer *answer,
                       double confidence)
{
    const json_t *old_rounds = json_array_get(json_object_get(request->object, "old"), 0);
    const json_t *new_rounds = json_array_get(json_object_get(request->object, "new"), 0);
    double *x = NULL, *y = NULL;
    size_t n_old, n_new;
    struct assay_estimate ratio;
    if (stat_object_list(request, answer, old_rounds, "old", &x, &n_old) &&
        stat_object_list(request, answer, new_rounds, "new", &y, &n_new) && n_old == n_new) {
        const struct assay_sample a = assay_sample_flat(x, n_old), b = assay_sample_flat(y, n_new);
        if (assay_ratio_paired(&a, &b, confidence, &ratio, NULL) == ASSAY_OK) {
            stat_limits(answer, "within_machine_ci", ratio.interval.lower, ratio.interval.upper);
            stat_say_interval(answer, confidence, ratio.interval.lower, ratio.interval.upper);
        }
    }
    free(x);
    free(y);
}

static bool machines(const struct stat_request *request, struct stat_answer *answer)
{
    double confidence = request->global->confidence;
    struct measured measured = {0};
    const bool rounds = json_object_get(request->object, "old") != NULL;
    if (!stat_object_number(request, answer, "conf", &confidence))
        return false;
    if (json_object_get(request->object, "class") != NULL)
        return stat_machine_classes(request, answer, confidence);
    if (json_object_get(request->object, "half_width_log") != NULL)
        return stat_machine_plan(request, answer, confidence);
    if (!rounds && json_object_get(request->object, "log_ratio_rounds") == NULL)
        return stat_object_wrong(request, answer, "the object",
                                 "has no old and new, log_ratio_rounds, class or half_width_log");
    bool good =
        rounds ? read_rounds(request, answer, &measured) : read_logs(request, answer, &measured);
    if (good)
        good = answer_measured(request, answer, &measured, confidence);
    if (good && rounds && measured.m == 1)
        put_within(request, answer, confidence);
    measured_fini(&measured);
    return good;
}

const struct stat_method stat_machine_methods[] = {
    {"machines", "a ratio over machines, by their classes, or how many are needed", 1, 1, "",
     machines, true},
    {NULL, NULL, 0, 0, NULL, NULL, false},
};
