/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_factor.c -- cells of a sweep against R: pairs, the best, effects, one variance for all. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/factor.h>
#include <assay/random.h>
#include <assay/test.h>

/* The oracle's tolerances: R's ptukey and qtukey reach 1e-6, its quadrature of Dunnett's integral too. */
static const double VALUE = 1e-9, R_TAILS = 1e-6, P_VALUE = 1e-8, P_ABSOLUTE = 1e-12;

enum { MOST = 16, MOST_PAIRS = MOST * (MOST - 1) / 2, MOST_ROUNDS = 40 };

struct grid {
    double z[MOST_ROUNDS * MOST], gains[MOST_ROUNDS * MOST];
    struct assay_cells cells, gain;
    size_t level[2];
    double confidence;
};

static struct grid *read_grid(const json_t *input)
{
    static struct grid grid;
    const json_t *time = json_object_get(input, "time"), *first = json_array_get(time, 0);
    const size_t systems = json_array_size(first),
                 values = json_array_size(json_array_get(first, 0));
    grid.confidence = oracle_number(input, "conf");
    grid.level[0] = systems;
    grid.level[1] = values;
    grid.cells = (struct assay_cells){grid.z, json_array_size(time), systems * values};
    grid.gain = (struct assay_cells){grid.gains, grid.cells.rounds, values};
    assert_true(grid.cells.cells <= MOST && grid.cells.rounds <= MOST_ROUNDS);
    for (size_t k = 0; k < grid.cells.rounds; k++)
        for (size_t s = 0; s < systems; s++)
            for (size_t p = 0; p < values; p++) {
                const json_t *row = json_array_get(json_array_get(time, k), s);
                grid.z[(k * systems + s) * values + p] = log(oracle_value(json_array_get(row, p)));
            }
    for (size_t i = 0; systems == 2 && i < grid.cells.rounds * values; i++) {
        const double *round = grid.z + i / values * 2 * values;
        grid.gains[i] = round[values + i % values] - round[i % values];
    }
    return &grid;
}

/* "s2p1" as a cell. */
static size_t cell_of(const char *name, size_t values)
{
    return (size_t)(name[1] - '1') * values + (size_t)(name[3] - '1');
}

static size_t read_pairs(const json_t *names, size_t values, struct assay_cell_pair *pairs)
{
    size_t i;
    json_t *name;
    json_array_foreach(names, i, name)
    {
        const char *text = json_string_value(name);
        pairs[i] = (struct assay_cell_pair){cell_of(strstr(text, "- ") + 2, values),
                                            cell_of(text, values)};
    }
    return json_array_size(names);
}

static double at(const json_t *object, const char *key, size_t i)
{
    return oracle_value(json_array_get(json_object_get(object, key), i));
}

static void check_ties(const json_t *names, size_t values, const bool *tied, size_t cells)
{
    bool expected[MOST] = {false};
    size_t i;
    json_t *name;
    json_array_foreach(names, i, name) expected[cell_of(json_string_value(name), values)] = true;
    for (size_t g = 0; g < cells; g++)
        assert_int_equal(tied[g], expected[g]);
}

static void check_own(const struct grid *grid, const json_t *own)
{
    struct assay_cell_pair pairs[MOST_PAIRS];
    struct assay_effect effect[MOST_PAIRS];
    const json_t *of = json_object_get(own, "pairs");
    const size_t n = read_pairs(json_object_get(of, "name"), grid->level[1], pairs);
    assert_int_equal(assay_factor_pairs(&grid->cells, pairs, n, grid->confidence, effect, NULL),
                     ASSAY_OK);
    for (size_t i = 0; i < n; i++) {
        const double near = VALUE * effect[i].se;
        assert_close(effect[i].estimate, at(of, "diff", i), VALUE, near);
        assert_close(effect[i].se, at(of, "se", i), VALUE, 0);
        assert_close(effect[i].lower, at(of, "lower_bonferroni", i), VALUE, 50 * near);
        assert_close(effect[i].upper, at(of, "upper_bonferroni", i), VALUE, 50 * near);
        assert_close(effect[i].p, at(of, "p_holm", i), P_VALUE, P_ABSOLUTE);
    }
    struct assay_best best;
    bool tied[MOST];
    assert_int_equal(assay_factor_best(&grid->cells, grid->confidence, &best, tied, NULL),
                     ASSAY_OK);
    check_ties(json_object_get(own, "best_and_ties"), grid->level[1], tied, grid->cells.cells);
    assert_true(tied[best.cell]);
    assert_close(best.critical, oracle_number(own, "mcb_critical"), VALUE, 0);
}

static void check_gain_rows(const struct grid *grid, const json_t *gain)
{
    double values[MOST_ROUNDS];
    for (size_t p = 0; p < grid->gain.cells; p++) {
        struct assay_effect effect;
        for (size_t k = 0; k < grid->gain.rounds; k++)
            values[k] = grid->gains[k * grid->gain.cells + p];
        const struct assay_view view = {values, grid->gain.rounds};
        assert_int_equal(assay_effect_of(view, grid->confidence, grid->gain.cells, &effect, NULL),
                         ASSAY_OK);
        assert_close(effect.estimate, at(gain, "log_ratio", p), VALUE, 1e-14);
        assert_close(exp(effect.lower), at(gain, "lower", p), VALUE, 0);
        assert_close(exp(effect.upper), at(gain, "upper", p), VALUE, 0);
    }
}

static void check_gain(const struct grid *grid, const json_t *gain)
{
    if (gain == NULL)
        return;
    check_gain_rows(grid, gain);
    struct assay_effect_test test;
    const struct assay_grid along = {&grid->level[1], 1};
    assert_int_equal(assay_factor_test(&grid->gain, &along, 1, &test, NULL), ASSAY_OK);
    assert_close(test.f, oracle_number(gain, "F_inter"), VALUE, 0);
    assert_close(test.epsilon, oracle_number(gain, "epsilon_gg"), VALUE, 0);
    assert_close(test.p, oracle_number(gain, "p_inter_gg"), P_VALUE, P_ABSOLUTE);
    assert_close(test.uncorrected, oracle_number(gain, "p_inter_uncorrected"), P_VALUE, P_ABSOLUTE);
    /* The interaction of the grid is that of its gains. */
    const struct assay_grid both = {grid->level, 2};
    struct assay_effect_test inter;
    assert_int_equal(assay_factor_test(&grid->cells, &both, 3, &inter, NULL), ASSAY_OK);
    assert_close(inter.f, test.f, VALUE, 0);
    assert_close(inter.p, test.p, P_VALUE, P_ABSOLUTE);
}

static void check_anova(const struct grid *grid, const json_t *anova)
{
    static const struct {
        unsigned effect;
        const char *f, *p;
    } rows[] = {{1, "F_system", "p_system"}, {2, "F_param", "p_param"}, {3, "F_inter", "p_inter"}};
    const struct assay_grid both = {grid->level, 2}, one = {&grid->cells.cells, 1};
    struct assay_effect_test test;
    for (size_t i = 0; i < 3 && json_object_get(anova, "F_inter") != NULL; i++) {
        assert_int_equal(assay_factor_test(&grid->cells, &both, rows[i].effect, &test, NULL),
                         ASSAY_OK);
        assert_close(test.pooled_f, oracle_number(anova, rows[i].f), VALUE, 0);
        assert_close(test.pooled_p, oracle_number(anova, rows[i].p), P_VALUE, P_ABSOLUTE);
    }
    if (json_object_get(anova, "F_cell") == NULL)
        return;
    assert_int_equal(assay_factor_test(&grid->cells, &one, 1, &test, NULL), ASSAY_OK);
    assert_close(test.pooled_f, oracle_number(anova, "F_cell"), VALUE, 0);
    assert_close(test.pooled_p, oracle_number(anova, "p_cell"), P_VALUE, P_ABSOLUTE);
}

static void check_tukey(const struct grid *grid, const struct assay_pooled *pooled,
                        const json_t *of)
{
    struct assay_cell_pair pairs[MOST_PAIRS];
    const size_t n = read_pairs(json_object_get(of, "name"), grid->level[1], pairs);
    const double critical = assay_pooled_critical(pooled, ASSAY_POOLED_TUKEY, grid->confidence);
    for (size_t i = 0; i < n; i++) {
        const struct assay_effect effect =
            assay_pooled_pair(pooled, pairs[i], ASSAY_POOLED_TUKEY, critical);
        assert_close(effect.estimate, at(of, "diff", i), VALUE, VALUE * effect.se);
        assert_close(effect.se, at(of, "se", i), VALUE, 0);
        assert_close(effect.lower, at(of, "lower", i), R_TAILS, R_TAILS * effect.se * 5);
        assert_close(effect.upper, at(of, "upper", i), R_TAILS, R_TAILS * effect.se * 5);
        assert_close(effect.p, at(of, "p_tukey", i), 0, R_TAILS);
    }
}

static void check_dunnett(const struct grid *grid, const struct assay_pooled *pooled,
                          const json_t *of)
{
    const double critical = assay_pooled_critical(pooled, ASSAY_POOLED_DUNNETT, grid->confidence);
    assert_close(critical, oracle_number(of, "critical"), R_TAILS / 10, 0);
    for (size_t g = 1; g < grid->cells.cells; g++) {
        const struct assay_cell_pair pair = {0, g};
        const struct assay_effect effect =
            assay_pooled_pair(pooled, pair, ASSAY_POOLED_DUNNETT, critical);
        assert_close(effect.estimate, at(of, "diff", g - 1), VALUE, VALUE * effect.se);
        assert_close(effect.lower, at(of, "lower", g - 1), R_TAILS, R_TAILS * effect.se);
        assert_close(effect.upper, at(of, "upper", g - 1), R_TAILS, R_TAILS * effect.se);
        assert_close(effect.p, at(of, "p_adj", g - 1), R_TAILS, P_ABSOLUTE);
        assert_close(effect.p, at(of, "p_multcomp", g - 1), 0, 2e-3);
    }
}

static void check_pooled(const struct grid *grid, const json_t *expected)
{
    struct assay_pooled *pooled;
    assert_int_equal(assay_pooled_fit(&grid->cells, &pooled, NULL), ASSAY_OK);
    const struct assay_pooled_about about = assay_pooled_describe(pooled);
    assert_close(about.s2, oracle_number(expected, "s2"), VALUE, 0);
    assert_close(about.df, oracle_number(expected, "df"), 0, 0);
    check_anova(grid, json_object_get(expected, "anova"));
    check_tukey(grid, pooled, json_object_get(expected, "pairs"));
    check_dunnett(grid, pooled, json_object_get(expected, "dunnett"));
    const json_t *mcb = json_object_get(expected, "mcb");
    struct assay_best best;
    double lower[MOST], upper[MOST];
    bool tied[MOST];
    assert_int_equal(assay_pooled_best(pooled, grid->confidence, &best, lower, upper, tied, NULL),
                     ASSAY_OK);
    assert_close(best.critical, oracle_number(mcb, "critical"), R_TAILS / 10, 0);
    check_ties(json_object_get(mcb, "ties"), grid->level[1], tied, grid->cells.cells);
    assert_int_equal(best.cell,
                     cell_of(json_string_value(json_object_get(mcb, "best")), grid->level[1]));
    for (size_t g = 0; g < grid->cells.cells; g++) {
        assert_close(lower[g], at(mcb, "lower", g), R_TAILS, R_TAILS * 0.01);
        assert_close(upper[g], at(mcb, "upper", g), R_TAILS, R_TAILS * 0.01);
    }
    assay_pooled_free(pooled);
}

/* Lost cells: each contrast over the rounds that have its cells; pooled within rounds. */
static void check_lost(const struct grid *grid, const json_t *expected)
{
    const json_t *own = json_object_get(expected, "own"),
                 *pooled_values = json_object_get(expected, "pooled"),
                 *of = json_object_get(pooled_values, "pairs_unadjusted");
    check_gain_rows(grid, json_object_get(own, "gain"));
    struct assay_pooled *pooled;
    assert_int_equal(assay_pooled_fit(&grid->cells, &pooled, NULL), ASSAY_OK);
    const struct assay_pooled_about about = assay_pooled_describe(pooled);
    assert_close(about.s2, oracle_number(pooled_values, "s2"), VALUE, 0);
    assert_close(about.df, oracle_number(pooled_values, "df"), 0, 0);
    assert_false(about.balanced);
    struct assay_cell_pair pairs[MOST_PAIRS];
    const size_t n = read_pairs(json_object_get(of, "name"), grid->level[1], pairs);
    for (size_t i = 0; i < n; i++) {
        const struct assay_effect effect =
            assay_pooled_pair(pooled, pairs[i], ASSAY_POOLED_ALONE, 2);
        assert_close(effect.estimate, at(of, "diff", i), VALUE, VALUE * effect.se);
        assert_close(effect.se, at(of, "se", i), VALUE, 0);
    }
    assay_pooled_free(pooled);
}

static void check_unpaired(const json_t *input, const json_t *expected)
{
    static const double weights[4][4] = {
        {-1, 0, 1, 0}, {0, -1, 0, 1}, {1, -1, -1, 1}, {-0.5, -0.5, 0.5, 0.5}};
    struct assay_view values[4];
    double *kept[4];
    for (size_t g = 0; g < 4; g++) {
        kept[g] = oracle_array(json_array_get(json_object_get(input, "time"), g), &values[g].n);
        for (size_t k = 0; k < values[g].n; k++)
            kept[g][k] = log(kept[g][k]);
        values[g].x = kept[g];
    }
    for (size_t i = 0; i < 4; i++) {
        struct assay_view used[4];
        double weight[4];
        size_t n = 0;
        for (size_t g = 0; g < 4; g++)
            if (weights[i][g] != 0) {
                used[n] = values[g];
                weight[n++] = weights[i][g];
            }
        struct assay_effect effect;
        assert_int_equal(
            assay_effect_unpaired(used, weight, n, oracle_number(input, "conf"), 1, &effect, NULL),
            ASSAY_OK);
        assert_close(effect.estimate, at(expected, "estimate", i), VALUE, 1e-14);
        assert_close(effect.se, at(expected, "se", i), VALUE, 0);
        assert_close(effect.df, at(expected, "df", i), VALUE, 0);
        assert_close(effect.lower, at(expected, "lower", i), VALUE, 1e-12);
        assert_close(effect.upper, at(expected, "upper", i), VALUE, 1e-12);
        assert_close(effect.p, at(expected, "p", i), P_VALUE, 0);
    }
    for (size_t g = 0; g < 4; g++)
        free(kept[g]);
}

/* Builds nested in systems: Welch on the builds' means over the parameter. */
static void check_nested(const json_t *input, const json_t *expected)
{
    double means[2][MOST_ROUNDS];
    struct assay_view view[2];
    for (size_t s = 0; s < 2; s++) {
        const json_t *builds = json_array_get(json_object_get(input, "time"), s);
        view[s] = (struct assay_view){means[s], json_array_size(builds)};
        for (size_t b = 0; b < view[s].n; b++) {
            size_t n;
            double *row = oracle_array(json_array_get(builds, b), &n);
            means[s][b] = 0;
            for (size_t p = 0; p < n; p++)
                means[s][b] += log(row[p]) / (double)n;
            free(row);
        }
    }
    static const double weights[] = {-1, 1};
    struct assay_effect effect;
    assert_int_equal(assay_effect_unpaired(view, weights, 2, 0.95, 1, &effect, NULL), ASSAY_OK);
    assert_close(effect.estimate, oracle_number(expected, "system_diff"), VALUE, 0);
    assert_close(effect.df, oracle_number(expected, "df_welch"), VALUE, 0);
    assert_close(effect.lower, at(expected, "system_ci_welch", 0), VALUE, 1e-12);
    assert_close(effect.upper, at(expected, "system_ci_welch", 1), VALUE, 1e-12);
}

static size_t of_grid, of_lost, of_unpaired, of_nested;

static void check_case(const json_t *one)
{
    const json_t *input = json_object_get(one, "input"),
                 *expected = json_object_get(one, "expected"),
                 *own = json_object_get(expected, "own");
    if (json_object_get(expected, "df_welch") != NULL) {
        check_nested(input, expected);
        of_nested++;
    } else if (own == NULL) {
        check_unpaired(input, expected);
        of_unpaired++;
    } else if (json_object_get(expected, "lmer_fixef") != NULL) {
        check_lost(read_grid(input), expected);
        of_lost++;
    } else {
        const struct grid *grid = read_grid(input);
        check_own(grid, own);
        check_gain(grid, json_object_get(own, "gain"));
        check_pooled(grid, json_object_get(expected, "pooled"));
        of_grid++;
    }
}

static void oracle_cases(void **state)
{
    (void)state;
    oracle_each_case("factors.json", check_case, 27);
    assert_int_equal(of_grid, 20);
    assert_int_equal(of_lost, 2);
    assert_int_equal(of_unpaired, 3);
    assert_int_equal(of_nested, 2);
}

static void dunnett_limits(void **state)
{
    (void)state;
    /* One comparison is Student's t. */
    assert_close(assay_dunnett_critical(0.95, 1, 7, true), assay_t_critical(0.95, 7), 1e-12, 0);
    assert_close(assay_dunnett_tail(assay_t_critical(0.95, 7), 1, 7, true), 0.05, 1e-9, 0);
    assert_close(assay_dunnett_tail(assay_t_critical(0.9, 3), 1, 3, false), 0.05, 1e-9, 0);
    /* Between t alone and Bonferroni's, and back through the tail. */
    for (size_t k = 2; k <= 128; k *= 4)
        for (double df = 3; df < 1e4; df *= 7) {
            const double d = assay_dunnett_critical(0.95, k, df, true);
            assert_true(d > assay_t_critical(0.95, df));
            assert_true(d < assay_t_critical(1 - 0.05 / (double)k, df));
            assert_close(assay_dunnett_tail(d, k, df, true), 0.05, 1e-8, 0);
        }
    assert_true(isnan(assay_dunnett_critical(0.95, 0, 7, true)));
    assert_true(isnan(assay_dunnett_critical(95, 3, 7, true)));
    assert_true(isnan(assay_dunnett_tail(1, 3, 0, true)));
}

static void draw(struct assay_random *random, size_t rounds, size_t cells, double step, double *z)
{
    for (size_t k = 0; k < rounds; k++) {
        const double level = assay_random_normal(random);
        for (size_t g = 0; g < cells; g++) /* the second half is five times as noisy */
            z[k * cells + g] = level + (double)g * step +
                               0.02 * (g >= cells / 2 ? 5 : 1) * assay_random_normal(random);
    }
}

/* How often a family of all pairs errs where none differ, and the truly lowest cell is lost. METHODS H2: 4.2
 * and 4.9 of 100 with one cell noisier; here half of them are. */
static void families_hold(void **state)
{
    (void)state;
    enum { ROUNDS = 5, CELLS = 8, PAIRS = CELLS * (CELLS - 1) / 2, EXPERIMENTS = 2000 };
    struct assay_cell_pair pairs[PAIRS];
    size_t n = 0, wrong = 0, dropped = 0;
    for (size_t i = 0; i < CELLS; i++)
        for (size_t j = i + 1; j < CELLS; j++)
            pairs[n++] = (struct assay_cell_pair){i, j};
    for (uint32_t e = 0; e < EXPERIMENTS; e++) {
        double z[ROUNDS * CELLS];
        struct assay_effect effect[PAIRS];
        struct assay_best best;
        bool tied[CELLS], errs = false;
        struct assay_random random;
        assay_random_init(&random, 201, ASSAY_RANDOM_TEST, e, 0);
        draw(&random, ROUNDS, CELLS, 0, z);
        const struct assay_cells cells = {z, ROUNDS, CELLS};
        assert_int_equal(assay_factor_pairs(&cells, pairs, n, 0.95, effect, NULL), ASSAY_OK);
        for (size_t i = 0; i < n; i++)
            errs |= effect[i].lower > 0 || effect[i].upper < 0;
        wrong += errs;
        assert_int_equal(assay_factor_best(&cells, 0.95, &best, tied, NULL), ASSAY_OK);
        dropped += !tied[0];
    }
    /* Bonferroni's bound with four standard errors; not far below it either. */
    assert_true((double)wrong < EXPERIMENTS * (0.05 + 4 * 0.0049));
    assert_true((double)wrong > EXPERIMENTS * 0.02);
    assert_true((double)dropped < EXPERIMENTS * (0.05 + 4 * 0.0049));
}

/* A swapped pair is the mirror; a round's level and the unit do not matter. */
static void swap_and_shift(void **state)
{
    (void)state;
    enum { ROUNDS = 6, CELLS = 4 };
    double z[ROUNDS * CELLS], shifted[ROUNDS * CELLS];
    struct assay_random random;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, 0, 0);
    draw(&random, ROUNDS, CELLS, 0.01, z);
    for (size_t i = 0; i < ROUNDS * CELLS; i++)
        shifted[i] = z[i] + 3 + (double)(i / CELLS);
    const struct assay_cells cells = {z, ROUNDS, CELLS}, other = {shifted, ROUNDS, CELLS};
    const struct assay_cell_pair pairs[] = {{0, 3}, {3, 0}};
    struct assay_effect a[2], b[2];
    assert_int_equal(assay_factor_pairs(&cells, pairs, 2, 0.95, a, NULL), ASSAY_OK);
    assert_int_equal(assay_factor_pairs(&other, pairs, 2, 0.95, b, NULL), ASSAY_OK);
    assert_close(a[0].lower, -a[1].upper, 1e-13, 0);
    for (int i = 0; i < 2; i++) {
        assert_close(b[i].lower, a[i].lower, 1e-11, 0);
        assert_close(b[i].p, a[i].p, 1e-11, 0);
    }
}

/* Time and size of four settings: the third is slower than the second and not smaller, the last is slower and larger
 * than the first by little: size alone is known. */
static void front(void **state)
{
    (void)state;
    enum { ROUNDS = 8, CELLS = 4 };
    static const double time[CELLS] = {1, 2, 3, 1.001}, size[CELLS] = {3, 2, 2, 3.5};
    double z[2][ROUNDS * CELLS];
    struct assay_random random;
    assay_random_init(&random, 7, ASSAY_RANDOM_TEST, 0, 0);
    draw(&random, ROUNDS, CELLS, 0, z[0]);
    for (size_t i = 0; i < ROUNDS * CELLS; i++) {
        z[0][i] += log(time[i % CELLS]);
        z[1][i] = log(size[i % CELLS]);
    }
    const struct assay_cells metrics[] = {{z[0], ROUNDS, CELLS}, {z[1], ROUNDS, CELLS}};
    bool kept[CELLS];
    assert_int_equal(assay_factor_front(metrics, 2, 0.95, kept, NULL), ASSAY_OK);
    assert_true(kept[0] && kept[1] && !kept[2] && kept[3]);
    /* Equal in everything beats nobody; of one metric it is the subset of the best at a stricter share. */
    assert_int_equal(assay_factor_front(metrics + 1, 1, 0.95, kept, NULL), ASSAY_OK);
    assert_true(!kept[0] && kept[1] && kept[2] && !kept[3]);
    const struct assay_cells other[] = {{z[0], ROUNDS, CELLS}, {z[1], 2 * ROUNDS, CELLS / 2}};
    assert_int_equal(assay_factor_front(other, 2, 0.95, kept, NULL), ASSAY_INVALID);
}

/* Cells on a front in time and size, near one another: how often is one of them left out? */
static void front_keeps(void **state)
{
    (void)state;
    enum { ROUNDS = 6, CELLS = 6, EXPERIMENTS = 2000 };
    size_t wrong = 0, beaten = 0;
    for (uint32_t e = 0; e < EXPERIMENTS; e++) {
        double z[2][ROUNDS * CELLS];
        bool kept[CELLS], all = true;
        struct assay_random random;
        assay_random_init(&random, 301, ASSAY_RANDOM_TEST, e, 0);
        for (size_t m = 0; m < 2; m++) {
            draw(&random, ROUNDS, CELLS, 0, z[m]);
            for (size_t i = 0; i < ROUNDS * CELLS; i++) {
                /* All but the last are as good as equal in the first metric, far apart in the second. */
                const double place = (double)(i % CELLS);
                z[m][i] += i % CELLS + 1 == CELLS ? 3 * (double)CELLS : m == 0 ? 0 : place;
            }
        }
        const struct assay_cells metrics[] = {{z[0], ROUNDS, CELLS}, {z[1], ROUNDS, CELLS}};
        assert_int_equal(assay_factor_front(metrics, 2, 0.95, kept, NULL), ASSAY_OK);
        for (size_t g = 0; g + 1 < CELLS; g++)
            all &= kept[g];
        beaten += !kept[CELLS - 1];
        wrong += !all;
    }
    assert_true((double)wrong <= EXPERIMENTS * (0.05 + 4 * 0.0049));
    assert_int_equal(beaten, EXPERIMENTS);
}

static void edges(void **state)
{
    (void)state;
    const double lost = (double)NAN;
    /* The same difference in every round is known, without an interval; no difference is none. */
    const double exact[] = {1, 1.5, 1, 2, 2.5, 2, 3, 3.5, 3};
    const struct assay_cells same = {exact, 3, 3};
    const struct assay_cell_pair pairs[] = {{0, 1}, {0, 2}};
    struct assay_effect effect[2];
    struct assay_best best;
    bool tied[3];
    assert_int_equal(assay_factor_pairs(&same, pairs, 2, 0.95, effect, NULL), ASSAY_OK);
    assert_true(effect[0].exact && effect[0].p == 0 && isnan(effect[0].lower));
    assert_true(effect[1].exact && effect[1].p == 1 && effect[1].estimate == 0);
    assert_int_equal(assay_factor_best(&same, 0.95, &best, tied, NULL), ASSAY_OK);
    assert_true(tied[0] && !tied[1] && tied[2] && best.ties == 2);
    /* Cells that share no round, or one. */
    const double apart[] = {1, lost, 2, lost, lost, 3, 4, 6};
    const struct assay_cells poor = {apart, 4, 2};
    assert_int_equal(assay_factor_pairs(&poor, pairs, 1, 0.95, effect, NULL), ASSAY_OK);
    assert_true(effect[0].rounds == 1 && isnan(effect[0].p) && effect[0].estimate == 2);
    const struct assay_cells none = {apart, 3, 2};
    assert_int_equal(assay_factor_pairs(&none, pairs, 1, 0.95, effect, NULL), ASSAY_OK);
    assert_true(effect[0].rounds == 0 && isnan(effect[0].estimate));
    struct assay_pooled *pooled = NULL;
    assert_int_equal(assay_pooled_fit(&none, &pooled, NULL), ASSAY_UNDEFINED);
    const struct assay_cells one = {exact, 1, 3}, alone = {exact, 3, 1};
    assert_int_equal(assay_factor_best(&one, 0.95, &best, tied, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_factor_best(&alone, 0.95, &best, tied, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_factor_best(&same, 95, &best, tied, NULL), ASSAY_INVALID);
    const size_t levels[] = {3, 1};
    const struct assay_grid grid = {levels, 2};
    struct assay_effect_test test;
    assert_int_equal(assay_factor_test(&same, &grid, 2, &test, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_factor_test(&same, &grid, 4, &test, NULL), ASSAY_INVALID);
    assert_int_equal(assay_factor_test(&same, &grid, 1, &test, NULL), ASSAY_OK);
    assert_true(isinf(test.f) && test.p == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),  cmocka_unit_test(dunnett_limits),
        cmocka_unit_test(families_hold), cmocka_unit_test(swap_and_shift),
        cmocka_unit_test(edges),         cmocka_unit_test(front),
        cmocka_unit_test(front_keeps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
