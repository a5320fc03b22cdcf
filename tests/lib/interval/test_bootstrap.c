/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bootstrap.c -- resampling intervals: exact variance, coverage, identities, edges. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

#include "draws.h"
#include "interval/bootstrap.h"

/* TR Table V, old system: S_3^2, S_2^2, S_1^2 by hand; METHODS A4. */
static const double TABLE_V[] = {9, 11, 5, 6, 16, 13, 12, 8, 15, 7, 10, 14};

static void exact_variance(void **state)
{
    (void)state;
    struct assay_sample sample = assay_sample_balanced(TABLE_V, 3, (const size_t[]){3, 2, 2});
    struct assay_components components;
    assert_int_equal(assay_components_of(&sample, &components, NULL), ASSAY_OK);
    const double s3 = components.level[0].s2, s2 = components.level[1].s2;
    const double s1 = components.level[2].s2;
    const double rnn = (1 - 1.0 / 3) * s3 / 3, rrn = rnn + (1 - 1.0 / 2) * s2 / 2 / 3;
    const double rrr = rrn + (1 - 1.0 / 2) * s1 / 4 / 3;
    double variance;
    assert_int_equal(assay_bootstrap_variance(&sample, ASSAY_BOOTSTRAP_RNN, &variance, NULL), 0);
    assert_close(variance, rnn, 1e-14, 0);
    assert_int_equal(assay_bootstrap_variance(&sample, ASSAY_BOOTSTRAP_RRN, &variance, NULL), 0);
    assert_close(variance, rrn, 1e-14, 0);
    assert_int_equal(assay_bootstrap_variance(&sample, ASSAY_BOOTSTRAP_RRR, &variance, NULL), 0);
    assert_close(variance, rrr, 1e-14, 0);
}

/* The engine's replicates have the exact variance, also in an unbalanced shape: within 4 standard
 * errors of a variance from 20 000 replicates, kurtosis taken as 3.5. */
static void replicates_have_the_exact_variance(void **state)
{
    (void)state;
    static const size_t first[] = {0, 2, 5, 9, 12}, top[] = {0, 1, 4};
    const struct assay_sample samples[] = {
        assay_sample_balanced(TABLE_V, 3, (const size_t[]){3, 2, 2}),
        {TABLE_V, {.n_levels = 3, .count = {2, 0, 0}, .first = {top, first}}},
        assay_sample_flat(TABLE_V, 12)};
    enum { B = 20000 };
    double *t = malloc(B * sizeof *t);
    for (size_t s = 0; s < 3; s++)
        for (int mode = ASSAY_BOOTSTRAP_RRR; mode <= ASSAY_BOOTSTRAP_RNN; mode++) {
            struct assay_bootstrap_options options = {
                .mode = (enum assay_bootstrap_mode)mode, .confidence = 0.95, .seed = 21};
            double exact;
            struct assay_moments moments;
            assert_int_equal(
                bootstrap_means(&samples[s], 1, &options, draw_path_best(), t, B, NULL), ASSAY_OK);
            assert_int_equal(assay_moments_of((struct assay_view){t, B}, &moments, NULL), ASSAY_OK);
            assert_int_equal(assay_bootstrap_variance(&samples[s], options.mode, &exact, NULL),
                             ASSAY_OK);
            assert_close(moments.variance, exact, 4 * sqrt(2.5 / B), 0);
            double grand;
            assert_int_equal(assay_statistic_of(&samples[s], &options.statistic, &grand, NULL),
                             ASSAY_OK);
            assert_close(moments.mean, grand, 0, 4 * sqrt(exact / B));
        }
    free(t);
}

/* METHODS C2, r_3 = 10 and 5, top level dominating (values are top means): expanded 95.4 and 94.8,
 * RNN 92.0 and 87.5, within 3 standard errors of 500 experiments. */
static void coverage_is_as_published(void **state)
{
    (void)state;
    static const struct {
        size_t r;
        enum assay_bootstrap_mode mode;
        double coverage;
    } cases[] = {{10, ASSAY_BOOTSTRAP_CLUSTER, 0.954},
                 {10, ASSAY_BOOTSTRAP_RNN, 0.920},
                 {5, ASSAY_BOOTSTRAP_CLUSTER, 0.948},
                 {5, ASSAY_BOOTSTRAP_RNN, 0.875}};
    const double experiments = REPETITIONS(500);
    for (size_t c = 0; c < 4; c++) {
        double covered = 0;
        for (uint32_t e = 0; e < (uint32_t)experiments; e++) {
            double x[20];
            struct assay_bootstrap_result result;
            struct assay_bootstrap_options options = {
                .mode = cases[c].mode, .confidence = 0.95, .seed = e, .replicates = 1000};
            fill_normal(x, 20, e);
            struct assay_sample old = assay_sample_flat(x, cases[c].r);
            struct assay_sample new = assay_sample_flat(x + 10, cases[c].r);
            assert_int_equal(assay_bootstrap_ratio(&old, &new, &options, &result, NULL), ASSAY_OK);
            covered += result.estimate.interval.lower <= 1 && 1 <= result.estimate.interval.upper;
        }
        double p = cases[c].coverage;
        assert_close(covered / experiments, p, 0, 3 * sqrt(p * (1 - p) / experiments));
    }
}

/* METHODS F4: a' and the replicates that follow from it at nu = 2 r - 2. */
static void expanded_tails(void **state)
{
    (void)state;
    static const struct {
        size_t r;
        double tail;
    } cases[] = {{5, 0.0050}, {10, 0.0134}, {30, 0.0209}};
    for (size_t c = 0; c < 3; c++) {
        struct assay_bootstrap_options options = {.confidence = 0.95};
        struct bootstrap_plan plan;
        assert_int_equal(
            bootstrap_plan_make(&options, cases[c].r, 2 * (double)cases[c].r - 2, &plan, NULL),
            ASSAY_OK);
        assert_close(plan.tail, cases[c].tail, 0, 0.00005);
        assert_true((double)plan.replicates == ceil(50 / plan.tail));
        assert_int_equal(plan.rank, 50);
    }
}

static void paper_modes_take_999(void **state)
{
    (void)state;
    double x[12];
    struct assay_bootstrap_result result;
    fill_normal(x, 12, 0);
    struct assay_sample sample = assay_sample_balanced(x, 2, (const size_t[]){3, 4});
    struct assay_bootstrap_options options = {.mode = ASSAY_BOOTSTRAP_RRR, .confidence = 0.95};
    assert_int_equal(assay_bootstrap_one(&sample, &options, &result, NULL), ASSAY_OK);
    assert_int_equal(result.replicates, 999);
    assert_int_equal(result.rank, 25);
    assert_string_equal(result.estimate.interval.method,
                        "bootstrap-rrr (percentile, order statistic (B+1)a/2)");
    assert_true(result.estimate.warnings & ASSAY_WARNING(ASSAY_WARN_PAPER_METHOD));
    options.confidence = 0.9;
    assert_int_equal(assay_bootstrap_one(&sample, &options, &result, NULL), ASSAY_OK);
    assert_int_equal(result.rank, 50);
}

/* Adding a constant moves the difference at every decile; multiplying moves the ratio. */
static void shift_of_a_constant(void **state)
{
    (void)state;
    double x[200], y[200];
    static const double deciles[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
    struct assay_shift_point points[9];
    fill_normal(x, 200, 8);
    for (size_t i = 0; i < 200; i++)
        y[i] = x[i] + 3;
    struct assay_sample old = assay_sample_balanced(x, 2, (const size_t[]){10, 20});
    struct assay_sample new = assay_sample_balanced(y, 2, (const size_t[]){10, 20});
    struct assay_bootstrap_options options = {.confidence = 0.95, .seed = 1, .paired = true};
    assert_int_equal(assay_bootstrap_shift(&old, &new, deciles, 9, false, &options, points, NULL),
                     ASSAY_OK);
    for (size_t k = 0; k < 9; k++) {
        assert_close(points[k].change.estimate, 3, 1e-12, 0);
        /* The same rounds on both sides: nothing varies but the last bits. */
        assert_close(points[k].change.interval.lower, 3, 1e-12, 0);
        assert_close(points[k].band_upper, 3, 1e-12, 0);
    }
    options.paired = false;
    assert_int_equal(assay_bootstrap_shift(&old, &new, deciles, 9, true, &options, points, NULL),
                     ASSAY_OK);
    for (size_t k = 0; k < 9; k++) {
        assert_true(points[k].band_lower < points[k].change.interval.lower);
        assert_true(points[k].band_upper > points[k].change.interval.upper);
        assert_true(points[k].band_lower < points[k].change.estimate);
    }
}

/* Units of the data, the order of top units' values below them, and the confidence. */
static void identities(void **state)
{
    (void)state;
    double x[60], scaled[60];
    struct assay_bootstrap_result a, b;
    fill_normal(x, 60, 9);
    struct assay_sample sample = assay_sample_balanced(x, 2, (const size_t[]){6, 10});
    struct assay_sample other = assay_sample_balanced(scaled, 2, (const size_t[]){6, 10});
    for (int kind = 0; kind < 2; kind++)
        for (int power = -30; power <= 30; power += 60) {
            struct assay_bootstrap_options options = {
                .confidence = 0.9,
                .seed = 2,
                .replicates = 300,
                .statistic = {(enum assay_statistic_kind)kind, 0.5, 7}};
            for (size_t i = 0; i < 60; i++)
                scaled[i] = ldexp(x[i], power);
            assert_int_equal(assay_bootstrap_one(&sample, &options, &a, NULL), ASSAY_OK);
            assert_int_equal(assay_bootstrap_one(&other, &options, &b, NULL), ASSAY_OK);
            assert_true(ldexp(a.estimate.interval.lower, power) == b.estimate.interval.lower);
            options.confidence = 0.8;
            assert_int_equal(assay_bootstrap_one(&sample, &options, &b, NULL), ASSAY_OK);
            assert_true(a.estimate.interval.lower <= b.estimate.interval.lower);
            assert_true(a.estimate.interval.upper >= b.estimate.interval.upper);
        }
    /* A level with one unit at the top is no level. */
    struct assay_bootstrap_options options = {.confidence = 0.9, .seed = 2};
    struct assay_sample deeper = assay_sample_balanced(x, 3, (const size_t[]){1, 6, 10});
    assert_int_equal(assay_bootstrap_one(&sample, &options, &a, NULL), ASSAY_OK);
    assert_int_equal(assay_bootstrap_one(&deeper, &options, &b, NULL), ASSAY_OK);
    assert_true(a.estimate.interval.lower == b.estimate.interval.lower);
}

static void expect(enum assay_status status, enum assay_status expected,
                   const struct assay_error *error, const char *part)
{
    assert_int_equal(status, expected);
    if (strstr(error->text, part) == NULL)
        fail_msg("\"%s\" does not contain \"%s\"", error->text, part);
}

static void refusals(void **state)
{
    (void)state;
    double x[40], zeros[40] = {0};
    struct assay_bootstrap_result out = {.replicates = 123};
    struct assay_error error;
    fill_normal(x, 40, 1);
    struct assay_bootstrap_options options = {.confidence = 0.95, .seed = 1};
    struct assay_sample four = assay_sample_balanced(x, 2, (const size_t[]){4, 10});
    struct assay_sample ten = assay_sample_flat(x, 10), zero = assay_sample_flat(zeros, 10);
    expect(assay_bootstrap_one(&four, &options, &out, &error), ASSAY_UNDEFINED, &error,
           "at least 5 units of the top level, has 4");
    expect(assay_bootstrap_ratio(&zero, &ten, &options, &out, &error), ASSAY_UNDEFINED, &error,
           "positive");
    options.confidence = 95;
    expect(assay_bootstrap_one(&ten, &options, &out, &error), ASSAY_INVALID, &error,
           "confidence must lie in (0, 1), is 95");
    options.confidence = 1 - 1e-9;
    expect(assay_bootstrap_one(&ten, &options, &out, &error), ASSAY_UNDEFINED, &error,
           "measure more top units");
    options = (struct assay_bootstrap_options){.mode = ASSAY_BOOTSTRAP_RRR,
                                               .confidence = 0.95,
                                               .statistic = {ASSAY_STATISTIC_QUANTILE, 0.5, 7}};
    expect(assay_bootstrap_one(&ten, &options, &out, &error), ASSAY_INVALID, &error, "means only");
    options.mode = ASSAY_BOOTSTRAP_CLUSTER;
    options.statistic.probability = 1.5;
    expect(assay_bootstrap_one(&ten, &options, &out, &error), ASSAY_INVALID, &error, "[0, 1]");
    options.statistic = (struct assay_statistic){ASSAY_STATISTIC_QUANTILE, 0.5, 12};
    expect(assay_bootstrap_one(&ten, &options, &out, &error), ASSAY_INVALID, &error, "1 to 9");
    options.statistic = (struct assay_statistic){ASSAY_STATISTIC_QUANTILE, 0.99, 7};
    expect(assay_bootstrap_one(&ten, &options, &out, &error), ASSAY_UNDEFINED, &error,
           "a 95 % interval of p99 takes 299 values of each system, not 10");
    options.statistic.probability = 0;
    expect(assay_bootstrap_one(&ten, &options, &out, &error), ASSAY_UNDEFINED, &error, "minimum");
    struct assay_sample one = assay_sample_flat(x, 1);
    options = (struct assay_bootstrap_options){.mode = ASSAY_BOOTSTRAP_FLAT, .confidence = 0.95};
    expect(assay_bootstrap_one(&one, &options, &out, &error), ASSAY_UNDEFINED, &error,
           "at least 2 units");
    double lower, upper;
    expect(assay_percentile_limits((struct assay_view){zeros, 3}, 0, 0.1, ASSAY_PERCENTILE_ORDER,
                                   &lower, &upper, &error),
           ASSAY_INVALID, &error, "tails");
    struct assay_bca bca;
    expect(assay_bootstrap_bca(5, (struct assay_view){zeros, 3}, (struct assay_view){zeros, 3},
                               0.95, &bca, &error),
           ASSAY_UNDEFINED, &error, "both sides");
    x[3] = NAN;
    expect(assay_bootstrap_one(&ten, &options, &out, &error), ASSAY_INVALID, &error, "");
    assert_int_equal(out.replicates, 123);
}

static void extreme_magnitudes(void **state)
{
    (void)state;
    static const double scales[] = {1e-300, 1e-9, 1e9, 1e300};
    for (size_t k = 0; k < 4; k++) {
        double x[20];
        struct assay_bootstrap_result result;
        struct assay_bootstrap_options options = {.confidence = 0.95, .seed = 1};
        for (size_t i = 0; i < 20; i++)
            x[i] = scales[k] * (double)(i + 1);
        struct assay_sample sample = assay_sample_flat(x, 20);
        assert_int_equal(assay_bootstrap_one(&sample, &options, &result, NULL), ASSAY_OK);
        assert_close(result.estimate.estimate / scales[k], 10.5, 1e-14, 0);
        assert_true(result.estimate.interval.lower > 5 * scales[k]);
        assert_true(result.estimate.interval.upper < 16 * scales[k]);
    }
    double both[10] = {-1e308, 1e308, -1e308, 1e308, -1e308, 1e308, -1e308, 1e308, 1e308, -1e308};
    struct assay_bootstrap_result result;
    struct assay_bootstrap_options options = {.confidence = 0.95, .seed = 1};
    struct assay_sample sample = assay_sample_flat(both, 10);
    assert_int_equal(assay_bootstrap_one(&sample, &options, &result, NULL), ASSAY_OK);
    assert_true(result.estimate.interval.lower > -1e308 && result.estimate.interval.lower < -1e307);
    assert_true(result.estimate.interval.upper < 1e308 && result.estimate.interval.upper > 1e307);
}

static void constant_values(void **state)
{
    (void)state;
    double x[40];
    for (size_t i = 0; i < 40; i++)
        x[i] = 0.1;
    struct assay_sample sample = assay_sample_balanced(x, 2, (const size_t[]){8, 5});
    for (int kind = 0; kind < 2; kind++) {
        struct assay_bootstrap_result result;
        struct assay_bootstrap_options options = {
            .confidence = 0.95, .statistic = {(enum assay_statistic_kind)kind, 0.5, 7}};
        assert_int_equal(assay_bootstrap_ratio(&sample, &sample, &options, &result, NULL),
                         ASSAY_OK);
        assert_true(result.estimate.interval.lower == 1 && result.estimate.interval.upper == 1);
        assert_true(result.estimate.warnings & ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK));
    }
}

static void statistics_have_names(void **state)
{
    (void)state;
    static const char *const names[] = {"mean", "median", "p0", "p90", "p99", "p99.9", "p100"};
    static const char *const wrong[] = {"",     "p",      "p101", "p1e1", "p-1",
                                        "p99.", "p1.2.3", "Mean", "p 5",  "quantile"};
    char text[ASSAY_STATISTIC_TEXT];
    struct assay_statistic statistic;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(assay_statistic_parse(names[i], &statistic, NULL), ASSAY_OK);
        assay_statistic_name(&statistic, text);
        assert_string_equal(text, names[i]);
    }
    assert_int_equal(assay_statistic_parse("p50", &statistic, NULL), ASSAY_OK);
    assert_true(statistic.probability == 0.5);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(assay_statistic_parse(wrong[i], &statistic, NULL), ASSAY_INVALID);
}

/* Of -x the limits are those of x, exchanged; another seed draws others. */
static void mirror_and_seed(void **state)
{
    (void)state;
    double x[60], mirrored[60];
    struct assay_bootstrap_result a, b;
    fill_normal(x, 60, 4);
    for (size_t i = 0; i < 60; i++)
        mirrored[i] = -x[i];
    const struct assay_sample sample = assay_sample_balanced(x, 2, (const size_t[]){6, 10});
    const struct assay_sample other = assay_sample_balanced(mirrored, 2, (const size_t[]){6, 10});
    struct assay_bootstrap_options options = {.confidence = 0.9, .seed = 5, .replicates = 500};
    assert_int_equal(assay_bootstrap_one(&sample, &options, &a, NULL), ASSAY_OK);
    assert_int_equal(assay_bootstrap_one(&other, &options, &b, NULL), ASSAY_OK);
    assert_close(a.estimate.interval.lower, -b.estimate.interval.upper, 1e-9, 1e-9);
    assert_close(a.estimate.interval.upper, -b.estimate.interval.lower, 1e-9, 1e-9);
    options.seed = 6;
    assert_int_equal(assay_bootstrap_one(&sample, &options, &b, NULL), ASSAY_OK);
    assert_true(a.estimate.interval.lower != b.estimate.interval.lower);
}

/* What doubles in each round is twice as slow in each resample, if rounds stay together. */
static void pairs_stay_together(void **state)
{
    (void)state;
    double x[12], y[12];
    struct assay_bootstrap_result paired, apart;
    for (size_t i = 0; i < 12; i++) {
        x[i] = 10 + (double)(i * i % 7);
        y[i] = 2 * x[i];
    }
    const struct assay_sample old = assay_sample_flat(x, 12), new = assay_sample_flat(y, 12);
    struct assay_bootstrap_options options = {
        .confidence = 0.9, .seed = 1, .replicates = 300, .paired = true};
    assert_int_equal(assay_bootstrap_ratio(&old, &new, &options, &paired, NULL), ASSAY_OK);
    options.paired = false;
    assert_int_equal(assay_bootstrap_ratio(&old, &new, &options, &apart, NULL), ASSAY_OK);
    assert_close(paired.estimate.interval.lower, 2, 1e-6, 0);
    assert_close(paired.estimate.interval.upper, 2, 1e-6, 0);
    assert_true(apart.estimate.interval.upper > 2.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_variance),
        cmocka_unit_test(replicates_have_the_exact_variance),
        cmocka_unit_test(coverage_is_as_published),
        cmocka_unit_test(expanded_tails),
        cmocka_unit_test(paper_modes_take_999),
        cmocka_unit_test(shift_of_a_constant),
        cmocka_unit_test(identities),
        cmocka_unit_test(refusals),
        cmocka_unit_test(extreme_magnitudes),
        cmocka_unit_test(constant_values),
        cmocka_unit_test(statistics_have_names),
        cmocka_unit_test(mirror_and_seed),
        cmocka_unit_test(pairs_stay_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
