/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scaling.c -- `reference scaling`: how time grows with size, by which law, or where two systems cross, from a
 * JSON object. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"

/* Logarithms of times, round by round; owned. */
struct rounds {
    double *z;
    struct assay_cells cells;
};

static void rounds_fini(struct rounds *rounds)
{
    free(rounds->z);
}

/* [[…], …]: a list for each round, all as long. */
static bool read_rounds(struct reference *answer, const char *key, struct rounds *out)
{
    const json_t *list = json_object_get(answer->object, key);
    const size_t n = json_array_size(list), width = json_array_size(json_array_get(list, 0));
    out->z = calloc(n * width + 1, sizeof *out->z);
    if (out->z == NULL)
        return reference_no_memory(answer);
    out->cells = (struct assay_cells){out->z, n, width};
    if (n == 0 || width == 0)
        return reference_wrong(answer, key, "must be a list of rounds, each a list of times");
    for (size_t k = 0; k < n; k++) {
        const json_t *round = json_array_get(list, k);
        if (json_array_size(round) != width)
            return reference_wrong(answer, key, "has rounds of different lengths");
        for (size_t i = 0; i < width; i++)
            if (!reference_time(answer, json_array_get(round, i), key, &out->z[k * width + i]))
                return false;
    }
    return true;
}

static bool exponent(struct reference *answer, const struct assay_cells *cells, const double *n)
{
    struct assay_exponent found;
    if (assay_growth_exponent(cells, n, answer->confidence, &found, &answer->error) != ASSAY_OK)
        return false;
    const struct assay_effect *slope = &found.slope;
    reference_put(answer, JSON("exponent", slope->estimate), JSON("df", slope->df),
                  JSON("se", slope->se), JSON("ci", reference_limits(slope->lower, slope->upper)),
                  JSON("curvature", found.curvature), JSON("curvature_p", found.curvature_p));
    return true;
}

static void put_fits(struct reference *answer, const struct assay_growth *found)
{
    const struct assay_law_fit *fit = found->fit;
    enum { N = ASSAY_GROWING_LAWS };
    reference_put(
        answer, JSON("law", JSON_LIST(i, N, render_json_text(assay_law_name((enum assay_law)i)))),
        JSON("a", REFERENCE_NUMBERS(i, N, fit[i].a)), JSON("b", REFERENCE_NUMBERS(i, N, fit[i].b)),
        JSON("Q", REFERENCE_NUMBERS(i, N, fit[i].q)),
        JSON("IC", REFERENCE_NUMBERS(i, N, fit[i].ic)),
        JSON("weight", REFERENCE_NUMBERS(i, N, fit[i].weight)),
        JSON("worst", REFERENCE_NUMBERS(i, N, fit[i].worst)));
}

static bool law(struct reference *answer, const struct assay_cells *cells, const double *n)
{
    double margin = 0.05;
    struct assay_growth found;
    if (!reference_number(answer, "margin", &margin) ||
        assay_growth_law(cells, n, margin, &found, &answer->error) != ASSAY_OK)
        return false;
    reference_put(answer, JSON("v", found.v));
    put_fits(answer, &found);
    reference_put(answer, JSON("trend", found.trend),
                  JSON("trend_90", reference_limits(found.flat_low, found.flat_high)),
                  JSON("trend_95", reference_limits(found.trend_low, found.trend_high)));
    reference_put(answer, JSON("answer", assay_law_name(found.law)));
    return true;
}

static void put_gains(struct reference *answer, const struct assay_effect *gain, size_t n)
{
    reference_put(answer, JSON("ratio", REFERENCE_NUMBERS(i, n, exp(gain[i].estimate))),
                  JSON("ratio_lower", REFERENCE_NUMBERS(i, n, exp(gain[i].lower))),
                  JSON("ratio_upper", REFERENCE_NUMBERS(i, n, exp(gain[i].upper))));
}

static bool answer_crossover(struct reference *answer, const struct assay_cells *gains,
                             const double *n, struct assay_effect *along)
{
    static const char *const kinds[] = {"bounded", "ray", "complement", "whole_line"};
    struct assay_crossover found;
    if (assay_growth_crossover(gains, n, answer->confidence, &found, along, &answer->error) !=
        ASSAY_OK)
        return false;
    reference_put(answer, JSON("a", found.a), JSON("b", found.b),
                  JSON("df", (double)found.rounds - 1), JSON("kind", kinds[found.interval.kind]),
                  JSON("crossover", found.at), JSON("lower", found.interval.lower),
                  JSON("upper", found.interval.upper));
    put_gains(answer, along, gains->cells);
    reference_put(answer, JSON("sign_changes", found.changes),
                  JSON("bracket", reference_limits(found.after, found.until)),
                  JSON("curvature_p", found.curvature_p));
    return true;
}

static bool crossover(struct reference *answer, const double *n, size_t sizes)
{
    SCOPED(rounds_fini) struct rounds old_side = {0}, new_side = {0};
    bool good = read_rounds(answer, "old", &old_side) && read_rounds(answer, "new", &new_side);
    if (good && (old_side.cells.rounds != new_side.cells.rounds || old_side.cells.cells != sizes ||
                 new_side.cells.cells != sizes))
        good = reference_wrong(answer, "old and new", "must have a time for each size and round");
    OWNED struct assay_effect *along = good ? calloc(sizes + 1, sizeof *along) : NULL;
    if (good && along == NULL)
        good = reference_no_memory(answer);
    for (size_t i = 0; good && i < new_side.cells.rounds * sizes; i++)
        new_side.z[i] -= old_side.z[i];
    return good && answer_crossover(answer, &new_side.cells, n, along);
}

bool reference_scaling(struct reference *answer)
{
    const char *question = json_string_value(json_object_get(answer->object, "question"));
    OWNED double *n = NULL;
    SCOPED(rounds_fini) struct rounds rounds = {0};
    size_t sizes = 0;
    bool good = reference_list(answer, json_object_get(answer->object, "n"), "n", &n, &sizes);
    for (size_t i = 0; good && i < sizes; i++)
        if (!(n[i] > 0) || (i > 0 && !(n[i] > n[i - 1])))
            good = reference_wrong(answer, "n", "must be sizes above 0, each above the one before");
    if (good && question != NULL && strcmp(question, "crossover") == 0) {
        good = crossover(answer, n, sizes);
    } else if (good && question != NULL &&
               (strcmp(question, "exponent") == 0 || strcmp(question, "law") == 0)) {
        good = read_rounds(answer, "time", &rounds);
        if (good && rounds.cells.cells != sizes)
            good = reference_wrong(answer, "time", "must have a time for each size and round");
        if (good)
            good = question[0] == 'e' ? exponent(answer, &rounds.cells, n)
                                      : law(answer, &rounds.cells, n);
    } else if (good) {
        good = reference_wrong(answer, "question", "must be exponent, law or crossover");
    }
    return good;
}
