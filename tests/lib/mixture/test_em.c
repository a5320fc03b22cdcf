/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_em.c -- EM steps against the reference trace; every code path against every other. */
#include "draws.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/view.h"
#include "mixture/em.h"

/* The trace is plain EM in double precision; rounding errors grow over 20 steps. */
static const double trace_tolerance = 1e-9;
static const double loglik_tolerance = 1e-11;

/* Values sorted and padded as the E step wants them. */
struct padded {
    double *x, *weight;
    struct em_problem problem;
};

static struct padded pad(const double *x, size_t n)
{
    size_t room = (n + EM_TILE - 1) / EM_TILE * EM_TILE;
    struct padded padded = {
        aligned_alloc(64, room * sizeof *x), aligned_alloc(64, room * sizeof *x), {0}};
    memcpy(padded.x, x, n * sizeof *x);
    sort_doubles(padded.x, n);
    for (size_t i = 0; i < room; i++) {
        padded.x[i] = padded.x[i < n ? i : n - 1];
        padded.weight[i] = i < n;
    }
    padded.problem =
        (struct em_problem){padded.x, padded.weight, room, (double)n, 0, 0, em_path_best()};
    return padded;
}

static void pad_free(struct padded *padded)
{
    free(padded->x);
    free(padded->weight);
}

static void check_parts(const struct assay_mixture *actual, const json_t *expected)
{
    struct assay_mixture wanted = read_mixture(expected);
    for (size_t k = 0; k < wanted.k; k++) {
        assert_close(actual->part[k].weight, wanted.part[k].weight, trace_tolerance, 1e-12);
        assert_close(actual->part[k].mean, wanted.part[k].mean, trace_tolerance, 0);
        assert_close(actual->part[k].sd, wanted.part[k].sd, trace_tolerance, 0);
    }
}

static void check_trace(const json_t *input, const json_t *expected)
{
    size_t n, step = 0, i;
    double *x = oracle_array(json_object_get(input, "x"), &n);
    struct padded padded = pad(x, n);
    struct assay_mixture mixture = read_mixture(input);
    struct assay_mixture next;
    const json_t *stop;
    assert_close(em_step(&padded.problem, &mixture, &next), oracle_number(expected, "loglik"),
                 loglik_tolerance, 0);
    json_array_foreach(json_object_get(expected, "em"), i, stop)
    {
        for (; step < (size_t)oracle_number(stop, "iterations"); step++)
            (void)em_step(&padded.problem, &mixture, &mixture);
        check_parts(&mixture, stop);
        assert_close(em_step(&padded.problem, &mixture, &next), oracle_number(stop, "loglik"),
                     trace_tolerance, 0);
    }
    pad_free(&padded);
    free(x);
}

static void follows_the_reference_trace(void **state)
{
    (void)state;
    json_t *file = oracle_load("gmm.json"), *item;
    size_t i, n_checked = 0;
    json_array_foreach(json_object_get(file, "cases"), i, item)
    {
        if (strcmp(json_string_value(json_object_get(item, "kind")), "em_trace") != 0)
            continue;
        check_trace(json_object_get(item, "input"), json_object_get(item, "expected"));
        n_checked++;
    }
    assert_true(n_checked >= 15);
    json_decref(file);
}

static void every_path_gives_the_same_bits(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < 20; r++) {
        struct assay_random random = stream_of(r, 1);
        size_t n = 1 + (size_t)assay_random_below(&random, 300);
        double x[300], expected = 0;
        struct assay_mixture mixture = {.k = 1 + r % EM_MAX}, first = {0}, other = {0};
        for (size_t i = 0; i < n; i++)
            x[i] = assay_random_normal(&random) * (i % 7 == 0 ? 1e3 : 1);
        for (size_t k = 0; k < mixture.k; k++)
            mixture.part[k] = (struct assay_gaussian){
                1 / (double)mixture.k, assay_random_normal(&random), assay_random_uniform(&random)};
        struct padded padded = pad(x, n);
        for (size_t p = 0; p < n_em_paths; p++) {
            if (!em_paths[p]->usable())
                continue;
            padded.problem.path = em_paths[p];
            double loglik = em_step(&padded.problem, &mixture, p == 0 ? &first : &other);
            expected = p == 0 ? loglik : expected;
            assert_memory_equal(&loglik, &expected, sizeof loglik);
            if (p > 0)
                assert_memory_equal(&first, &other, sizeof first);
        }
        pad_free(&padded);
    }
}

/* By hand: values -1, 1 under halves at -1 and 1 with sd 1: r = 1 / (1 + e^-2). */
static void one_step_by_hand(void **state)
{
    (void)state;
    const double x[] = {-1, 1};
    struct padded padded = pad(x, 2);
    struct assay_mixture mixture = {2, {{0.5, -1, 1}, {0.5, 1, 1}}};
    double r = 1 / (1 + exp(-2)), mean = 1 - 2 * r;
    (void)em_step(&padded.problem, &mixture, &mixture);
    assert_close(mixture.part[0].weight, 0.5, 1e-14, 0);
    assert_close(mixture.part[0].mean, mean, 1e-13, 0);
    assert_close(mixture.part[0].sd, sqrt(1 - mean * mean), 1e-12, 0);
    pad_free(&padded);
}

/* Parts that do not show are left out, and values far from all parts vanish in a double: against sums
 * of logarithms in long double. */
static void far_parts_and_far_values(void **state)
{
    (void)state;
    const struct assay_mixture mixture = {
        4, {{0.3, -5, 0.01}, {0.3, 0, 0.3}, {0.2, 0.2, 2}, {0.2, 9, 0.02}}};
    double x[260];
    long double sum = 0;
    for (uint32_t r = 0; r < 3; r++) {
        struct assay_random random = stream_of(r, 12);
        for (size_t i = 0; i < 260; i++)
            x[i] = mixture.part[i % 4].mean + mixture.part[i % 4].sd * assay_random_normal(&random);
        x[7] = r > 0 ? 200 : x[7];
        x[9] = r > 1 ? -1e6 : x[9];
        sum = 0;
        for (size_t i = 0; i < 260; i++) {
            long double density = 0, largest = -HUGE_VALL, log_height[4];
            for (size_t k = 0; k < 4; k++) {
                long double z = ((long double)x[i] - mixture.part[k].mean) / mixture.part[k].sd;
                log_height[k] =
                    logl((long double)mixture.part[k].weight / mixture.part[k].sd) - z * z / 2;
                largest = fmaxl(largest, log_height[k]);
            }
            for (size_t k = 0; k < 4; k++)
                density += expl(log_height[k] - largest);
            sum += largest + logl(density) - 0.918938533204672741780L;
        }
        struct padded padded = pad(x, 260);
        struct assay_mixture next;
        assert_close(em_step(&padded.problem, &mixture, &next), (double)sum, 1e-13, 0);
        pad_free(&padded);
    }
}

static void the_likelihood_never_falls(void **state)
{
    (void)state;
    struct assay_random random = stream_of(0, 2);
    double x[150], last = -HUGE_VAL;
    for (size_t i = 0; i < 150; i++)
        x[i] = assay_random_normal(&random) + (double)(i % 3) * 2;
    struct padded padded = pad(x, 150);
    struct assay_mixture mixture = {3, {{0.2, -1, 2}, {0.5, 1, 0.5}, {0.3, 9, 3}}}, copy = mixture;
    padded.problem.floor = 0.01;
    for (int step = 0; step < 60; step++) {
        double loglik = em_step(&padded.problem, &mixture, &mixture);
        assert_true(loglik >= last - 1e-10);
        last = loglik;
    }
    const struct em_effort effort = {500, 1e-12, 0};
    assert_true(em_run(&padded.problem, &copy, &effort, -HUGE_VAL) >= last - 1e-9);
    pad_free(&padded);
}

static void a_deserted_part_stays_finite(void **state)
{
    (void)state;
    const double x[] = {0, 0.1, 0.2, 0.3};
    struct padded padded = pad(x, 4);
    struct assay_mixture mixture = {2, {{0.5, 0, 1}, {0.5, 1e6, 1e-3}}};
    padded.problem.floor = 1e-3;
    for (int step = 0; step < 10; step++)
        assert_true(isfinite(em_step(&padded.problem, &mixture, &mixture)));
    assert_true(isfinite(mixture.part[1].mean) && mixture.part[1].sd > 0);
    assert_true(mixture.part[1].weight < 1e-9);
    pad_free(&padded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_the_reference_trace),
        cmocka_unit_test(every_path_gives_the_same_bits),
        cmocka_unit_test(one_step_by_hand),
        cmocka_unit_test(far_parts_and_far_values),
        cmocka_unit_test(the_likelihood_never_falls),
        cmocka_unit_test(a_deserted_part_stays_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
