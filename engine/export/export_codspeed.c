/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_codspeed.c -- results as CodSpeed's plugins write them for its runner: times of one system.
 * Source:   CodSpeedHQ/codspeed, crates/runner-shared/src/walltime_results: interfaces.rs (fields), stats.rs: quartiles after
 *           Hyndman and Fan's type 6, standard deviation with n - 1 (0 of one value), outliers beyond 1.5 quartile distances
 *           and beyond two standard deviations, the total in seconds. Its runner uploads results/NAME.json below
 *           CODSPEED_PROFILE_FOLDER.
 * Edge:     times alone: what its simulation counts it takes from profiles of its own valgrind. A round is a value.
 * Checked:  tests/engine/export/test_export_counts.c. */
#include <math.h>

#include <assay/assay.h>
#include <assay/descriptive.h>

#include "base/decimal.h"
#include "base/failure.h"
#include "export/export.h"

enum { NANO = 9 };

struct summary {
    struct assay_moments moments;
    double sd, quartiles[3];
};

static enum assay_status summarise(struct assay_view view, struct summary *out,
                                   struct assay_error *error)
{
    static const double at[3] = {0.25, 0.5, 0.75};
    TRY(assay_moments_of(view, &out->moments, error));
    out->sd = view.n > 1 ? sqrt(out->moments.variance) : 0;
    return assay_quantiles(view, at, 3, 6, out->quartiles, error);
}

/* How many values lie outside. */
static size_t count_beyond(struct assay_view view, double lower, double upper)
{
    size_t n = 0;
    for (size_t i = 0; i < view.n; i++)
        n += view.x[i] < lower || view.x[i] > upper;
    return n;
}

static size_t count_by_quartiles(struct assay_view view, const struct summary *summary)
{
    const double *q = summary->quartiles, reach = 1.5 * (q[2] - q[0]);
    return count_beyond(view, q[0] - reach, q[2] + reach);
}

static size_t count_by_deviation(struct assay_view view, const struct summary *summary)
{
    const double mean = summary->moments.mean;
    return count_beyond(view, mean - 2 * summary->sd, mean + 2 * summary->sd);
}

static void write_time(FILE *stream, const char *name, double seconds)
{
    fprintf(stream, "\"%s_ns\":%s,", name, export_number_shifted(seconds, NANO).text);
}

static void write_stats(FILE *stream, struct assay_view view, const struct summary *summary,
                        size_t n_warmup)
{
    write_time(stream, "min", summary->moments.min);
    write_time(stream, "max", summary->moments.max);
    write_time(stream, "mean", summary->moments.mean);
    write_time(stream, "stdev", summary->sd);
    write_time(stream, "q1", summary->quartiles[0]);
    write_time(stream, "median", summary->quartiles[1]);
    write_time(stream, "q3", summary->quartiles[2]);
    fprintf(stream,
            "\"rounds\":%zu,\"total_time\":%s,\"iqr_outlier_rounds\":%zu,"
            "\"stdev_outlier_rounds\":%zu,\"iter_per_round\":1,\"warmup_iters\":%zu",
            view.n, decimal_of(summary->moments.mean * (double)view.n).text,
            count_by_quartiles(view, summary), count_by_deviation(view, summary), n_warmup);
}

static enum assay_status write_benchmark(FILE *stream, const struct assay_series *series,
                                         struct assay_error *error)
{
    const struct assay_view view = export_view(series);
    struct summary summary;
    TRY(summarise(view, &summary, error));
    fputs("\n  {\"name\":", stream);
    export_json_text(stream, series->benchmark);
    fputs(",\"uri\":", stream);
    export_json_text(stream, series->benchmark);
    fputs(",\n   \"config\":{\"warmup_time_ns\":null,\"min_round_time_ns\":null,"
          "\"max_time_ns\":null,\"max_rounds\":null},\n   \"stats\":{",
          stream);
    write_stats(stream, view, &summary, export_n_warmup(series));
    fputs("}}", stream);
    return ASSAY_OK;
}

static enum assay_status write_codspeed(FILE *stream, const struct assay_series *series, size_t n,
                                        const struct export_options *options,
                                        struct export_report *report, struct assay_error *error)
{
    bool any = false;
    (void)options;
    TRY(export_one_system(series, n, "files of CodSpeed", error));
    fprintf(stream,
            "{\"creator\":{\"name\":\"assay\",\"version\":\"%s\",\"pid\":0},"
            "\"instrument\":{\"type\":\"walltime\"},\n \"benchmarks\":[",
            assay_version());
    for (size_t i = 0; i < n; i++) {
        report->n_series += !export_is_wall(&series[i]);
        report->flattened |= series[i].live.shape.n_levels > 1;
        if (!export_is_wall(&series[i]))
            continue;
        if (any)
            fputc(',', stream);
        any = true;
        TRY(write_benchmark(stream, &series[i], error));
    }
    fputs("\n ]}\n", stream);
    return export_end(stream, true, error);
}

extern const struct exporter exporter_codspeed;
const struct exporter exporter_codspeed = {"codspeed", "a file of CodSpeed", write_codspeed,
                                           .summary = true};
