/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_kt2006.c -- the interval (17) on the worked example; its detector. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/plan.h>

static void worked_example(void **state)
{
    (void)state;
    json_t *root = oracle_load("examples.json"), *one;
    size_t i, checked = 0;
    json_array_foreach(json_object_get(root, "examples"), i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "id")), "001-invented") != 0)
            continue;
        size_t n_levels, counts[ASSAY_MAX_LEVELS], n;
        double *values = oracle_nested(json_object_get(json_object_get(one, "inputs"), "Y"),
                                       &n_levels, counts, &n);
        json_t *outputs = json_object_get(one, "outputs");
        struct assay_sample sample = assay_sample_balanced(values, n_levels, counts);
        struct assay_estimate estimate;
        assert_int_equal(assay_kt2006_interval(&sample, 0.95, &estimate, NULL), ASSAY_OK);
        double half = oracle_number(outputs, "half_width_17");
        assert_close(estimate.estimate, oracle_number(outputs, "mean"), 1e-14, 0);
        assert_close((estimate.interval.upper - estimate.interval.lower) / 2, half, 1e-12, 0);
        assert_true((estimate.warnings & ASSAY_WARNING(ASSAY_WARN_PAPER_METHOD)) != 0);
        free(values);
        checked++;
    }
    assert_int_equal(checked, 1);
    json_decref(root);
}

/* One level: z sqrt(s^2 / n). A level with one unit changes nothing. */
static void one_level(void **state)
{
    (void)state;
    const double x[] = {9, 10, 11};
    const size_t counts[] = {1, 3, 1};
    struct assay_sample flat = assay_sample_flat(x, 3), deep = assay_sample_balanced(x, 3, counts);
    struct assay_estimate a, b;
    assert_int_equal(assay_kt2006_interval(&flat, 0.95, &a, NULL), ASSAY_OK);
    assert_int_equal(assay_kt2006_interval(&deep, 0.95, &b, NULL), ASSAY_OK);
    assert_close(a.interval.upper, 10 + 1.9599639845400545 / sqrt(3), 1e-14, 0);
    assert_true(a.interval.upper == b.interval.upper);
}

static void detector(void **state)
{
    (void)state;
    const double x[] = {9, 10, 11}, near[] = {10, 11, 12}, far[] = {13, 14, 15};
    struct assay_sample a = assay_sample_flat(x, 3), b = assay_sample_flat(near, 3),
                        c = assay_sample_flat(far, 3), one = assay_sample_flat(x, 1);
    struct assay_detection found;
    assert_int_equal(assay_kt2006_detect(&a, &b, 0.95, &found, NULL), ASSAY_OK);
    assert_true(!found.differ && found.ratio.interval.lower < 1 && found.ratio.interval.upper > 1);
    assert_int_equal(assay_kt2006_detect(&a, &c, 0.95, &found, NULL), ASSAY_OK);
    assert_true(found.differ && found.ratio.interval.lower > 1);
    assert_int_equal(assay_kt2006_detect(&c, &a, 0.95, &found, NULL), ASSAY_OK);
    assert_true(found.differ && found.ratio.interval.upper < 1);
    assert_int_equal(assay_kt2006_detect(&one, &a, 0.95, &found, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_kt2006_detect(&a, &b, 0, &found, NULL), ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_example),
        cmocka_unit_test(one_level),
        cmocka_unit_test(detector),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
