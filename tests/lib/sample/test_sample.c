/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sample.c -- shapes: what is refused, finding one's way, unit means, taking levels out. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include <assay/random.h>
#include <assay/sample.h>

static const double values[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

/* Top units of 1, 2 and 3 middle units with 2 values each. */
static const size_t first0[] = {0, 1, 3, 6}, first1[] = {0, 2, 4, 6, 8, 10, 12};

static struct assay_sample unbalanced(void)
{
    return (struct assay_sample){values, {.n_levels = 3, .count = {3}, .first = {first0, first1}}};
}

static void balanced_shapes(void **state)
{
    (void)state;
    struct assay_sample sample = assay_sample_balanced(values, 3, (size_t[]){2, 3, 2});
    assert_int_equal(assay_sample_check(&sample, NULL), ASSAY_OK);
    assert_true(assay_shape_balanced(&sample.shape));
    assert_int_equal(assay_shape_units(&sample.shape, 0), 2);
    assert_int_equal(assay_shape_units(&sample.shape, 1), 6);
    assert_int_equal(assay_shape_units(&sample.shape, 2), 12);
    assert_true(assay_shape_mean_count(&sample.shape, 0) == 2);
    assert_true(assay_shape_mean_count(&sample.shape, 1) == 3);
    size_t begin, end;
    assay_shape_children(&sample.shape, 0, 1, &begin, &end);
    assert_true(begin == 3 && end == 6);
    assay_shape_values(&sample.shape, 0, 1, &begin, &end);
    assert_true(begin == 6 && end == 12);
    assay_shape_values(&sample.shape, 2, 5, &begin, &end);
    assert_true(begin == 5 && end == 6);
}

static void unbalanced_shapes(void **state)
{
    (void)state;
    struct assay_sample sample = unbalanced();
    assert_int_equal(assay_sample_check(&sample, NULL), ASSAY_OK);
    assert_false(assay_shape_balanced(&sample.shape));
    assert_int_equal(assay_shape_units(&sample.shape, 1), 6);
    assert_int_equal(assay_shape_units(&sample.shape, 2), 12);
    assert_true(assay_shape_mean_count(&sample.shape, 1) == 2);
    size_t begin, end;
    assay_shape_children(&sample.shape, 0, 2, &begin, &end);
    assert_true(begin == 3 && end == 6);
    assay_shape_values(&sample.shape, 0, 1, &begin, &end);
    assert_true(begin == 2 && end == 6);
    /* children weighted equally at each level */
    double means[6];
    assert_int_equal(assay_sample_unit_means(&sample, 0, means, NULL), ASSAY_OK);
    assert_true(means[0] == 1.5 && means[1] == 4.5 && means[2] == 9.5);
    assert_int_equal(assay_sample_unit_means(&sample, 1, means, NULL), ASSAY_OK);
    assert_true(means[0] == 1.5 && means[5] == 11.5);
    double same[12];
    assert_int_equal(assay_sample_unit_means(&sample, 2, same, NULL), ASSAY_OK);
    assert_memory_equal(same, values, sizeof same);
    assert_int_equal(assay_sample_unit_means(&sample, 3, same, NULL), ASSAY_INVALID);
}

static void refused(struct assay_sample sample, const char *sentence)
{
    struct assay_error error;
    assert_int_equal(assay_sample_check(&sample, &error), ASSAY_INVALID);
    assert_string_equal(error.text, sentence);
}

static void malformed(void **state)
{
    (void)state;
    refused(assay_sample_flat(values, 0), "level 1 of the shape has no unit");
    refused(assay_sample_flat(NULL, 3), "the sample has no values");
    refused(assay_sample_balanced(values, 0, NULL), "a sample has 1 to 8 levels, is asked for 0");
    refused(assay_sample_balanced(values, 9, (size_t[]){1, 1, 1, 1, 1, 1, 1, 1, 1}),
            "a sample has 1 to 8 levels, is asked for 9");
    refused(assay_sample_balanced(values, 2, (size_t[]){3, 0}), "level 2 of the shape has no unit");
    refused(assay_sample_balanced(values, 2, (size_t[]){SIZE_MAX / 2, 3}),
            "the shape has more values than memory");
    struct assay_sample sample = unbalanced();
    sample.shape.first[0] = (size_t[]){0, 1, 1, 6};
    refused(sample, "unit 2 of level 1 has no child");
    sample.shape.first[0] = (size_t[]){1, 2, 3, 6};
    refused(sample, "the offsets of level 1 start at 1, not 0");
    sample.shape.first[0] = NULL;
    refused(sample, "level 1 of an unbalanced shape has no offsets");
    const double bad[] = {1, 2, (double)NAN};
    refused(assay_sample_flat(bad, 3), "values must be finite, value 3 is nan");
}

static void removing(void **state)
{
    (void)state;
    struct assay_shape_owned owned;
    struct assay_sample sample = assay_sample_balanced(values, 3, (size_t[]){2, 3, 2});
    assert_int_equal(assay_shape_remove_level(&sample.shape, 1, &owned, NULL), ASSAY_OK);
    assert_true(owned.shape.n_levels == 2 && owned.shape.count[0] == 2);
    assert_true(owned.shape.count[1] == 6 && owned.shape.first[0] == NULL);
    assay_shape_owned_fini(&owned);
    struct assay_sample uneven = unbalanced();
    assert_int_equal(assay_shape_remove_level(&uneven.shape, 1, &owned, NULL), ASSAY_OK);
    assert_memory_equal(owned.shape.first[0], ((size_t[]){0, 2, 6, 12}), 4 * sizeof(size_t));
    assay_shape_owned_fini(&owned);
    assert_null(owned.shape.first[0]);
    assert_int_equal(assay_shape_remove_level(&sample.shape, 2, &owned, NULL), ASSAY_INVALID);
    assert_int_equal(assay_shape_remove_level(&sample.shape, 0, &owned, NULL), ASSAY_INVALID);
    struct assay_sample one = assay_sample_balanced(values, 3, (size_t[]){1, 3, 4});
    assert_int_equal(assay_shape_remove_level(&one.shape, 0, &owned, NULL), ASSAY_OK);
    assert_true(owned.shape.n_levels == 2 && owned.shape.count[0] == 3);
    assay_shape_owned_fini(&owned);
}

static void check_dropped(const size_t *counts, size_t n_levels, const bool *gone,
                          const size_t *left, size_t n_left)
{
    struct assay_shape_owned owned;
    bool removed[ASSAY_MAX_LEVELS];
    struct assay_sample sample = assay_sample_balanced(values, n_levels, counts);
    assert_int_equal(assay_shape_drop_single(&sample.shape, &owned, removed, NULL), ASSAY_OK);
    assert_int_equal(owned.shape.n_levels, n_left);
    for (size_t k = 0; k < n_left; k++)
        assert_int_equal(owned.shape.count[k], left[k]);
    for (size_t k = 0; k < ASSAY_MAX_LEVELS; k++)
        assert_int_equal(removed[k], k < n_levels && gone[k]);
    assay_shape_owned_fini(&owned);
}

static void dropping_single_levels(void **state)
{
    (void)state;
    check_dropped((size_t[]){3, 1, 4}, 3, (bool[]){false, true, false}, (size_t[]){3, 4}, 2);
    check_dropped((size_t[]){1, 1, 12}, 3, (bool[]){true, true, false}, (size_t[]){12}, 1);
    check_dropped((size_t[]){6, 2, 1}, 3, (bool[]){false, false, true}, (size_t[]){6, 2}, 2);
    check_dropped((size_t[]){1, 1, 1}, 3, (bool[]){true, true, false}, (size_t[]){1}, 1);
    check_dropped((size_t[]){2, 6}, 2, (bool[]){false, false}, (size_t[]){2, 6}, 2);
    /* unbalanced: one parent with two children keeps the level */
    const size_t top[] = {0, 1, 3}, low[] = {0, 1, 2, 3};
    struct assay_shape shape = {.n_levels = 3, .count = {2}, .first = {top, low}};
    struct assay_shape_owned owned;
    bool removed[ASSAY_MAX_LEVELS];
    assert_int_equal(assay_shape_drop_single(&shape, &owned, removed, NULL), ASSAY_OK);
    assert_int_equal(owned.shape.n_levels, 2);
    assert_true(!removed[0] && !removed[1] && removed[2]);
    assert_memory_equal(owned.shape.first[0], top, sizeof top);
    assay_shape_owned_fini(&owned);
}

/* Means of means by hand on random trees; the caller's values stay. */
static void repeated_level(void **state)
{
    (void)state;
    const size_t one_build[] = {1, 4, 3}, all[] = {2, 2, 3}, nothing[] = {1, 1};
    struct assay_sample sample = assay_sample_balanced(values, 3, one_build);
    assert_int_equal(assay_shape_repeated(&sample.shape), 4);
    sample = assay_sample_balanced(values, 3, all);
    assert_int_equal(assay_shape_repeated(&sample.shape), 2);
    sample = assay_sample_balanced(values, 2, nothing);
    assert_int_equal(assay_shape_repeated(&sample.shape), 1);
}

static void unit_means_of_random_trees(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 42, ASSAY_RANDOM_TEST, 0, 0);
    for (int trial = 0; trial < 500; trial++) {
        double x[200], before[200], expected[8] = {0}, means[8];
        size_t top[9] = {0}, low[65] = {0}, n = 0, n_mid = 0;
        size_t n_top = 1 + assay_random_below(&random, 8);
        for (size_t u = 0; u < n_top; u++) {
            size_t mids = 1 + assay_random_below(&random, 5);
            for (size_t v = 0; v < mids; v++) {
                size_t leaves = 1 + assay_random_below(&random, 5);
                double sum = 0;
                for (size_t i = 0; i < leaves; i++)
                    sum += x[n++] = 10 + assay_random_normal(&random);
                low[++n_mid] = n;
                expected[u] += sum / (double)leaves / (double)mids;
            }
            top[u + 1] = n_mid;
        }
        memcpy(before, x, sizeof x);
        struct assay_sample sample = {x, {.n_levels = 3, .count = {n_top}, .first = {top, low}}};
        assert_int_equal(assay_sample_unit_means(&sample, 0, means, NULL), ASSAY_OK);
        for (size_t u = 0; u < n_top; u++)
            assert_close(means[u], expected[u], 1e-14, 0);
        assert_memory_equal(before, x, sizeof x);
    }
}

static void counts_its_values(void **state)
{
    (void)state;
    const struct assay_sample flat = assay_sample_flat(values, 7),
                              nested = assay_sample_balanced(values, 3, (const size_t[]){3, 2, 2});
    assert_int_equal(assay_sample_size(&flat), 7);
    assert_int_equal(assay_sample_size(&nested), 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_its_values), cmocka_unit_test(balanced_shapes),
        cmocka_unit_test(unbalanced_shapes), cmocka_unit_test(malformed),
        cmocka_unit_test(removing),          cmocka_unit_test(dropping_single_levels),
        cmocka_unit_test(repeated_level),    cmocka_unit_test(unit_means_of_random_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
