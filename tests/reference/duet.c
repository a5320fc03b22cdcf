/* SPDX-License-Identifier: GPL-3.0-or-later */
/* duet.c -- `reference duet`: a duet's ratio; of a pilot what pairs save; or whether they say what rounds say. */
#include <math.h>
#include <stdlib.h>

#include "reference/reference.h"

/* Log ratios of pairs and where new ran; owned. */
struct pairs {
    double *logs;
    bool *on_second;
    size_t n;
};

static void pairs_fini(struct pairs *pairs)
{
    free(pairs->logs);
    free(pairs->on_second);
}

static bool read_pairs(struct reference *reference, const char *old_key, const char *new_key,
                       struct pairs *out)
{
    const json_t *placed = json_object_get(reference->object, "new_on_cpu1");
    if (!reference_log_ratios(reference, old_key, new_key, &out->logs, &out->n))
        return false;
    if (json_array_size(placed) != out->n)
        return reference_wrong(reference, "new_on_cpu1", "must say of each pair true or false");
    out->on_second = calloc(out->n, sizeof *out->on_second);
    for (size_t i = 0; out->on_second != NULL && i < out->n; i++)
        out->on_second[i] = json_is_true(json_array_get(placed, i));
    return out->on_second != NULL || reference_no_memory(reference);
}

static bool duet_of(struct reference *reference, const struct pairs *pairs, struct assay_duet *duet)
{
    return assay_duet_of((struct assay_view){pairs->logs, pairs->n}, pairs->on_second,
                         reference->confidence, duet, &reference->error) == ASSAY_OK;
}

static void put_unadjusted(struct reference *reference, const struct pairs *pairs)
{
    struct assay_order_spread spread;
    struct assay_estimate ratio;
    if (assay_order_spread_of((struct assay_view){pairs->logs, pairs->n}, &spread, NULL) ==
            ASSAY_OK &&
        assay_order_ratio(&spread, reference->confidence, &ratio, NULL) == ASSAY_OK)
        reference_put(reference,
                      JSON("unadjusted_ci_log",
                           reference_limits(log(ratio.interval.lower), log(ratio.interval.upper))));
}

static bool put_duet(struct reference *reference, const struct pairs *pairs)
{
    struct assay_duet duet;
    if (!duet_of(reference, pairs, &duet))
        return reference_refused(reference);
    const struct assay_interval *ratio = &duet.ratio.interval;
    const bool still = duet.spread.variance == 0;
    reference_put(reference, JSON("r", pairs->n), JSON("swapped", duet.swapped),
                  JSON("log_ratio", duet.spread.log_ratio), JSON("se", duet.spread.se),
                  JSON("df", duet.spread.df),
                  JSON("ci_log", reference_limits(log(ratio->lower), log(ratio->upper))),
                  JSON("ratio", duet.ratio.estimate),
                  JSON("ci_ratio", reference_limits(ratio->lower, ratio->upper)), JSON("p", duet.p),
                  JSON("cpu_effect", duet.cpu),
                  JSON("cpu_ci", reference_limits(duet.cpu_lower, duet.cpu_upper)),
                  JSON("cpu_p", duet.cpu_p), JSON_IF(still, "degenerate", still));
    put_unadjusted(reference, pairs);
    return true;
}

static bool put_gain(struct reference *reference, const struct assay_order_spread *rounds,
                     const struct assay_duet *duet)
{
    double round_s = NAN, pair_s = NAN;
    struct assay_order_gain gain;
    if (!reference_number(reference, "seconds_per_round", &round_s) ||
        !reference_number(reference, "seconds_per_pair", &pair_s) ||
        assay_order_gain_of(rounds, round_s, &duet->spread, pair_s, reference->confidence, &gain,
                            &reference->error) != ASSAY_OK)
        return false;
    reference_put(reference, JSON("var_round", rounds->variance),
                  JSON("var_duet", duet->spread.variance), JSON("E", gain.gain),
                  JSON("E_ci", reference_limits(gain.lower, gain.upper)),
                  JSON("choose", gain.worth ? "duet" : "rounds"));
    return true;
}

static bool put_bias(struct reference *reference, const struct assay_order_spread *rounds,
                     const struct assay_duet *duet)
{
    static const char *const verdicts[] = {"same within margin", "interference",
                                           "interference not excluded"};
    double margin = 0;
    struct assay_order_bias bias;
    if (!reference_number(reference, "margin", &margin) ||
        assay_order_bias_of(&duet->spread, rounds, margin, &bias, &reference->error) != ASSAY_OK)
        return false;
    const double half = assay_t_critical(0.95, bias.df) * bias.se;
    reference_put(reference, JSON("difference", bias.bias), JSON("se", bias.se),
                  JSON("df", bias.df), JSON("ci90", reference_limits(bias.lower, bias.upper)),
                  JSON("ci95", reference_limits(bias.bias - half, bias.bias + half)),
                  JSON("verdict", verdicts[bias.agreement]));
    return true;
}

bool reference_duet(struct reference *reference)
{
    SCOPED(pairs_fini) struct pairs pairs = {0};
    OWNED double *logs = NULL;
    size_t n;
    struct assay_order_spread rounds;
    struct assay_duet duet;
    if (json_object_get(reference->object, "round_old") == NULL)
        return read_pairs(reference, "old", "new", &pairs) && put_duet(reference, &pairs);
    if (!read_pairs(reference, "duet_old", "duet_new", &pairs) ||
        !reference_log_ratios(reference, "round_old", "round_new", &logs, &n) ||
        assay_order_spread_of((struct assay_view){logs, n}, &rounds, &reference->error) !=
            ASSAY_OK ||
        !duet_of(reference, &pairs, &duet))
        return false;
    return json_object_get(reference->object, "margin") != NULL
               ? put_bias(reference, &rounds, &duet)
               : put_gain(reference, &rounds, &duet);
}
