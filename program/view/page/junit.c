/* SPDX-License-Identifier: GPL-3.0-or-later */
/* junit.c -- a comparison as JUnit's XML, which build services show as tests.
 * Source:   the elements that Jenkins, GitLab and GitHub's reporters read alike (no standard exists): testsuites,
 *           testsuite, testcase with failure, error or skipped, system-out.
 * Checked:  docs/schema/junit.xsd by xmllint (tests/versions/ci). */
#include <math.h>
#include <string.h>

#include "view/document/experiment.h"
#include "view/page/gate_report.h"
#include "view/page/html.h"
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

static void put_totals(FILE *stream, const size_t totals[OUTCOMES])
{
    size_t n = 0;
    for (int i = 0; i < OUTCOMES; i++)
        n += totals[i];
    fprintf(stream, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"", n,
            totals[FAILED], totals[BROKEN], totals[SKIPPED]);
}

static void put_names(FILE *stream, const struct system_pair *pair)
{
    html_printf(stream, "%s against %s", pair->new_system, pair->old_system);
}

static void open_case(FILE *stream, const struct system_pair *pair,
                      const struct assay_series *series)
{
    fputs("    <testcase classname=\"", stream);
    put_names(stream, pair);
    html_printf(stream, "\" name=\"%s (%s)\"", series->benchmark, series->metric);
}

/* "+5.0 % (+4.1 … +6.0 %), slower" */
static char *words_of(const struct comparison_finding *row)
{
    const struct assay_estimate *ratio = &row->finding.ratio;
    const int decimals = verdict_decimals(ratio);
    OWNED char *change =
        view_format("%s", percent_signed(100 * (ratio->estimate - 1), decimals).text);
    return view_format("%s (%s), %s%s, margin %g %%", change != NULL ? change : "?",
                       verdict_range(ratio, decimals).text,
                       assay_verdict_name(row->finding.verdict), verdict_subject_short(row),
                       100 * row->finding.margin);
}

/* An element with what is to be said, and nothing in it. */
static void put_message(FILE *stream, const char *element, const char *type, const char *text)
{
    fprintf(stream, "      <%s", element);
    if (type != NULL)
        fprintf(stream, " type=\"%s\"", type);
    fputs(" message=\"", stream);
    html_text(stream, text != NULL ? text : "?");
    fputs("\"/>\n", stream);
}

/* A time is that of the new system; other units have no place there. */
static void put_case(FILE *stream, const struct gate_report *report, const struct system_pair *pair,
                     size_t i)
{
    const struct comparison_finding *row = &pair->rows[i];
    const enum result outcome = result_of(report, pair, i);
    OWNED char *words = words_of(row);
    open_case(stream, pair, row->old_series);
    if (strcmp(row->new_series->unit, "s") == 0 && isfinite(row->finding.new_value))
        fprintf(stream, " time=\"%.9f\"", row->finding.new_value);
    fputs(">\n", stream);
    switch (outcome) {
    case FAILED: put_message(stream, "failure", "slower", words); break;
    case BROKEN: put_message(stream, "error", "undefined", pair->trouble[i]); break;
    case SKIPPED: put_message(stream, "skipped", NULL, words); break;
    default: break;
    }
    html_printf(stream, "      <system-out>%s</system-out>\n    </testcase>\n",
                words != NULL ? words : "?");
}

static void put_unpaired(FILE *stream, const struct system_pair *pair,
                         const struct unpaired *unpaired)
{
    OWNED char *text = unpaired_text(unpaired);
    open_case(stream, pair, unpaired->series);
    fputs(">\n", stream);
    put_message(stream, "skipped", NULL, text);
    fputs("    </testcase>\n", stream);
}

static void put_suite(FILE *stream, const struct gate_report *report,
                      const struct system_pair *pair)
{
    size_t totals[OUTCOMES] = {0};
    count(report, pair, totals);
    fputs("  <testsuite name=\"", stream);
    put_names(stream, pair);
    fputc('"', stream);
    put_totals(stream, totals);
    fputs(">\n", stream);
    for (size_t i = 0; i < pair->n; i++)
        put_case(stream, report, pair, i);
    for (size_t i = 0; i < pair->n_unpaired; i++)
        put_unpaired(stream, pair, &pair->unpaired[i]);
    fputs("  </testsuite>\n", stream);
}

void junit_print(FILE *stream, const struct gate_report *report)
{
    size_t totals[OUTCOMES] = {0};
    for (size_t i = 0; i < report->pairs->n; i++)
        count(report, &report->pairs->items[i], totals);
    html_printf(stream, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"%s\"",
                report->name != NULL ? report->name : "assay");
    put_totals(stream, totals);
    fputs(">\n", stream);
    for (size_t i = 0; i < report->pairs->n; i++)
        put_suite(stream, report, &report->pairs->items[i]);
    fputs("</testsuites>\n", stream);
}
