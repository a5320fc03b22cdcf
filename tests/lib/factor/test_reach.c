/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_reach.c -- up to which size values stay below a limit: each point of a fine grid by its own t test, curves by hand, and what
 * the interval covers. */
#include "support/oracle.h"

#include <math.h>

#include <assay/factor.h>
#include <assay/interval.h>
#include <assay/random.h>

enum { CELLS = 6, MOST = 20 };
static const double rates[CELLS] = {1000, 2000, 4000, 6000, 8000, 9000};

/* A queue: nine tenths of ten thousand are the most, and latency is 1 over what is left. */
static double queue(double rate)
{
    return -log1p(-rate / 10000);
}

/* Windows of a cell differ more the fuller the server is; what a round brings moves all of its cells. */
static void make(struct assay_random *random, double noise, size_t rounds, double z[MOST * CELLS])
{
    for (size_t k = 0; k < rounds; k++) {
        const double drift = 0.05 * assay_random_normal(random);
        for (size_t i = 0; i < CELLS; i++)
            z[k * CELLS + i] = queue(rates[i]) + drift +
                               noise * (1 + (double)i / 2) * assay_random_normal(random);
    }
}

static struct assay_reach reach_of(const double *z, size_t rounds, const struct assay_limit *limit)
{
    const struct assay_cells cells = {z, rounds, CELLS};
    struct assay_reach found;
    assert_int_equal(assay_growth_reach(&cells, rates, limit, 0.95, &found, NULL), ASSAY_OK);
    return found;
}

/* Where the queue is at the limit. */
static double truth_of(const struct assay_limit *limit)
{
    return -10000 * expm1(-limit->log - (limit->of_first ? queue(rates[0]) : 0));
}

static double mean_of(const double *z, size_t rounds, size_t i)
{
    double mean = 0;
    for (size_t k = 0; k < rounds; k++)
        mean += z[k * CELLS + i] / (double)rounds;
    return mean;
}

/* How much of the second of two sizes is in one between them: one over the value is a line. */
static double weight_at(const double *z, size_t rounds, size_t i, double size)
{
    const double a = exp(-mean_of(z, rounds, i)), b = exp(-mean_of(z, rounds, i + 1)),
                 y = a + (size - rates[i]) / (rates[i + 1] - rates[i]) * (b - a);
    return log(a / y) / log(a / b);
}

/* What round k says at a size, less the limit. */
static double contrast(const double *z, size_t rounds, size_t k, double size,
                       const struct assay_limit *limit)
{
    const double *row = z + k * CELLS;
    size_t i = 0;
    while (i + 2 < CELLS && rates[i + 1] < size)
        i++;
    const double w = weight_at(z, rounds, i, size);
    return (1 - w) * row[i] + w * row[i + 1] - limit->log - (limit->of_first ? row[0] : 0);
}

static bool is_in_doubt(const double *z, size_t rounds, double size, const struct assay_limit *limit)
{
    double mean = 0, squares = 0;
    for (size_t k = 0; k < rounds; k++)
        mean += contrast(z, rounds, k, size, limit) / (double)rounds;
    for (size_t k = 0; k < rounds; k++)
        squares += pow(contrast(z, rounds, k, size, limit) - mean, 2);
    const double se = sqrt(squares / (double)(rounds - 1) / (double)rounds);
    return fabs(mean) <= assay_t_critical(0.95, (double)rounds - 1) * se;
}

static void each_point_by_its_own_test(void **state)
{
    (void)state;
    struct assay_random random;
    double z[MOST * CELLS];
    assay_random_init(&random, 581, ASSAY_RANDOM_TEST, 0, 0);
    for (int run = 0; run < 60; run++) {
        const struct assay_limit limit = {run % 2 == 0 ? 1 : log(2), run % 2 == 1};
        make(&random, run % 3 == 0 ? 0.5 : 0.1, 8, z);
        const struct assay_reach found = reach_of(z, 8, &limit);
        double first = (double)NAN, last = (double)NAN;
        enum { POINTS = 4000 };
        for (int i = 0; i <= POINTS; i++) {
            const double size = 1000 * pow(9, (double)i / POINTS);
            if (!is_in_doubt(z, 8, size, &limit))
                continue;
            first = isnan(first) ? size : first;
            last = size;
        }
        if (isnan(first)) {
            assert_true(found.interval.lower == 9000 || found.interval.lower == 0);
            continue;
        }
        assert_true(first > 1000 ? fabs(found.interval.lower / first - 1) < 6e-4 : found.interval.lower == 0);
        assert_true(last < 8999.9 ? fabs(found.interval.upper / last - 1) < 6e-4 : isinf(found.interval.upper));
        assert_true(found.at >= found.interval.lower && found.at <= found.interval.upper);
    }
}

static void without_noise(void **state)
{
    (void)state;
    double z[3 * CELLS];
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < CELLS; i++)
            z[k * CELLS + i] = queue(rates[i]) + (double)k;
    const struct assay_limit twice = {log(2), true}, far = {10, true};
    const struct assay_reach knee = reach_of(z, 3, &twice);
    assert_close(knee.at, truth_of(&twice), 1e-12, 0);
    assert_true(knee.at > 4000 && knee.at < 6000);
    assert_true(knee.interval.lower <= knee.at && knee.interval.upper >= knee.at);
    const struct assay_reach all = reach_of(z, 3, &far);
    assert_true(isinf(all.at) && all.interval.lower == 9000 && isinf(all.interval.upper));
}

/* The same values in every round: the sizes on both sides, never a point. */
static void never_a_point(void **state)
{
    (void)state;
    double z[2 * CELLS];
    for (size_t i = 0; i < 2 * CELLS; i++)
        z[i] = (double)(i % CELLS);
    const struct assay_limit limit = {2.5, false}, below = {-1, false};
    const struct assay_reach found = reach_of(z, 2, &limit);
    assert_close(found.at, 4000 + 2000 / (1 + exp(-0.5)), 1e-12, 0); /* half of one over the value */
    assert_close(found.interval.lower, 4000, 1e-12, 0);
    assert_close(found.interval.upper, 6000, 1e-12, 0);
    const struct assay_reach none = reach_of(z, 2, &below);
    assert_true(none.at == 0 && none.interval.lower == 0 && none.interval.upper == 1000);
}

/* Up, down and up again: the first crossing is the estimate, and both are in the interval. */
static void several_crossings(void **state)
{
    (void)state;
    static const double curve[CELLS] = {0, 2, 0, 0, 2, 3};
    double z[4 * CELLS];
    for (size_t k = 0; k < 4; k++)
        for (size_t i = 0; i < CELLS; i++)
            z[k * CELLS + i] = curve[i] + ((k >> i % 2) % 2 == 0 ? 0.01 : -0.01);
    const struct assay_limit limit = {1, false};
    const struct assay_reach found = reach_of(z, 4, &limit);
    assert_close(found.at, 1000 + 1000 / (1 + exp(-1)), 1e-12, 0);
    assert_true(found.interval.lower < found.at && found.interval.lower > 1000);
    assert_true(found.interval.upper > 6000 + 2000 / (1 + exp(-1)) && found.interval.upper < 8000);
}

static void what_it_refuses(void **state)
{
    (void)state;
    const double z[] = {1, 2, 1, 2}, falling[] = {2, 1}, zero[] = {0, 1};
    const struct assay_limit limit = {1, false};
    struct assay_reach out;
    const struct assay_cells two = {z, 2, 2}, one = {z, 1, 2};
    assert_int_equal(assay_growth_reach(&two, falling, &limit, 0.95, &out, NULL), ASSAY_INVALID);
    assert_int_equal(assay_growth_reach(&two, zero, &limit, 0.95, &out, NULL), ASSAY_INVALID);
    assert_int_equal(assay_growth_reach(&one, rates, &limit, 0.95, &out, NULL), ASSAY_UNDEFINED);
}

static double covered(const struct assay_limit *limit, double noise, size_t rounds)
{
    enum { RUNS = 4000 };
    struct assay_random random;
    double z[MOST * CELLS];
    const double truth = truth_of(limit);
    int held = 0;
    assay_random_init(&random, 582, ASSAY_RANDOM_TEST, 0, 0);
    for (int run = 0; run < RUNS; run++) {
        make(&random, noise, rounds, z);
        const struct assay_reach found = reach_of(z, rounds, limit);
        held += found.interval.lower <= truth && truth <= found.interval.upper;
    }
    print_message("# %s, noise %g, %zu rounds: %.1f %%\n", limit->of_first ? "knee" : "limit", noise,
                  rounds, 100.0 * held / RUNS);
    return (double)held / RUNS;
}

/* Four standard errors of 4000 runs are 1.4 points. The interval is the hull of the set, which can only hold more. */
static void coverage(void **state)
{
    (void)state;
    const struct assay_limit limits[] = {{1, false}, {log(2), true}};
    const double noise[] = {0.02, 0.1, 0.3};
    const size_t rounds[] = {4, 10, 20};
    for (size_t l = 0; l < 2; l++)
        for (size_t i = 0; i < 3; i++)
            for (size_t r = 0; r < 3; r++) {
                const double share = covered(&limits[l], noise[i], rounds[r]);
                assert_true(share > 0.95 - 0.014 && (share < 0.95 + 0.014 || noise[i] > 0.05));
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_point_by_its_own_test),
        cmocka_unit_test(without_noise),
        cmocka_unit_test(never_a_point),
        cmocka_unit_test(several_crossings),
        cmocka_unit_test(what_it_refuses),
        cmocka_unit_test(coverage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
