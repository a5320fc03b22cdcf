/* SPDX-License-Identifier: GPL-3.0-or-later */
/* junit.c -- a comparison as JUnit's XML, which build services show as tests.
 * Source:   the elements that Jenkins, GitLab and GitHub's reporters read alike (no standard exists): testsuites,
 *           testsuite, testcase with failure, error or skipped, system-out.
 * Checked:  docs/schema/junit.xsd by xmllint (tests/versions/ci). */
#include <math.h>
#include <string.h>

#include "view/document/experiment.h"
#include "view/page/gate_report.h"
#include "view/terminal/why.h"
#include "view/text/markup.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* What a case came to. */
enum result { PASSED, FAILED, SKIPPED, BROKEN, OUTCOMES };

static enum result result_of(const struct gate_report *report, const struct system_pair *pair,
                             size_t i)
{
    if (pair->trouble[i][0] != '\0')
        return BROKEN;
    if (!comparison_is_gated(pair, i, report->primary))
        return PASSED;
    const enum assay_verdict verdict = comparison_gated_verdict(pair, i);
    return verdict == ASSAY_SLOWER ? FAILED : verdict == ASSAY_INCONCLUSIVE ? SKIPPED : PASSED;
}

static void count(const struct gate_report *report, const struct system_pair *pair,
                  size_t totals[OUTCOMES])
{
    for (size_t i = 0; i < pair->n; i++)
        totals[result_of(report, pair, i)]++;
    totals[SKIPPED] += pair->n_unpaired;
}

static void put_totals(const struct markup *out, const size_t totals[OUTCOMES])
{
    size_t n = 0;
    for (int i = 0; i < OUTCOMES; i++)
        n += totals[i];
    markup_write(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"", n,
                 totals[FAILED], totals[BROKEN], totals[SKIPPED]);
}

static void put_names(const struct markup *out, const struct system_pair *pair)
{
    markup_write(out, "%s against %s", pair->new_system, pair->old_system);
}

static void open_case(const struct markup *out, const struct system_pair *pair,
                      const struct assay_series *series)
{
    markup_write(out, "    <testcase classname=\"");
    put_names(out, pair);
    markup_write(out, "\" name=\"%s (%s)\"", series->benchmark, series->metric);
}

/* "mean of wall +5.0 % (+4.1 … +6.0 %), slower" */
static char *words_of(const struct comparison_finding *row)
{
    const struct assay_estimate *ratio = &row->finding.ratio;
    const int decimals = verdict_decimals(ratio);
    OWNED char *change =
        view_format("%s", percent_signed(100 * (ratio->estimate - 1), decimals).text);
    OWNED char *of_what = verdict_of_what(row);
    return view_format("%s %s (%s), %s%s, margin %s", of_what != NULL ? of_what : "?",
                       change != NULL ? change : "?", verdict_range(ratio, decimals).text,
                       assay_verdict_name(row->finding.verdict), verdict_subject_short(row),
                       percent_rough(100 * row->finding.margin, 6).text);
}

/* An element with what is to be said, and nothing in it. */
static void put_message(const struct markup *out, const char *element, const char *type,
                        const char *text)
{
    markup_write(out, "      <%s", element);
    if (type != NULL)
        markup_write(out, " type=\"%s\"", type);
    markup_write(out, " message=\"%s\"/>\n", text != NULL ? text : "?");
}

static void put_function(const struct markup *out, const struct why_finding *why,
                         const struct why_line *line)
{
    OWNED char *name = why_line_name(line);
    const struct quantity range = why_range(why, line), own = why_own(line);
    markup_write(out, "%s %s", name != NULL ? name : "?", why_change(why, line).text);
    if (range.text[0] != '\0')
        markup_write(out, " (%s)", range.text);
    if (own.text[0] != '\0')
        markup_write(out, ", of itself %s", own.text);
    if (line->code != WHY_CODE_UNKNOWN)
        markup_write(out, ", code %s", why_code_name(line->code));
    markup_write(out, "\n");
}

/* A failure with the functions that make it, where they are known. */
static void put_failure(const struct markup *out, const struct comparison_finding *row,
                        const char *text)
{
    const struct why_line *lines[WHY_MOVED];
    if (row->why == NULL) {
        put_message(out, "failure", "slower", text);
        return;
    }
    OWNED char *headline = why_headline(row->why);
    const size_t n = why_moved(row->why, lines, WHY_MOVED);
    markup_write(out, "      <failure type=\"slower\" message=\"%s\">%s\n",
                 text != NULL ? text : "?", headline != NULL ? headline : "?");
    for (size_t i = 0; i < n; i++)
        put_function(out, row->why, lines[i]);
    markup_write(out, "</failure>\n");
}

/* A time is that of the new system; other units have no place there. */
static void put_case(const struct markup *out, const struct gate_report *report,
                     const struct system_pair *pair, size_t i)
{
    const struct comparison_finding *row = &pair->rows[i];
    const enum result outcome = result_of(report, pair, i);
    OWNED char *words = words_of(row);
    open_case(out, pair, row->old_series);
    if (strcmp(row->new_series->unit, "s") == 0 && isfinite(row->finding.new_value))
        markup_write(out, " time=\"%.9f\"", row->finding.new_value);
    markup_write(out, ">\n");
    switch (outcome) {
    case FAILED: put_failure(out, row, words); break;
    case BROKEN: put_message(out, "error", "undefined", pair->trouble[i]); break;
    case SKIPPED: put_message(out, "skipped", NULL, words); break;
    default: break;
    }
    markup_write(out, "      <system-out>%s</system-out>\n    </testcase>\n",
                 words != NULL ? words : "?");
}

static void put_suite(const struct markup *out, const struct gate_report *report,
                      const struct system_pair *pair)
{
    size_t totals[OUTCOMES] = {0};
    count(report, pair, totals);
    markup_write(out, "  <testsuite name=\"");
    put_names(out, pair);
    markup_write(out, "\"");
    put_totals(out, totals);
    markup_write(out, ">\n");
    for (size_t i = 0; i < pair->n; i++)
        put_case(out, report, pair, i);
    for (size_t i = 0; i < pair->n_unpaired; i++) {
        OWNED char *text = unpaired_text(&pair->unpaired[i]);
        open_case(out, pair, pair->unpaired[i].series);
        markup_write(out, ">\n");
        put_message(out, "skipped", NULL, text);
        markup_write(out, "    </testcase>\n");
    }
    markup_write(out, "  </testsuite>\n");
}

/* A first run: what will be decided once there is a baseline. */
static void put_first(const struct markup *out, const struct gate_report *report)
{
    const struct input *measured = report->measured;
    size_t totals[OUTCOMES] = {0};
    for (size_t i = 0; i < measured->n; i++)
        totals[SKIPPED] += measured->primary[i];
    put_totals(out, totals);
    markup_write(out, ">\n  <testsuite name=\"first run\"");
    put_totals(out, totals);
    markup_write(out, ">\n");
    for (size_t i = 0; i < measured->n; i++) {
        const struct assay_series *series = &measured->series[i];
        if (!measured->primary[i])
            continue;
        markup_write(out, "    <testcase classname=\"%s\" name=\"%s (%s)\">\n", series->system,
                     series->benchmark, series->metric);
        put_message(out, "skipped", NULL, report->first);
        markup_write(out, "    </testcase>\n");
    }
    markup_write(out, "  </testsuite>\n");
}

static void put_pairs(const struct markup *out, const struct gate_report *report)
{
    size_t totals[OUTCOMES] = {0};
    for (size_t i = 0; i < report->pairs->n; i++)
        count(report, &report->pairs->items[i], totals);
    put_totals(out, totals);
    markup_write(out, ">\n");
    for (size_t i = 0; i < report->pairs->n; i++)
        put_suite(out, report, &report->pairs->items[i]);
}

void junit_print(FILE *stream, const struct gate_report *report)
{
    const struct markup xml = markup_xml(stream), *out = &xml;
    markup_write(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"%s\"",
                 report->name != NULL ? report->name : "assay");
    if (report->first != NULL)
        put_first(out, report);
    else
        put_pairs(out, report);
    markup_write(out, "</testsuites>\n");
}
