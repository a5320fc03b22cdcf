/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hidden.c -- when a mean hides modes, and when nested noise only looks like it. */
#include "draws.h"

#include <math.h>
#include <string.h>

#include "base/view.h"
#include "mixture/hidden.h"

static bool is_hidden(const struct assay_sample *sample)
{
    bool hidden;
    double sorted[600];
    const size_t n = assay_sample_size(sample);
    assert_true(n <= 600);
    memcpy(sorted, sample->values, n * sizeof *sorted);
    sort_doubles(sorted, n);
    assert_int_equal(modes_hidden(sample, (struct assay_view){sorted, n}, &hidden, NULL), ASSAY_OK);
    return hidden;
}

static uint32_t warned(const size_t counts[3], const double sd[3], double slow, uint32_t n_samples)
{
    uint32_t n_warned = 0;
    for (uint32_t r = 0; r < n_samples; r++) {
        struct assay_random random = stream_of(r, 80);
        double x[600];
        size_t n = 0;
        for (size_t b = 0; b < counts[0]; b++) {
            double build = 100 + sd[0] * assay_random_normal(&random) + (b % 4 == 1 ? slow : 0);
            for (size_t e = 0; e < counts[1]; e++) {
                double execution = build + sd[1] * assay_random_normal(&random);
                for (size_t i = 0; i < counts[2]; i++)
                    x[n++] = execution + sd[2] * assay_random_normal(&random);
            }
        }
        struct assay_sample sample = assay_sample_balanced(x, 3, counts);
        n_warned += is_hidden(&sample);
    }
    return n_warned;
}

static void nested_noise_is_no_mode(void **state)
{
    (void)state;
    static const size_t shapes[][3] = {{3, 6, 10}, {12, 3, 4}, {30, 5, 4}, {8, 3, 5}};
    static const double sds[][3] = {{1, 8, 3}, {5, 1, 1}, {0, 0, 1}};
    for (size_t s = 0; s < 4; s++)
        for (size_t t = 0; t < 3; t++)
            assert_true(warned(shapes[s], sds[t], 0, 60) <= 4);
}

static void slow_builds_are_seen(void **state)
{
    (void)state;
    const size_t eight[] = {8, 3, 5}, twenty[] = {20, 2, 3};
    const double sd[] = {0.1, 0.1, 0.5};
    assert_true(warned(eight, sd, 10, 40) >= 38);
    assert_true(warned(twenty, sd, 10, 40) >= 38);
}

static void small_and_flat_samples(void **state)
{
    (void)state;
    const double six[] = {1, 1.1, 1.05, 5, 5.1, 5.05}, even[] = {1, 2, 3, 4, 5, 6};
    struct assay_sample sample = assay_sample_flat(six, 6);
    assert_true(is_hidden(&sample));
    sample = assay_sample_flat(six, 5);
    assert_false(is_hidden(&sample));
    sample = assay_sample_flat(even, 6);
    assert_false(is_hidden(&sample));
    sample = assay_sample_flat(even, 1);
    assert_false(is_hidden(&sample));
}

enum shape { EXPONENTIAL, LOGNORMAL, HALVES, TWICE_AS_SLOW };

static double drawn(enum shape shape, struct assay_random *random, size_t i, size_t n)
{
    double z = assay_random_normal(random);
    switch (shape) {
    case EXPONENTIAL: return -log(assay_random_uniform(random));
    case LOGNORMAL: return exp(0.95 * z); /* skewness about 4 */
    case HALVES: return 10 + z + (assay_random_uniform(random) < 0.5 ? 5 : 0);
    default: return 10 + 0.5 * z + (i < 2 * n / 5 ? 10 : 0); /* at first */
    }
}

static uint32_t flat_warned(enum shape shape, size_t n, uint32_t n_samples)
{
    uint32_t n_warned = 0;
    double x[100];
    for (uint32_t r = 0; r < n_samples; r++) {
        struct assay_random random = stream_of(r, 81 + (uint32_t)shape);
        for (size_t i = 0; i < n; i++)
            x[i] = drawn(shape, &random, i, n);
        struct assay_sample sample = assay_sample_flat(x, n);
        n_warned += is_hidden(&sample);
    }
    return n_warned;
}

/* The mixture alone warned of 96 and 88 of 100. */
static void one_skewed_mode_is_one(void **state)
{
    (void)state;
    for (size_t n = 20; n <= 100; n += 40) {
        assert_true(flat_warned(EXPONENTIAL, n, 100) <= 3);
        assert_true(flat_warned(LOGNORMAL, n, 100) <= 3);
    }
    assert_true(flat_warned(HALVES, 100, 50) >= 45);
}

/* Half a sample at twice the time is two modes; when it comes first, it is warm-up. */
static void warm_up_is_no_mode(void **state)
{
    (void)state;
    assert_int_equal(flat_warned(TWICE_AS_SLOW, 100, 50), 0);
    double x[100];
    struct assay_random random = stream_of(0, 90);
    for (size_t i = 0; i < 100; i++) /* the slow ones spread over the time */
        x[i] = 10 + 0.5 * assay_random_normal(&random) + (i % 5 < 2 ? 10 : 0);
    struct assay_sample sample = assay_sample_flat(x, 100);
    assert_true(is_hidden(&sample));
    for (size_t i = 0; i < 100; i++) /* each of ten executions begins slowly */
        x[i] = 10 + 0.5 * assay_random_normal(&random) + (i % 10 < 3 ? 10 : 0);
    sample = assay_sample_balanced(x, 2, (const size_t[]){10, 10});
    assert_false(is_hidden(&sample));
}

/* Ten executions that differ half as much as the noise, with two modes in each. */
static void modes_within_executions_are_seen(void **state)
{
    (void)state;
    uint32_t n_warned = 0;
    for (uint32_t r = 0; r < 20; r++) {
        struct assay_random random = stream_of(r, 91);
        double x[200], execution = 0;
        for (size_t i = 0; i < 200; i++) {
            if (i % 20 == 0)
                execution = assay_random_normal(&random) / 2;
            x[i] = execution + drawn(HALVES, &random, i, 200);
        }
        struct assay_sample sample = assay_sample_balanced(x, 2, (const size_t[]){10, 20});
        n_warned += is_hidden(&sample);
    }
    assert_true(n_warned >= 18);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_noise_is_no_mode),
        cmocka_unit_test(slow_builds_are_seen),
        cmocka_unit_test(small_and_flat_samples),
        cmocka_unit_test(one_skewed_mode_is_one),
        cmocka_unit_test(warm_up_is_no_mode),
        cmocka_unit_test(modes_within_executions_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
