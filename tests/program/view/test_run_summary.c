/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_run_summary.c -- what a run says while it runs: the plain interval, in bounded memory. */
#include "support/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/terminal/run_summary.h"

static struct design_system systems[2] = {{.name = (char *)"old"}, {.name = (char *)"new"}};
static struct design_benchmark benchmarks[2] = {{.name = (char *)"a"}, {.name = (char *)"b"}};

static struct design design_of(size_t n_systems)
{
    return (struct design){.systems = systems,
                           .n_systems = n_systems,
                           .benchmarks = benchmarks,
                           .n_benchmarks = 2,
                           .n_levels = 1,
                           .levels = {{.name = (char *)"execution", .count = 100000}}};
}

/* An execution with one live value, behind a warm-up value that is far from all others. */
static void count(struct running_means *summary, uint32_t system, uint32_t unit, double value)
{
    double values[] = {1e6, value};
    const struct metric_values series = {
        .metric = "wall", .unit = "s", .values = values, .n = 2, .n_warmup = 1};
    const struct record record = {
        .step = {.kind = STEP_EXECUTE, .system = system, .benchmark = 1, .unit = {unit}},
        .series = &series,
        .n_series = 1};
    running_means_count(summary, &record);
}

static char *text_of(const struct running_means *summary, size_t system, size_t benchmark,
                     double confidence)
{
    const struct design design = design_of(1 + (system > 0));
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    bool said = run_summary_write(summary, &design, system, benchmark, confidence, out);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(said, size > 0);
    return text;
}

static void assert_says(const struct running_means *summary, size_t system, size_t benchmark,
                        const char *expected)
{
    char *text = text_of(summary, system, benchmark, 0.95);
    assert_string_equal(text, expected);
    free(text);
}

/* t(2) = 4.3027; mean 2, sd 1: 2 ± 2.484. */
static void one_system_has_its_mean(void **state)
{
    (void)state;
    const struct design design = design_of(1);
    struct running_means *summary = running_means_new(&design);
    assert_non_null(summary);
    assert_says(summary, 0, 1, "");
    count(summary, 0, 0, 1e-3);
    assert_says(summary, 0, 1, "");
    count(summary, 0, 1, 2e-3);
    count(summary, 0, 2, 3e-3);
    assert_says(summary, 0, 1, "2.0 ms [\u22120.5 \u2026 4.5]");
    assert_says(summary, 0, 0, "");
    char *narrower = text_of(summary, 0, 1, 0.9); /* t(2) = 2.9200 */
    assert_string_equal(narrower, "2.0 ms [0.3 \u2026 3.7]");
    free(narrower);
    benchmarks[1].statistic = (char *)"p90";
    assert_says(summary, 0, 1, "mean 2.0 ms [\u22120.5 \u2026 4.5]");
    benchmarks[1].statistic = NULL;
    running_means_free(&summary);
    assert_null(summary);
}

/* Thirty thousand rounds of a ratio of 1.5: neighbours become one, and the ratio stays. */
static void two_systems_have_their_ratio(void **state)
{
    (void)state;
    const struct design design = design_of(2);
    struct running_means *summary = running_means_new(&design);
    assert_non_null(summary);
    for (uint32_t i = 0; i < 30000; i++) {
        double drift = 1 + (double)(i % 7) / 100;
        count(summary, 0, i, 2 * drift);
        if (i % 1000 != 17) /* one that failed */
            count(summary, 1, i, 3 * drift);
    }
    assert_says(summary, 1, 1, "+50 % [+50 \u2026 +50]");
    benchmarks[1].statistic = (char *)"typical";
    assert_says(summary, 1, 1, "mean +50 % [+50 \u2026 +50]");
    benchmarks[1].statistic = (char *)"mean";
    assert_says(summary, 1, 1, "+50 % [+50 \u2026 +50]");
    benchmarks[1].statistic = NULL;
    assert_says(summary, 0, 1, ""); /* the old one beside itself */
    running_means_free(&summary);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_system_has_its_mean),
        cmocka_unit_test(two_systems_have_their_ratio),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
