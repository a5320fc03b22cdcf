/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slices.c -- `reference slices`: whether slices may be used, are worth it, what they say, and whether rounds say so. */
#include <math.h>
#include <stdlib.h>

#include "reference/reference.h"

/* Rounds or pairs; arrays are owned. */
struct measured {
    double *logs, *busy, *overlap, seconds;
    size_t n;
    struct assay_order_spread spread;
};

static void measured_fini(struct measured *measured)
{
    free(measured->logs);
    free(measured->busy);
    free(measured->overlap);
}

/* Seconds of processor time of {"user", "system", "wall"}; all of them positive together. */
static bool read_run(struct reference *reference, const json_t *run, double *cpu, double *wall)
{
    *cpu = json_number_value(json_object_get(run, "user")) +
           json_number_value(json_object_get(run, "system"));
    *wall = json_number_value(json_object_get(run, "wall"));
    return (*cpu > 0 && *wall > 0) ||
           reference_wrong(reference, "a run", "must have user, system and wall, above 0");
}

static bool read_one(struct reference *reference, const json_t *one, size_t i, struct measured *out)
{
    double x, y, old_wall, new_wall;
    if (!read_run(reference, json_object_get(one, "old"), &x, &old_wall) ||
        !read_run(reference, json_object_get(one, "new"), &y, &new_wall))
        return false;
    out->logs[i] = log(y / x);
    out->busy[2 * i] = x / old_wall;
    out->busy[2 * i + 1] = y / new_wall;
    out->overlap[i] = fmin(old_wall, new_wall) / fmax(old_wall, new_wall);
    out->seconds += json_number_value(json_object_get(one, "seconds")) / (double)out->n;
    return true;
}

static bool read_measured(struct reference *reference, const char *key, struct measured *out)
{
    const json_t *list = json_object_get(reference->object, key);
    out->n = json_array_size(list);
    out->logs = calloc(out->n + 1, sizeof *out->logs);
    out->busy = calloc(2 * out->n + 1, sizeof *out->busy);
    out->overlap = calloc(out->n + 1, sizeof *out->overlap);
    bool good = (out->logs != NULL && out->busy != NULL && out->overlap != NULL) ||
                reference_no_memory(reference);
    for (size_t i = 0; good && i < out->n; i++)
        good = read_one(reference, json_array_get(list, i), i, out);
    return good && assay_order_spread_of((struct assay_view){out->logs, out->n}, &out->spread,
                                         &reference->error) == ASSAY_OK;
}

static bool put_ratio(struct reference *reference, const struct measured *pairs)
{
    struct assay_estimate ratio;
    double middle;
    if (assay_order_ratio(&pairs->spread, reference->confidence, &ratio, &reference->error) !=
            ASSAY_OK ||
        assay_median((struct assay_view){pairs->logs, pairs->n}, &middle, &reference->error) !=
            ASSAY_OK)
        return false;
    reference_put(reference, JSON("pairs", pairs->n), JSON("mean_log", pairs->spread.log_ratio),
                  JSON("se", pairs->spread.se), JSON("mean_lower", ratio.interval.lower),
                  JSON("mean_upper", ratio.interval.upper), JSON("typical", exp(middle)));
    return true;
}

static bool put_choice(struct reference *reference, const struct measured *rounds,
                       const struct measured *pairs)
{
    const struct assay_slices_pilot pilot = {.busy = {rounds->busy, 2 * rounds->n},
                                             .overlap = {pairs->overlap, pairs->n}};
    struct assay_slices_use use;
    struct assay_order_gain gain;
    if (assay_slices_may(&pilot, &use, &reference->error) != ASSAY_OK ||
        assay_order_gain_of(&rounds->spread, rounds->seconds, &pairs->spread, pairs->seconds,
                            reference->confidence, &gain, &reference->error) != ASSAY_OK)
        return false;
    const bool single = use.reason != ASSAY_SLICES_PARALLEL;
    const bool slices = use.reason == ASSAY_SLICES_ALLOWED && gain.worth;
    reference_put(reference, JSON("overlap", use.overlap), JSON("single_threaded", single),
                  JSON("waiting", use.waiting), JSON("gain", gain.gain),
                  JSON("choose", slices ? "slices" : "rounds"),
                  JSON("reason", assay_slices_reason_name(use.reason)));
    return true;
}

static bool put_bias(struct reference *reference, const struct measured *rounds,
                     const struct measured *pairs)
{
    double margin = 0;
    struct assay_order_bias bias;
    if (!reference_number(reference, "margin", &margin) ||
        assay_order_bias_of(&pairs->spread, &rounds->spread, margin, &bias, &reference->error) !=
            ASSAY_OK)
        return false;
    reference_put(reference, JSON("bias", bias.bias), JSON("bias_df", bias.df),
                  JSON("bias_lower", bias.lower), JSON("bias_upper", bias.upper),
                  JSON("agreement", assay_order_agreement_name(bias.agreement)));
    return true;
}

bool reference_slices(struct reference *reference)
{
    SCOPED(measured_fini) struct measured rounds = {0};
    SCOPED(measured_fini) struct measured pairs = {0};
    return read_measured(reference, "rounds", &rounds) &&
           read_measured(reference, "pairs", &pairs) && put_ratio(reference, &pairs) &&
           put_choice(reference, &rounds, &pairs) && put_bias(reference, &rounds, &pairs);
}
