/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export.c -- the table of exporters, and what they share. */
#include "export/export.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/describe.h"
#include "base/failure.h"
#include "base/terminal_name.h"
#include "base/utf8.h"
#include "design/stop_text.h"

extern const struct exporter exporter_csv, exporter_json, exporter_hyperfine, exporter_pyperf,
    exporter_parquet, exporter_go, exporter_bmf, exporter_tak, exporter_codspeed,
    exporter_callgrind, exporter_cachegrind, exporter_speedup, exporter_hyperfine_csv,
    exporter_hyperfine_markdown, exporter_hyperfine_asciidoc, exporter_hyperfine_orgmode;

const struct exporter *const exporters[] = {
    &exporter_csv,
    &exporter_json,
    &exporter_parquet,
    &exporter_hyperfine,
    &exporter_pyperf,
    &exporter_go,
    &exporter_bmf,
    &exporter_tak,
    &exporter_codspeed,
    &exporter_callgrind,
    &exporter_cachegrind,
    &exporter_speedup,
    &exporter_hyperfine_csv,
    &exporter_hyperfine_markdown,
    &exporter_hyperfine_asciidoc,
    &exporter_hyperfine_orgmode,
    NULL,
};

const struct exporter *exporter_named(const char *name)
{
    for (size_t i = 0; exporters[i] != NULL; i++)
        if (strcmp(exporters[i]->name, name) == 0)
            return exporters[i];
    return NULL;
}

/* Whether rounds pair the systems of the series. */
static bool are_paired(const struct assay_series *series, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (series[i].pair_key == NULL)
            return false;
    return !export_has_one_system(series, n);
}

/* How systems were at work at the same time, of the first series that tells; rounds: none were. */
static enum assay_together order_of(const struct assay_series *series, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (series[i].together != ASSAY_IN_ROUNDS)
            return series[i].together;
    return ASSAY_IN_ROUNDS;
}

static void tell_left_out(const struct export_report *report, const struct exporter *exporter,
                          const struct export_options *options, struct remarks *remarks)
{
    if (!exporter->intervals && export_plan(options) != NULL)
        remark(remarks, "not in %s: %sprogram and host of the values%s", exporter->what,
               exporter->plan ? ""
               : exporter->watched && stop_rule_watches(options->input->told.stop.rule)
                   ? "the manifest with its margin, what units cost, "
                   : "the manifest with its seed, margin and rule of stopping, what "
                     "units cost, ",
               options->input->record.n_layouts > 0 ? ", how builds were laid out" : "");
    if (report->n_warmup > 0)
        remark(remarks,
               exporter->warm_up ? "left out: %zu warm-up value%s; %s has them with @with-warm-up"
                                 : "left out: %zu warm-up value%s, for which %s has no place",
               report->n_warmup, report->n_warmup == 1 ? "" : "s", exporter->what);
    if (report->n_series > 0)
        remark(remarks, "left out: %zu series of other metrics, for which %s has no place",
               report->n_series, exporter->what);
    if (report->n_renamed > 0)
        remark(remarks, "%zu series %s metrics that are read back from %s under other names: %s",
               report->n_renamed, report->n_renamed == 1 ? "has" : "have", exporter->what,
               report->renamed);
    if (report->n_unitless > 0)
        remark(remarks, "%s has no place for the unit of %zu series: %s", exporter->what,
               report->n_unitless, report->unitless);
    if (report->n_rounded > 0)
        remark(remarks,
               "%zu series %s not the same count in all executions: %s has the mean, to the whole "
               "number",
               report->n_rounded, report->n_rounded == 1 ? "has" : "have", exporter->what);
    if (report->flattened)
        remark(remarks, "%s does not tell higher levels apart; their values stand in one list",
               exporter->what);
    if (report->pooled != NULL)
        remark(remarks,
               "pseudo-replication: each %s counts as an independent value, though levels above it "
               "were repeated, and tests claim more than the data carry",
               report->pooled);
}

enum assay_status export_series(const struct exporter *exporter, FILE *stream,
                                const struct assay_series *series, size_t n,
                                const struct export_options *options, struct remarks *remarks,
                                struct assay_error *error)
{
    struct export_report report = {0};
    TRY(exporter->write(stream, series, n, options, &report, error));
    TRY(export_end(stream, fflush(stream) == 0, error));
    if (report.n_series > 0 && report.n_series == n)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "there is nothing to export: %s has no place for %s%s", exporter->what,
                          series[0].metric, n > 1 ? " and the others" : "");
    if (!exporter->rounds && !exporter->intervals && !exporter->summary && are_paired(series, n))
        remark(remarks,
               "%s keeps no rounds, and what is compared from it is compared as independent; assay "
               "CSV keeps them",
               exporter->what);
    const enum assay_together order = order_of(series, n);
    if (!exporter->lanes && !exporter->intervals && order != ASSAY_IN_ROUNDS)
        remark(remarks,
               "%s does not tell that the systems were at work at the same time (%s), and what is "
               "compared from it is taken for rounds; @to=json keeps it",
               exporter->what, assay_together_name(order));
    tell_left_out(&report, exporter, options, remarks);
    return ASSAY_OK;
}

enum assay_status export_one_system(const struct assay_series *series, size_t n, const char *what,
                                    struct assay_error *error)
{
    if (export_has_one_system(series, n))
        return ASSAY_OK;
    return fail_naming(error, ASSAY_INVALID, "%s have one system: choose it by @system (%s, %s …)",
                       what, series[0].system, series[n - 1].system);
}

struct assay_view export_view(const struct assay_series *series)
{
    return (struct assay_view){series->live.values, export_n_live(series)};
}

enum assay_status export_end(FILE *stream, bool done, struct assay_error *error)
{
    return done && ferror(stream) == 0
               ? ASSAY_OK
               : assay_fail(error, ASSAY_SYSTEM, "cannot write: %s", strerror(errno));
}

const char *export_time(int64_t ns, char text[EXPORT_TIME])
{
    const int64_t second = 1000000000;
    const int64_t below = (ns % second + second) % second;
    const time_t seconds = (time_t)((ns - below) / second);
    struct tm parts;
    text[0] = '\0';
    if (ns == 0 || gmtime_r(&seconds, &parts) == NULL)
        return text;
    const size_t n = strftime(text, EXPORT_TIME, "%Y-%m-%dT%H:%M:%S", &parts);
    (void)snprintf(text + n, EXPORT_TIME - n, ".%09dZ", (int)below);
    return text;
}

/* Digits "12345" with the point behind the first `before` ones; 0 <= before <= 21. */
static void write_decimal(char *out, size_t size, bool negative, const char *digits, int before)
{
    const int n = (int)strlen(digits);
    const char *sign = negative ? "-" : "";
    if (before <= 0)
        (void)snprintf(out, size, "%s0.%.*s%s", sign, -before, "000000", digits);
    else if (before >= n)
        (void)snprintf(out, size, "%s%s%.*s", sign, digits, before - n, "000000000000000000000");
    else
        (void)snprintf(out, size, "%s%.*s.%s", sign, before, digits, digits + before);
}

struct export_number export_number_shifted(double x, int power)
{
    enum { MOST_BEFORE = 21, MOST_ZEROS = 6 };
    struct export_number number;
    char digits[24];
    size_t n = 0;
    for (int precision = 14; precision <= 16; precision++) {
        (void)snprintf(number.text, sizeof number.text, "%.*e", precision, x);
        if (strtod(number.text, NULL) == x)
            break;
    }
    const char *p = number.text, *e = strchr(p, 'e');
    if (e == NULL)
        return number; /* not finite: no series has it */
    if (x == 0)
        return (struct export_number){"0"}; /* of which no power has other digits */
    for (; p < e; p++)
        if (*p != '.' && *p != '-')
            digits[n++] = *p;
    while (n > 1 && digits[n - 1] == '0')
        n--;
    digits[n] = '\0';
    const int before = (int)strtol(e + 1, NULL, 10) + power + 1;
    if (before > -MOST_ZEROS && before <= MOST_BEFORE)
        write_decimal(number.text, sizeof number.text, x < 0, digits, before);
    else
        (void)snprintf(number.text, sizeof number.text, "%s%c.%se%d", x < 0 ? "-" : "", digits[0],
                       n > 1 ? digits + 1 : "0", before - 1);
    return number;
}

static void write_json(FILE *stream, const char *text)
{
    while (*text != '\0') {
        unsigned code;
        const size_t size = utf8_decode(text, &code);
        if (size == 0)
            fputs("\xef\xbf\xbd", stream);
        else if (*text == '"' || *text == '\\')
            fprintf(stream, "\\%c", *text);
        else if (terminal_obeys(code))
            fprintf(stream, "\\u%04x", code);
        else
            fwrite(text, 1, size, stream);
        text += size > 0 ? size : 1;
    }
}

char *export_visible(const char *name)
{
    char *visible = terminal_name(name);
    return visible != NULL ? visible : strdup("?");
}

void export_json_joined(FILE *stream, const char *const *texts)
{
    fputc('"', stream);
    for (; *texts != NULL; texts++)
        write_json(stream, *texts);
    fputc('"', stream);
}

void export_json_text(FILE *stream, const char *text)
{
    export_json_joined(stream, (const char *const[]){text, NULL});
}

char *export_watched(const struct input *input)
{
    return input != NULL ? stop_text_of(&input->told.stop, input->told.stop_most, input_seed(input))
                         : NULL;
}

const struct format_plan *export_plan(const struct export_options *options)
{
    const struct format_plan *plan = options->input != NULL ? options->input->told.plan : NULL;
    return plan != NULL && plan->manifest != NULL && isfinite(plan->margin) ? plan : NULL;
}

static size_t n_values(const struct assay_sample *sample)
{
    return sample->shape.count[0] == 0 ? 0 : assay_sample_size(sample);
}

size_t export_n_live(const struct assay_series *series)
{
    return n_values(&series->live);
}

size_t export_n_warmup(const struct assay_series *series)
{
    return series->n_warmup == NULL ? 0 : n_values(&series->all) - n_values(&series->live);
}

bool export_has_one_system(const struct assay_series *series, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (strcmp(series[i].system, series[0].system) != 0)
            return false;
    return true;
}

bool export_is_wall(const struct assay_series *series)
{
    return strcmp(series->metric, "wall") == 0 && strcmp(series->unit, "s") == 0;
}

struct assay_question export_question(const struct assay_series *series,
                                      const struct export_options *options)
{
    return options->input != NULL ? input_question(options->input, series->benchmark)
                                  : (struct assay_question){.basis = ASSAY_BASIS_BOTH};
}

enum assay_status export_value(const struct assay_series *series,
                               const struct export_options *options, struct assay_estimate *out,
                               struct assay_error *error)
{
    const struct assay_question question = export_question(series, options);
    const struct assay_statistic statistic = assay_question_alone(&question);
    struct assay_description d;
    struct assay_compare_options how = options->stopped;
    how.confidence = options->confidence;
    if (statistic.kind != ASSAY_STATISTIC_MEAN)
        return describe_quantile(series, &statistic, &how, out, error);
    TRY(assay_describe(&series->live, options->confidence, &d, error));
    *out = (struct assay_estimate){.estimate = d.mean, .interval = d.interval};
    struct assay_estimate watched;
    enum assay_status status = ASSAY_OK;
    if (options->stopped.stopping == ASSAY_STOPPED_ANYTIME)
        status = assay_mean_anytime(&series->live, (double)options->stopped.expected,
                                    options->confidence, &watched, NULL);
    else if (options->stopped.stopping == ASSAY_STOPPED_CONTINUED)
        status = assay_mean_continued(&series->live, options->stopped.pilot, options->confidence,
                                      &watched, NULL);
    else
        return status;
    if (status == ASSAY_OK)
        out->interval = watched.interval;
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}
