/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdr_log.c -- logs of HdrHistogram (jHiccup, wrk2's users, Cassandra …): a histogram for each interval.
 * Source:   HistogramLogWriter 1.01 to 1.3: lines "[Tag=A,]start,length,max,histogram" behind comments and
 *           a line of titles.
 * Levels:   iteration: windows of one run, in the order of the file. METHODS H6: a window's quantile is
 *           its value, and requests of different windows are never thrown together.
 * Units:    nanoseconds where the line's own maximum is a millionth of its histogram's, as the writer
 *           has it for milliseconds unless told otherwise (which is said: a tool that records
 *           microseconds may leave it so, as YCSB does, which is known by its first line); else the
 *           histogram's plain numbers.
 * Edge:     empty windows are counted; a quantile is left out where fewer than three of the window's
 *           values lie beyond it (H6). */
#include <math.h>

#include "import/hdr_histogram.h"
#include "import/importer.h"
#include "text/lines.h"

static const struct quantile {
    const char *metric;
    double p;
} quantiles[] = {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}, {"max", 1}};
enum { QUANTILES = sizeof quantiles / sizeof *quantiles, LEAST_BEYOND = 3 };

struct interval {
    struct word tag; /* empty: none */
    double max;
    struct word histogram;
};

/* What stands before the next comma. */
static struct word next_field(struct word *line)
{
    const char *comma = memchr(line->text, ',', line->size);
    const size_t n = comma != NULL ? (size_t)(comma - line->text) : line->size;
    const struct word field = {line->text, n};
    const size_t taken = n + (comma != NULL);
    *line = (struct word){line->text + taken, line->size - taken};
    return field;
}

static bool take_decimal(struct word *line, double *x)
{
    return word_is_number(next_field(line), x);
}

static bool split(struct word line, struct interval *interval)
{
    static const char tag[] = "Tag=";
    double start, length;
    *interval = (struct interval){.tag = {line.text, 0}};
    if (line.size > strlen(tag) && memcmp(line.text, tag, strlen(tag)) == 0) {
        interval->tag = next_field(&line);
        interval->tag.text += strlen(tag);
        interval->tag.size -= strlen(tag);
    }
    const bool numbers = take_decimal(&line, &start) && take_decimal(&line, &length) &&
                         take_decimal(&line, &interval->max);
    interval->histogram = line;
    return numbers && line.size > 8 && memcmp(line.text, "HIST", 4) == 0;
}

/* Whether the line tells, to three digits after the point, a millionth of the last bin's end (before
 * 2.1.5: of its beginning). */
static bool in_millionths(const struct interval *interval, const struct hdr_histogram *histogram)
{
    const double rounding = 0.000501;
    return interval->max <= hdr_histogram_quantile(histogram, 1) / 1e6 + rounding &&
           interval->max >= hdr_histogram_last_bin(histogram) / 1e6 - rounding;
}

/* What the histogram's numbers are. */
static const char *unit_in(const struct format_text *text, const struct interval *interval,
                           const struct hdr_histogram *histogram)
{
    static const char ycsb[] = "#[Logging for: ";
    if (!in_millionths(interval, histogram))
        return "1";
    return text->size > strlen(ycsb) && memcmp(text->text, ycsb, strlen(ycsb)) == 0 ? "us" : "ns";
}

static void add_one(struct importer *importer, const char *benchmark, const char *metric,
                    const char *unit, double x)
{
    const struct importer_series series = {
        .benchmark = benchmark, .metric = metric, .unit = unit_of(unit), .lowest = "iteration"};
    importer_value(importer, x / pow(10, -series.unit.power));
    importer_add(importer, &series, NULL);
}

#define TOLD                                                                                       \
    "a value a window, in nanoseconds if the writer was told no unit; quantiles are as fine as "   \
    "bins, "

static void add_window(struct importer *importer, const struct interval *interval,
                       const struct hdr_histogram *histogram)
{
    static const char *const fine[] = {NULL,         TOLD "10 %",   TOLD "1 %",
                                       TOLD "0.1 %", TOLD "0.01 %", TOLD "0.001 %"};
    const char *unit = unit_in(importer->text, interval, histogram);
    const char *benchmark =
        interval->tag.size > 0
            ? pull_print(&importer->json, "%.*s", (int)interval->tag.size, interval->tag.text)
            : NULL;
    importer_note(importer, fine[histogram->digits]);
    add_one(importer, benchmark, "wall", unit, hdr_histogram_mean(histogram));
    for (size_t i = 0; i < QUANTILES; i++) {
        const double beyond = (1 - quantiles[i].p) * (double)histogram->total;
        if (quantiles[i].p < 1 && beyond < LEAST_BEYOND)
            importer_skip(importer, 1, "quantiles with fewer than three values beyond them");
        else
            add_one(importer, benchmark, quantiles[i].metric, unit,
                    hdr_histogram_quantile(histogram, quantiles[i].p));
    }
}

static void take_interval(struct importer *importer, const struct lines *lines,
                          const struct interval *interval)
{
    struct hdr_histogram histogram;
    const char *fault =
        hdr_histogram_read(interval->histogram.text, interval->histogram.size, &histogram);
    if (fault != NULL && lines->unended) {
        importer->json.p = lines->line.text;
        pull_fail_cut(&importer->json);
    } else if (fault != NULL) {
        importer_fail_at(importer, lines->number, "Interval_Compressed_Histogram",
                         "this histogram %s", fault);
    } else {
        if (histogram.total == 0)
            importer_skip(importer, 1, "empty windows");
        else
            add_window(importer, interval, &histogram);
        hdr_histogram_fini(&histogram);
    }
}

static bool is_heading(struct word line)
{
    return line.size == 0 || line.text[0] == '#' || line.text[0] == '"';
}

static void read_log(struct importer *importer)
{
    struct lines lines = lines_of(importer->text);
    while (!importer->json.failed && lines_next(&lines)) {
        const struct pull_mark mark = pull_mark(&importer->json);
        struct interval interval;
        if (is_heading(lines.line))
            continue;
        if (split(lines.line, &interval)) {
            take_interval(importer, &lines, &interval);
        } else if (lines.unended) {
            importer->json.p = lines.line.text;
            pull_fail_cut(&importer->json);
        } else {
            importer_fail_at(importer, lines.number, NULL,
                             "a line \"[Tag=NAME,]start,length,max,histogram\" is expected");
        }
        pull_forget(&importer->json, mark);
    }
}

/* The titles, or a first line with a histogram. */
static bool probe(const struct format_text *text)
{
    static const char titles[] = "\"StartTimestamp\",\"";
    struct lines lines = lines_of(text);
    struct interval interval;
    for (int i = 0; i < 20 && lines_next(&lines); i++) {
        if (word_begins(lines.line, titles))
            return true;
        if (!is_heading(lines.line))
            return split(lines.line, &interval);
    }
    return false;
}

const struct format format_hdr_log = {
    .name = "hdr-log",
    .suffix = ".hlog",
    .what = "logs of HdrHistogram",
    .probe = probe,
    .take = read_log,
};
