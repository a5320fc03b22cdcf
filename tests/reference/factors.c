/* SPDX-License-Identifier: GPL-3.0-or-later */
/* factors.c -- `reference factors`: the cells of a grid in rounds, from a JSON object. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"

/* "s1p2": the second value of the first system. */
static json_t *cell_name(size_t cell, size_t values)
{
    char text[64];
    (void)snprintf(text, sizeof text, "s%zup%zu", cell / values + 1, cell % values + 1);
    return render_json_text(text);
}

/* All pairs, the second less the first, by what is given: names and the numbers of each. */
static json_t *pairs_json(const struct assay_cell_pair *pairs, const struct assay_effect *effects,
                          size_t n, size_t values)
{
    return render_json_make(
        JSON("pair",
             JSON_LIST(
                 i, n,
                 JSON_LIST(k, 2, cell_name(k == 0 ? pairs[i].second : pairs[i].first, values)))),
        JSON("diff", REFERENCE_NUMBERS(i, n, effects[i].estimate)),
        JSON("se", REFERENCE_NUMBERS(i, n, effects[i].se)),
        JSON("lower", REFERENCE_NUMBERS(i, n, effects[i].lower)),
        JSON("upper", REFERENCE_NUMBERS(i, n, effects[i].upper)),
        JSON("p", REFERENCE_NUMBERS(i, n, effects[i].p)));
}

static json_t *ties_json(const bool *tied, size_t cells, size_t values)
{
    return JSON_LIST_IF(g, cells, tied[g], cell_name(g, values));
}

struct grid {
    double *z; /* logarithms of times */
    struct assay_cells cells;
    size_t level[2]; /* systems, values */
    struct assay_cell_pair *pairs;
    struct assay_effect *effects;
    bool *tied;
    size_t n_pairs;
};

static void grid_fini(struct grid *grid)
{
    free(grid->z);
    free(grid->pairs);
    free(grid->effects);
    free(grid->tied);
}

/* time[round][system][value] as time[round][cell]. */
static bool read_grid(struct reference *answer, struct grid *grid)
{
    const json_t *time = json_object_get(answer->object, "time"), *first = json_array_get(time, 0);
    const size_t rounds = json_array_size(time), systems = json_array_size(first),
                 values = json_array_size(json_array_get(first, 0)), cells = systems * values;
    if (cells < 2)
        return reference_wrong(answer, "time",
                               "must be [round][system][value], of two cells or more");
    grid->level[0] = systems;
    grid->level[1] = values;
    grid->z = calloc(rounds * cells, sizeof *grid->z);
    grid->pairs = calloc(cells * cells, sizeof *grid->pairs);
    grid->effects = calloc(cells * cells, sizeof *grid->effects);
    grid->tied = calloc(cells, sizeof *grid->tied);
    if (grid->z == NULL || grid->pairs == NULL || grid->effects == NULL || grid->tied == NULL)
        return reference_no_memory(answer);
    grid->cells = (struct assay_cells){grid->z, rounds, cells};
    for (size_t k = 0; k < rounds; k++)
        for (size_t g = 0; g < cells; g++) {
            const json_t *row = json_array_get(json_array_get(time, k), g / values);
            if (json_array_size(json_array_get(time, k)) != systems ||
                json_array_size(row) != values)
                return reference_wrong(answer, "time", "has rounds of different lengths");
            if (!reference_time(answer, json_array_get(row, g % values), "time",
                                &grid->z[k * cells + g]))
                return false;
        }
    for (size_t i = 0; i < cells; i++)
        for (size_t j = i + 1; j < cells; j++)
            grid->pairs[grid->n_pairs++] = (struct assay_cell_pair){i, j};
    return true;
}

static bool put_own(struct reference *answer, struct grid *grid)
{
    const struct assay_cells *cells = &grid->cells;
    struct assay_best best;
    json_t *own = render_json_object();
    reference_put(answer, JSON("own", own));
    if (assay_factor_pairs(cells, grid->pairs, grid->n_pairs, answer->confidence, grid->effects,
                           &answer->error) != ASSAY_OK ||
        assay_factor_best(cells, answer->confidence, &best, grid->tied, &answer->error) != ASSAY_OK)
        return false;
    render_json_put(
        own, JSON("pairs", pairs_json(grid->pairs, grid->effects, grid->n_pairs, grid->level[1])),
        JSON("best", cell_name(best.cell, grid->level[1])),
        JSON("best_and_ties", ties_json(grid->tied, cells->cells, grid->level[1])),
        JSON("mcb_critical", best.critical));
    return true;
}

/* System, value and both: F by Greenhouse and Geisser, and by one variance. */
static void put_tests(struct reference *answer, const struct grid *grid)
{
    static const char *const names[] = {NULL, "system", "value", "interaction"};
    const struct assay_grid both = {grid->level, 2};
    json_t *tests = render_json_object();
    reference_put(answer, JSON("tests", tests));
    for (unsigned effect = 1; effect <= 3; effect++) {
        struct assay_effect_test test;
        if (assay_factor_test(&grid->cells, &both, effect, &test, NULL) != ASSAY_OK)
            continue;
        json_t *one =
            render_json_make(JSON("F", test.f), JSON("epsilon_gg", test.epsilon),
                             JSON("p_gg", test.p), JSON("p_uncorrected", test.uncorrected),
                             JSON("F_pooled", test.pooled_f), JSON("p_pooled", test.pooled_p));
        render_json_set(tests, names[effect], one);
    }
}

static void put_pooled(struct reference *answer, struct grid *grid)
{
    struct assay_pooled *pooled;
    if (assay_pooled_fit(&grid->cells, &pooled, NULL) != ASSAY_OK)
        return;
    const struct assay_pooled_about about = assay_pooled_describe(pooled);
    const double tukey = assay_pooled_critical(pooled, ASSAY_POOLED_TUKEY, answer->confidence);
    for (size_t i = 0; i < grid->n_pairs; i++)
        grid->effects[i] = assay_pooled_pair(pooled, grid->pairs[i], ASSAY_POOLED_TUKEY, tukey);
    json_t *all = pairs_json(grid->pairs, grid->effects, grid->n_pairs, grid->level[1]);
    const double dunnett = assay_pooled_critical(pooled, ASSAY_POOLED_DUNNETT, answer->confidence);
    for (size_t i = 0; i + 1 < grid->cells.cells; i++)
        grid->effects[i] = assay_pooled_pair(pooled, grid->pairs[i], ASSAY_POOLED_DUNNETT, dunnett);
    json_t *with_first =
        pairs_json(grid->pairs, grid->effects, grid->cells.cells - 1, grid->level[1]);
    reference_put(answer,
                  JSON("pooled", render_json_make(JSON("df", about.df), JSON("s2", about.s2),
                                                  JSON("spread", about.spread), JSON("tukey", all),
                                                  JSON("dunnett_critical", dunnett),
                                                  JSON("dunnett", with_first))));
    assay_pooled_free(pooled);
}

bool reference_factors(struct reference *answer)
{
    SCOPED(grid_fini) struct grid grid = {0};
    const char *layout = json_string_value(json_object_get(answer->object, "layout"));
    const bool nested = layout != NULL && strncmp(layout, "time[system][build]", 19) == 0;
    if (nested || json_object_get(answer->object, "contrasts") != NULL)
        return reference_factors_apart(answer);
    if (layout != NULL && strncmp(layout, "time[round][", 12) != 0)
        return reference_wrong(answer, "layout",
                               "must be time[round][system][value] or time[system][build][value]");
    const bool good = read_grid(answer, &grid) && put_own(answer, &grid);
    if (good) {
        put_tests(answer, &grid);
        put_pooled(answer, &grid);
    }
    return good;
}
