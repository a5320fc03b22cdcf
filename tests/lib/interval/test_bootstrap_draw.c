/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bootstrap_draw.c -- the engine: uniform draws, the same bits on every path and thread. */
#include "lib/interval/resampled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/bootstrap.h>

#include "interval/bootstrap.h"
#include "interval/bootstrap_tree.h"

static double *normals(size_t n, uint32_t unit)
{
    double *x = malloc(n * sizeof *x);
    assert_non_null(x);
    struct assay_random random;
    assay_random_init(&random, 11, ASSAY_RANDOM_TEST, 0, unit);
    for (size_t i = 0; i < n; i++)
        x[i] = 10 + assay_random_normal(&random);
    return x;
}

/* Bounds around the ends of vectors, planes and 16-bit words; streams short and long. */
static void paths_sum_alike(void **state)
{
    (void)state;
    static const uint32_t bounds[] = {1,    2,    3,    7,    8,    9,    31,   32,   33,  63,
                                      64,   65,   99,   100,  101,  127,  128,  129,  255, 256,
                                      1000, 2047, 2048, 2049, 4095, 4096, 4097, 40000};
    for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++) {
        const size_t n = bounds[k];
        double *x = normals(2 * n, (uint32_t)k);
        struct assay_sample sample = assay_sample_balanced(x, 2, (const size_t[]){2, n});
        struct resample_tree tree;
        assert_int_equal(resample_tree_init(&tree, &sample, 2, true, NULL), ASSAY_OK);
        assert_int_equal(tree.planes != NULL, n >= 42 && n < 128);
        for (uint32_t replicate = 0; replicate < 20; replicate++) {
            double expected = resample_tree_mean(&tree, &draw_path_portable, 5, replicate, 0);
            for (size_t p = 0; p < n_draw_paths; p++)
                if (draw_paths[p]->usable())
                    assert_true(expected ==
                                resample_tree_mean(&tree, draw_paths[p], 5, replicate, 0));
        }
        resample_tree_fini(&tree);
        free(x);
    }
}

/* Small units side by side: numbers of things around the ends of vectors, numbers of units that
 * reject hardly any words and many (3000: one in 16), more words than are made at a time. */
static void nests_sum_alike(void **state)
{
    (void)state;
    static const size_t units[] = {1, 2, 7, 8, 9, 64, 100, 3000, 4097};
    for (size_t k = 0; k < sizeof units / sizeof *units; k++)
        for (size_t bound = 2; bound <= DRAW_NEST_BOUND + 1; bound += bound < 7 ? 2 : 1) {
            const size_t counts[] = {2, units[k], bound};
            double *x = normals(2 * units[k] * bound, (uint32_t)bound);
            struct assay_sample sample = assay_sample_balanced(x, 3, counts);
            struct resample_tree tree;
            assert_int_equal(resample_tree_init(&tree, &sample, 3, true, NULL), ASSAY_OK);
            bool nests = bound <= DRAW_NEST_BOUND && units[k] <= DRAW_SMALL_BOUND;
            assert_int_equal(tree.nest_bound, nests ? bound : 0);
            for (uint32_t replicate = 0; replicate < 6; replicate++) {
                double expected = resample_tree_mean(&tree, &draw_path_portable, 5, replicate, 0);
                for (size_t p = 1; p < n_draw_paths; p++)
                    if (draw_paths[p]->usable())
                        assert_true(expected ==
                                    resample_tree_mean(&tree, draw_paths[p], 5, replicate, 0));
            }
            resample_tree_fini(&tree);
            free(x);
        }
}

struct index_list {
    size_t *index, n, capacity;
};

/* resample_tree_mean replaces the rejected draws of a unit after the others, here it happens at once: the
 * spare stream is used in the same order. */
static void unit_indices(const struct resample_tree *tree, struct draw_stream *stream, size_t k,
                         size_t u, struct index_list *list)
{
    const size_t begin = tree->first[k][u];
    const uint32_t n = (uint32_t)(tree->first[k][u + 1] - begin);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t child = draw_below(stream, n);
        if (list->n < list->capacity)
            list->index[list->n] = child;
        list->n++;
        if (k + 1 < tree->depth)
            unit_indices(tree, stream, k + 1, begin + child, list);
    }
}

/* The resample of one replicate as positions, depth first: a top unit, its first drawn child, that child's drawn children, …,
 * each counted within its parent. Returns how many; at most capacity are written. */
static size_t drawn_indices(const struct resample_tree *tree, uint64_t seed, uint32_t replicate,
                            uint32_t system, size_t *index, size_t capacity)
{
    struct draw_stream stream;
    struct index_list list = {index, 0, capacity};
    draw_stream_init(&stream, &draw_path_portable, seed, replicate, system, tree->n_draws);
    unit_indices(tree, &stream, 0, 0, &list);
    return list.n;
}

/* What the paths add is what draws made one at a time name; tolerance: 48-bit values. */
static void sums_are_of_the_drawn_indices(void **state)
{
    (void)state;
    static const size_t first[] = {0, 3, 5, 17, 117}, top[] = {0, 1, 4};
    double *x = normals(117, 1);
    struct assay_sample sample = {x, {.n_levels = 3, .count = {2, 0, 0}, .first = {top, first}}};
    struct resample_tree tree;
    size_t index[4000];
    for (size_t depth = 1; depth <= 3; depth++) {
        assert_int_equal(resample_tree_init(&tree, &sample, depth, true, NULL), ASSAY_OK);
        for (uint32_t replicate = 0; replicate < 200; replicate++) {
            size_t n = drawn_indices(&tree, 9, replicate, 1, index, 4000);
            assert_true(n <= 4000);
            double engine = resample_tree_mean(&tree, draw_path_best(), 9, replicate, 1);
            if (depth == 3)
                assert_close(engine, resampled_nested_mean(&sample, index, n), 1e-13, 0);
            else if (depth == 1)
                assert_close(engine, resampled_mean(tree.things, index, n), 1e-13, 0);
        }
        resample_tree_fini(&tree);
    }
    free(x);
}

/* Whole replicates: every mode, path and number of threads gives the same bits. */
static void replicates_do_not_depend_on_threads(void **state)
{
    (void)state;
    enum { N = 6 * 5 * 50, B = 200 };
    double *x = normals(2 * N, 2);
    const size_t counts[] = {6, 5, 50};
    const struct assay_sample samples[2] = {assay_sample_balanced(x, 3, counts),
                                            assay_sample_balanced(x + N, 3, counts)};
    for (int mode = ASSAY_BOOTSTRAP_CLUSTER; mode < ASSAY_BOOTSTRAP_FLAT; mode++) {
        struct assay_bootstrap_options options = {
            .mode = (enum assay_bootstrap_mode)mode, .confidence = 0.95, .seed = 3, .n_threads = 1};
        double expected[B], t[B];
        assert_int_equal(
            bootstrap_means(samples, 2, &options, &draw_path_portable, expected, B, NULL),
            ASSAY_OK);
        for (size_t p = 0; p < n_draw_paths; p++)
            for (options.n_threads = 1; options.n_threads <= 5; options.n_threads += 2) {
                if (!draw_paths[p]->usable())
                    continue;
                assert_int_equal(bootstrap_means(samples, 2, &options, draw_paths[p], t, B, NULL),
                                 ASSAY_OK);
                assert_memory_equal(t, expected, sizeof t);
            }
    }
    free(x);
}

static void results_do_not_depend_on_threads(void **state)
{
    (void)state;
    enum { N = 8 * 40 };
    double *x = normals(2 * N, 3);
    const struct assay_sample old = assay_sample_balanced(x, 2, (const size_t[]){8, 40});
    const struct assay_sample new = assay_sample_balanced(x + N, 2, (const size_t[]){8, 40});
    struct assay_bootstrap_result one[2], ratio[2];
    struct assay_shift_point shift[2][3];
    static const double probabilities[] = {0.1, 0.5, 0.9};
    for (size_t k = 0; k < 2; k++) {
        struct assay_bootstrap_options options = {.confidence = 0.95,
                                                  .seed = 3,
                                                  .n_threads = 1 + 3 * k,
                                                  .replicates = 500,
                                                  .statistic = {ASSAY_STATISTIC_QUANTILE, 0.9, 6}};
        assert_int_equal(assay_bootstrap_one(&old, &options, &one[k], NULL), ASSAY_OK);
        assert_int_equal(assay_bootstrap_ratio(&old, &new, &options, &ratio[k], NULL), ASSAY_OK);
        assert_int_equal(
            assay_bootstrap_shift(&old, &new, probabilities, 3, true, &options, shift[k], NULL),
            ASSAY_OK);
    }
    assert_true(one[0].estimate.interval.lower == one[1].estimate.interval.lower);
    assert_true(one[0].standard_error == one[1].standard_error);
    assert_true(ratio[0].estimate.interval.upper == ratio[1].estimate.interval.upper);
    assert_true(shift[0][2].band_upper == shift[1][2].band_upper);
    free(x);
}

/* Chi-square of draws from 100 (16-bit words) and from 5000 (32-bit), at its 0.999 quantile. */
static void draws_are_uniform(void **state)
{
    (void)state;
    static const struct {
        uint32_t bound;
        double limit;
    } cases[] = {{100, 148.2}, {3, 13.8}, {5000, 5314}};
    for (size_t c = 0; c < 3; c++)
        for (size_t n_words = 10; n_words <= 10000; n_words += 9990) {
            const uint32_t bound = cases[c].bound;
            double *count = calloc(bound, sizeof *count), chi2 = 0;
            struct draw_stream stream;
            draw_stream_init(&stream, draw_path_best(), 1, (uint32_t)c, 0, n_words);
            const double expected = 100;
            for (size_t i = 0; i < 100 * (size_t)bound; i++)
                count[draw_below(&stream, bound)]++;
            for (size_t i = 0; i < bound; i++)
                chi2 += (count[i] - expected) * (count[i] - expected) / expected;
            assert_true(chi2 < cases[c].limit);
            free(count);
        }
}

/* Every thing is drawn equally often also where many words are rejected (65536 mod 4095 = 16 …). */
static void vector_draws_are_uniform(void **state)
{
    (void)state;
    static const uint32_t bounds[] = {3, 100, 120, 300};
    for (size_t c = 0; c < 4; c++) {
        const uint32_t bound = bounds[c];
        double chi2 = 0;
        for (uint32_t thing = 0; thing < bound; thing += bound / 3) {
            double *x = calloc(bound, sizeof *x);
            x[thing] = 1;
            struct assay_sample sample = assay_sample_flat(x, bound);
            struct resample_tree tree;
            assert_int_equal(resample_tree_init(&tree, &sample, 1, true, NULL), ASSAY_OK);
            double sum = 0;
            const double replicates = 4000;
            for (uint32_t b = 0; b < (uint32_t)replicates; b++)
                sum += bound * resample_tree_mean(&tree, draw_path_best(), 17, b, thing);
            double z = (sum - replicates) / sqrt(replicates * (1 - 1.0 / bound));
            chi2 += z * z;
            resample_tree_fini(&tree);
            free(x);
        }
        assert_true(chi2 < 18.5); /* 4 squares, 0.999 */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_sum_alike),
        cmocka_unit_test(nests_sum_alike),
        cmocka_unit_test(sums_are_of_the_drawn_indices),
        cmocka_unit_test(replicates_do_not_depend_on_threads),
        cmocka_unit_test(results_do_not_depend_on_threads),
        cmocka_unit_test(draws_are_uniform),
        cmocka_unit_test(vector_draws_are_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
