/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_slices.c -- whether slices may be used and what they say: the reference cases, and simulated hosts. */
#include "cases.h"

#include <assay/typical.h>

/* Rounds or pairs of a case. */
struct measured {
    double logs[MOST], busy[2 * MOST], overlap[MOST], seconds;
    size_t n;
};

static double read_run(const json_t *run, double *wall)
{
    *wall = oracle_number(run, "wall");
    return oracle_number(run, "user") + oracle_number(run, "system");
}

static void read_measured(const json_t *list, struct measured *out)
{
    *out = (struct measured){.n = json_array_size(list)};
    assert_true(out->n <= MOST);
    for (size_t i = 0; i < out->n; i++) {
        const json_t *one = json_array_get(list, i);
        double old_wall, new_wall;
        const double x = read_run(json_object_get(one, "old"), &old_wall),
                     y = read_run(json_object_get(one, "new"), &new_wall);
        assert_int_equal(assay_order_log_ratios((struct assay_view){&x, 1},
                                                (struct assay_view){&y, 1}, &out->logs[i], NULL),
                         ASSAY_OK);
        out->busy[2 * i] = x / old_wall;
        out->busy[2 * i + 1] = y / new_wall;
        out->overlap[i] = fmin(old_wall, new_wall) / fmax(old_wall, new_wall);
        out->seconds += oracle_number(one, "seconds") / (double)out->n;
    }
}

static void check_use(const struct assay_slices_use *use, const json_t *expected)
{
    const char *reason = json_string_value(json_object_get(expected, "reason"));
    assert_close(use->overlap, oracle_number(expected, "overlap"), RELATIVE, 0);
    assert_close(use->waiting, oracle_number(expected, "waiting"), RELATIVE, 0);
    assert_int_equal(use->reason != ASSAY_SLICES_PARALLEL,
                     json_is_true(json_object_get(expected, "single_threaded")));
    if (reason == NULL)
        assert_null(assay_slices_reason_name(use->reason));
    else
        assert_string_equal(assay_slices_reason_name(use->reason), reason);
}

static void check_ratio(const struct measured *pairs, double confidence, const json_t *expected)
{
    const struct assay_order_spread spread = spread_of(pairs->logs, pairs->n);
    struct assay_estimate ratio;
    double middle;
    assert_int_equal(assay_order_ratio(&spread, confidence, &ratio, NULL), ASSAY_OK);
    assert_int_equal(assay_median((struct assay_view){pairs->logs, pairs->n}, &middle, NULL),
                     ASSAY_OK);
    assert_close(spread.log_ratio, oracle_number(expected, "mean_log"), RELATIVE, ABSOLUTE);
    assert_close(spread.se, oracle_number(expected, "se"), RELATIVE, 0);
    assert_close(ratio.interval.lower, oracle_number(expected, "mean_lower"), RELATIVE, 0);
    assert_close(ratio.interval.upper, oracle_number(expected, "mean_upper"), RELATIVE, 0);
    assert_close(exp(middle), oracle_number(expected, "typical"), RELATIVE, 0);
}

static void check_bias(const struct assay_order_bias *bias, const json_t *expected)
{
    assert_close(bias->bias, oracle_number(expected, "bias"), RELATIVE, ABSOLUTE);
    assert_close(bias->df, oracle_number(expected, "bias_df"), RELATIVE, 0);
    assert_close(bias->lower, oracle_number(expected, "bias_lower"), RELATIVE, ABSOLUTE);
    assert_close(bias->upper, oracle_number(expected, "bias_upper"), RELATIVE, ABSOLUTE);
    assert_string_equal(assay_order_agreement_name(bias->agreement),
                        json_string_value(json_object_get(expected, "agreement")));
}

static void check_case(const json_t *one)
{
    const json_t *input = json_object_get(one, "input"),
                 *expected = json_object_get(one, "expected");
    struct measured rounds, pairs;
    struct assay_slices_use use;
    read_measured(json_object_get(input, "rounds"), &rounds);
    read_measured(json_object_get(input, "pairs"), &pairs);
    const struct assay_slices_pilot pilot = {.busy = {rounds.busy, 2 * rounds.n},
                                             .overlap = {pairs.overlap, pairs.n}};
    assert_int_equal(assay_slices_may(&pilot, &use, NULL), ASSAY_OK);
    check_use(&use, expected);
    check_ratio(&pairs, oracle_number(input, "conf"), expected);
    const struct assay_order_spread r = spread_of(rounds.logs, rounds.n),
                                    p = spread_of(pairs.logs, pairs.n);
    const struct assay_order_gain gain = gain_of(&r, rounds.seconds, &p, pairs.seconds);
    assert_close(gain.gain, oracle_number(expected, "gain"), RELATIVE, 0);
    assert_string_equal(use.reason == ASSAY_SLICES_ALLOWED && gain.worth ? "slices" : "rounds",
                        json_string_value(json_object_get(expected, "choose")));
    const struct assay_order_bias bias = bias_of(&p, &r, oracle_number(input, "margin"));
    check_bias(&bias, expected);
}

static void oracle_cases(void **state)
{
    (void)state;
    oracle_each_case("slices.json", check_case, 10);
}

/* The first reason is said, and a limit itself is within it. */
static void reasons(void **state)
{
    (void)state;
    static const struct {
        double busy, overlap, least_cpu_s, tick_s;
        enum assay_slices_reason reason;
    } table[] = {
        {1.05, 0.8, 1, 0.01, ASSAY_SLICES_ALLOWED}, {1.06, 0.1, 1, 1, ASSAY_SLICES_PARALLEL},
        {0.9, 0.8, 1, 0, ASSAY_SLICES_ALLOWED},     {0.89, 0.1, 1, 1, ASSAY_SLICES_WAITS},
        {1, 0.79, 1, 1, ASSAY_SLICES_OVERLAP},      {1, 0.8, 0.99, 0.01, ASSAY_SLICES_TICK},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct assay_slices_use use;
        const struct assay_slices_pilot pilot = {.busy = {&table[i].busy, 1},
                                                 .overlap = {&table[i].overlap, 1},
                                                 .least_cpu_s = table[i].least_cpu_s,
                                                 .tick_s = table[i].tick_s};
        assert_int_equal(assay_slices_may(&pilot, &use, NULL), ASSAY_OK);
        assert_int_equal(use.reason, table[i].reason);
    }
}

/* No pair speaks of overlap yet; without a round nothing is known. */
static void rounds_alone(void **state)
{
    (void)state;
    const double busy[] = {0.99, NAN};
    struct assay_slices_pilot pilot = {.busy = {busy, 1}};
    struct assay_slices_use use = {.waiting = 7};
    assert_int_equal(assay_slices_may(&pilot, &use, NULL), ASSAY_OK);
    assert_true(use.reason == ASSAY_SLICES_ALLOWED && isnan(use.overlap));
    pilot.busy.n = 2;
    assert_int_equal(assay_slices_may(&pilot, &use, NULL), ASSAY_INVALID);
    pilot.busy.n = 0;
    assert_int_equal(assay_slices_may(&pilot, &use, NULL), ASSAY_UNDEFINED);
    assert_close(use.waiting, 0.01, RELATIVE, 0);
}

static void batches(void **state)
{
    (void)state;
    assert_int_equal(assay_slices_batch(0.005, 0.010, 0.004), 10); /* 100 ms together */
    assert_int_equal(assay_slices_batch(0.005, 0.010, 0.010), 20); /* 10 slices each */
    assert_int_equal(assay_slices_batch(0.5, 1.2, 0.010), 1);
    assert_int_equal(assay_slices_batch(0.1, 0.2, 0.010), 1);
    assert_int_equal(assay_slices_batch(0, 0.2, 0.010), 0);
    assert_int_equal(assay_slices_batch(NAN, 0.2, 0.010), 0);
}

static struct assay_order_spread known(double log_ratio)
{
    return (struct assay_order_spread){
        .n = 30, .log_ratio = log_ratio, .se = 0.001, .variance = 3e-5, .df = 29};
}

static enum assay_slices_length length_of(double brief, double lengthy, double of_rounds)
{
    const struct assay_order_spread a = known(brief), b = known(lengthy), r = known(of_rounds);
    enum assay_slices_length length;
    assert_int_equal(assay_slices_length_of(&a, &b, &r, 0.01, &length, NULL), ASSAY_OK);
    return length;
}

static void lengths(void **state)
{
    (void)state;
    assert_int_equal(length_of(0.03, 0.03, 0.03), ASSAY_SLICES_SHORT);
    assert_int_equal(length_of(0.03, 0.05, 0.045), ASSAY_SLICES_LONG);
    assert_int_equal(length_of(0.03, 0.035, 0.05), ASSAY_SLICES_NEITHER);
    assert_int_equal(length_of(0.03, 0.04, 0.05), ASSAY_SLICES_LONG);
    assert_int_equal(length_of(0.03, 0.06, 0.03), ASSAY_SLICES_NEITHER);
    const struct assay_order_spread one = known(0);
    enum assay_slices_length length;
    assert_int_equal(assay_slices_length_of(&one, &one, &one, -1, &length, NULL), ASSAY_INVALID);
}

/* ---- a host whose speed wanders ---- */

/* ln of a host's slowness: an Ornstein-Uhlenbeck process of sd 10 %, in so many steps a slice. */
struct host {
    struct assay_random random;
    double slowness, keep;
    size_t steps;
};

/* Its mean slowness in the next slice. */
static double host_next(struct host *host)
{
    double sum = 0;
    for (size_t i = 0; i < host->steps; i++) {
        host->slowness = host->keep * host->slowness + 0.1 * sqrt(1 - host->keep * host->keep) *
                                                           assay_random_normal(&host->random);
        sum += exp(host->slowness);
    }
    return sum / (double)host->steps;
}

static const double OWN_NOISE = 0.003, TRUE_LOG = 0.03;
enum { SLICES = 25 }; /* of 4 ms each, of either run */

/* Two runs of 100 ms: in slices by turns, or one after the other. */
static double log_ratio_on(struct host *host, bool in_slices)
{
    double cpu[2] = {0, 0};
    const size_t first = assay_random_below(&host->random, 2);
    for (size_t i = 0; i < 2 * SLICES; i++)
        cpu[(in_slices ? i % 2 : i / SLICES) ^ first] += host_next(host);
    return TRUE_LOG + log(cpu[1] / cpu[0]) +
           OWN_NOISE * (assay_random_normal(&host->random) - assay_random_normal(&host->random));
}

static void measure_on(struct host *host, bool in_slices, double *logs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        logs[i] = log_ratio_on(host, in_slices);
}

static struct host host_of(double tau_s, size_t steps, uint32_t replicate, uint32_t unit)
{
    struct host host = {.keep = exp(-0.004 / (double)steps / tau_s), .steps = steps};
    assay_random_init(&host.random, 533, ASSAY_RANDOM_TEST, replicate, unit);
    host.slowness = 0.1 * assay_random_normal(&host.random);
    return host;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* METHODS I1: pairs back to back on a host that goes on, by t and by order statistics. */
static void coverage(void **state)
{
    (void)state;
    static const double tau_s[] = {0.01, 0.1, 1, 10};
    static const size_t counts[] = {5, 20};
    enum { N = REPETITIONS(1000) };
    for (uint32_t cell = 0; cell < 8; cell++) {
        const size_t n = counts[cell % 2];
        size_t by_t = 0, by_order = 0;
        for (uint32_t k = 0; k < N; k++) {
            struct host host = host_of(tau_s[cell / 2], 1, k, cell);
            double logs[MOST];
            struct assay_estimate ratio;
            struct assay_typical typical;
            measure_on(&host, true, logs, n);
            const struct assay_order_spread spread = spread_of(logs, n);
            assert_int_equal(assay_order_ratio(&spread, 0.95, &ratio, NULL), ASSAY_OK);
            qsort(logs, n, sizeof *logs, ascending);
            assert_int_equal(
                assay_typical_interval((struct assay_view){logs, n}, NULL, 0.95, &typical, NULL),
                ASSAY_OK);
            by_t += ratio.interval.lower <= exp(TRUE_LOG) && ratio.interval.upper >= exp(TRUE_LOG);
            by_order += typical.ratio.interval.lower <= exp(TRUE_LOG) &&
                        typical.ratio.interval.upper >= exp(TRUE_LOG);
        }
        assert_share(by_t, N, 0.95);
        assert_share(by_order, N, n < ASSAY_TYPICAL_BY_ORDER ? 0.95 : 0.959);
    }
}

/* What slices are for: variance x time on such a host, METHODS I1: 13.6 / 0.055 and 2.5 / 0.038. Four standard errors of
 * a ratio of variances. */
static void what_slices_save(void **state)
{
    (void)state;
    static const double tau_s[] = {0.1, 1}, expected[] = {247, 66};
    enum { PAIRS = 1000 };
    for (uint32_t cell = 0; cell < 2; cell++) {
        double pairs[PAIRS], rounds[PAIRS];
        struct host host = host_of(tau_s[cell], 8, 0, 40 + cell);
        measure_on(&host, true, pairs, PAIRS);
        measure_on(&host, false, rounds, PAIRS);
        const struct assay_order_spread p = spread_of(pairs, PAIRS), r = spread_of(rounds, PAIRS);
        const double gain = gain_of(&r, 0.2, &p, 0.2).gain;
        assert_close(gain, expected[cell], 0.25, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),     cmocka_unit_test(reasons),
        cmocka_unit_test(rounds_alone),     cmocka_unit_test(batches),
        cmocka_unit_test(lengths),          cmocka_unit_test(coverage),
        cmocka_unit_test(what_slices_save),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
