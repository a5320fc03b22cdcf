/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_contest.c -- I3 of samples: against I2, sums, intervals, bounds by the counts, refusals. */
#include "draws.h"

#include <math.h>

enum { VERSIONS = 3, VALUES = 60, MANY = 17 };

static const struct assay_mixture planted[VERSIONS] = {
    {2, {{0.7, 10, 1}, {0.3, 16, 1}}}, {1, {{1, 11, 2}}}, {1, {{1, 12, 1}}}};
/* Of the quadrature that resamples are compared by, beside closed forms. */
static const double share_tolerance = 1e-8;

struct field {
    double values[VERSIONS][VALUES];
    struct assay_sample sample[VERSIONS];
    struct assay_mixture_fit fit[VERSIONS];
};

static void fill(struct field *field, uint32_t replicate)
{
    for (size_t j = 0; j < VERSIONS; j++) {
        struct assay_random random = stream_of(replicate, 110 + (uint32_t)j);
        const struct assay_mixture_options options = {.components = planted[j].k};
        for (size_t i = 0; i < VALUES; i++)
            field->values[j][i] = draw_mixture(&planted[j], &random);
        field->sample[j] = assay_sample_flat(field->values[j], VALUES);
        assert_int_equal(assay_mixture_fit_values((struct assay_view){field->values[j], VALUES},
                                                  &options, &field->fit[j], NULL),
                         ASSAY_OK);
    }
}

static const struct assay_mixture_pair_options options = {
    .confidence = 0.95, .replicates = 199, .seed = 3, .n_threads = 1};

/* Of two versions I3 is I2 at delta 0, draws and all. */
static void two_versions_agree_with_i2(void **state)
{
    (void)state;
    struct field field;
    struct assay_mixture_pair pair;
    struct assay_mixture_share share[2];
    fill(&field, 0);
    assert_int_equal(assay_mixture_compare(&field.sample[0], &field.fit[0], &field.sample[1],
                                           &field.fit[1], &options, &pair, NULL),
                     ASSAY_OK);
    assert_int_equal(assay_mixture_contest(field.sample, field.fit, 2, &options, share, NULL),
                     ASSAY_OK);
    assert_close(share[0].i3.estimate, pair.i2.estimate, 0, share_tolerance);
    assert_close(share[0].i3.interval.lower, pair.i2.interval.lower, 0, share_tolerance);
    assert_close(share[0].i3.interval.upper, pair.i2.interval.upper, 0, share_tolerance);
    assert_close(share[0].i3_values.estimate, pair.i2_values.estimate, 0, 1e-12);
    assert_close(share[0].i3_values.interval.upper, pair.i2_values.interval.upper, 0, 1e-12);
    assert_close(share[1].i3.interval.upper, 1 - share[0].i3.interval.lower, 0, 1e-6);
}

static void intervals_cover(void **state)
{
    (void)state;
    double truth[VERSIONS];
    uint32_t covered[2 * VERSIONS] = {0}, n_samples = 30;
    assert_int_equal(assay_mixture_winner(planted, VERSIONS, truth, NULL), ASSAY_OK);
    for (uint32_t r = 0; r < n_samples; r++) {
        struct field field;
        struct assay_mixture_share share[VERSIONS];
        double sum = 0, sum_values = 0;
        fill(&field, r);
        assert_int_equal(
            assay_mixture_contest(field.sample, field.fit, VERSIONS, &options, share, NULL),
            ASSAY_OK);
        for (size_t j = 0; j < VERSIONS; j++) {
            const struct assay_estimate *found[] = {&share[j].i3, &share[j].i3_values};
            sum += share[j].i3.estimate;
            sum_values += share[j].i3_values.estimate;
            for (size_t t = 0; t < 2; t++)
                covered[2 * j + t] +=
                    found[t]->interval.lower <= truth[j] && truth[j] <= found[t]->interval.upper;
        }
        assert_close(sum, 1, 1e-9, 0);
        assert_close(sum_values, 1, 1e-12, 0);
    }
    for (size_t i = 0; i < sizeof covered / sizeof covered[0]; i++)
        assert_true(covered[i] >= 0.83 * n_samples); /* 95 % less three standard errors */
}

/* Below the other two as a whole: sixty of sixty, whatever resamples say. */
static void the_winner_of_all_runs_is_bounded_by_the_counts(void **state)
{
    (void)state;
    const double end = 0.940370508; /* 0.025^(1/60), by hand */
    for (size_t n = 2; n <= VERSIONS; n++) {
        struct field field;
        struct assay_mixture_share share[VERSIONS];
        fill(&field, 4);
        for (size_t i = 0; i < VALUES; i++)
            field.values[0][i] -= 1000;
        for (size_t k = 0; k < field.fit[0].mixture.k; k++)
            field.fit[0].mixture.part[k].mean -= 1000;
        assert_int_equal(assay_mixture_contest(field.sample, field.fit, n, &options, share, NULL),
                         ASSAY_OK);
        assert_close(share[0].i3_values.interval.lower, end, 0, 1e-6);
        assert_true(share[0].i3_values.interval.upper == 1);
        assert_close(share[0].i3.interval.lower, end, 0, 1e-6);
        assert_true(share[1].i3_values.interval.lower == 0);
        assert_close(share[1].i3_values.interval.upper, 1 - end, 0, 1e-6);
        assert_close(share[1].i3.interval.upper, 1 - end, 0, 1e-6);
    }
}

/* Five units of each of three versions: not 12 degrees of freedom, with which 95 % held 92.7 of a skewed one. */
static void more_versions_have_the_freedom_of_two(void **state)
{
    (void)state;
    struct field field;
    struct assay_mixture_share share[VERSIONS];
    const size_t counts[] = {5, VALUES / 5};
    double most = 0;
    fill(&field, 3);
    for (size_t j = 0; j < VERSIONS; j++)
        field.sample[j] = assay_sample_balanced(field.values[j], 2, counts);
    assert_int_equal(
        assay_mixture_contest(field.sample, field.fit, VERSIONS, &options, share, NULL), ASSAY_OK);
    for (size_t j = 0; j < VERSIONS; j++)
        most = fmax(most, share[j].i3_values.interval.df);
    assert_true(most == 8);
}

static void no_ends_where_there_is_no_bootstrap(void **state)
{
    (void)state;
    struct field field;
    const size_t counts[] = {4, 15};
    struct assay_mixture_share share[MANY];
    struct assay_sample many[MANY];
    struct assay_mixture_fit fits[MANY];
    fill(&field, 2);
    for (size_t j = 0; j < MANY; j++) {
        many[j] = field.sample[j % VERSIONS];
        fits[j] = field.fit[j % VERSIONS];
    }
    assert_int_equal(assay_mixture_contest(many, fits, MANY, &options, share, NULL), ASSAY_OK);
    assert_true(isnan(share[0].i3.interval.lower) && share[0].i3.estimate > 0);
    field.sample[0] = assay_sample_balanced(field.values[0], 2, counts);
    assert_int_equal(assay_mixture_contest(field.sample, field.fit, 2, &options, share, NULL),
                     ASSAY_OK);
    assert_true(isnan(share[0].i3_values.interval.upper));
    assert_true((share[0].i3.warnings & ASSAY_WARNING(ASSAY_WARN_BOOTSTRAP_REFUSED)) != 0);
    assert_int_equal(assay_mixture_contest(field.sample, field.fit, 0, &options, share, NULL),
                     ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_versions_agree_with_i2),
        cmocka_unit_test(intervals_cover),
        cmocka_unit_test(the_winner_of_all_runs_is_bounded_by_the_counts),
        cmocka_unit_test(more_versions_have_the_freedom_of_two),
        cmocka_unit_test(no_ends_where_there_is_no_bootstrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
