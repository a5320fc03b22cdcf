/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_paired_median.c -- `assay stat paired-median`: the typical run from an object of paired values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "cli/stat.h"

/* What the object holds; arrays are owned. */
struct rounds {
    double confidence, prior;
    double *old_values, *new_values;
    size_t n;
};

static bool wrong(struct stat_answer *answer, const struct stat_request *request, const char *what)
{
    (void)assay_fail(&answer->error, ASSAY_INVALID, "%.200s: %s", request->object_name, what);
    return false;
}

/* True where the key is absent too. */
static bool read_number(const struct stat_request *request, struct stat_answer *answer,
                        const char *key, double *out)
{
    const json_t *value = json_object_get(request->object, key);
    char what[80];
    if (value == NULL)
        return true;
    (void)snprintf(what, sizeof what, "%s must be a number", key);
    if (!json_is_number(value))
        return wrong(answer, request, what);
    *out = json_number_value(value);
    return true;
}

static bool read_values(const struct stat_request *request, struct stat_answer *answer,
                        const char *key, double **out, size_t *n)
{
    const json_t *list = json_object_get(request->object, key);
    char what[80];
    (void)snprintf(what, sizeof what, "%s must be a list of numbers, one for each round", key);
    if (!json_is_array(list) || json_array_size(list) == 0)
        return wrong(answer, request, what);
    *n = json_array_size(list);
    *out = malloc(*n * sizeof **out);
    if (*out == NULL)
        return fail_no_memory(&answer->error) == ASSAY_OK;
    for (size_t i = 0; i < *n; i++) {
        const json_t *value = json_array_get(list, i);
        (void)snprintf(what, sizeof what, "%s[%zu] is no number", key, i);
        if (!json_is_number(value))
            return wrong(answer, request, what);
        (*out)[i] = json_number_value(value);
    }
    return true;
}

static bool read_rounds(const struct stat_request *request, struct stat_answer *answer,
                        struct rounds *rounds)
{
    size_t n_new = 0;
    if (!read_number(request, answer, "conf", &rounds->confidence) ||
        !read_number(request, answer, "prior", &rounds->prior) ||
        !read_values(request, answer, "old", &rounds->old_values, &rounds->n) ||
        !read_values(request, answer, "new", &rounds->new_values, &n_new))
        return false;
    if (n_new != rounds->n)
        return wrong(answer, request, "old and new must have as many values: one for each round");
    if (!(rounds->confidence > 0 && rounds->confidence < 1))
        return wrong(answer, request, "conf must lie between 0 and 1");
    if (!(rounds->prior > 0 && isfinite(rounds->prior)))
        return wrong(answer, request, "prior must be positive");
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
