/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bootstrap_custom.c -- each statistic of the engine against the same on resamples written out. */
#include "support/oracle.h"

#include <math.h>

#include <assay/assay.h>

#include "draws.h"

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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_agree_with_resamples_written_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
