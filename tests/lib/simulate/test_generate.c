/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_generate.c -- the components, shapes and disturbances that are asked for are found again. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/plan.h>
#include <assay/simulate.h>

#include "simulate/generate.h"

static struct assay_simulate_design nested(size_t top, size_t middle, size_t low)
{
    struct assay_simulate_design design = {.n_levels = 3, .ratio = 0.95};
    design.old_system = (struct assay_simulate_system){{top, middle, low}, {0.04, 0.03, 0.02}};
    design.new_system = design.old_system;
    return design;
}

/* Mean of each component over many experiments, within 4.5 standard errors seen. */
static void components(void **state)
{
    (void)state;
    enum { TRIALS = 300 };
    for (int d = 0; d <= ASSAY_SIMULATE_BIMODAL; d++) {
        struct assay_simulate_design design = nested(12, 5, 4);
        for (size_t k = 0; k < 3; k++)
            design.distribution[k] = (enum assay_simulate_distribution)d;
        design.gamma_shape = d == ASSAY_SIMULATE_GAMMA ? 2.5 : 0;
        double values[240], sum[4] = {0}, squares[4] = {0};
        for (uint32_t e = 0; e < TRIALS; e++) {
            struct assay_components found;
            assert_int_equal(assay_simulate_values(&design, 3, e, 1, values, NULL), ASSAY_OK);
            struct assay_sample sample = assay_sample_balanced(values, 3, design.new_system.count);
            assert_int_equal(assay_components_of(&sample, &found, NULL), ASSAY_OK);
            for (size_t k = 0; k < 4; k++) {
                double x = k == 3 ? found.mean : found.level[k].t2 / (0.95 * 0.95);
                sum[k] += x / TRIALS;
                squares[k] += x * x / TRIALS;
            }
        }
        static const double truth[] = {0.0016, 0.0009, 0.0004, 0.95};
        for (size_t k = 0; k < 4; k++)
            assert_close(sum[k], truth[k], 0, 4.5 * sqrt((squares[k] - sum[k] * sum[k]) / TRIALS));
    }
}

/* Effects of one flat level: mean 0, sd 1, and the skewness of their kind. */
static void shapes(void **state)
{
    (void)state;
    enum { MANY = 200000 };
    static const double skewness[] = {0, 4, 2, 3.24 / 1.5 * 0.8};
    double *x = malloc(MANY * sizeof *x);
    assert_non_null(x);
    for (int d = 0; d <= ASSAY_SIMULATE_BIMODAL; d++) {
        struct assay_simulate_design design = {.n_levels = 1, .ratio = 1};
        design.old_system = (struct assay_simulate_system){{MANY}, {0.1}};
        design.new_system = design.old_system;
        design.distribution[0] = (enum assay_simulate_distribution)d;
        assert_int_equal(assay_simulate_values(&design, 4, 0, 0, x, NULL), ASSAY_OK);
        double m1 = 0, m2 = 0, m3 = 0;
        for (size_t i = 0; i < MANY; i++) {
            double z = (x[i] - 1) / 0.1;
            m1 += z / MANY, m2 += z * z / MANY, m3 += z * z * z / MANY;
        }
        assert_close(m1, 0, 0, 0.01);
        assert_close(m2, 1, 0, 0.06); /* fourth moments of the lognormal are large */
        /* two modes 6 apart, share 0.1: p (1-p) (1-2p) 6^3 / (1 + 36 p (1-p))^1.5 */
        double expected =
            d == ASSAY_SIMULATE_BIMODAL ? 0.09 * 0.8 * 216 / pow(4.24, 1.5) : skewness[d];
        assert_close(m3, expected, 0.12, 0.05);
    }
    free(x);
}

/* Means of top units: made value by value they are the means of the values; drawn exactly they have
 * the variance sum T_i^2 / P_i. */
static void top_means(void **state)
{
    (void)state;
    struct assay_simulate_design design = nested(200, 5, 4);
    struct generator *generator = aligned_alloc(64, sizeof *generator);
    double values[4000], unit[20], means[200], squares[2] = {0};
    assert_non_null(generator);
    assert_int_equal(generator_init(generator, &design, design_seed(&design, 9), NULL), ASSAY_OK);
    for (uint32_t e = 0; e < 100; e++) {
        generator_begin(generator, e);
        generate_values(generator, e, 0, values);
        generate_top_means(generator, e, 0, means, unit);
        for (size_t j = 0; j < 200; j++)
            squares[0] += (means[j] - 1) * (means[j] - 1) / 20000;
        generate_exact_top_means(generator, e, 0, means);
        for (size_t j = 0; j < 200; j++)
            squares[1] += (means[j] - 1) * (means[j] - 1) / 20000;
    }
    double truth = 0.0016 + 0.0009 / 5 + 0.0004 / 20, se = truth * sqrt(2.0 / 20000);
    assert_close(squares[0], truth, 0, 4.5 * se);
    assert_close(squares[1], truth, 0, 4.5 * se);
    generator_fini(generator);
    free(generator);
}

/* Under drift alone: blocked order shifts new against old, rounds hardly do. */
static void drift(void **state)
{
    (void)state;
    struct assay_simulate_design design = {.n_levels = 1, .ratio = 1};
    design.old_system = (struct assay_simulate_system){{10}, {0}};
    design.new_system = design.old_system;
    design.drift = ASSAY_SIMULATE_LINEAR;
    design.drift_sd = 0.1;
    double gap[3];
    for (int order = 0; order < 3; order++) {
        double x[2][10];
        design.order = (enum assay_simulate_order)order;
        gap[order] = 0;
        for (int which = 0; which < 2; which++)
            assert_int_equal(assay_simulate_values(&design, 1, 0, which, x[which], NULL), ASSAY_OK);
        for (size_t i = 0; i < 10; i++)
            gap[order] += (x[1][i] - x[0][i]) / 10;
    }
    assert_close(gap[ASSAY_SIMULATE_BLOCKED], 0.1 * sqrt(12) / 2, 1e-12, 0);
    assert_true(fabs(gap[ASSAY_SIMULATE_ROUNDS]) <= 0.1 * sqrt(12) / 20 + 1e-12);
    assert_true(fabs(gap[ASSAY_SIMULATE_SHUFFLED]) < gap[ASSAY_SIMULATE_BLOCKED]);
}

/* Every unit of both systems has a time of its own, and in rounds the partners follow each other:
 * the drift tells where each one stood. */
static void every_unit_has_its_time(void **state)
{
    (void)state;
    enum { N = 12 };
    struct assay_simulate_design design = {.n_levels = 1, .ratio = 1};
    design.old_system = (struct assay_simulate_system){{N}, {0}};
    design.new_system = design.old_system;
    design.drift = ASSAY_SIMULATE_LINEAR;
    design.drift_sd = 0.1;
    for (int order = 0; order < 3; order++) {
        double x[2][N];
        size_t taken[2 * N] = {0}, new_first = 0;
        design.order = (enum assay_simulate_order)order;
        for (int which = 0; which < 2; which++)
            assert_int_equal(assay_simulate_values(&design, 1, 0, which, x[which], NULL), ASSAY_OK);
        for (size_t i = 0; i < 2 * N; i++) {
            const double time = ((x[i / N][i % N] - 1) / (0.1 * sqrt(12)) + 0.5) * 2 * N - 0.5;
            assert_in_range(lround(time), 0, 2 * N - 1);
            taken[lround(time)]++;
        }
        for (size_t i = 0; i < 2 * N; i++)
            assert_int_equal(taken[i], 1);
        for (size_t i = 0; i < N; i++)
            new_first += x[1][i] < x[0][i];
        assert_int_equal(new_first == 0, order == ASSAY_SIMULATE_BLOCKED);
    }
}

static void ticks_and_outliers(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    double *x = malloc(MANY * sizeof *x);
    assert_non_null(x);
    struct assay_simulate_design design = {.n_levels = 1, .ratio = 1};
    design.old_system = (struct assay_simulate_system){{MANY}, {0.01}};
    design.new_system = design.old_system;
    design.outlier_share = 0.05, design.outlier_size = 3, design.tick = 0.25;
    assert_int_equal(assay_simulate_values(&design, 1, 0, 0, x, NULL), ASSAY_OK);
    size_t outliers = 0;
    for (size_t i = 0; i < MANY; i++) {
        outliers += x[i] > 2 ? 1 : 0;
        assert_true(x[i] * 4 == rint(x[i] * 4));
    }
    assert_close((double)outliers / MANY, 0.05, 0, 4.5 * sqrt(0.05 * 0.95 / MANY));
    free(x);
}

/* The same design has the same seed wherever it stands; any change of it gives another. */
static void seeds(void **state)
{
    (void)state;
    struct assay_simulate_design a = nested(3, 2, 2), b = a;
    assert_true(design_seed(&a, 1) == design_seed(&b, 1));
    assert_true(design_seed(&a, 1) != design_seed(&a, 2));
    b.new_system.count[2] = 3;
    assert_true(design_seed(&a, 1) != design_seed(&b, 1));
    b = a, b.ratio = 1;
    assert_true(design_seed(&a, 1) != design_seed(&b, 1));
    b = a, b.tick = 0.1;
    assert_true(design_seed(&a, 1) != design_seed(&b, 1));
}

static void refused(void **state)
{
    (void)state;
    struct assay_error error;
    struct assay_simulate_design design = nested(3, 2, 2);
    design.old_system.count[1] = 0;
    assert_int_equal(assay_simulate_check(&design, &error), ASSAY_INVALID);
    design = nested(3, 2, 2);
    design.new_system.sd[0] = NAN;
    assert_int_equal(assay_simulate_check(&design, &error), ASSAY_INVALID);
    design = nested(3, 2, 2);
    design.ratio = 0;
    assert_int_equal(assay_simulate_check(&design, &error), ASSAY_INVALID);
    design.ratio = INFINITY;
    assert_int_equal(assay_simulate_check(&design, &error), ASSAY_INVALID);
    design = nested(1000000, 1000000, 1000000);
    assert_int_equal(assay_simulate_check(&design, &error), ASSAY_INVALID);
    design = nested(3, 2, 2);
    design.distribution[1] = ASSAY_SIMULATE_RESAMPLED;
    assert_int_equal(assay_simulate_check(&design, &error), ASSAY_INVALID);
    design.n_levels = 0;
    assert_int_equal(assay_simulate_check(&design, &error), ASSAY_INVALID);
    double x[12];
    design = nested(3, 2, 2);
    assert_int_equal(assay_simulate_values(&design, 1, 0, 2, x, &error), ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components),
        cmocka_unit_test(shapes),
        cmocka_unit_test(top_means),
        cmocka_unit_test(drift),
        cmocka_unit_test(every_unit_has_its_time),
        cmocka_unit_test(ticks_and_outliers),
        cmocka_unit_test(seeds),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
