/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bootstrap.c -- resampling intervals: reference values, exact variance, coverage, edges. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

#include "interval/bootstrap.h"

/* The reference file's own tolerance: R sums in another order. */
static const double TOLERANCE = 1e-11;

static size_t *positions(const json_t *array, size_t *n)
{
    *n = json_array_size(array);
    size_t *index = malloc((*n + 1) * sizeof *index);
    for (size_t i = 0; i < *n; i++)
        index[i] = (size_t)json_integer_value(json_array_get(array, i));
    return index;
}

static double mean_at(struct assay_view view, const json_t *array)
{
    size_t n;
    double mean;
    size_t *index = positions(array, &n);
    assert_int_equal(assay_resample_mean(view, index, n, &mean, NULL), ASSAY_OK);
    free(index);
    return mean;
}

static void check_limits(const json_t *expected, const char *key, struct assay_view t,
                         double lower_tail, double upper_tail, enum assay_percentile_rule rule,
                         double tolerance)
{
    const json_t *pair = json_object_get(expected, key);
    double lower, upper;
    if (pair == NULL)
        return;
    assert_int_equal(assay_percentile_limits(t, lower_tail, upper_tail, rule, &lower, &upper, NULL),
                     ASSAY_OK);
    assert_close(lower, oracle_value(json_array_get(pair, 0)), tolerance, 0);
    assert_close(upper, oracle_value(json_array_get(pair, 1)), tolerance, 0);
}

static void check_percentiles(const json_t *expected, struct assay_view t, double tail)
{
    check_limits(expected, "percentile_type6", t, tail, tail, ASSAY_PERCENTILE_TYPE6, TOLERANCE);
    check_limits(expected, "percentile_type7", t, tail, tail, ASSAY_PERCENTILE_TYPE7, TOLERANCE);
    check_limits(expected, "percentile_order_statistic_alphaB", t, tail, tail,
                 ASSAY_PERCENTILE_ROUNDED, TOLERANCE);
    check_limits(expected, "percentile_boot_ci", t, tail, tail, ASSAY_PERCENTILE_INTERPOLATED,
                 TOLERANCE);
}

static void check_bca(const json_t *expected, struct assay_view x, struct assay_view t, double t0,
                      double confidence)
{
    struct assay_bca bca;
    /* The count below t0, and all that follows, hangs on the rounding of sums otherwise. */
    if (oracle_number(expected, "n_resamples_with_t_equal_t0_up_to_rounding") > 0)
        return;
    assert_int_equal(assay_bootstrap_bca(t0, t, x, confidence, &bca, NULL), ASSAY_OK);
    const json_t *tails = json_object_get(expected, "bca_adjusted_alpha");
    assert_close(bca.z0, oracle_number(expected, "z0"), TOLERANCE, 1e-14);
    assert_close(bca.acceleration, oracle_number(expected, "a"), TOLERANCE, 1e-14);
    assert_close(bca.lower_tail, oracle_value(json_array_get(tails, 0)), TOLERANCE, 0);
    assert_close(1 - bca.upper_tail, oracle_value(json_array_get(tails, 1)), TOLERANCE, 0);
    check_limits(expected, "bca_type7", t, bca.lower_tail, bca.upper_tail, ASSAY_PERCENTILE_TYPE7,
                 1e-10);
    check_limits(expected, "bca_type6", t, bca.lower_tail, bca.upper_tail, ASSAY_PERCENTILE_TYPE6,
                 1e-10);
    check_limits(expected, "bca_boot_ci", t, bca.lower_tail, bca.upper_tail,
                 ASSAY_PERCENTILE_INTERPOLATED, 1e-10);
}

static void check_flat(const json_t *input, const json_t *expected, double *t, size_t n_replicates)
{
    size_t n;
    double *x = oracle_array(json_object_get(input, "x"), &n);
    const double confidence = oracle_number(input, "conf");
    struct assay_view view = {x, n}, replicates = {t, n_replicates};
    for (size_t b = 0; b < n_replicates; b++)
        t[b] = mean_at(view, json_array_get(json_object_get(input, "index0"), b));
    struct assay_moments all, of_t;
    assert_int_equal(assay_moments_of(view, &all, NULL), ASSAY_OK);
    assert_int_equal(assay_moments_of(replicates, &of_t, NULL), ASSAY_OK);
    assert_close(all.mean, oracle_number(expected, "t0"), TOLERANCE, 0);
    assert_close(of_t.mean, oracle_number(expected, "boot_mean"), TOLERANCE, 0);
    assert_close(sqrt(of_t.variance), oracle_number(expected, "boot_sd"), TOLERANCE, 0);
    check_bca(expected, view, replicates, all.mean, confidence);
    free(x);
}

static void check_ratio(const json_t *input, double *t, size_t n_replicates)
{
    size_t n_old, n_new;
    double *old = oracle_array(json_object_get(input, "old"), &n_old);
    double *new = oracle_array(json_object_get(input, "new"), &n_new);
    for (size_t b = 0; b < n_replicates; b++)
        t[b] = mean_at((struct assay_view){new, n_new},
                       json_array_get(json_object_get(input, "index0_new"), b)) /
               mean_at((struct assay_view){old, n_old},
                       json_array_get(json_object_get(input, "index0_old"), b));
    free(old);
    free(new);
}

/* [unit, [[child, [...]], …]] and [unit, [value positions]] to positions, depth first. */
static void flatten(const json_t *nodes, size_t *index, size_t *n)
{
    for (size_t i = 0; i < json_array_size(nodes); i++) {
        const json_t *node = json_array_get(nodes, i);
        if (json_is_integer(node)) {
            index[(*n)++] = (size_t)json_integer_value(node);
            continue;
        }
        index[(*n)++] = (size_t)json_integer_value(json_array_get(node, 0));
        flatten(json_array_get(node, 1), index, n);
    }
}

static void check_tree(const json_t *input, const json_t *expected, double *t, size_t n_replicates)
{
    size_t n_levels, counts[ASSAY_MAX_LEVELS], n;
    double *y = oracle_nested(json_object_get(input, "Y"), &n_levels, counts, &n);
    struct assay_sample sample = assay_sample_balanced(y, n_levels, counts);
    size_t *index = malloc(3 * n * sizeof *index);
    for (size_t b = 0; b < n_replicates; b++) {
        size_t n_index = 0;
        flatten(json_array_get(json_object_get(input, "index0_tree"), b), index, &n_index);
        assert_int_equal(assay_resample_nested_mean(&sample, index, n_index, &t[b], NULL),
                         ASSAY_OK);
        assert_close(t[b], oracle_value(json_array_get(json_object_get(expected, "t"), b)),
                     TOLERANCE, 0);
    }
    free(index);
    free(y);
}

static void reference_values(void **state)
{
    (void)state;
    json_t *root = oracle_load("bootstrap.json"), *cases = json_object_get(root, "cases");
    assert_int_equal(json_array_size(cases), 29);
    for (size_t c = 0; c < json_array_size(cases); c++) {
        const json_t *item = json_array_get(cases, c), *input = json_object_get(item, "input");
        const json_t *expected = json_object_get(item, "expected");
        size_t n = (size_t)oracle_number(input, "B");
        double *t = malloc(n * sizeof *t);
        if (json_object_get(input, "x") != NULL)
            check_flat(input, expected, t, n);
        else if (json_object_get(input, "Y") != NULL)
            check_tree(input, expected, t, n);
        else
            check_ratio(input, t, n);
        check_percentiles(expected, (struct assay_view){t, n},
                          (1 - oracle_number(input, "conf")) / 2);
        free(t);
    }
    json_decref(root);
}

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

static void fill_normal(double *x, size_t n, uint32_t replicate)
{
    struct assay_random random;
    assay_random_init(&random, 77, ASSAY_RANDOM_TEST, replicate, 0);
    for (size_t i = 0; i < n; i++)
        x[i] = 100 + assay_random_normal(&random);
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
    const double experiments = 500;
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

static double mean_of_resample(const struct assay_resample *resamples, size_t n, void *context)
{
    (void)n, (void)context;
    double sum = 0;
    for (size_t i = 0; i < resamples->n_top; i++) {
        size_t begin, end;
        double inner = 0;
        assay_shape_values(&resamples->sample->shape, 0, resamples->top[i], &begin, &end);
        for (size_t k = begin; k < end; k++)
            inner += resamples->sample->values[k] / (double)(end - begin);
        sum += inner / (double)resamples->n_top;
    }
    return sum;
}

static double quantile_of_resample(const struct assay_resample *resamples, size_t n, void *context)
{
    const struct assay_statistic *statistic = context;
    double x[400], value[2];
    for (size_t s = 0; s < n; s++) {
        size_t size = 0;
        for (size_t i = 0; i < resamples[s].n_top; i++) {
            size_t begin, end;
            assay_shape_values(&resamples[s].sample->shape, 0, resamples[s].top[i], &begin, &end);
            for (size_t k = begin; k < end; k++)
                x[size++] = resamples[s].sample->values[k];
        }
        assay_quantiles((struct assay_view){x, size}, &statistic->probability, 1,
                        statistic->quantile_type, &value[s], NULL);
    }
    return n == 1 ? value[0] : value[1] / value[0];
}

/* The share of pairs, by counting them all. */
static double wins_of_resample(const struct assay_resample *resamples, size_t n, void *context)
{
    (void)n, (void)context;
    double wins = 0, pairs = 0;
    for (size_t i = 0; i < resamples[0].n_top; i++)
        for (size_t j = 0; j < resamples[1].n_top; j++) {
            size_t a, a_end, b, b_end;
            assay_shape_values(&resamples[0].sample->shape, 0, resamples[0].top[i], &a, &a_end);
            assay_shape_values(&resamples[1].sample->shape, 0, resamples[1].top[j], &b, &b_end);
            for (size_t k = a; k < a_end; k++)
                for (size_t m = b; m < b_end; m++) {
                    double old = resamples[0].sample->values[k];
                    double new = resamples[1].sample->values[m];
                    wins += new < old ? 1 : new == old ? 0.5 : 0;
                    pairs++;
                }
        }
    return wins / pairs;
}

/* Rounded values, so that ties occur; unbalanced on one side. */
static void statistics_agree_with_resamples_written_out(void **state)
{
    (void)state;
    static const size_t first[] = {0, 5, 12, 30, 31, 50, 70};
    double x[140];
    fill_normal(x, 140, 3);
    for (size_t i = 0; i < 140; i++)
        x[i] = rint(4 * x[i]) / 4;
    struct assay_sample samples[2] = {{x, {.n_levels = 2, .count = {6, 0}, .first = {first}}},
                                      assay_sample_balanced(x + 70, 2, (const size_t[]){7, 10})};
    struct assay_bootstrap_options options = {
        .mode = ASSAY_BOOTSTRAP_RNN, .confidence = 0.8, .seed = 4, .replicates = 199};
    struct assay_bootstrap_result fast, slow;
    assert_int_equal(assay_bootstrap_one(&samples[0], &options, &fast, NULL), ASSAY_OK);
    assert_int_equal(
        assay_bootstrap_custom(samples, 1, mean_of_resample, NULL, &options, &slow, NULL),
        ASSAY_OK);
    assert_close(fast.estimate.interval.lower, slow.estimate.interval.lower, 1e-13, 0);
    assert_close(fast.standard_error, slow.standard_error, 1e-10, 0);
    for (int type = 1; type <= 9; type++) {
        options.statistic = (struct assay_statistic){ASSAY_STATISTIC_QUANTILE, 0.31, type};
        assert_int_equal(assay_bootstrap_ratio(&samples[0], &samples[1], &options, &fast, NULL),
                         ASSAY_OK);
        assert_int_equal(assay_bootstrap_custom(samples, 2, quantile_of_resample,
                                                &options.statistic, &options, &slow, NULL),
                         ASSAY_OK);
        assert_true(fast.estimate.estimate == slow.estimate.estimate);
        assert_true(fast.estimate.interval.lower == slow.estimate.interval.lower);
        assert_true(fast.estimate.interval.upper == slow.estimate.interval.upper);
    }
    /* Nested: the wins of each pair of units are counted once. Flat: by merging; single values as
     * units draw the same. */
    options.statistic = (struct assay_statistic){0};
    for (int flat = 0; flat < 2; flat++) {
        struct assay_sample seen[2] = {samples[0], samples[1]};
        options.mode = flat ? ASSAY_BOOTSTRAP_FLAT : ASSAY_BOOTSTRAP_RNN;
        assert_int_equal(
            assay_bootstrap_superiority(&samples[0], &samples[1], &options, &fast, NULL), ASSAY_OK);
        for (size_t s = 0; s < 2 && flat; s++)
            seen[s] = assay_sample_balanced(x + 70 * s, 2, (const size_t[]){70, 1});
        options.mode = ASSAY_BOOTSTRAP_RNN;
        assert_int_equal(
            assay_bootstrap_custom(seen, 2, wins_of_resample, NULL, &options, &slow, NULL),
            ASSAY_OK);
        assert_close(fast.estimate.estimate, slow.estimate.estimate, 1e-13, 0);
        assert_close(fast.estimate.interval.lower, slow.estimate.interval.lower, 1e-13, 0);
        assert_close(fast.estimate.interval.upper, slow.estimate.interval.upper, 1e-13, 0);
    }
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
           "needs at least 299 values at confidence 0.95, has 10");
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
    size_t index[] = {0, 1, 7};
    expect(assay_resample_mean((struct assay_view){zeros, 3}, index, 3, &lower, &error),
           ASSAY_INVALID, &error, "position 3 of the resample is 7; its unit has 0..2");
    expect(assay_resample_nested_mean(&four, index, 2, &lower, &error), ASSAY_INVALID, &error,
           "ends after 2");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_values),
        cmocka_unit_test(exact_variance),
        cmocka_unit_test(replicates_have_the_exact_variance),
        cmocka_unit_test(coverage_is_as_published),
        cmocka_unit_test(expanded_tails),
        cmocka_unit_test(paper_modes_take_999),
        cmocka_unit_test(statistics_agree_with_resamples_written_out),
        cmocka_unit_test(shift_of_a_constant),
        cmocka_unit_test(identities),
        cmocka_unit_test(refusals),
        cmocka_unit_test(extreme_magnitudes),
        cmocka_unit_test(constant_values),
        cmocka_unit_test(statistics_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
