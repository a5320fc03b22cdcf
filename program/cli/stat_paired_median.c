/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_paired_median.c -- `assay stat paired-median`: the typical run from an object of paired values. */
#include <math.h>
#include <stdlib.h>

#include "cli/stat.h"

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

static bool read_rounds(struct stat_answer *answer, struct rounds *rounds)
{
    size_t n_new = 0;
    if (!stat_object_number(answer, "prior", &rounds->prior) ||
        !stat_object_list(answer, json_object_get(answer->object, "old"), "old",
                          &rounds->old_values, &rounds->n) ||
        !stat_object_list(answer, json_object_get(answer->object, "new"), "new",
                          &rounds->new_values, &n_new))
        return false;
    if (n_new != rounds->n)
        return stat_object_wrong(answer, "old and new",
                                 "must have as many values: one for each round");
    if (!(rounds->confidence > 0 && rounds->confidence < 1))
        return stat_object_wrong(answer, "conf", "must lie between 0 and 1");
    if (!(rounds->prior > 0 && isfinite(rounds->prior)))
        return stat_object_wrong(answer, "prior", "must be positive");
    return true;
}

static double end(struct assay_view sorted, size_t order, bool upper)
{
    if (order == 0)
        return (double)NAN;
    return exp(sorted.x[upper ? sorted.n - order : order - 1]);
}

static void answer_rounds(struct stat_answer *answer, const struct rounds *rounds,
                          struct assay_view sorted)
{
    const size_t order = assay_median_order(sorted.n, rounds->confidence);
    const size_t anytime = assay_median_order_anytime(sorted.n, rounds->prior, rounds->confidence);
    double middle = (sorted.x[(sorted.n - 1) / 2] + sorted.x[sorted.n / 2]) / 2;
    stat_put(answer, JSON("r", sorted.n), JSON("log_ratio", middle), JSON("ratio", exp(middle)),
             JSON("order", order),
             JSON("achieved_confidence", assay_median_achieved(sorted.n, order)),
             JSON("lower", end(sorted, order, false)), JSON("upper", end(sorted, order, true)),
             JSON("anytime_order", anytime), JSON("anytime_lower", end(sorted, anytime, false)),
             JSON("anytime_upper", end(sorted, anytime, true)));
    stat_say(answer, "Median of new / old over %zu paired rounds\n\n", sorted.n);
    stat_say_number(answer, "ratio", exp(middle));
    if (order > 0) {
        stat_say_interval(answer, rounds->confidence, end(sorted, order, false),
                          end(sorted, order, true));
        stat_say_number(answer, "which hold it with", assay_median_achieved(sorted.n, order));
    } else {
        stat_say(answer, "  %-24s none from %zu rounds\n", "interval", sorted.n);
    }
    if (anytime > 0)
        stat_say(answer, "  %-24s [%.7g, %.7g]\n", "at every look", end(sorted, anytime, false),
                 end(sorted, anytime, true));
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool paired_median(struct stat_answer *answer)
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
    stat_size(answer, rounds.n);
    answer_rounds(answer, &rounds, (struct assay_view){changes, rounds.n});
    return true;
}

const struct stat_method stat_object_methods[] = {
    {"paired-median", "median of new / old over paired rounds, once and at every look", 1, 1, "",
     paired_median, true},
    {NULL, NULL, 0, 0, NULL, NULL, false},
};
