/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sensitivity.c -- doses: the slope by hand, what its interval covers, which verdicts come of it, and the
 * chance of detection against counting. */
#include "support/oracle.h"

#include <math.h>

#include <assay/factor.h>
#include <assay/random.h>

enum { CELLS = 5, MOST = 20 };
static const double doses[CELLS] = {0, 0, 0.02, 0.05, 0.10};

/* Cells that answer with `beta` of each dose; noise of a cell in a round, and drift common to a round. */
static void make(struct assay_random *random, double beta, double noise, size_t rounds,
                 double z[MOST * CELLS])
{
    for (size_t k = 0; k < rounds; k++) {
        const double drift = 0.05 * assay_random_normal(random);
        for (size_t i = 0; i < CELLS; i++)
            z[k * CELLS + i] = drift + beta * log1p(doses[i]) + noise * assay_random_normal(random);
    }
}

static struct assay_sensitivity sensitivity_of(const double *z, size_t rounds)
{
    const struct assay_cells cells = {z, rounds, CELLS};
    struct assay_sensitivity found;
    assert_int_equal(assay_sensitivity_of(&cells, doses, 0.95, &found, NULL), ASSAY_OK);
    return found;
}

static void by_hand(void **state)
{
    (void)state;
    double z[3 * CELLS];
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < CELLS; i++)
            z[k * CELLS + i] = (double)k + 0.8 * log1p(doses[i]);
    const struct assay_sensitivity exact = sensitivity_of(z, 3);
    assert_close(exact.answer.slope.estimate, 0.8, 1e-10, 0);
    assert_int_equal(exact.sight, ASSAY_SIGHT_SEES);
    assert_close(exact.sd, 0, 0, 1e-12);
    assert_close(exact.unchanged.estimate, 0, 0, 1e-12);
    /* Two cells, two rounds: differences 0 and 2, sd the root of 2. */
    const double two[] = {0, 0, 0, 2};
    assert_close(assay_round_sd(&(struct assay_cells){two, 2, 2}), sqrt(2), 1e-12, 0);
    assert_true(isnan(assay_round_sd(&(struct assay_cells){two, 1, 2})));
}

/* Normal noise: 25 % more for the median. With stalls in a tenth of the values it stays so, and the sd does not. */
static void typical_sd(void **state)
{
    (void)state;
    enum { RUNS = 200 };
    for (int stalls = 0; stalls < 2; stalls++) {
        struct assay_random random;
        double typical = 0, plain = 0;
        assay_random_init(&random, 710, ASSAY_RANDOM_TEST, 0, 0);
        for (int run = 0; run < RUNS; run++) {
            double z[MOST * CELLS];
            make(&random, 1, 0.01, MOST, z);
            for (size_t i = 0; stalls && i < MOST * CELLS; i++)
                z[i] += assay_random_below(&random, 10) == 0 ? 1 : 0;
            const struct assay_cells cells = {z, MOST, CELLS};
            typical += assay_round_sd_typical(&cells) / RUNS;
            plain += assay_round_sd(&cells) / RUNS;
        }
        print_message("sd: typical %.4f, plain %.4f\n", typical, plain);
        assert_close(typical, 1.2533 * 0.01 * sqrt(2), stalls ? 0.5 : 0.08, 0);
        assert_close(plain, stalls ? 0.3 * sqrt(2) : 0.01 * sqrt(2), 0.05, 0);
    }
    const double two[] = {0, 1};
    assert_true(isnan(assay_round_sd_typical(&(struct assay_cells){two, 1, 2})));
}

struct shares {
    double covered, sees, blind, open;
};

static struct shares simulate(double beta, double noise, size_t rounds, uint64_t seed)
{
    enum { RUNS = 4000 };
    struct assay_random random;
    struct shares shares = {0};
    assay_random_init(&random, seed, ASSAY_RANDOM_TEST, 0, 0);
    for (int run = 0; run < RUNS; run++) {
        double z[MOST * CELLS];
        make(&random, beta, noise, rounds, z);
        const struct assay_sensitivity found = sensitivity_of(z, rounds);
        const struct assay_effect *slope = &found.answer.slope;
        shares.covered += (slope->lower <= beta && beta <= slope->upper) / (double)RUNS;
        shares.sees += (found.sight == ASSAY_SIGHT_SEES) / (double)RUNS;
        shares.blind += (found.sight == ASSAY_SIGHT_BLIND) / (double)RUNS;
        shares.open += (found.sight == ASSAY_SIGHT_OPEN) / (double)RUNS;
    }
    print_message(
        "answer %.1f, noise %.0f %%, %zu rounds: %.1f %% covered, sees %.1f, blind %.1f\n", beta,
        100 * noise, rounds, 100 * shares.covered, 100 * shares.sees, 100 * shares.blind);
    return shares;
}

/* 4000 runs: standard errors below 0.8 %. The noisy slope has sd 0.118, and 0.5 / 0.118 lies beyond t's 2.262 in
 * 96.4 % (noncentral t, 9 degrees of freedom). */
static void verdicts(void **state)
{
    (void)state;
    const struct shares all = simulate(1, 0.01, 10, 701), little = simulate(0.2, 0.01, 10, 702),
                        edge = simulate(0.5, 0.01, 10, 703), noisy = simulate(1, 0.03, 10, 704),
                        few = simulate(0.2, 0.03, 5, 705), median = simulate(1, 0.01, 20, 711);
    assert_close(all.covered, 0.95, 0, 0.012);
    assert_close(few.covered, 0.95, 0, 0.012);
    assert_true(median.covered > 0.945 && median.sees > 0.99); /* order statistics: 95.9 % of 20 */
    assert_true(all.sees > 0.99 && little.blind > 0.99);
    assert_true(edge.sees < 0.035 && edge.blind < 0.035 && edge.open > 0.93);
    assert_close(noisy.sees, 0.964, 0, 0.015);
}

/* One dose, and stalls: half of the values are longer by an exponential time. The median of least squares' slopes lies
 * too low: 12 rounds would hold the truth in 92 %, 48 in 84 %. Order statistics of 12 and 48: 96.1 and 97.1 %. */
static void skewed(void **state)
{
    (void)state;
    enum { RUNS = 4000, THREE = 3, LONG = 48 };
    for (size_t rounds = 12; rounds <= LONG; rounds *= 4) {
        struct assay_random random;
        size_t covered = 0;
        assay_random_init(&random, 712, ASSAY_RANDOM_TEST, (uint32_t)rounds, 0);
        for (int run = 0; run < RUNS; run++) {
            double z[LONG * THREE];
            struct assay_sensitivity found;
            for (size_t i = 0; i < rounds * THREE; i++) {
                z[i] = log1p(doses[i % THREE]) + 0.001 * assay_random_normal(&random);
                if (assay_random_below(&random, 2) == 0)
                    z[i] -= 0.1 * log(assay_random_uniform(&random));
            }
            assert_int_equal(assay_sensitivity_of(&(struct assay_cells){z, rounds, THREE}, doses,
                                                  0.95, &found, NULL),
                             ASSAY_OK);
            covered += found.answer.slope.lower <= 1 && 1 <= found.answer.slope.upper;
        }
        print_message("skewed noise, %zu rounds: %.1f %% covered\n", rounds,
                      100.0 * (double)covered / RUNS);
        assert_close((double)covered / RUNS, rounds == 12 ? 0.961 : 0.971, 0, 0.012);
    }
}

/* What is said of a function: blind where its slope cannot reach what would be seen. */
static void sights(void **state)
{
    (void)state;
    const struct assay_effect slope = {.estimate = 0.1, .lower = 0.05, .upper = 0.2};
    assert_int_equal(assay_sight_of(&slope, 0.3, INFINITY), ASSAY_SIGHT_BLIND);
    assert_int_equal(assay_sight_of(&slope, 0.1, INFINITY), ASSAY_SIGHT_OPEN);
    assert_int_equal(assay_sight_of(&slope, 0.01, INFINITY), ASSAY_SIGHT_SEES);
    assert_int_equal(assay_sight_of(&slope, 0.01, 0.04), ASSAY_SIGHT_AMPLIFIES);
}

/* The interval of the ratio of two of the cells lies above 1 + margin. */
static void detection(void **state)
{
    (void)state;
    enum { RUNS = 10000, ROUNDS = 10 };
    static const double noise = 0.01;
    const double sd = noise * sqrt(2);
    static const double margins[] = {0, 0.01};
    for (size_t m = 0; m < 2; m++) {
        struct assay_random random;
        size_t found = 0;
        assay_random_init(&random, 706 + m, ASSAY_RANDOM_TEST, 0, 0);
        for (int run = 0; run < RUNS; run++) {
            double d[ROUNDS];
            struct assay_effect effect;
            for (size_t k = 0; k < ROUNDS; k++)
                d[k] = log1p(0.02) + sd * assay_random_normal(&random);
            assert_int_equal(
                assay_effect_of((struct assay_view){d, ROUNDS}, 0.95, 1, &effect, NULL), ASSAY_OK);
            found += effect.lower > log1p(margins[m]);
        }
        const double rate = assay_detection_rate(0.02, margins[m], sd, ROUNDS, 0.95);
        print_message("2 %% beyond %.0f %%: found %.3f, told %.3f\n", 100 * margins[m],
                      (double)found / RUNS, rate);
        assert_close((double)found / RUNS, rate, 0, 0.015);
        const double least = assay_detection_least(0.8, margins[m], sd, ROUNDS, 0.95);
        assert_close(assay_detection_rate(least, margins[m], sd, ROUNDS, 0.95), 0.8, 1e-6, 0);
        assert_true(least > margins[m]);
    }
    assert_close(assay_detection_rate(0.01, 0.01, sd, ROUNDS, 0.95), 0.025, 1e-9, 0);
    assert_close(assay_detection_rate(0.02, 0.01, 0, ROUNDS, 0.95), 1, 0, 0);
    assert_true(isnan(assay_detection_rate(0.02, 0.01, sd, 1, 0.95)));
    assert_true(isnan(assay_detection_least(1, 0.01, sd, ROUNDS, 0.95)));
}

static void refuses(void **state)
{
    (void)state;
    const double z[2 * CELLS] = {0}, none[CELLS] = {0}, first[CELLS] = {0.02, 0, 0, 0, 0.1};
    const struct assay_cells cells = {z, 2, CELLS};
    struct assay_sensitivity found;
    assert_int_equal(assay_sensitivity_of(&cells, none, 0.95, &found, NULL), ASSAY_INVALID);
    assert_int_equal(assay_sensitivity_of(&cells, first, 0.95, &found, NULL), ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand), cmocka_unit_test(typical_sd), cmocka_unit_test(verdicts),
        cmocka_unit_test(skewed),  cmocka_unit_test(sights),     cmocka_unit_test(detection),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
