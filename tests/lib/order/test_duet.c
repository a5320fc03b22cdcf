/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_duet.c -- pairs on two processors against R's lm, and how often their interval holds the truth. */
#include "cases.h"

struct duet_case {
    double logs[MOST];
    bool swapped[MOST];
    size_t n;
};

static size_t read_logs(const json_t *input, const char *old_key, const char *new_key, double *logs)
{
    size_t n, n_new;
    double *x = oracle_array(json_object_get(input, old_key), &n),
           *y = oracle_array(json_object_get(input, new_key), &n_new);
    assert_true(n <= MOST);
    assert_int_equal(assay_order_log_ratios((struct assay_view){x, n},
                                            (struct assay_view){y, n_new}, logs, NULL),
                     ASSAY_OK);
    free(x);
    free(y);
    return n;
}

static void read_duet(const json_t *input, const char *old_key, const char *new_key,
                      struct duet_case *out)
{
    out->n = read_logs(input, old_key, new_key, out->logs);
    for (size_t i = 0; i < out->n; i++)
        out->swapped[i] = json_is_true(json_array_get(json_object_get(input, "new_on_cpu1"), i));
}

static struct assay_duet duet_of(const struct duet_case *given, double confidence)
{
    struct assay_duet duet;
    assert_int_equal(assay_duet_of((struct assay_view){given->logs, given->n}, given->swapped,
                                   confidence, &duet, NULL),
                     ASSAY_OK);
    return duet;
}

static void check_limits(double lower, double upper, const json_t *expected)
{
    const double low = oracle_value(json_array_get(expected, 0)),
                 high = oracle_value(json_array_get(expected, 1));
    assert_close(lower, low, RELATIVE, RELATIVE * (high - low));
    assert_close(upper, high, RELATIVE, RELATIVE * (high - low));
}

static void check_found(const struct assay_duet *duet, const json_t *expected)
{
    const struct assay_interval *ratio = &duet->ratio.interval;
    assert_close((double)duet->spread.n, oracle_number(expected, "r"), 0, 0);
    assert_close(duet->spread.log_ratio, oracle_number(expected, "log_ratio"), RELATIVE, ABSOLUTE);
    assert_close(duet->spread.se, oracle_number(expected, "se"), RELATIVE, ABSOLUTE);
    assert_close(duet->spread.df, oracle_number(expected, "df"), 0, 0);
    if (json_is_true(json_object_get(expected, "degenerate"))) {
        assert_true(duet->ratio.warnings & ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK));
        return;
    }
    assert_close((double)duet->swapped, oracle_number(expected, "swapped"), 0, 0);
    check_limits(log(ratio->lower), log(ratio->upper), json_object_get(expected, "ci_log"));
    check_limits(ratio->lower, ratio->upper, json_object_get(expected, "ci_ratio"));
    check_limits(duet->cpu_lower, duet->cpu_upper, json_object_get(expected, "cpu_ci"));
    assert_close(duet->ratio.estimate, oracle_number(expected, "ratio"), RELATIVE, 0);
    assert_close(duet->cpu, oracle_number(expected, "cpu_effect"), RELATIVE, ABSOLUTE);
    assert_close(duet->p, oracle_number(expected, "p"), P_VALUE, 0);
    assert_close(duet->cpu_p, oracle_number(expected, "cpu_p"), P_VALUE, 0);
    assert_int_equal(duet->few, duet->spread.n < 10);
}

static void check_alone(const json_t *input, const json_t *expected)
{
    struct duet_case given;
    struct assay_duet duet;
    struct assay_error error;
    const char *refused = json_string_value(json_object_get(expected, "refused"));
    read_duet(input, "old", "new", &given);
    const enum assay_status status =
        assay_duet_of((struct assay_view){given.logs, given.n}, given.swapped,
                      oracle_number(input, "conf"), &duet, &error);
    assert_int_equal(status, refused != NULL ? ASSAY_UNDEFINED : ASSAY_OK);
    if (refused != NULL)
        assert_string_equal(error.text, refused);
    else
        check_found(&duet, expected);
}

static void check_gain(const json_t *input, const json_t *expected)
{
    struct duet_case given;
    double logs[MOST];
    const struct assay_order_spread rounds =
        spread_of(logs, read_logs(input, "round_old", "round_new", logs));
    read_duet(input, "duet_old", "duet_new", &given);
    const struct assay_duet duet = duet_of(&given, 0.95);
    const struct assay_order_gain gain =
        gain_of(&rounds, oracle_number(input, "seconds_per_round"), &duet.spread,
                oracle_number(input, "seconds_per_pair"));
    assert_close(rounds.variance, oracle_number(expected, "var_round"), RELATIVE, 0);
    assert_close(duet.spread.variance, oracle_number(expected, "var_duet"), RELATIVE, 0);
    assert_close(gain.gain, oracle_number(expected, "E"), RELATIVE, 0);
    check_limits(gain.lower, gain.upper, json_object_get(expected, "E_ci"));
    assert_string_equal(gain.worth ? "duet" : "rounds",
                        json_string_value(json_object_get(expected, "choose")));
}

static void check_bias(const json_t *input, const json_t *expected)
{
    static const char *const said[] = {"same within margin", "interference",
                                       "interference not excluded"};
    struct duet_case given;
    double logs[MOST];
    const struct assay_order_spread rounds =
        spread_of(logs, read_logs(input, "round_old", "round_new", logs));
    read_duet(input, "duet_old", "duet_new", &given);
    const struct assay_duet duet = duet_of(&given, 0.95);
    const struct assay_order_bias bias =
        bias_of(&duet.spread, &rounds, oracle_number(input, "margin"));
    assert_close(bias.bias, oracle_number(expected, "difference"), RELATIVE, ABSOLUTE);
    assert_close(bias.se, oracle_number(expected, "se"), RELATIVE, 0);
    assert_close(bias.df, oracle_number(expected, "df"), RELATIVE, 0);
    check_limits(bias.lower, bias.upper, json_object_get(expected, "ci90"));
    assert_string_equal(said[bias.agreement],
                        json_string_value(json_object_get(expected, "verdict")));
}

static size_t checked[3];

static void check_case(const json_t *one)
{
    const json_t *input = json_object_get(one, "input"),
                 *expected = json_object_get(one, "expected");
    const size_t kind = json_object_get(expected, "E") != NULL         ? 1
                        : json_object_get(expected, "verdict") != NULL ? 2
                                                                       : 0;
    void (*const checks[])(const json_t *, const json_t *) = {check_alone, check_gain, check_bias};
    checked[kind]++;
    checks[kind](input, expected);
}

static void oracle_cases(void **state)
{
    (void)state;
    oracle_each_case("duet.json", check_case, 27);
    assert_true(checked[0] == 18 && checked[1] == 5 && checked[2] == 4);
}

static const struct duet_case six = {
    {0.03, 0.01, 0.028, 0.012, 0.033, 0.009}, {true, false, true, false, true, false}, 6};

/* What one processor adds goes to its effect alone; old and new exchanged turn the ratio over and leave the effect. */
static void identities(void **state)
{
    (void)state;
    struct duet_case leaning = six, turned = six;
    for (size_t i = 0; i < six.n; i++) {
        leaning.logs[i] += six.swapped[i] ? 0.1 : -0.1;
        turned.logs[i] *= -1;
        turned.swapped[i] = !six.swapped[i];
    }
    const struct assay_duet plain = duet_of(&six, 0.9), lean = duet_of(&leaning, 0.9),
                            back = duet_of(&turned, 0.9);
    assert_close(lean.spread.log_ratio, plain.spread.log_ratio, RELATIVE, 0);
    assert_close(lean.spread.se, plain.spread.se, RELATIVE, 0);
    assert_close(lean.cpu, plain.cpu + 0.1, RELATIVE, 0);
    assert_close(back.spread.log_ratio, -plain.spread.log_ratio, RELATIVE, 0);
    assert_close(back.ratio.interval.lower * plain.ratio.interval.upper, 1, RELATIVE, 0);
    assert_close(back.cpu, plain.cpu, RELATIVE, 0);
}

static void edges(void **state)
{
    (void)state;
    struct duet_case bad = six;
    struct assay_duet duet = {.swapped = 77};
    const struct assay_view all = {bad.logs, 6}, three = {bad.logs, 3};
    assert_int_equal(assay_duet_of(three, bad.swapped, 0.95, &duet, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_duet_of(all, bad.swapped, 1, &duet, NULL), ASSAY_INVALID);
    bad.logs[2] = NAN;
    assert_int_equal(assay_duet_of(all, bad.swapped, 0.95, &duet, NULL), ASSAY_INVALID);
    bad = six;
    memset(bad.swapped, 1, sizeof bad.swapped);
    assert_int_equal(assay_duet_of(all, bad.swapped, 0.95, &duet, NULL), ASSAY_UNDEFINED);
    assert_int_equal(duet.swapped, 77);
    /* One pair of a placement has no variance of its own: the others' stands for it. */
    bad.swapped[0] = false;
    assert_int_equal(duet_of(&bad, 0.95).swapped, 1);
}

/* METHODS H3: coverage with processors that differ by nothing, 1 and 5 %, and by 20 % with pairs placed unevenly. */
static void coverage(void **state)
{
    (void)state;
    static const double lean[] = {0, 0.01, 0.05, 0.2};
    static const size_t counts[] = {4, 7, 20};
    enum { N = REPETITIONS(4000) };
    for (uint32_t cell = 0; cell < 12; cell++) {
        size_t held = 0;
        struct duet_case given = {.n = counts[cell % 3]};
        for (uint32_t k = 0; k < N; k++) {
            struct assay_random random;
            assay_random_init(&random, 532, ASSAY_RANDOM_TEST, k, cell);
            for (size_t i = 0; i < given.n; i++) {
                given.swapped[i] = cell < 9 ? i % 2 == 0 : i == 0;
                given.logs[i] = -0.03 + (given.swapped[i] ? 1 : -1) * lean[cell / 3] +
                                0.01 * assay_random_normal(&random);
            }
            const struct assay_interval ratio = duet_of(&given, 0.95).ratio.interval;
            held += ratio.lower <= exp(-0.03) && ratio.upper >= exp(-0.03);
        }
        assert_share(held, N, 0.95);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),
        cmocka_unit_test(identities),
        cmocka_unit_test(edges),
        cmocka_unit_test(coverage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
