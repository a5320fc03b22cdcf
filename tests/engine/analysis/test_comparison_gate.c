/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_comparison_gate.c -- what a gate goes by, and what it says; whether hosts may be compared; margins of metrics. */
#include "support/compared.h"

#include <math.h>
#include <string.h>

enum { N = 6, VERDICTS = ASSAY_MIXED + 1 };
static const double plain[N] = {10, 11, 9, 10, 12, 8}, more[N] = {12, 13, 11, 12, 14.5, 9.5},
                    bytes[N] = {100, 101, 99, 100, 101, 99};

/* One benchmark's wall time and memory, of two systems: old 10 s and 12 s, in as much memory. */
static const struct made_series both[] = {
    {.system = "old", .benchmark = "b", .metric = "wall", .values = plain, .n = N},
    {.system = "old",
     .benchmark = "b",
     .metric = "max_rss",
     .unit = "byte",
     .values = bytes,
     .n = N},
    {.system = "new", .benchmark = "b", .metric = "wall", .values = more, .n = N},
    {.system = "new",
     .benchmark = "b",
     .metric = "max_rss",
     .unit = "byte",
     .values = bytes,
     .n = N}};

/* By what a lone row says: slower fails, inconclusive is another end, of both slower is the one; of a mixed one that which
 * is slower in either sense. */
static void every_pair_of_verdicts(void **state)
{
    (void)state;
    struct compared compared;
    compared_of(both, 4, NULL, &compared);
    struct comparison_finding *rows = compared.pairs.items[0].rows;
    for (int a = 0; a < VERDICTS; a++)
        for (int b = 0; b < VERDICTS; b++) {
            rows[0].finding.verdict = (enum assay_verdict)a;
            rows[1].finding.verdict = (enum assay_verdict)b;
            rows[0].finding.typical_verdict = rows[1].finding.typical_verdict = ASSAY_FASTER;
            rows[0].finding.mean_verdict = rows[1].finding.mean_verdict = ASSAY_SLOWER;
            const bool slower = a == ASSAY_SLOWER || a == ASSAY_MIXED,
                       open = a == ASSAY_INCONCLUSIVE;
            const bool other = b == ASSAY_SLOWER || b == ASSAY_MIXED,
                       other_open = b == ASSAY_INCONCLUSIVE;
            /* The primary metric alone, … */
            assert_int_equal(comparison_gate_of(&compared.pairs, &compared.input),
                             slower ? COMPARISON_SLOWER
                             : open ? COMPARISON_INCONCLUSIVE
                                    : COMPARISON_PASS);
            assert_int_equal(comparison_moves(&compared.pairs, &compared.input),
                             slower || a == ASSAY_FASTER);
            /* … and all of them. */
            assert_int_equal(comparison_gate_of(&compared.pairs, NULL),
                             slower || other      ? COMPARISON_SLOWER
                             : open || other_open ? COMPARISON_INCONCLUSIVE
                                                  : COMPARISON_PASS);
            assert_int_equal(comparison_moves(&compared.pairs, NULL),
                             slower || a == ASSAY_FASTER || other || b == ASSAY_FASTER);
        }
    /* Faster in both senses together, mixed by whatever else: nothing that a gate stops. */
    rows[0].finding.verdict = ASSAY_MIXED;
    rows[0].finding.typical_verdict = rows[0].finding.mean_verdict = ASSAY_FASTER;
    assert_int_equal(comparison_gated_verdict(&compared.pairs.items[0], 0), ASSAY_MIXED);
    assert_int_equal(comparison_gate_of(&compared.pairs, &compared.input), COMPARISON_PASS);
    compared_fini(&compared);
}

/* Metrics that were decided together count by that, also those that are not primary. */
static void together(void **state)
{
    (void)state;
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    struct compared compared;
    request.jointly = true;
    compared_of(both, 4, &request, &compared);
    struct system_pair *pair = &compared.pairs.items[0];
    assert_int_equal(pair->n_joints, 1);
    assert_int_equal(pair->joints[0].n, 2);
    assert_int_equal(pair->joints[0].verdicts[0], ASSAY_SLOWER);
    assert_int_equal(pair->joints[0].verdicts[1], ASSAY_EQUIVALENT);
    assert_int_equal(pair->joints[0].verdict, ASSAY_JOINT_WORSE);
    assert_true(comparison_is_gated(pair, 1, &compared.input));
    assert_int_equal(comparison_gate_of(&compared.pairs, &compared.input), COMPARISON_SLOWER);
    pair->joints[0].verdicts[0] = ASSAY_EQUIVALENT; /* whatever the row says alone */
    pair->joints[0].verdicts[1] = ASSAY_INCONCLUSIVE;
    assert_int_equal(comparison_gated_verdict(pair, 0), ASSAY_EQUIVALENT);
    assert_int_equal(comparison_gate_of(&compared.pairs, &compared.input), COMPARISON_INCONCLUSIVE);
    assert_false(comparison_moves(&compared.pairs, &compared.input));
    compared_fini(&compared);
    compared_of(both, 4, NULL, &compared);
    assert_false(comparison_is_gated(&compared.pairs.items[0], 1, &compared.input));
    compared_fini(&compared);
}

/* A row that is of processor time by now is gated as the wall time that it was. */
static void in_place_of_wall(void **state)
{
    (void)state;
    struct compared compared;
    compared_of(both, 4, NULL, &compared);
    struct comparison_finding *rows = compared.pairs.items[0].rows;
    rows[1].waiting.decides = true;
    rows[1].waiting.wall = rows[0].old_series;
    assert_true(comparison_is_gated(&compared.pairs.items[0], 1, &compared.input));
    rows[1].waiting.wall = rows[1].old_series;
    assert_false(comparison_is_gated(&compared.pairs.items[0], 1, &compared.input));
    compared_fini(&compared);
}

/* Of what nobody says which way is better, only that counts which the gate goes by. */
static void withheld(void **state)
{
    (void)state;
    struct made_series made[4];
    struct compared compared;
    memcpy(made, both, sizeof made);
    made[1].direction = made[3].direction = ASSAY_TOLD_BY_NOBODY;
    made[1].unit = made[3].unit = "1";
    compared_of(made, 4, NULL, &compared);
    assert_null(comparison_withheld(&compared.pairs, &compared.input));
    assert_ptr_equal(comparison_withheld(&compared.pairs, NULL),
                     compared.pairs.items[0].rows[1].new_series);
    compared_fini(&compared);
}

/* ---- hosts ---- */

static enum assay_status check(const char *const *facts, size_t n, bool allow, struct input *input,
                               struct assay_error *error)
{
    char names[3][2] = {"a", "b", "c"};
    struct experiment_info infos[3] = {0};
    struct input_source sources[3] = {{.name = names[0]}, {.name = names[1]}, {.name = names[2]}};
    for (size_t i = 0; i < n; i++) {
        infos[i].host_json = (char *)facts[i];
        sources[i].experiment = facts[i] != NULL ? &infos[i] : NULL;
    }
    input->sources = sources;
    input->n_sources = n;
    const enum assay_status status = comparison_check_hosts(input, allow, error);
    input->sources = NULL;
    return status;
}

static void hosts(void **state)
{
    (void)state;
    static const char here[] = "{\"hostname\": \"h\", \"governor\": \"performance\"}",
                      there[] = "{\"hostname\": \"h\", \"governor\": \"powersave\"}";
    struct assay_series series[2] = {{0}, {0}};
    struct input input = {.series = series, .n = 2};
    struct assay_error error;
    assert_int_equal(check((const char *const[]){here, here, NULL}, 3, false, &input, &error),
                     ASSAY_OK);
    assert_int_equal(check((const char *const[]){NULL, there}, 2, false, &input, &error), ASSAY_OK);
    assert_int_equal(check((const char *const[]){here, NULL, there}, 3, false, &input, &error),
                     ASSAY_INVALID);
    assert_non_null(strstr(error.text, "a and c were measured on different hosts"));
    assert_non_null(strstr(error.text, "(governor differs)"));
    assert_int_equal(series[0].warnings | series[1].warnings, 0);
    assert_int_equal(check((const char *const[]){here, NULL, there}, 3, true, &input, &error),
                     ASSAY_OK);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(series[i].warnings, ASSAY_WARNING(ASSAY_WARN_DIFFERENT_HOSTS));
}

/* ---- margins of metrics ---- */

static void limits(void **state)
{
    (void)state;
    struct metric_limits limits;
    struct assay_error error;
    assert_int_equal(metric_limits_parse("wall=1%,max_rss=5%,q=0.2", &limits, &error), ASSAY_OK);
    assert_int_equal(limits.metrics.n, 3);
    assert_close(metric_limits_margin(&limits, "wall", 9), 0.01, 1e-12, 0);
    assert_close(metric_limits_margin(&limits, "max_rss", 9), 0.05, 1e-12, 0);
    assert_close(metric_limits_margin(&limits, "q", 9), 0.2, 1e-12, 0);
    assert_close(metric_limits_margin(&limits, "user", 9), 9, 0, 0);
    assert_close(metric_limits_margin(NULL, "wall", 9), 9, 0, 0);
    metric_limits_fini(&limits);
    static const char *const wrong[] = {"", "wall", "=1%", "wall=x", "wall=1%,", "wall=1%,max_rss"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(metric_limits_parse(wrong[i], &limits, &error), ASSAY_USAGE);
        assert_non_null(strstr(error.text, "is not METRIC=SHARE"));
        metric_limits_fini(&limits);
    }
    assert_int_equal(metric_limits_parse("wall=1%,wall=2%", &limits, &error), ASSAY_USAGE);
    assert_string_equal(error.text, "gate: wall is named twice");
    metric_limits_fini(&limits);
    assert_true(metric_limits_look("wall=1%"));
    assert_false(metric_limits_look("=1%") || metric_limits_look("wall=1") ||
                 metric_limits_look("50%") || metric_limits_look("%") || metric_limits_look(""));
}

/* A fifth is slower beyond a hundredth, and not beyond its half. */
static void limits_decide(void **state)
{
    (void)state;
    struct metric_limits limits;
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    struct compared compared;
    assert_int_equal(metric_limits_parse("wall=50%", &limits, NULL), ASSAY_OK);
    request.limits = &limits;
    compared_of(both, 4, &request, &compared);
    assert_close(compared.row->finding.margin, 0.5, 0, 0);
    assert_int_equal(compared.row->finding.verdict, ASSAY_EQUIVALENT);
    assert_close(compared.pairs.items[0].rows[1].finding.margin, 0.01, 0, 0);
    assert_int_equal(comparison_gate_of(&compared.pairs, NULL), COMPARISON_PASS);
    compared_fini(&compared);
    metric_limits_fini(&limits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_verdicts),
        cmocka_unit_test(together),
        cmocka_unit_test(in_place_of_wall),
        cmocka_unit_test(withheld),
        cmocka_unit_test(hosts),
        cmocka_unit_test(limits),
        cmocka_unit_test(limits_decide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
