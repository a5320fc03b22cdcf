/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_verdicts.c -- what changed and how sure that is: the page's first screen. */
#include "view/page/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/page/html.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* ---- sentences ---- */

static void print_count(FILE *stream, const struct system_pair *pair, enum assay_verdict verdict)
{
    size_t n = 0;
    for (size_t i = 0; i < pair->n; i++)
        n += pair->rows[i].finding.verdict == verdict;
    if (n > 0)
        fprintf(stream, " <span class=\"verdict %s\">%zu %s</span>", assay_verdict_name(verdict), n,
                assay_verdict_name(verdict));
}

/* "O2 is 38.1 % faster than O1 on fft, 95 % interval …", in the words of the terminal. */
static void print_sentence(FILE *stream, const struct comparison_finding *row,
                           const char *benchmark)
{
    struct verdict_line line = verdict_line_of(row, benchmark, 0);
    html_printf(stream, "%s, %s, %s%s", line.sentence != NULL ? line.sentence : "?",
                line.interval != NULL ? line.interval : "?",
                assay_verdict_name(row->finding.verdict), line.margin != NULL ? line.margin : "");
    if (line.beside != NULL && line.beside_interval != NULL)
        html_printf(stream, "; %s, %s, %s", line.beside, line.beside_interval,
                    assay_verdict_name(line.beside_verdict));
    if (line.warm_up != NULL)
        html_printf(stream, ". %s", line.warm_up);
    if (line.far != NULL)
        html_printf(stream, ". %s", line.far);
    verdict_line_fini(&line);
}

static void print_headline(FILE *stream, const struct report_view *view,
                           const struct system_pair *pair)
{
    fputs("<p class=\"headline\">", stream);
    if (pair->n == 1) {
        const char *benchmark = pair->rows[0].old_series->benchmark;
        const bool unnamed = (view->experiment != NULL && view->experiment->quick) ||
                             strcmp(benchmark, pair->old_system) == 0;
        print_sentence(stream, &pair->rows[0], unnamed ? NULL : benchmark);
    } else {
        html_name(stream, pair->new_system);
        fputs(" against ", stream);
        html_name(stream, pair->old_system);
        fputs(":", stream);
        print_count(stream, pair, ASSAY_FASTER);
        print_count(stream, pair, ASSAY_SLOWER);
        print_count(stream, pair, ASSAY_EQUIVALENT);
        print_count(stream, pair, ASSAY_MIXED);
        print_count(stream, pair, ASSAY_INCONCLUSIVE);
    }
    fputs("</p>\n", stream);
}

static void write_counts(FILE *stream, const struct system_pair *pair)
{
    static const enum assay_verdict verdicts[] = {ASSAY_FASTER, ASSAY_SLOWER, ASSAY_EQUIVALENT,
                                                  ASSAY_MIXED, ASSAY_INCONCLUSIVE};
    const char *separator = ":";
    fprintf(stream, "%s against %s", pair->new_system, pair->old_system);
    for (size_t k = 0; k < sizeof verdicts / sizeof verdicts[0]; k++) {
        size_t n = 0;
        for (size_t i = 0; i < pair->n; i++)
            n += pair->rows[i].finding.verdict == verdicts[k];
        if (n > 0)
            fprintf(stream, "%s %zu %s", separator, n, assay_verdict_name(verdicts[k]));
        separator = n > 0 ? "," : separator;
    }
}

char *report_headline(const struct report_view *view)
{
    if (view->n_pairs == 0)
        return NULL;
    struct view_writer writer;
    FILE *memory = view_open(&writer);
    for (size_t i = 0; memory != NULL && i < view->n_pairs; i++) {
        fputs(i > 0 ? "; " : "", memory);
        write_counts(memory, &view->pairs[i]);
    }
    return view_close(&writer);
}

static void print_suite(FILE *stream, const struct system_pair *pair)
{
    const struct assay_suite_summary *suite = &pair->suite.summary;
    const struct assay_estimate ratio = {.estimate = suite->geometric.estimate,
                                         .interval = suite->geometric.fixed};
    const int decimals = verdict_decimals(&ratio);
    fprintf(stream, "<p>All %zu benchmarks ", suite->n);
    if (suite->n < pair->n) {
        fputs("with ", stream);
        html_name(stream, pair->suite.metric);
        fputc(' ', stream);
    }
    fputs("together (geometric mean, these benchmarks only): ", stream);
    html_printf(
        stream, "%s, %s interval %s.", percent_signed(change_of(&ratio).estimate, decimals).text,
        confidence_text(ratio.interval.confidence).text, verdict_range(&ratio, decimals).text);
    fputs("</p>\n", stream);
}

/* ---- table ---- */

/* What the script filters and sorts by. */
static void print_row_data(FILE *stream, const struct report_view *view,
                           const struct comparison_finding *row)
{
    const double effect = fabs(log(row->finding.ratio.estimate));
    const double noise = verdict_half_width(&row->finding.ratio);
    const bool changed =
        row->finding.verdict != ASSAY_EQUIVALENT && row->finding.verdict != ASSAY_INCONCLUSIVE;
    fprintf(stream, "<tr data-benchmark=\"%zu\" data-changed=\"%d\" data-effect=\"%.6g\" ",
            report_benchmark(view, row->old_series->benchmark), changed,
            isfinite(effect) ? effect : 1e9);
    fprintf(stream, "data-noise=\"%.6g\" data-name=\"", isfinite(noise) ? noise : 1e9);
    html_name(stream, row->old_series->benchmark);
    fputs("\">", stream);
}

static void print_row(FILE *stream, const struct report_view *view,
                      const struct comparison_finding *row, bool metric)
{
    const struct assay_comparison *finding = &row->finding;
    const int decimals = verdict_decimals(&finding->ratio);
    print_row_data(stream, view, row);
    fprintf(stream, "<th scope=\"row\"><a href=\"#b%zu\">",
            report_benchmark(view, row->old_series->benchmark));
    html_name(stream, row->old_series->benchmark);
    fputs("</a></th>", stream);
    if (metric) {
        fputs("<td>", stream);
        html_name(stream, row->old_series->metric);
        fputs("</td>", stream);
    }
    fprintf(stream, "<td><span class=\"verdict %s\">%s</span>%s</td><td class=\"number\">",
            assay_verdict_name(finding->verdict), assay_verdict_name(finding->verdict),
            verdict_subject_short(row));
    html_text(stream, percent_signed(change_of(&finding->ratio).estimate, decimals).text);
    fputs("</td><td class=\"number\">", stream);
    html_text(stream, verdict_range(&finding->ratio, decimals).text);
    fputs("</td><td class=\"number\">", stream);
    html_text(stream, quantity_alone(finding->old_value, row->old_series->unit).text);
    fputs("</td><td class=\"number\">", stream);
    html_text(stream, quantity_alone(finding->new_value, row->new_series->unit).text);
    fputs("</td><td>", stream);
    html_name(stream, method_words(finding->ratio.interval.method));
    fputs("</td></tr>\n", stream);
}

static bool several_metrics(const struct system_pair *pair)
{
    for (size_t i = 1; i < pair->n; i++)
        if (strcmp(pair->rows[i].old_series->metric, pair->rows[0].old_series->metric) != 0)
            return true;
    return false;
}

static void print_table(FILE *stream, const struct report_view *view,
                        const struct system_pair *pair)
{
    const bool metric = several_metrics(pair);
    const struct assay_comparison *first = &pair->rows[0].finding;
    char statistic[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&first->statistic, statistic);
    fputs("<div class=\"scroll\"><table class=\"comparisons\"><caption>", stream);
    html_printf(stream, "Change of the %s", statistic);
    if (!metric) {
        fputs(" of ", stream);
        html_name(stream, pair->rows[0].old_series->metric);
    }
    fputs(", ", stream);
    html_name(stream, pair->new_system);
    fputs(" against ", stream);
    html_name(stream, pair->old_system);
    html_printf(stream, "; margin %.6g %%", 100 * first->margin);
    fputs("</caption>\n<thead><tr><th scope=\"col\">benchmark</th>", stream);
    if (metric)
        fputs("<th scope=\"col\">metric</th>", stream);
    fputs("<th scope=\"col\">verdict</th><th scope=\"col\" class=\"number\">change</th>"
          "<th scope=\"col\" class=\"number\">",
          stream);
    html_text(stream, confidence_text(view->confidence).text);
    fputs(" interval</th><th scope=\"col\" class=\"number\">", stream);
    html_name(stream, pair->old_system);
    fputs("</th><th scope=\"col\" class=\"number\">", stream);
    html_name(stream, pair->new_system);
    fputs("</th><th scope=\"col\">method</th></tr></thead>\n<tbody>\n", stream);
    for (size_t i = 0; i < pair->n; i++)
        print_row(stream, view, &pair->rows[i], metric);
    fputs("</tbody></table></div>\n", stream);
}

static void print_controls(FILE *stream)
{
    fputs("<p class=\"controls\" hidden><label><input type=\"checkbox\" id=\"changed\"> changed "
          "only</label> <label>sort by <select id=\"sort\"><option value=\"order\">order "
          "measured</option><option value=\"effect\">effect</option><option "
          "value=\"noise\">noise</option><option value=\"name\">name</option></select></label>"
          "</p>\n",
          stream);
}

void report_print_verdicts(FILE *stream, const struct report_view *view)
{
    fputs("<header><h1>", stream);
    html_name(stream, view->title);
    fputs("</h1></header>\n<section id=\"verdicts\"><h2>What changed, and how sure that is</h2>\n",
          stream);
    if (view->n_pairs == 0)
        fputs("<p class=\"headline\">One system was measured: nothing is compared.</p>\n", stream);
    for (size_t i = 0; i < view->n_pairs; i++)
        print_headline(stream, view, &view->pairs[i]);
    if (view->n_pairs > 0)
        print_controls(stream);
    for (size_t i = 0; i < view->n_pairs; i++) {
        const struct system_pair *pair = &view->pairs[i];
        fprintf(stream,
                "<figure class=\"chart\" data-chart=\"forest\" data-pair=\"%zu\"></figure>\n", i);
        print_table(stream, view, pair);
        if (pair->has_suite)
            print_suite(stream, pair);
    }
    fputs("</section>\n", stream);
}
