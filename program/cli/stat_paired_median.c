/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_paired_median.c -- `assay stat paired-median`: the typical run from an object of paired values. */
#include <math.h>
#include <stdlib.h>

#include "cli/stat_object.h"

/* What the object holds; arrays are owned. */
struct rounds {
    double confidence, prior;
    double *old_values, *new_values;
    size_t n;
};

static bool read_rounds(const struct stat_request *request, struct stat_answer *answer,
                        struct rounds *rounds)
{
    size_t n_new = 0;
    if (!stat_object_number(request, answer, "conf", &rounds->confidence) ||
        !stat_object_number(request, answer, "prior", &rounds->prior) ||
        !stat_object_list(request, answer, json_object_get(request->object, "old"), "old",
                          &rounds->old_values, &rounds->n) ||
        !stat_object_list(request, answer, json_object_get(request->object, "new"), "new",
                          &rounds->new_values, &n_new))
        return false;
    if (n_new != rounds->n)
        return stat_object_wrong(request, answer, "old and new",
                                 "must have as many values: one for each round");
    if (!(rounds->confidence > 0 && rounds->confidence < 1))
        return stat_object_wrong(request, answer, "conf", "must lie between 0 and 1");
    if (!(rounds->prior > 0 && isfinite(rounds->prior)))
        return stat_object_wrong(request, answer, "prior", "must be positive");
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
    stat_count(answer, "r", sorted.n);
    stat_number(answer, "log_ratio", middle);
    stat_number(answer, "ratio", exp(middle));
    stat_count(answer, "order", order);
    stat_number(answer, "achieved_confidence", assay_median_achieved(sorted.n, order));
    stat_number(answer, "lower", end(sorted, order, false));
    stat_number(answer, "upper", end(sorted, order, true));
    stat_count(answer, "anytime_order", anytime);
    stat_number(answer, "anytime_lower", end(sorted, anytime, false));
    stat_number(answer, "anytime_upper", end(sorted, anytime, true));
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

static bool paired_median(const struct stat_request *request, struct stat_answer *answer)
{
    struct rounds rounds = {.confidence = request->global->confidence, .prior = 3};
    double *changes = NULL;
    bool ok = read_rounds(request, answer, &rounds);
    if (ok) {
        changes = malloc(rounds.n * sizeof *changes);
        ok = changes != NULL;
    }
    const struct assay_sample old_sample = assay_sample_flat(rounds.old_values, rounds.n),
                              new_sample = assay_sample_flat(rounds.new_values, rounds.n);
    if (ok)
        ok =
            assay_typical_changes(&old_sample, &new_sample, 0, changes, &answer->error) == ASSAY_OK;
    if (ok) {
        qsort(changes, rounds.n, sizeof *changes, ascending);
        answer->n[0] = rounds.n;
        answer->n_sizes = 1;
        answer_rounds(answer, &rounds, (struct assay_view){changes, rounds.n});
    }
    free(rounds.old_values);
    free(rounds.new_values);
    free(changes);
    return ok;
}

const struct stat_method stat_object_methods[] = {
    {"paired-median", "median of new / old over paired rounds, once and at every look", 1, 1, "",
     paired_median, true},
    {NULL, NULL, 0, 0, NULL, NULL, false},
};
