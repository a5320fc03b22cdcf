/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_speedup.c -- the configuration of the Speedup-Test software, and beside it two files of
 * numbers for each benchmark.
 * Source:   SpeedupTest.R of Touati, Worms and Briais: columns Name,Sample1,Sample2,ConfLevel,Coef;
 *           samples are one number a line.
 * Names:    CONFIG.csv, CONFIG-1.old, CONFIG-1.new, CONFIG-2.old … in the configuration's directory
 *           and named relative to it: run the software there. Line breaks in names become blanks.
 * Edge:     the first system is the old one; benchmarks that only one of the two has, other metrics
 *           and further systems are left out. Values are the means of units, as in `assay compare --protocol speedup-test`.
 * Checked:  tests/golden/export/speedup-test reads back what it wrote. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/failure.h"
#include "base/owned.h"
#include "export/export.h"
#include "source/walk.h"

enum { LONGEST_PATH = 4096 };

static const struct assay_series *partner(const struct assay_series *series, size_t n, size_t old)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(series[i].system, series[old].system) != 0 &&
            strcmp(series[i].benchmark, series[old].benchmark) == 0 &&
            strcmp(series[i].metric, series[old].metric) == 0)
            return &series[i];
    return NULL;
}

static const char *metric_of(const struct assay_series *series, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (export_is_wall(&series[i]))
            return series[i].metric;
    return n > 0 ? series[0].metric : "";
}

static enum assay_status write_values(const char *path, const struct assay_series *series,
                                      const struct export_options *options,
                                      struct export_report *report, struct assay_error *error)
{
    struct observation seen;
    TRY(observation_of(series, options->observation, &seen, error));
    struct replacement file;
    bool done = replace_begin(&file, path);
    if (done) {
        for (size_t i = 0; i < seen.means.n; i++)
            fprintf(file.stream, "%s\n", decimal_of(seen.means.x[i]).text);
        done = replace_end(&file, true);
    }
    free((double *)(uintptr_t)seen.means.x);
    report->n_warmup += export_n_warmup(series);
    report->pooled = seen.pooled ? seen.level : report->pooled;
    return done ? ASSAY_OK
                : assay_fail(error, ASSAY_SYSTEM, "cannot write %.150s: %s", path, strerror(errno));
}

static void write_name(FILE *stream, const char *name)
{
    OWNED char *visible = export_visible(name);
    fputc('"', stream);
    for (const char *c = visible != NULL ? visible : "?"; *c != '\0'; c++) {
        if (*c == '"')
            fputc('"', stream);
        fputc(*c, stream);
    }
    fputc('"', stream);
}

/* "dir/suite.csv" gives "dir/suite-3.old". */
static bool sample_path(char path[LONGEST_PATH], const char *output, size_t number,
                        const char *which)
{
    const char *slash = strrchr(output, '/'), *dot = strrchr(output, '.');
    const size_t stem =
        dot != NULL && (slash == NULL || dot > slash + 1) ? (size_t)(dot - output) : strlen(output);
    const int n = snprintf(path, LONGEST_PATH, "%.*s-%zu.%s", (int)stem, output, number, which);
    return n > 0 && n < LONGEST_PATH;
}

static enum assay_status write_pair(FILE *stream, const struct assay_series *const pair[2],
                                    const struct export_options *options, size_t number,
                                    struct export_report *report, struct assay_error *error)
{
    static const char *const which[2] = {"old", "new"};
    write_name(stream, pair[0]->benchmark);
    for (int i = 0; i < 2; i++) {
        char path[LONGEST_PATH];
        if (!sample_path(path, options->output, number, which[i]))
            return assay_fail(error, ASSAY_SYSTEM, "cannot write: %s", strerror(ENAMETOOLONG));
        const enum assay_status status = write_values(path, pair[i], options, report, error);
        if (status != ASSAY_OK)
            return status;
        const char *slash = strrchr(path, '/');
        fputc(',', stream);
        write_name(stream, slash != NULL ? slash + 1 : path);
    }
    fputs(",NA,\n", stream);
    return ASSAY_OK;
}

static enum assay_status write_speedup(FILE *stream, const struct assay_series *series, size_t n,
                                       const struct export_options *options,
                                       struct export_report *report, struct assay_error *error)
{
    const char *metric = metric_of(series, n);
    size_t pairs = 0, used = 0;
    enum assay_status status = ASSAY_OK;
    if (options->output == NULL)
        return fail_naming(error, ASSAY_INVALID,
                           "the Speedup-Test wants several files; say with @output=FILE where the "
                           "configuration goes: the samples stand beside it");
    fputs("Name,Sample1,Sample2,ConfLevel,Coef\n", stream);
    for (size_t i = 0; i < n && status == ASSAY_OK; i++) {
        if (strcmp(series[i].metric, metric) != 0 ||
            strcmp(series[i].system, series[0].system) != 0)
            continue;
        const struct assay_series *const pair[2] = {&series[i], partner(series, n, i)};
        if (pair[1] == NULL)
            continue;
        status = write_pair(stream, pair, options, ++pairs, report, error);
        used += 2;
    }
    report->n_series = n - used;
    if (pairs == 0)
        return assay_fail(
            error, ASSAY_UNDEFINED,
            "the Speedup-Test compares two systems: no benchmark was measured on both");
    return status == ASSAY_OK ? export_end(stream, true, error) : status;
}

extern const struct exporter exporter_speedup;
const struct exporter exporter_speedup = {"speedup-test", "the Speedup-Test", write_speedup};
