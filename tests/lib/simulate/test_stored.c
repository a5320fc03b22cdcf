/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stored.c -- designs and alarms from values, sizes at which means look normal, minima. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/simulate_checks.h>

static struct assay_simulate_design nested(size_t top)
{
    struct assay_simulate_design design = {.n_levels = 3, .ratio = 1};
    design.old_system = (struct assay_simulate_system){{top, 6, 5}, {0.04, 0.06, 0.02}};
    design.new_system = design.old_system;
    return design;
}

static double values[100 * 30];

static struct assay_sample make(size_t top, const struct assay_simulate_design *design, uint32_t e)
{
    assert_int_equal(assay_simulate_values(design, 5, e, 0, values, NULL), ASSAY_OK);
    return assay_sample_balanced(values, 3, (size_t[]){top, 6, 5});
}

/* Shape and components come back; resampled effects keep both. Scale does not matter. */
static void fit(void **state)
{
    (void)state;
    struct assay_simulate_design truth = nested(100);
    struct assay_sample sample = make(100, &truth, 0);
    struct assay_simulate_fit normal, resampled;
    assert_int_equal(assay_simulate_fit_init(&normal, &sample, &sample, false, NULL), ASSAY_OK);
    assert_int_equal(normal.design.old_system.count[0], 100);
    assert_int_equal(normal.design.old_system.count[2], 5);
    assert_close(normal.design.old_system.sd[0], 0.04, 0.4, 0);
    assert_close(normal.design.old_system.sd[1], 0.06, 0.1, 0);
    assert_close(normal.design.old_system.sd[2], 0.02, 0.05, 0);
    assert_int_equal(assay_simulate_fit_init(&resampled, &sample, &sample, true, NULL), ASSAY_OK);
    assert_int_equal(resampled.design.effects[1].n, 600);
    for (size_t k = 0; k < 3; k++) {
        const struct assay_view *effects = &resampled.design.effects[k];
        double sum = 0, squares = 0;
        for (size_t i = 0; i < effects->n; i++) {
            sum += effects->x[i];
            squares += effects->x[i] * effects->x[i];
        }
        assert_close(sum, 0, 0, 1e-9);
        assert_close(squares, (double)effects->n, 1e-9, 0);
    }
    assert_int_equal(assay_simulate_check(&resampled.design, NULL), ASSAY_OK);
    double sd = normal.design.old_system.sd[0];
    for (size_t i = 0; i < 3000; i++)
        values[i] *= 1e9;
    assay_simulate_fit_fini(&normal);
    assert_int_equal(assay_simulate_fit_init(&normal, &sample, &sample, false, NULL), ASSAY_OK);
    assert_close(normal.design.old_system.sd[0], sd, 1e-9, 0);
    assay_simulate_fit_fini(&normal);
    assay_simulate_fit_fini(&resampled);
}

static void fit_edges(void **state)
{
    (void)state;
    struct assay_error error;
    struct assay_simulate_fit result;
    static const double x[] = {1, 2, 3, 4}, negative[] = {-1, -2, -3, -4};
    struct assay_sample one = assay_sample_flat(x, 4), two;
    two = assay_sample_balanced(x, 2, (size_t[]){2, 2});
    assert_int_equal(assay_simulate_fit_init(&result, &one, &two, false, &error), ASSAY_UNDEFINED);
    one = assay_sample_flat(negative, 4);
    assert_int_equal(assay_simulate_fit_init(&result, &one, &one, false, &error), ASSAY_UNDEFINED);
    one = assay_sample_flat(x, 1);
    assert_int_equal(assay_simulate_fit_init(&result, &one, &one, true, &error), ASSAY_UNDEFINED);
    /* one build: no level */
    one = assay_sample_balanced(x, 2, (size_t[]){1, 4});
    assert_int_equal(assay_simulate_fit_init(&result, &one, &one, true, &error), ASSAY_OK);
    assert_int_equal(result.design.old_system.count[0], 1);
    assert_true(result.design.old_system.sd[0] == 0);
    assay_simulate_fit_fini(&result);
}

/* A/A alarms over many samples of one normal population: one sample's alarms depend on its own
 * units, their mean is the level, 5 %. */
static void aa_level(void **state)
{
    (void)state;
    enum { SAMPLES = 60, DRAWS = 60 };
    struct assay_simulate_options options = {.methods = {ASSAY_SIMULATE_FIELLER},
                                             .n_methods = 1,
                                             .n_margins = 2,
                                             .margins = {0, 0.5},
                                             .confidence = 0.95,
                                             .seed = 1};
    struct assay_simulate_design design = nested(12);
    double sum = 0, squares = 0;
    for (uint32_t s = 0; s < SAMPLES; s++) {
        struct assay_sample sample = make(12, &design, s);
        struct assay_simulate_tally tally = {0};
        assert_int_equal(assay_simulate_aa(&sample, 6, &options, 0, DRAWS, &tally, NULL), ASSAY_OK);
        double rate = (double)(tally.above[0] + tally.below[0]) / DRAWS;
        assert_int_equal(tally.above[1] + tally.below[1], 0);
        sum += rate / SAMPLES;
        squares += rate * rate / SAMPLES;
    }
    double se = sqrt((squares - sum * sum) / (SAMPLES - 1));
    /* six against six of twelve units is a permutation: a little below 5 %, as Satterthwaite is */
    assert_true(sum < 0.05 + 3 * se && sum > 0.03 - 3 * se);
}

/* Seven units that can never be two sets of four; values far apart in two halves alarm often. */
static void aa_edges(void **state)
{
    (void)state;
    struct assay_error error;
    struct assay_simulate_options options = {.methods = {ASSAY_SIMULATE_FIELLER},
                                             .n_methods = 1,
                                             .n_margins = 1,
                                             .confidence = 0.95,
                                             .seed = 1};
    struct assay_simulate_tally tally = {0}, again = {0};
    static const double x[] = {1, 2, 3, 4, 5, 6, 7};
    struct assay_sample sample = assay_sample_flat(x, 7);
    assert_int_equal(assay_simulate_aa(&sample, 4, &options, 0, 9, &tally, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_simulate_aa(&sample, 0, &options, 0, 9, &tally, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_simulate_aa(&sample, 3, &options, 0, 50, &tally, &error), ASSAY_OK);
    options.n_threads = 3;
    assert_int_equal(assay_simulate_aa(&sample, 3, &options, 20, 50, &again, &error), ASSAY_OK);
    assert_int_equal(assay_simulate_aa(&sample, 3, &options, 0, 20, &again, &error), ASSAY_OK);
    assert_memory_equal(&tally, &again, sizeof tally);
}

/* Units of different sizes: sets of units with all that they have. Against the same done by hand for
 * the first experiment; equal counts written as offsets change nothing. */
static void aa_uneven(void **state)
{
    (void)state;
    enum { UNITS = 12, MOST = 9 };
    struct assay_simulate_options options = {.methods = {ASSAY_SIMULATE_FIELLER, ASSAY_SIMULATE_RRR,
                                                         ASSAY_SIMULATE_KT2006,
                                                         ASSAY_SIMULATE_FLAT},
                                             .n_methods = 4,
                                             .n_margins = 2,
                                             .margins = {0, 0.05},
                                             .confidence = 0.95,
                                             .replicates = 99,
                                             .seed = 1};
    struct assay_simulate_design design = nested(UNITS);
    (void)make(UNITS, &design, 3);
    size_t top[UNITS + 1] = {0}, middle[UNITS * MOST + 1] = {0}, n = 0;
    for (size_t u = 0; u < UNITS; u++) {
        top[u + 1] = top[u] + 2 + u % 3;
        for (size_t e = top[u]; e < top[u + 1]; e++)
            middle[e + 1] = middle[e] + 1 + (e + u) % 4;
    }
    n = middle[top[UNITS]];
    assert_true(n < sizeof values / sizeof *values);
    struct assay_sample uneven = {values, {3, {UNITS, 0, 0}, {top, middle}}};
    struct assay_simulate_tally tallies[4] = {0}, again[4] = {0};
    assert_int_equal(assay_simulate_aa(&uneven, 6, &options, 0, 40, tallies, NULL), ASSAY_OK);
    options.n_threads = 3;
    assert_int_equal(assay_simulate_aa(&uneven, 6, &options, 0, 40, again, NULL), ASSAY_OK);
    assert_memory_equal(tallies, again, sizeof tallies);
    for (size_t m = 0; m < 4; m++) {
        assert_int_equal(tallies[m].experiments, 40);
        assert_int_equal(tallies[m].undefined, 0);
    }
    /* all of the units' means, flat: what Fieller's interval sees */
    double means[UNITS];
    assert_int_equal(assay_sample_unit_means(&uneven, 0, means, NULL), ASSAY_OK);
    struct assay_sample flat = assay_sample_flat(means, UNITS);
    struct assay_simulate_tally of_means[4] = {0};
    options.n_methods = 1;
    assert_int_equal(assay_simulate_aa(&flat, 6, &options, 0, 40, of_means, NULL), ASSAY_OK);
    assert_int_equal(of_means[0].above[0], tallies[0].above[0]);
    assert_int_equal(of_means[0].width_low, tallies[0].width_low);
    /* identities see values and shape */
    uint64_t identity = assay_simulate_sample_identity(&uneven);
    middle[1]++;
    assert_true(assay_simulate_sample_identity(&uneven) != identity);
    middle[1]--, values[0] += 1e-9;
    assert_true(assay_simulate_sample_identity(&uneven) != identity);
}

/* Means of normal values are rejected at the level; of values with a rare far mode they are not
 * normal for small n. */
static void clt(void **state)
{
    (void)state;
    enum { TRIALS = 300 };
    struct assay_simulate_design design = {.n_levels = 1, .ratio = 1};
    design.old_system = (struct assay_simulate_system){{3000}, {0.1}};
    design.new_system = design.old_system;
    assert_int_equal(assay_simulate_values(&design, 5, 0, 0, values, NULL), ASSAY_OK);
    struct assay_clt_row row, again;
    struct assay_view view = {values, 3000};
    assert_int_equal(assay_simulate_clt(view, 20, TRIALS, 0.05, 1, 1, &row, NULL), ASSAY_OK);
    assert_int_equal(row.vector, 50);
    assert_close((double)row.mean_rejected / TRIALS, 0.05, 0, 3 * sqrt(0.05 * 0.95 / TRIALS));
    assert_close(row.mean_sd, 0.1 / sqrt(20), 0.05, 0);
    assert_close(row.minimum_sd, 0.0525, 0.15, 0); /* ST Table 1: 0.53 sd; these 3000 have a tail of
                                                      their own */
    assert_int_equal(assay_simulate_clt(view, 20, TRIALS, 0.05, 1, 3, &again, NULL), ASSAY_OK);
    assert_memory_equal(&row, &again, sizeof row);
    for (size_t i = 0; i < 3000; i += 20)
        values[i] += 5;
    assert_int_equal(assay_simulate_clt(view, 5, TRIALS, 0.05, 1, 2, &row, NULL), ASSAY_OK);
    assert_int_equal(row.mean_rejected, TRIALS);
    /* equal values: nothing is normal */
    for (size_t i = 0; i < 10; i++)
        values[i] = 3;
    assert_int_equal(
        assay_simulate_clt((struct assay_view){values, 10}, 5, 7, 0.05, 1, 1, &row, NULL),
        ASSAY_OK);
    assert_true(row.constant == 7 && row.mean_rejected == 7 && row.mean_sd == 0);
}

static void clt_edges(void **state)
{
    (void)state;
    struct assay_clt_row row;
    static const double x[] = {1, NAN, 3};
    struct assay_view view = {x, 3};
    assert_int_equal(assay_simulate_clt(view, 5, 10, 0.05, 1, 1, &row, NULL), ASSAY_INVALID);
    view.n = 1;
    assert_int_equal(assay_simulate_clt(view, 5, 10, 0.05, 1, 1, &row, NULL), ASSAY_UNDEFINED);
    static const double y[] = {1, 2};
    view = (struct assay_view){y, 2};
    assert_int_equal(assay_simulate_clt(view, 0, 10, 0.05, 1, 1, &row, NULL), ASSAY_INVALID);
    assert_int_equal(assay_simulate_clt(view, 5, 0, 0.05, 1, 1, &row, NULL), ASSAY_INVALID);
    assert_int_equal(assay_simulate_clt(view, 5, 10, 1, 1, 1, &row, NULL), ASSAY_INVALID);
}

/* Speedup-Test, Table 1: 0.22 0.53, 0.14 0.47, 0.10 0.43; 3000 samples in place of 10 000. */
static void table_1(void **state)
{
    (void)state;
    enum { SAMPLES = 3000 };
    static const size_t n[] = {20, 50, 100};
    static const double minimum_sd[] = {0.525, 0.463, 0.429}; /* by numerical integration */
    for (size_t i = 0; i < 3; i++) {
        struct assay_minimum_row row, again;
        assert_int_equal(assay_simulate_minimum(n[i], SAMPLES, 1, 1, &row, NULL), ASSAY_OK);
        double se = 3 / sqrt(2.0 * SAMPLES);
        assert_close(row.mean_sd, 1 / sqrt((double)n[i]), se, 0);
        assert_close(row.minimum_sd, minimum_sd[i], 2 * se, 0); /* skewed: more spread of the sd */
        assert_int_equal(assay_simulate_minimum(n[i], SAMPLES, 1, 3, &again, NULL), ASSAY_OK);
        assert_memory_equal(&row, &again, sizeof row);
    }
    struct assay_minimum_row row;
    assert_int_equal(assay_simulate_minimum(0, 10, 1, 1, &row, NULL), ASSAY_INVALID);
    assert_int_equal(assay_simulate_minimum(5, 1, 1, 1, &row, NULL), ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fit),       cmocka_unit_test(fit_edges), cmocka_unit_test(aa_level),
        cmocka_unit_test(aa_edges),  cmocka_unit_test(aa_uneven), cmocka_unit_test(clt),
        cmocka_unit_test(clt_edges), cmocka_unit_test(table_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
