/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_speedup.c -- the benchmarks of a Speedup-Test, from its configuration and from what was measured. */
#include "engine/store/fixture.h"
#include "support/made.h"

#include <math.h>
#include <string.h>

#include "analysis/speedup_suite.h"

enum { N = 12, EACH = 3 };
static const double slow[N] = {10, 11, 10.5, 10.2, 10.8, 10.1, 10.9, 10.4, 10.6, 10.3, 10.7, 10.05},
                    fast[N] = {5, 5.5, 5.2, 5.1, 5.4, 5.05, 5.45, 5.15, 5.3, 5.25, 5.35, 5.02};

static char *write_file(const struct fixture *fixture, const char *name, const char *text)
{
    char *path = NULL;
    assert_true(asprintf(&path, "%s/%s", fixture->directory, name) > 0);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    return path;
}

static void write_values(const struct fixture *fixture, const char *name, const double *values)
{
    char text[N * 16] = "";
    for (size_t i = 0; i < N; i++)
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%g\n", values[i]);
    free(write_file(fixture, name, text));
}

static enum assay_status read_config(const char *path, enum assay_speedup_weight weight,
                                     struct speedup_suite *suite, struct assay_error *error)
{
    *suite = (struct speedup_suite){.finding = {.options = {.confidence = 0.95,
                                                            .weight = weight,
                                                            .proportion_confidence = 0.95,
                                                            .precision = 0.05,
                                                            .effect_confidence = 0.95,
                                                            .margin = 0.01}}};
    return speedup_suite_from_config(path, suite, error);
}

/* ---- a configuration ---- */

/* Samples stand beside the configuration; what cannot be read leaves its benchmark without a result. */
static void configuration(void **state)
{
    struct fixture *fixture = *state;
    struct speedup_suite suite;
    write_values(fixture, "slow", slow);
    write_values(fixture, "fast", fast);
    char *path = write_file(
        fixture, "bench.cfg",
        "Name,Sample1,Sample2,ConfLevel,Coef\n"
        "first,slow,fast,0.9,3\nsecond,slow,gone,,\nthird,-,fast,,\nfourth,fast,fast,7,\n");
    assert_true(speedup_is_config(path));
    assert_stored(fixture, read_config(path, ASSAY_SPEEDUP_CUSTOM, &suite, &fixture->error));
    assert_int_equal(suite.n, 4);
    assert_int_equal(suite.b, 2);
    assert_stored(fixture, speedup_suite_analyse(&suite, &fixture->error));
    const struct speedup_row *rows = suite.finding.rows;
    assert_string_equal(rows[0].name, "first");
    assert_int_equal(rows[0].n, N);
    assert_close(rows[0].result->weight[0], 3, 0, 0);
    assert_null(rows[1].result);
    assert_string_equal(rows[1].unreadable[1], "gone");
    assert_null(rows[1].unreadable[0]);
    assert_string_equal(rows[2].unreadable[0], "-");
    assert_true(isnan(rows[0].given_level) && isnan(rows[1].given_level));
    assert_close(rows[3].given_level, 7, 0, 0); /* is said, and not used */
    assert_true(rows[0].result->speedup[0] > 1.9 && rows[0].result->speedup[0] < 2.1);
    assert_close(rows[3].result->speedup[0], 1, 1e-12, 0);
    assert_int_equal(suite.finding.suite.mean.accelerated, 1);
    assert_int_equal(suite.finding.suite.mean.benchmarks, 2);
    assert_string_equal(suite.finding.old_system, "Sample1");
    /* Time saved of the time there was, weights of 3 and 1: all of it the first one's. */
    const double x = rows[0].result->time_x[0], y = rows[0].result->time_y[0],
                 z = rows[3].result->time_x[0];
    assert_close(suite.finding.suite.overall[0].speedup, (3 * x + z) / (3 * y + z), 1e-12, 0);
    speedup_suite_fini(&suite);
    free(path);
}

static void wrong_configurations(void **state)
{
    struct fixture *fixture = *state;
    struct speedup_suite suite;
    struct assay_error *error = &fixture->error;
    write_values(fixture, "slow", slow);
    free(write_file(fixture, "words", "1\nmany\n"));
    char *path =
        write_file(fixture, "bench.cfg", "Name,Sample1,Sample2,ConfLevel,Coef\na,none,slow,,\n");
    assert_int_equal(read_config(path, ASSAY_SPEEDUP_CUSTOM, &suite, error), ASSAY_MISSING);
    assert_non_null(
        strstr(error->text, "no benchmark has samples that can be read; the first misses none"));
    speedup_suite_fini(&suite);
    free(path);
    path =
        write_file(fixture, "bench.cfg", "Name,Sample1,Sample2,ConfLevel,Coef\na,slow,slow,,0\n");
    assert_int_equal(read_config(path, ASSAY_SPEEDUP_CUSTOM, &suite, error), ASSAY_USAGE);
    assert_non_null(strstr(error->text, "bench.cfg:Coef: the weights sum to 0"));
    speedup_suite_fini(&suite);
    assert_int_equal(read_config(path, ASSAY_SPEEDUP_EQUAL, &suite, error), ASSAY_OK);
    speedup_suite_fini(&suite);
    free(path);
    path =
        write_file(fixture, "bench.cfg", "Name,Sample1,Sample2,ConfLevel,Coef\na,slow,words,,\n");
    assert_int_not_equal(read_config(path, ASSAY_SPEEDUP_EQUAL, &suite, error), ASSAY_OK);
    assert_non_null(strstr(error->text, "words"));
    speedup_suite_fini(&suite);
    free(path);
    path = write_file(fixture, "bench.cfg", "Name,Sample1\n");
    assert_true(speedup_is_config(path)); /* by its name: its faults are told */
    assert_int_equal(read_config(path, ASSAY_SPEEDUP_EQUAL, &suite, error), ASSAY_USAGE);
    assert_non_null(strstr(error->text, "bench.cfg"));
    speedup_suite_fini(&suite);
    free(path);
    path = write_file(fixture, "values", "1\n2\n");
    assert_false(speedup_is_config(path));
    free(path);
    assert_false(speedup_is_config(fixture->directory));
    assert_int_equal(read_config("/nowhere.cfg", ASSAY_SPEEDUP_EQUAL, &suite, error),
                     ASSAY_MISSING);
    assert_non_null(strstr(error->text, "cannot read /nowhere.cfg: "));
    speedup_suite_fini(&suite);
}

/* ---- what was measured ---- */

static enum assay_status read_input(const struct made_series *made, size_t n,
                                    const struct speedup_request *request,
                                    struct speedup_suite *suite, struct remarks *remarks,
                                    struct assay_error *error)
{
    *suite = (struct speedup_suite){.finding = {.options = {.confidence = 0.95,
                                                            .weight = ASSAY_SPEEDUP_EQUAL,
                                                            .proportion_confidence = 0.95,
                                                            .precision = 0.05,
                                                            .effect_confidence = 0.95,
                                                            .margin = 0.01}}};
    made_input(made, n, &suite->input);
    return speedup_suite_from_input(request, suite, remarks, error);
}

#define SERIES(of, on, what, with)                                                                 \
    {                                                                                              \
        .system = (of), .benchmark = (on), .metric = (what), .values = (with), .n = N              \
    }

/* Means of executions are the values; the second system is the only other one; what does not meet is said. */
static void measured(void **state)
{
    (void)state;
    struct made_series made[] = {SERIES("old", "a", "wall", slow), SERIES("old", "b", "wall", fast),
                                 SERIES("new", "a", "wall", fast), SERIES("new", "c", "wall", fast),
                                 SERIES("old", "d", "rate", fast)};
    const struct speedup_request request = {.old_system = NULL};
    struct speedup_suite suite;
    struct remarks remarks = {0};
    struct assay_error error;
    made[0].each = made[2].each = EACH;
    assert_int_equal(read_input(made, 5, &request, &suite, &remarks, &error), ASSAY_OK);
    assert_string_equal(suite.finding.old_system, "old");
    assert_string_equal(suite.finding.new_system, "new");
    assert_int_equal(suite.n, 2);
    assert_int_equal(suite.b, 1);
    assert_string_equal(suite.rows[0].name, "a");
    assert_int_equal(suite.rows[0].n, N / EACH);
    assert_true(suite.benchmarks[0].paired);
    assert_close(suite.benchmarks[0].x.x[0], (10 + 11 + 10.5) / 3, 1e-12, 0);
    assert_string_equal(suite.finding.observation, "execution");
    assert_false(suite.finding.pooled);
    assert_int_equal(suite.rows[1].n, 0); /* b was not measured for the new one */
    assert_int_equal(remarks.n, 2);
    assert_string_equal(remarks.items[0].text, "c was measured for new only and is left out");
    assert_string_equal(remarks.items[1].text, "d has no wall and is left out");
    assert_int_equal(speedup_suite_analyse(&suite, &error), ASSAY_OK);
    assert_null(suite.finding.rows[1].result);
    speedup_suite_fini(&suite);
    remarks_fini(&remarks);
    /* A lower level is asked for: more values, which share executions. */
    const struct speedup_request iterations = {.observation = "iteration"};
    remarks = (struct remarks){0};
    assert_int_equal(read_input(made, 3, &iterations, &suite, &remarks, &error), ASSAY_OK);
    assert_int_equal(suite.rows[0].n, N);
    assert_true(suite.finding.pooled);
    assert_false(suite.benchmarks[0].paired);
    speedup_suite_fini(&suite);
    remarks_fini(&remarks);
}

static void check_refusal(const struct made_series *made, size_t n, struct speedup_request request,
                          enum assay_status expected, const char *why)
{
    struct speedup_suite suite;
    struct remarks remarks = {0};
    struct assay_error error = {.text = ""};
    assert_int_equal(read_input(made, n, &request, &suite, &remarks, &error), expected);
    if (strstr(error.text, why) == NULL)
        fail_msg("%s\n  has not: %s", error.text, why);
    speedup_suite_fini(&suite);
    remarks_fini(&remarks);
}

/* Which systems, and what is no time. */
static void refused(void **state)
{
    (void)state;
    const struct speedup_request plain = {.old_system = NULL};
    struct made_series made[] = {SERIES("old", "a", "wall", slow), SERIES("new", "a", "wall", fast),
                                 SERIES("third", "a", "wall", fast)};
    check_refusal(made, 1, plain, ASSAY_INVALID, "there is one system (old); a speedup needs two");
    check_refusal(made, 3, plain, ASSAY_INVALID,
                  "several systems could be compared with old; name one with new");
    check_refusal(made, 3, (struct speedup_request){.new_system = "old"}, ASSAY_USAGE,
                  "old and new are one system (old)");
    check_refusal(made, 3, (struct speedup_request){.old_system = "fourth"}, ASSAY_MISSING,
                  "fourth");
    check_refusal(made, 3, (struct speedup_request){.new_system = "fourth"}, ASSAY_MISSING,
                  "fourth");
    check_refusal(made, 2, (struct speedup_request){.observation = "build"}, ASSAY_MISSING,
                  "build");
    made[1].unit = "ms";
    check_refusal(made, 2, plain, ASSAY_INVALID, "a: the units differ: s and ms");
    made[0].unit = made[1].unit = "1";
    made[1].direction = ASSAY_TOLD_BY_NOBODY;
    check_refusal(made, 2, plain, ASSAY_INVALID, "nobody says that it is a time");
    made[1].direction = ASSAY_TOLD_BY_FORMAT;
    made[0].more_is_better = made[1].more_is_better = true;
    check_refusal(made, 2, plain, ASSAY_INVALID, "of wall more is better");
    made[1].benchmark = "b";
    check_refusal(made, 2, plain, ASSAY_MISSING, "no benchmark was measured for both old and new");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(configuration),
        fixture_test(wrong_configurations),
        cmocka_unit_test(measured),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
