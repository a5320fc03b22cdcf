/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_normal.c -- many normal deviates: the same bits on every path, and really normal. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include "simulate/normal.h"

enum { N = 400000, SHORT = 1000 };

static double deviates[N], others[N];

/* Each path of the transform and of the generator gives the portable one's bits. */
static void same_bits_on_every_path(void **state)
{
    (void)state;
    struct normal_stream stream;
    normal_stream_init(&stream, 11, 22, 33);
    stream.draw = draw_paths[0], stream.path = normal_paths[0];
    normal_fill(&stream, deviates, SHORT);
    for (size_t d = 0; d < n_draw_paths; d++)
        for (size_t p = 0; p < n_normal_paths; p++) {
            if (!draw_paths[d]->usable() || !normal_paths[p]->usable())
                continue;
            normal_stream_init(&stream, 11, 22, 33);
            stream.draw = draw_paths[d], stream.path = normal_paths[p];
            normal_fill(&stream, others, SHORT);
            assert_memory_equal(deviates, others, SHORT * sizeof *deviates);
        }
}

/* However the deviates are asked for, the stream is the same. */
static void any_pieces(void **state)
{
    (void)state;
    static const size_t pieces[] = {0, 1, 15, 16, 17, 3, 512, 33, 1, 402};
    struct normal_stream stream;
    normal_stream_init(&stream, 1, 2, 3);
    normal_fill(&stream, deviates, SHORT);
    normal_stream_init(&stream, 1, 2, 3);
    size_t done = 0;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        normal_fill(&stream, others + done, pieces[i]);
        done += pieces[i];
    }
    assert_int_equal(done, SHORT);
    assert_memory_equal(deviates, others, SHORT * sizeof *deviates);
}

/* Radius and angle against libm: the series end at 2e-11, times a radius of up to 8.6. */
static void against_libm(void **state)
{
    (void)state;
    uint64_t numbers[NORMAL_GROUP];
    double out[NORMAL_GROUP];
    struct assay_random random;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, 0, 0);
    for (int trial = 0; trial < 2000; trial++) {
        for (size_t i = 0; i < NORMAL_GROUP; i++)
            numbers[i] = assay_random_u64(&random);
        numbers[0] = trial == 0 ? 0 : trial == 1 ? UINT64_MAX : numbers[0];
        numbers[DRAW_LANES] = trial < 2 ? (uint64_t)trial * UINT64_MAX : numbers[DRAW_LANES];
        normal_paths[0]->transform(numbers, out, 1);
        for (size_t lane = 0; lane < DRAW_LANES; lane++) {
            double u = ((double)(numbers[lane] >> 12) + 0.5) * 0x1p-52;
            double v = ((double)(numbers[lane + DRAW_LANES] >> 12) + 0.5) * 0x1p-52 - 0.5;
            double radius = sqrt(-2 * log(u)), angle = v * acos(-1);
            double sign = (numbers[lane + DRAW_LANES] & 1) != 0 ? -1 : 1;
            assert_close(out[lane], sign * radius * cos(angle), 0, 2e-10);
            assert_close(out[lane + DRAW_LANES], radius * sin(angle), 0, 2e-10);
        }
    }
}

static double share_beyond(double limit)
{
    size_t n = 0;
    for (size_t i = 0; i < N; i++)
        n += fabs(deviates[i]) > limit ? 1 : 0;
    return (double)n / N;
}

/* Moments and tails, each within 4.5 standard errors; no correlation with a neighbour, also not
 * between the two deviates of one pair. */
static void normal(void **state)
{
    (void)state;
    struct normal_stream stream;
    normal_stream_init(&stream, 7, 0, 0);
    normal_fill(&stream, deviates, N);
    double sum[5] = {0}, lag1 = 0, pair = 0;
    for (size_t i = 0; i < N; i++) {
        double z = deviates[i];
        for (int k = 1; k <= 4; k++)
            sum[k] += pow(z, k) / N;
        lag1 += i > 0 ? z * deviates[i - 1] / N : 0;
        pair += i >= DRAW_LANES ? z * deviates[i - DRAW_LANES] / N : 0;
    }
    const double se = 1 / sqrt(N);
    assert_close(sum[1], 0, 0, 4.5 * se);
    assert_close(sum[2], 1, 0, 4.5 * sqrt(2) * se);
    assert_close(sum[3], 0, 0, 4.5 * sqrt(15) * se);
    assert_close(sum[4], 3, 0, 4.5 * sqrt(96) * se);
    assert_close(lag1, 0, 0, 4.5 * se);
    assert_close(pair, 0, 0, 4.5 * se);
    static const double limits[] = {0.6744897501960817, 1.959963984540054, 3.290526731491926};
    static const double shares[] = {0.5, 0.05, 0.001};
    for (size_t i = 0; i < 3; i++)
        assert_close(share_beyond(limits[i]), shares[i], 0,
                     4.5 * sqrt(shares[i] * (1 - shares[i])) * se);
}

static void streams_differ(void **state)
{
    (void)state;
    static const uint32_t names[][2] = {{0, 0}, {0, 1}, {1, 0}};
    double first[3];
    for (size_t i = 0; i < 3; i++) {
        struct normal_stream stream;
        normal_stream_init(&stream, 7, names[i][0], names[i][1]);
        normal_fill(&stream, &first[i], 1);
    }
    assert_true(first[0] != first[1] && first[1] != first[2] && first[0] != first[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits_on_every_path),
        cmocka_unit_test(any_pieces),
        cmocka_unit_test(against_libm),
        cmocka_unit_test(normal),
        cmocka_unit_test(streams_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
