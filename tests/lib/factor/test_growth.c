/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_growth.c -- exponent, law and crossover along sizes against R, and on truths of no law. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/factor.h>
#include <assay/random.h>

static const double VALUE = 1e-8, WEIGHT = 1e-6, LIMITS = 1e-7;

enum { MOST = 16, MOST_ROUNDS = 40 };

struct sizes {
    double z[MOST_ROUNDS * MOST], n[MOST];
    struct assay_cells cells;
};

/* ln(top / bottom), or of top alone. */
static struct sizes read_sizes(const json_t *input, const char *top, const char *bottom)
{
    struct sizes sizes;
    size_t p, n, k;
    json_t *row;
    double *at = oracle_array(json_object_get(input, "n"), &p);
    assert_true(p <= MOST);
    memcpy(sizes.n, at, p * sizeof *at);
    free(at);
    json_array_foreach(json_object_get(input, top), k, row)
    {
        double *values = oracle_array(row, &n), *below = NULL;
        if (bottom != NULL)
            below = oracle_array(json_array_get(json_object_get(input, bottom), k), &n);
        assert_int_equal(n, p);
        for (size_t i = 0; i < p; i++)
            sizes.z[k * p + i] = log(values[i]) - (below == NULL ? 0 : log(below[i]));
        free(values);
        free(below);
    }
    sizes.cells = (struct assay_cells){NULL, json_array_size(json_object_get(input, top)), p};
    return sizes;
}

static double at(const json_t *object, const char *key, size_t i)
{
    return oracle_value(json_array_get(json_object_get(object, key), i));
}

static void check_exponent(const json_t *input, const json_t *expected)
{
    struct sizes sizes = read_sizes(input, "time", NULL);
    sizes.cells.z = sizes.z;
    struct assay_exponent found;
    assert_int_equal(
        assay_growth_exponent(&sizes.cells, sizes.n, oracle_number(input, "conf"), &found, NULL),
        ASSAY_OK);
    assert_close(found.slope.estimate, oracle_number(expected, "exponent"), VALUE, 0);
    assert_close(found.slope.se, oracle_number(expected, "se"), VALUE, 0);
    assert_close(found.slope.df, oracle_number(expected, "df"), 0, 0);
    assert_close(found.slope.lower, at(expected, "ci", 0), VALUE, 0);
    assert_close(found.slope.upper, at(expected, "ci", 1), VALUE, 0);
    assert_close(found.curvature, oracle_number(expected, "curvature"), VALUE, 1e-14);
    assert_close(found.curvature_p, oracle_number(expected, "curvature_p"), LIMITS, 0);
}

static void check_law(const json_t *input, const json_t *expected)
{
    struct sizes sizes = read_sizes(input, "time", NULL);
    sizes.cells.z = sizes.z;
    struct assay_growth found;
    assert_int_equal(
        assay_growth_law(&sizes.cells, sizes.n, oracle_number(input, "margin"), &found, NULL),
        ASSAY_OK);
    const char *answer = json_string_value(json_object_get(expected, "answer"));
    assert_int_equal(found.law == ASSAY_LAW_FEW_SIZES, strchr(answer, ':') != NULL);
    if (found.law == ASSAY_LAW_POWER) /* of which the reference could not tell */
        assert_int_equal(strncmp(answer, "cannot tell", strlen("cannot tell")), 0);
    else
        assert_int_equal(strncmp(assay_law_name(found.law), answer, strcspn(answer, ":")), 0);
    assert_close(found.v, oracle_number(expected, "v"), VALUE, 0);
    assert_close(found.trend, oracle_number(expected, "trend"), VALUE, 1e-12);
    assert_close(found.trend_low, at(expected, "trend_95", 0), VALUE, 1e-10);
    assert_close(found.trend_high, at(expected, "trend_95", 1), VALUE, 1e-10);
    assert_close(found.flat_low, at(expected, "trend_90", 0), VALUE, 1e-10);
    assert_close(found.flat_high, at(expected, "trend_90", 1), VALUE, 1e-10);
    const double named = 1 - found.fit[ASSAY_LAW_POWER].weight; /* the reference knows these five */
    for (size_t law = 0; law < ASSAY_LAW_POWER; law++) {
        const struct assay_law_fit *fit = &found.fit[law];
        assert_close(fit->a, at(expected, "a", law), VALUE, 0);
        assert_close(fit->b, at(expected, "b", law), VALUE, 0);
        assert_close(fit->q, at(expected, "Q", law), VALUE, 1e-12);
        assert_close(fit->ic, at(expected, "IC", law), VALUE, 0);
        assert_close(fit->weight / named, at(expected, "weight", law), WEIGHT, WEIGHT);
    }
}

static enum assay_interval_kind kind_of(const json_t *expected)
{
    const char *name = json_string_value(json_object_get(expected, "kind"));
    return strcmp(name, "bounded") == 0      ? ASSAY_BOUNDED
           : strcmp(name, "complement") == 0 ? ASSAY_OUTSIDE
                                             : ASSAY_ALL;
}

static void check_gains(const struct assay_effect *gain, size_t sizes, const json_t *expected)
{
    for (size_t i = 0; i < sizes; i++) {
        assert_close(exp(gain[i].estimate), at(expected, "ratio", i), VALUE, 0);
        assert_close(exp(gain[i].lower), at(expected, "ratio_lower", i), VALUE, 0);
        assert_close(exp(gain[i].upper), at(expected, "ratio_upper", i), VALUE, 0);
    }
}

static void check_crossover(const json_t *input, const json_t *expected)
{
    struct sizes sizes = read_sizes(input, "new", "old");
    sizes.cells.z = sizes.z;
    struct assay_crossover found;
    struct assay_effect gain[MOST];
    assert_int_equal(assay_growth_crossover(&sizes.cells, sizes.n, oracle_number(input, "conf"),
                                            &found, gain, NULL),
                     ASSAY_OK);
    assert_close(found.a, oracle_number(expected, "a"), VALUE, 1e-14);
    assert_close(found.b, oracle_number(expected, "b"), VALUE, 1e-14);
    assert_close(found.at, oracle_number(expected, "crossover"), LIMITS, 0);
    assert_int_equal(found.interval.kind, kind_of(expected));
    if (json_object_get(expected, "lower") != NULL) {
        assert_close(found.interval.lower, oracle_number(expected, "lower"), LIMITS, 0);
        assert_close(found.interval.upper, oracle_number(expected, "upper"), LIMITS, 0);
    }
    assert_close(found.curvature_p, oracle_number(expected, "curvature_p"), LIMITS, 0);
    assert_int_equal(found.changes, (int)oracle_number(expected, "sign_changes"));
    assert_close(found.after, at(expected, "bracket", 0), 0, 0);
    assert_close(found.until, at(expected, "bracket", 1), 0, 0);
    check_gains(gain, sizes.cells.cells, expected);
}

static size_t exponents, laws, crossovers;

static void check_case(const json_t *one)
{
    const json_t *input = json_object_get(one, "input"),
                 *expected = json_object_get(one, "expected");
    const char *question = json_string_value(json_object_get(input, "question"));
    if (strcmp(question, "exponent") == 0) {
        check_exponent(input, expected);
        exponents++;
    } else if (strcmp(question, "law") == 0) {
        check_law(input, expected);
        laws++;
    } else {
        check_crossover(input, expected);
        crossovers++;
    }
}

static void oracle_cases(void **state)
{
    (void)state;
    oracle_each_case("scaling.json", check_case, 31);
    assert_int_equal(exponents, 6);
    assert_int_equal(laws, 14);
    assert_int_equal(crossovers, 11);
}

/* Times of a curve at sizes 2^6 .. 2^14, with noise. */
enum { SIZES = 9, ROUNDS = 10 };
static void draw(uint32_t experiment, double (*curve)(double n), double noise, double *n, double *z)
{
    struct assay_random random;
    assay_random_init(&random, 204, ASSAY_RANDOM_TEST, experiment, 0);
    for (size_t i = 0; i < SIZES; i++)
        n[i] = ldexp(64, (int)i);
    for (size_t k = 0; k < ROUNDS; k++) {
        const double level = 0.1 * assay_random_normal(&random);
        for (size_t i = 0; i < SIZES; i++)
            z[k * SIZES + i] = log(curve(n[i])) + level + noise * assay_random_normal(&random);
    }
}

static double flat(double n)
{
    return 3e-6 + 0 * n;
}
static double linearithmic(double n)
{
    return 1e-6 + 1e-9 * n * log(n);
}
/* A table that fits a cache until 2^11, then misses more and more: of no law. */
static double cache_miss(double n)
{
    return n <= 2048 ? 4e-9 : 4e-9 + 1e-9 * pow(log(n / 2048) / log(2), 2);
}

static double between(double n)
{
    return pow(n, 1.25);
}

static double nearly_linear(double n)
{
    return pow(n, 1.1);
}
/* A step of 30 % where a cache ends. */
static double cache_step(double n)
{
    return n * (n < 1500 ? 1 : 1.3);
}
static double linear(double n)
{
    return n;
}
static double cubic(double n)
{
    return 1e-9 * n * n * n;
}

static size_t count_law(double (*curve)(double n), double noise, enum assay_law law)
{
    size_t count = 0;
    for (uint32_t e = 0; e < 200; e++) {
        double n[SIZES], z[ROUNDS * SIZES];
        struct assay_growth growth;
        draw(e, curve, noise, n, z);
        const struct assay_cells cells = {z, ROUNDS, SIZES};
        assert_int_equal(assay_growth_law(&cells, n, 0.05, &growth, NULL), ASSAY_OK);
        count += growth.law == law;
    }
    return count;
}

static void laws_that_are_none(void **state)
{
    (void)state;
    assert_true(count_law(flat, 0.02, ASSAY_LAW_CONSTANT) > 190);
    assert_true(count_law(linearithmic, 0.02, ASSAY_LAW_LINEARITHMIC) > 190);
    assert_int_equal(count_law(cache_miss, 0.02, ASSAY_LAW_UNKNOWN), 200);
    /* Of the named ones n log n has all the weight, and lies up to 31 % off; 5 % of n^1.1. */
    assert_true(count_law(between, 0.02, ASSAY_LAW_POWER) > 190);
    assert_true(count_law(nearly_linear, 0.02, ASSAY_LAW_POWER) > 190);
    assert_int_equal(count_law(nearly_linear, 0.02, ASSAY_LAW_LINEARITHMIC), 0);
    /* What is a power by name stays one. */
    assert_true(count_law(linear, 0.02, ASSAY_LAW_LINEAR) > 190);
    assert_true(count_law(linear, 0.1, ASSAY_LAW_POWER) < 5);
    assert_int_equal(count_law(cache_step, 0.02, ASSAY_LAW_UNKNOWN), 200);
    assert_true(count_law(cubic, 0.02, ASSAY_LAW_CUBIC) > 190);
}

/* One system gains 5 % a doubling of 1024's distance: crossing there, in intervals that hold. */
static double falling(double n)
{
    return pow(n / 1024, -0.1);
}

static void crossings_and_exponents_hold(void **state)
{
    (void)state;
    enum { EXPERIMENTS = 1000 };
    size_t crossing = 0, exponent = 0;
    for (uint32_t e = 0; e < EXPERIMENTS; e++) {
        double n[SIZES], z[ROUNDS * SIZES];
        draw(e, falling, 0.05, n, z);
        for (size_t k = 0; k < ROUNDS; k++) { /* slopes that differ by round, as builds' do */
            const double slope = 0.02 * (z[k * SIZES] - z[k * SIZES + 1]);
            for (size_t i = 0; i < SIZES; i++)
                z[k * SIZES + i] += slope * log(n[i] / 1024);
        }
        const struct assay_cells cells = {z, ROUNDS, SIZES};
        struct assay_crossover found;
        struct assay_effect gain[SIZES];
        struct assay_exponent growth;
        assert_int_equal(assay_growth_crossover(&cells, n, 0.95, &found, gain, NULL), ASSAY_OK);
        crossing += found.interval.lower <= 1024 && 1024 <= found.interval.upper;
        assert_int_equal(assay_growth_exponent(&cells, n, 0.95, &growth, NULL), ASSAY_OK);
        const double truth = -0.1 + 0.02 * 0.1 * log(2);
        exponent += growth.slope.lower <= truth && truth <= growth.slope.upper;
    }
    assert_true(fabs((double)crossing - 0.95 * EXPERIMENTS) < 28);
    assert_true(fabs((double)exponent - 0.95 * EXPERIMENTS) < 28);
}

/* Systems swapped cross at the same size; sizes in thousands cross in thousands. */
static void swap_and_scale(void **state)
{
    (void)state;
    double n[SIZES], small[SIZES], z[ROUNDS * SIZES], swapped[ROUNDS * SIZES];
    struct assay_crossover a, b, c;
    struct assay_effect gain[SIZES];
    draw(3, falling, 0.02, n, z);
    for (size_t i = 0; i < ROUNDS * SIZES; i++)
        swapped[i] = -z[i];
    for (size_t i = 0; i < SIZES; i++)
        small[i] = n[i] / 1000;
    const struct assay_cells cells = {z, ROUNDS, SIZES}, other = {swapped, ROUNDS, SIZES};
    assert_int_equal(assay_growth_crossover(&cells, n, 0.95, &a, gain, NULL), ASSAY_OK);
    assert_int_equal(assay_growth_crossover(&other, n, 0.95, &b, gain, NULL), ASSAY_OK);
    assert_int_equal(assay_growth_crossover(&cells, small, 0.95, &c, gain, NULL), ASSAY_OK);
    assert_close(b.interval.lower, a.interval.lower, 1e-10, 0);
    assert_close(c.interval.upper, a.interval.upper / 1000, 1e-10, 0);
    assert_true(b.after == a.after && b.changes == a.changes);
}

static void edges(void **state)
{
    (void)state;
    double n[SIZES], z[ROUNDS * SIZES];
    struct assay_growth growth;
    struct assay_exponent exponent;
    struct assay_crossover crossover;
    struct assay_effect gain[SIZES];
    draw(1, linearithmic, 0, n, z);
    const struct assay_cells cells = {z, ROUNDS, SIZES}, alone = {z, 1, SIZES};
    assert_int_equal(assay_growth_law(&cells, n, -1, &growth, NULL), ASSAY_INVALID);
    assert_int_equal(assay_growth_exponent(&alone, n, 0.95, &exponent, NULL), ASSAY_UNDEFINED);
    /* Without noise: the law, and an exponent without an interval. */
    assert_int_equal(assay_growth_law(&cells, n, 0.05, &growth, NULL), ASSAY_OK);
    assert_int_equal(growth.law, ASSAY_LAW_LINEARITHMIC);
    assert_true(growth.fit[ASSAY_LAW_LINEARITHMIC].worst < 1e-9);
    n[0] = 0;
    assert_int_equal(assay_growth_exponent(&cells, n, 0.95, &exponent, NULL), ASSAY_INVALID);
    n[0] = 5000;
    assert_int_equal(assay_growth_crossover(&cells, n, 0.95, &crossover, gain, NULL),
                     ASSAY_INVALID);
    for (size_t i = 0; i < SIZES; i++)
        n[i] = 7;
    assert_int_equal(assay_growth_exponent(&cells, n, 0.95, &exponent, NULL), ASSAY_UNDEFINED);
    assert_int_equal(strcmp(assay_law_name(ASSAY_LAW_UNKNOWN), "cannot tell"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),
        cmocka_unit_test(laws_that_are_none),
        cmocka_unit_test(crossings_and_exponents_hold),
        cmocka_unit_test(swap_and_scale),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
