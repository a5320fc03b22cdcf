/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_scaling.c -- `assay stat scaling`: how time grows with size, by which law, or where two systems cross, from a
 * JSON object. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/stat_object.h"
#include "view/document/json.h"

/* Logarithms of times, round by round; owned. */
struct rounds {
    double *z;
    struct assay_cells cells;
};

/* [[…], …]: a list for each round, all as long. */
static bool read_rounds(const struct stat_request *request, struct stat_answer *answer,
                        const char *key, struct rounds *out)
{
    const json_t *list = json_object_get(request->object, key);
    const size_t n = json_array_size(list), width = json_array_size(json_array_get(list, 0));
    out->z = calloc(n * width + 1, sizeof *out->z);
    if (out->z == NULL)
        return stat_no_memory(answer);
    out->cells = (struct assay_cells){out->z, n, width};
    if (n == 0 || width == 0)
        return stat_object_wrong(request, answer, key,
                                 "must be a list of rounds, each a list of times");
    for (size_t k = 0; k < n; k++) {
        const json_t *round = json_array_get(list, k);
        if (json_array_size(round) != width)
            return stat_object_wrong(request, answer, key, "has rounds of different lengths");
        for (size_t i = 0; i < width; i++)
            if (!stat_object_time(request, answer, json_array_get(round, i), key,
                                  &out->z[k * width + i]))
                return false;
    }
    return true;
}

static bool exponent(struct stat_answer *answer, const struct assay_cells *cells, const double *n,
                     double confidence)
{
    struct assay_exponent found;
    if (assay_growth_exponent(cells, n, confidence, &found, &answer->error) != ASSAY_OK)
        return false;
    const struct assay_effect *slope = &found.slope;
    stat_number(answer, "exponent", slope->estimate);
    stat_number(answer, "df", slope->df);
    stat_number(answer, "se", slope->se);
    stat_limits(answer, "ci", slope->lower, slope->upper);
    stat_number(answer, "curvature", found.curvature);
    stat_number(answer, "curvature_p", found.curvature_p);
    stat_say(answer, "How time grows with size: a slope of the logarithms in each round\n\n");
    stat_say_number(answer, "exponent", slope->estimate);
    stat_say_interval(answer, confidence, slope->lower, slope->upper);
    return true;
}

static void put_fits(struct stat_answer *answer, const struct assay_growth *found)
{
    const char *const keys[] = {"a", "b", "Q", "IC", "weight", "worst"};
    json_t *names = render_json_array(), *lists[6];
    for (size_t k = 0; k < 6; k++)
        lists[k] = render_json_array();
    for (int law = 0; law < ASSAY_GROWING_LAWS; law++) {
        const struct assay_law_fit *fit = &found->fit[law];
        const double values[] = {fit->a, fit->b, fit->q, fit->ic, fit->weight, fit->worst};
        render_json_append(names, render_json_text(assay_law_name((enum assay_law)law)));
        for (size_t k = 0; k < 6; k++)
            render_json_append(lists[k], render_json_number(values[k]));
    }
    render_json_set(answer->result, "law", names);
    for (size_t k = 0; k < 6; k++)
        render_json_set(answer->result, keys[k], lists[k]);
}

static bool law(const struct stat_request *request, struct stat_answer *answer,
                const struct assay_cells *cells, const double *n)
{
    double margin = 0.05;
    struct assay_growth found;
    if (!stat_object_number(request, answer, "margin", &margin) ||
        assay_growth_law(cells, n, margin, &found, &answer->error) != ASSAY_OK)
        return false;
    stat_number(answer, "v", found.v);
    put_fits(answer, &found);
    stat_number(answer, "trend", found.trend);
    stat_limits(answer, "trend_90", found.flat_low, found.flat_high);
    stat_limits(answer, "trend_95", found.trend_low, found.trend_high);
    const bool few = found.law == ASSAY_LAW_FEW_SIZES;
    render_json_set(answer->result, "answer", render_json_text(assay_law_name(found.law)));
    stat_say(answer, "The law by which time grows: %s%s\n\n", assay_law_name(found.law),
             few ? ", for fewer than 5 sizes, or over less than a factor of 8" : "");
    for (int i = 0; i < ASSAY_GROWING_LAWS; i++)
        stat_say(answer, "  %-24s weight %.3f, up to %.2g %% off\n",
                 assay_law_name((enum assay_law)i), found.fit[i].weight, 100 * found.fit[i].worst);
    return true;
}

static void put_gains(struct stat_answer *answer, const struct assay_effect *gain, size_t n)
{
    json_t *ratio = render_json_array(), *lower = render_json_array(), *upper = render_json_array();
    for (size_t i = 0; i < n; i++) {
        render_json_append(ratio, render_json_number(exp(gain[i].estimate)));
        render_json_append(lower, render_json_number(exp(gain[i].lower)));
        render_json_append(upper, render_json_number(exp(gain[i].upper)));
    }
    render_json_set(answer->result, "ratio", ratio);
    render_json_set(answer->result, "ratio_lower", lower);
    render_json_set(answer->result, "ratio_upper", upper);
}

static bool answer_crossover(struct stat_answer *answer, const struct assay_cells *gains,
                             const double *n, double confidence, struct assay_effect *along)
{
    static const char *const kinds[] = {"bounded", "ray", "complement", "whole_line"};
    struct assay_crossover found;
    if (assay_growth_crossover(gains, n, confidence, &found, along, &answer->error) != ASSAY_OK)
        return false;
    stat_number(answer, "a", found.a);
    stat_number(answer, "b", found.b);
    stat_number(answer, "df", (double)found.rounds - 1);
    render_json_set(answer->result, "kind", render_json_text(kinds[found.interval.kind]));
    stat_number(answer, "crossover", found.at);
    stat_number(answer, "lower", found.interval.lower);
    stat_number(answer, "upper", found.interval.upper);
    put_gains(answer, along, gains->cells);
    stat_count(answer, "sign_changes", found.changes);
    stat_limits(answer, "bracket", found.after, found.until);
    stat_number(answer, "curvature_p", found.curvature_p);
    stat_say(answer, "From which size on the new one is the faster, or the slower\n\n");
    stat_say_number(answer, "by a line", found.at);
    if (found.interval.kind == ASSAY_BOUNDED)
        stat_say_interval(answer, confidence, found.interval.lower, found.interval.upper);
    stat_say(answer, "  %-24s %zu\n", "certain changes of sign", found.changes);
    return true;
}

static bool crossover(const struct stat_request *request, struct stat_answer *answer,
                      const double *n, size_t sizes, double confidence)
{
    struct rounds old_side = {0}, new_side = {0};
    bool good = read_rounds(request, answer, "old", &old_side) &&
                read_rounds(request, answer, "new", &new_side);
    if (good && (old_side.cells.rounds != new_side.cells.rounds || old_side.cells.cells != sizes ||
                 new_side.cells.cells != sizes))
        good = stat_object_wrong(request, answer, "old and new",
                                 "must have a time for each size and round");
    struct assay_effect *along = good ? calloc(sizes + 1, sizeof *along) : NULL;
    if (good && along == NULL)
        good = stat_no_memory(answer);
    for (size_t i = 0; good && i < new_side.cells.rounds * sizes; i++)
        new_side.z[i] -= old_side.z[i];
    good = good && answer_crossover(answer, &new_side.cells, n, confidence, along);
    free(along);
    free(old_side.z);
    free(new_side.z);
    return good;
}

static bool scaling(const struct stat_request *request, struct stat_answer *answer)
{
    const char *question = json_string_value(json_object_get(request->object, "question"));
    double confidence = request->global->confidence, *n = NULL;
    struct rounds rounds = {0};
    size_t sizes = 0;
    bool good =
        stat_object_number(request, answer, "conf", &confidence) &&
        stat_object_list(request, answer, json_object_get(request->object, "n"), "n", &n, &sizes);
    for (size_t i = 0; good && i < sizes; i++)
        if (!(n[i] > 0) || (i > 0 && !(n[i] > n[i - 1])))
            good = stat_object_wrong(request, answer, "n",
                                     "must be sizes above 0, each above the one before");
    answer->n[0] = sizes;
    answer->n_sizes = 1;
    if (good && question != NULL && strcmp(question, "crossover") == 0) {
        good = crossover(request, answer, n, sizes, confidence);
    } else if (good && question != NULL &&
               (strcmp(question, "exponent") == 0 || strcmp(question, "law") == 0)) {
        good = read_rounds(request, answer, "time", &rounds);
        if (good && rounds.cells.cells != sizes)
            good = stat_object_wrong(request, answer, "time",
                                     "must have a time for each size and round");
        if (good)
            good = question[0] == 'e' ? exponent(answer, &rounds.cells, n, confidence)
                                      : law(request, answer, &rounds.cells, n);
    } else if (good) {
        good = stat_object_wrong(request, answer, "question", "must be exponent, law or crossover");
    }
    free(rounds.z);
    free(n);
    return good;
}

const struct stat_method stat_scaling_methods[] = {
    {"scaling", "how time grows with size, by which law, or where two systems cross", 1, 1, "",
     scaling, true},
    {NULL, NULL, 0, 0, NULL, NULL, false},
};
