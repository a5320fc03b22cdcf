/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_standing.c -- planted modes under skewed noise, as where others take a processor: as many are told as were planted. The rates of
 * docs/evidence/modes.md are these with ASSAY_MODES_SAMPLES=1000. */
#include "draws.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <assay/mixture.h>
#include <assay/random.h>

enum { MOST = 300, COUNTS = 8 };

/* What others add to a value, in units of a tenth of the first mode. */
enum noise { NONE, LIGHT, TAIL, FACTOR, SPREAD };

struct planted {
    const char *name;
    double second,
        share; /* a mode at so many of the first, and its share of the values; 0: one mode */
    double sd; /* of the first */
    enum noise noise;
    size_t n;
    bool left; /* the tail */
};

static double noise_of(enum noise noise, double value, struct assay_random *random)
{
    const double normal = assay_random_normal(random);
    switch (noise) {
    case LIGHT: return 0.03 * exp(0.8 * normal);
    case TAIL: return 0.1 * exp(normal);
    case FACTOR: return value * 0.5 * exp(0.5 * normal);
    case SPREAD: return 0.1 * -log(1 - assay_random_uniform(random));
    default: return 0;
    }
}

static void draw(const struct planted *planted, uint32_t sample, double *x)
{
    struct assay_random random;
    random = stream_of(sample, 7);
    for (size_t i = 0; i < planted->n; i++) {
        const double at = assay_random_uniform(&random) < planted->share ? planted->second : 1;
        const double value = at * (1 + planted->sd * assay_random_normal(&random));
        x[i] = value + noise_of(planted->noise, value, &random);
        x[i] = planted->left ? 10 - x[i] : x[i];
    }
}

/* How many of the samples have so many modes, of the density and of those that stand. */
struct rates {
    size_t maxima[COUNTS], standing[COUNTS];
};

static struct rates rates_of(const struct planted *planted, size_t samples)
{
    struct rates rates = {{0}, {0}};
    double x[MOST];
    for (size_t s = 0; s < samples; s++) {
        struct assay_mixture_fit fit;
        struct assay_modes modes;
        draw(planted, (uint32_t)s, x);
        const struct assay_view view = {x, planted->n};
        assert_int_equal(assay_mixture_fit_values(view, NULL, &fit, NULL), ASSAY_OK);
        assert_int_equal(assay_mixture_modes(&fit.mixture, &modes, NULL), ASSAY_OK);
        rates.maxima[modes.n < COUNTS ? modes.n : COUNTS - 1]++;
        assert_int_equal(assay_modes_standing(view, &fit.mixture, planted->left, &modes, NULL),
                         ASSAY_OK);
        rates.standing[modes.n < COUNTS ? modes.n : COUNTS - 1]++;
        double weight = 0;
        for (size_t i = 0; i < modes.n; i++) {
            weight += modes.mode[i].weight;
            assert_true(modes.mode[i].from < modes.mode[i].at &&
                        modes.mode[i].at < modes.mode[i].to);
        }
        assert_true(fabs(weight - 1) < 1e-9);
        assert_true(isinf(modes.mode[0].from) && isinf(modes.mode[modes.n - 1].to));
    }
    return rates;
}

static size_t samples(void)
{
    const char *text = getenv("ASSAY_MODES_SAMPLES");
    return text != NULL ? (size_t)strtoul(text, NULL, 10) : 60;
}

/* The part of the samples in which as many stand as were planted lies above `least`. */
static void check(const struct planted *planted, double least)
{
    const size_t n = samples(), truth = planted->share > 0 ? 2 : 1;
    const struct rates rates = rates_of(planted, n);
    print_message("%-24s maxima %5.1f %%, standing %5.1f %%\n", planted->name,
                  100 * (double)rates.maxima[truth] / (double)n,
                  100 * (double)rates.standing[truth] / (double)n);
    if ((double)rates.standing[truth] < least * (double)n)
        fail_msg("%s: %zu of %zu", planted->name, rates.standing[truth], n);
}

static void one_mode_with_a_tail_is_one(void **state)
{
    static const struct planted one[] = {{"one, no noise", 0, 0, 0.01, NONE, 300, false},
                                         {"one, light", 0, 0, 0.01, LIGHT, 300, false},
                                         {"one, tail", 0, 0, 0.01, TAIL, 300, false},
                                         {"one, tail to the left", 0, 0, 0.01, TAIL, 300, true},
                                         {"one, factor", 0, 0, 0.01, FACTOR, 300, false},
                                         {"one, exponential", 0, 0, 0, SPREAD, 300, false}};
    (void)state;
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        check(&one[i], 0.9);
}

static void two_modes_with_tails_are_two(void **state)
{
    static const struct planted two[] = {{"two, no noise", 1.5, 0.5, 0.01, NONE, 300, false},
                                         {"two, light", 1.5, 0.5, 0.01, LIGHT, 300, false},
                                         {"two, tail", 1.5, 0.5, 0.01, TAIL, 300, false}};
    (void)state;
    check(&two[0], 1);
    check(&two[1], 0.9);
    check(&two[2], 0.8);
}

/* What it costs: a small mode near a large one may be a tail. */
static void modes_apart_stand(void **state)
{
    static const struct planted apart[] = {
        {"4 % far away", 6, 0.04, 0.05, NONE, 300, false},
        {"half, 4 sd", 1.2, 0.5, 0.05, NONE, 100, false},
        {"a fifth, 5 sd, 60", 1.25, 0.2, 0.05, NONE, 60, false},
        {"a fifth, 4 sd, 60", 1.2, 0.2, 0.05, NONE, 60, false},
        {"a fifth, 3 sd, 170", 1.15, 0.2, 0.05, NONE, 170, false},
        {"two, factor", 1.5, 0.5, 0.01, FACTOR, 300, false}};
    (void)state;
    check(&apart[0], 0.9);
    check(&apart[1], 0.9);
    check(&apart[2], 0.6);
    for (size_t i = 3; i < sizeof apart / sizeof *apart; i++)
        check(&apart[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_mode_with_a_tail_is_one),
                                       cmocka_unit_test(two_modes_with_tails_are_two),
                                       cmocka_unit_test(modes_apart_stand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
