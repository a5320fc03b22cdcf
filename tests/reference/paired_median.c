/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paired_median.c -- `reference paired-median`: the typical run from an object of paired values. */
#include <math.h>
#include <stdlib.h>

#include "reference/reference.h"

/* What the object holds; arrays are owned. */
struct rounds {
    double confidence, prior;
    double *old_values, *new_values;
    size_t n;
};

static void rounds_fini(struct rounds *rounds)
{
    free(rounds->old_values);
    free(rounds->new_values);
}

static bool read_rounds(struct reference *answer, struct rounds *rounds)
{
    size_t n_new = 0;
    if (!reference_number(answer, "prior", &rounds->prior) ||
        !reference_list(answer, json_object_get(answer->object, "old"), "old", &rounds->old_values,
                        &rounds->n) ||
        !reference_list(answer, json_object_get(answer->object, "new"), "new", &rounds->new_values,
                        &n_new))
        return false;
    if (n_new != rounds->n)
        return reference_wrong(answer, "old and new",
                               "must have as many values: one for each round");
    if (!(rounds->confidence > 0 && rounds->confidence < 1))
        return reference_wrong(answer, "conf", "must lie between 0 and 1");
    if (!(rounds->prior > 0 && isfinite(rounds->prior)))
        return reference_wrong(answer, "prior", "must be positive");
    return true;
}

static double end(struct assay_view sorted, size_t order, bool upper)
{
    if (order == 0)
        return (double)NAN;
    return exp(sorted.x[upper ? sorted.n - order : order - 1]);
}

static void answer_rounds(struct reference *answer, const struct rounds *rounds,
                          struct assay_view sorted)
{
    const size_t order = assay_median_order(sorted.n, rounds->confidence);
    const size_t anytime = assay_median_order_anytime(sorted.n, rounds->prior, rounds->confidence);
    double middle = (sorted.x[(sorted.n - 1) / 2] + sorted.x[sorted.n / 2]) / 2;
    reference_put(
        answer, JSON("r", sorted.n), JSON("log_ratio", middle), JSON("ratio", exp(middle)),
        JSON("order", order), JSON("achieved_confidence", assay_median_achieved(sorted.n, order)),
        JSON("lower", end(sorted, order, false)), JSON("upper", end(sorted, order, true)),
        JSON("anytime_order", anytime), JSON("anytime_lower", end(sorted, anytime, false)),
        JSON("anytime_upper", end(sorted, anytime, true)));
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool reference_paired_median(struct reference *answer)
{
    SCOPED(rounds_fini)
    struct rounds rounds = {.confidence = answer->confidence, .prior = 3};
    if (!read_rounds(answer, &rounds))
        return false;
    const struct assay_sample old_sample = assay_sample_flat(rounds.old_values, rounds.n),
                              new_sample = assay_sample_flat(rounds.new_values, rounds.n);
    OWNED double *changes = malloc(rounds.n * sizeof *changes);
    if (changes == NULL ||
        assay_typical_changes(&old_sample, &new_sample, 0, changes, &answer->error) != ASSAY_OK)
        return false;
    qsort(changes, rounds.n, sizeof *changes, ascending);
    answer_rounds(answer, &rounds, (struct assay_view){changes, rounds.n});
    return true;
}
