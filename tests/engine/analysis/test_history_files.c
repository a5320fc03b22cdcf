/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_history_files.c -- versions from files, iterations before executions are steady, and what a gate says of what was found. */
#include "support/versions.h"

#include <string.h>

enum { EACH = 60 };

struct files {
    struct remarks remarks;
    struct history history;
    char *path[2];
};

static FILE *create(const struct fixture *fixture, const char *name, char **path)
{
    assert_true(asprintf(path, "%s/%s", fixture->directory, name) > 0);
    FILE *file = fopen(*path, "w");
    assert_non_null(file);
    return file;
}

static void analyse(struct history_request request, size_t n, struct files *files)
{
    struct assay_error error;
    const char *names[2] = {files->path[0], files->path[1]};
    request.source.arguments = (struct name_list){names, n};
    if (history_analyse(&request, &files->history, &files->remarks, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
}

static void files_fini(struct files *files)
{
    history_fini(&files->history);
    remarks_fini(&files->remarks);
    free(files->path[0]);
    free(files->path[1]);
}

/* Each system is a version, in the order in which they appear. */
static void systems(void **state)
{
    struct files files = {0};
    const struct history_request request = HISTORY_REQUEST_DEFAULTS;
    FILE *file = create(*state, "nightly.csv", &files.path[0]);
    fprintf(file, "system,benchmark,execution,seconds\n");
    for (unsigned v = 1; v <= 12; v++)
        for (unsigned e = 1; e <= 4; e++)
            fprintf(file, "v%u,sort,%u,%.6f\n", v, e,
                    (v < 8 ? 1 : 0.8) * exp(0.01 * versions_noise(v, e)));
    assert_int_equal(fclose(file), 0);
    analyse(request, 1, &files);
    const struct history_finding *finding = &files.history.finding;
    assert_int_equal(finding->n_versions, 12);
    assert_string_equal(finding->versions[11].label, "v12");
    assert_int_equal(finding->series[0].finding.n, 1);
    assert_int_equal(finding->series[0].finding.changes[0].at, 7);
    assert_close(finding->series[0].finding.changes[0].ratio.estimate, 0.8, 0.02, 0);
    assert_int_equal(finding->series[0].points[0].summary.r, 4);
    assert_null(finding->series[0].around); /* of files nothing is known */
    assert_int_equal(files.remarks.n, 0);
    files_fini(&files);
}

/* One system: every value is a version, and a shorter benchmark has fewer. */
static void values(void **state)
{
    struct files files = {0};
    const struct history_request request = HISTORY_REQUEST_DEFAULTS;
    FILE *file = create(*state, "series.csv", &files.path[0]);
    fprintf(file, "benchmark,seconds\n");
    for (unsigned v = 1; v <= 30; v++) {
        fprintf(file, "long,%.6f\n", (v < 21 ? 1 : 1.5) * exp(0.01 * versions_noise(v, 1)));
        if (v <= 10)
            fprintf(file, "short,%.6f\n", exp(0.01 * versions_noise(v, 2)));
    }
    assert_int_equal(fclose(file), 0);
    analyse(request, 1, &files);
    const struct history_finding *finding = &files.history.finding;
    assert_int_equal(finding->n_versions, 30);
    assert_string_equal(finding->versions[0].label, "1");
    assert_string_equal(finding->versions[29].label, "30");
    assert_int_equal(finding->series[1].n, 10);
    assert_int_equal(finding->series[0].finding.n, 1);
    assert_int_equal(finding->series[0].finding.changes[0].at, 20);
    assert_int_equal(history_gone(finding, &finding->series[1]), 9);
    files_fini(&files);
}

/* Forty benchmarks of nine versions, half of them later than the others, find their series again, whichever came between;
 * one that is told in two units by turns is two series. */
static void many(void **state)
{
    enum { BENCHMARKS = 40, EARLY = 20, LATE_FROM = 2, VERSIONS = 9, OF_TWO_UNITS = 7 };
    struct files files = {0};
    const struct history_request request = HISTORY_REQUEST_DEFAULTS;
    FILE *file = create(*state, "wide.csv", &files.path[0]);
    fprintf(file, "system,benchmark,execution,metric,unit,value\n");
    for (unsigned v = 0; v < VERSIONS; v++)
        for (unsigned b = 0; b < (v < LATE_FROM ? EARLY : BENCHMARKS); b++)
            for (unsigned e = 1; e <= 2; e++)
                fprintf(file, "v%u,b%u,%u,wall,%s,%.6f\n", v, b, e,
                        b == OF_TWO_UNITS && v % 2 == 1 ? "byte" : "s",
                        (1 + b) * exp(0.01 * versions_noise(v, e)));
    assert_int_equal(fclose(file), 0);
    analyse(request, 1, &files);
    const struct history_finding *finding = &files.history.finding;
    assert_int_equal(finding->n, BENCHMARKS + 1);
    for (size_t i = 0; i < finding->n; i++) {
        const struct history_row *row = &finding->series[i];
        const int b = atoi(row->benchmark + 1);
        const bool by_turns = b == OF_TWO_UNITS, bytes = strcmp(row->unit, "byte") == 0;
        const size_t first = bytes ? 1 : b < EARLY ? 0 : LATE_FROM, step = by_turns ? 2 : 1;
        assert_int_equal(row->n, (VERSIONS - first + step - 1) / step);
        for (size_t j = 0; j < row->n; j++) {
            assert_int_equal(row->versions[j], first + step * j);
            assert_int_equal(row->points[j].summary.r, 2);
            assert_close(row->points[j].summary.mean, 1 + b, 0.1, 0);
        }
    }
    assert_int_equal(files.history.n_split, 1);
    const struct history_row *one = &finding->series[files.history.split[0]],
                             *other = &finding->series[files.history.split[1]];
    assert_string_equal(one->benchmark, "b7");
    assert_string_equal(one->unit, "s");
    assert_string_equal(other->benchmark, "b7");
    assert_string_equal(other->unit, "byte");
    files_fini(&files);
}

/* What allows no finding says why; the others are found all the same. */
static void trouble(void **state)
{
    struct files files = {0};
    const struct history_request request = HISTORY_REQUEST_DEFAULTS;
    FILE *file = create(*state, "series.csv", &files.path[0]);
    fprintf(file, "benchmark,seconds\n");
    for (unsigned v = 1; v <= 12; v++)
        fprintf(file, v <= 5 ? "long,%.6f\nshort,%.6f\n" : "long,%.6f\n",
                exp(0.01 * versions_noise(v, 1)), exp(0.01 * versions_noise(v, 2)));
    assert_int_equal(fclose(file), 0);
    analyse(request, 1, &files);
    const struct history_finding *finding = &files.history.finding;
    assert_string_equal(finding->series[0].trouble, "");
    assert_non_null(strstr(finding->series[1].trouble, "at least 8 versions are needed"));
    assert_int_equal(finding->series[1].trouble[strlen(finding->series[1].trouble) - 1], '.');
    files_fini(&files);
}

/* v10 before v9: letters, not numbers; said of two files in that order, and not of the other. */
static void order(void **state)
{
    static const char *const names[] = {"v10.csv", "v9.csv"};
    for (size_t turned = 0; turned < 2; turned++) {
        struct files files = {0};
        const struct history_request request = HISTORY_REQUEST_DEFAULTS;
        for (size_t i = 0; i < 2; i++) {
            FILE *file = create(*state, names[i ^ turned], &files.path[i]);
            fprintf(file, "benchmark,seconds\n");
            for (unsigned e = 1; e <= 4; e++)
                fprintf(file, "sort,%.6f\n", 1 + 0.01 * e + 0.003 * (double)i);
            assert_int_equal(fclose(file), 0);
        }
        analyse(request, 2, &files);
        assert_int_equal(files.history.finding.n_versions, 2);
        assert_int_equal(files.remarks.n, !turned);
        if (!turned)
            assert_non_null(strstr(files.remarks.items[0].text, "v10.csv stands before v9.csv"));
        files_fini(&files);
    }
}

/* ---- warm-up ---- */

/* Five times as long for the first 20 of 60 iterations; the rest is twice as slow from the fifth version on. */
static void write_warm(const struct fixture *fixture, struct files *files, bool steady)
{
    FILE *file = create(fixture, "warm.csv", &files->path[0]);
    fprintf(file, "system,benchmark,execution,iteration,seconds\n");
    for (unsigned v = 1; v <= 8; v++)
        for (unsigned e = 1; e <= 4; e++)
            for (unsigned i = 1; i <= EACH; i++)
                fprintf(file, "v%u,jit,%u,%u,%.6f\n", v, e, i,
                        (steady     ? i <= 20 ? 5 : (v < 5 ? 1 : 2)
                         : (v == 8) ? 3 - i * 0.04
                                    : 1) *
                            exp(0.005 * versions_noise(v, e * 100 + i)));
    assert_int_equal(fclose(file), 0);
}

static void warm_up(void **state)
{
    const struct fixture *fixture = *state;
    struct files files = {0};
    struct history_request request = HISTORY_REQUEST_DEFAULTS;
    write_warm(fixture, &files, true);
    analyse(request, 1, &files);
    const struct history_row *series = &files.history.finding.series[0];
    assert_close(series->points[0].summary.mean, (20 * 5 + 40 * 1) / 60.0, 0.01, 0);
    assert_true(series->warm_up.found); /* told of the newest */
    assert_int_equal(series->warm_up.until, 20);
    assert_false(history_is_undecided(&files.history.finding, 8));
    files_fini(&files);
    /* Cut, the last half of what follows counts, and its end was seen: nothing is to be said. */
    write_warm(fixture, &files, true);
    request.warm_up = WARM_UP_CUT;
    analyse(request, 1, &files);
    series = &files.history.finding.series[0];
    assert_close(series->points[0].summary.mean, 1, 0.01, 0);
    assert_close(series->points[7].summary.mean, 2, 0.01, 0);
    assert_false(series->warm_up.found);
    assert_true(history_is_slower(&files.history.finding, 8));
    files_fini(&files);
    write_warm(fixture, &files, true);
    request.warm_up = WARM_UP_CUT_FIRST;
    request.first = 20;
    analyse(request, 1, &files);
    assert_close(files.history.finding.series[0].points[7].summary.mean, 2, 0.01, 0);
    files_fini(&files);
    write_warm(fixture, &files, true);
    request.first = 10;
    analyse(request, 1, &files);
    assert_close(files.history.finding.series[0].points[0].summary.mean, (10 * 5 + 40) / 50.0, 0.01,
                 0);
    files_fini(&files);
    /* Nothing is left of an execution: an error, not a number. */
    struct assay_error error;
    write_warm(fixture, &files, true);
    request.first = EACH;
    const char *names[] = {files.path[0]};
    request.source.arguments = (struct name_list){names, 1};
    assert_int_equal(history_analyse(&request, &files.history, &files.remarks, &error),
                     ASSAY_INVALID);
    files_fini(&files);
}

/* The newest goes on falling: cut or not, it is no level that a gate could compare. */
static void falling(void **state)
{
    struct files files = {0};
    struct history_request request = HISTORY_REQUEST_DEFAULTS;
    write_warm(*state, &files, false);
    request.warm_up = WARM_UP_CUT;
    analyse(request, 1, &files);
    const struct history_finding *finding = &files.history.finding;
    assert_true(assay_warm_up_moves(&finding->series[0].warm_up));
    assert_true(finding->series[0].finding.n + finding->series[0].finding.n_alone > 0);
    assert_true(history_is_undecided(finding, 1));
    assert_false(history_is_slower(finding, 8));
    files_fini(&files);
}

/* A file of numbers of which nobody says which way is better decides nothing. */
static void withheld(void **state)
{
    struct files files = {0};
    const struct history_request request = HISTORY_REQUEST_DEFAULTS;
    FILE *file = create(*state, "series.csv", &files.path[0]);
    fprintf(file, "benchmark,quux\n");
    for (unsigned v = 1; v <= 30; v++)
        fprintf(file, "b,%.6f\n", (v < 21 ? 1 : 1.5) * exp(0.01 * versions_noise(v, 1)));
    assert_int_equal(fclose(file), 0);
    analyse(request, 1, &files);
    const struct history_finding *finding = &files.history.finding;
    assert_ptr_equal(history_withheld(finding), &finding->series[0]);
    assert_int_equal(finding->series[0].finding.n, 1);
    assert_false(history_is_slower(finding, 30));
    files_fini(&files);
}

/* ---- the gate of a drift ---- */

static bool drift_alarms(double lower, double upper, double per_version, size_t recent, bool beyond)
{
    size_t versions[11];
    struct history_row series = {.versions = versions, .n = 11};
    struct history_finding history = {
        .versions = NULL, .n_versions = 11, .series = &series, .n = 1, .rule = {.margin = 0.01}};
    for (size_t i = 0; i < 11; i++)
        versions[i] = i;
    series.finding.slope = (struct assay_slope){
        .found = true,
        .beyond = beyond,
        .per_version = per_version,
        .ratio = {.estimate = sqrt(lower * upper),
                  .interval = {.lower = lower, .upper = upper, .kind = ASSAY_BOUNDED}}};
    return history_is_slower(&history, recent);
}

/* Over eleven versions by 10.5 to 20 %: over the newest one by a tenth of log 1.105, which is 1 %. */
static void drifts(void **state)
{
    (void)state;
    assert_true(drift_alarms(1.105, 1.2, 1.015, 1, true));
    assert_false(drift_alarms(1.104, 1.2, 1.015, 1, true));
    assert_true(drift_alarms(1.104, 1.2, 1.015, 2, true));
    assert_true(drift_alarms(1.02, 1.2, 1.015, 100, true)); /* no further than there are versions */
    assert_false(drift_alarms(1.009, 1.2, 1.015, 100, true));
    assert_false(drift_alarms(1 / 1.2, 1 / 1.105, 1 / 1.015, 100, true)); /* faster */
    assert_false(drift_alarms(1.105, 1.2, 1.015, 100, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fixture_test(systems), fixture_test(many),     fixture_test(values),
        fixture_test(trouble), fixture_test(order),    fixture_test(warm_up),
        fixture_test(falling), fixture_test(withheld), cmocka_unit_test(drifts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
