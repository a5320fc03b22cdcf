/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.c -- the page as a whole: its head, its order, its data. */
#include "render/report.h"

#include <string.h>

#include "render/html.h"
#include "render/json.h"
#include "render/report_assets.h"
#include "render/report_chart.h"

#include <assay/assay.h>

bool report_has_charts(void)
{
    return report_charts.pieces[0] != NULL;
}

size_t report_benchmark(const struct report_view *view, const char *benchmark)
{
    size_t i = 0;
    while (i < view->n_benchmarks && strcmp(view->benchmarks[i], benchmark) != 0)
        i++;
    return i;
}

/* ---- data ---- */

static json_t *json_pair(json_t *document, const struct report_pair *pair)
{
    json_t *object = render_json_object(), *comparisons = render_json_array();
    render_json_set(object, "old", render_json_text(pair->old_system));
    render_json_set(object, "new", render_json_text(pair->new_system));
    for (size_t i = 0; i < pair->n; i++) {
        finding_json_warn(document, shown_comparison_warnings(&pair->rows[i]),
                          pair->rows[i].old_series);
        if (pair->trouble[i][0] != '\0')
            render_json_warn_text(document, "undefined", pair->trouble[i],
                                  pair->rows[i].old_series->benchmark);
        render_json_append(comparisons, finding_json_comparison(&pair->rows[i]));
    }
    render_json_set(object, "comparisons", comparisons);
    if (pair->suite != NULL)
        render_json_set(object, "suite", finding_json_suite(pair->suite));
    return object;
}

json_t *report_json(const struct report_view *view)
{
    json_t *document = render_json_document("report", view->confidence);
    json_t *pairs = render_json_array(), *samples = render_json_array();
    render_json_set(document, "title", render_json_text(view->title));
    render_json_set(document, "benchmarks",
                    render_json_texts(view->benchmarks, view->n_benchmarks));
    for (size_t i = 0; i < view->n_pairs; i++)
        render_json_append(pairs, json_pair(document, &view->pairs[i]));
    for (size_t i = 0; i < view->n_samples; i++) {
        const struct shown_sample *sample = &view->samples[i];
        json_t *object = finding_json_sample(sample->series, &sample->description);
        if (view->n_pairs == 0)
            finding_json_warn(document, shown_sample_warnings(sample), sample->series);
        render_json_set(object, "chart", report_chart_json(sample, view->raw));
        render_json_append(samples, object);
    }
    render_json_set(document, "pairs", pairs);
    render_json_set(document, "samples", samples);
    return document;
}

/* ---- page ---- */

static void print_asset(FILE *stream, const char *tag, const struct report_asset *asset)
{
    fprintf(stream, "<%s>", tag);
    for (size_t i = 0; asset->pieces[i] != NULL; i++)
        fputs(asset->pieces[i], stream);
    fprintf(stream, "</%s>\n", tag);
}

/* Only the scripts that assay wrote may run, by their hashes; nothing may be fetched. The chart
 * library sets styles on the elements that it draws. */
static void print_head(FILE *stream, const struct report_view *view)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "base-uri 'none'; form-action 'none'; img-src data: blob:; style-src 'unsafe-inline'; "
          "script-src",
          stream);
    fprintf(stream, " 'sha256-%s'", report_script.sha256);
    if (report_has_charts())
        fprintf(stream, " 'sha256-%s'", report_charts.sha256);
    fputs("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n",
          stream);
    fprintf(stream, "<meta name=\"generator\" content=\"assay %s\">\n<title>", assay_version());
    html_name(stream, view->title);
    fputs(" \u00b7 assay</title>\n", stream);
    print_asset(stream, "style", &report_style);
    fputs("</head>\n<body>\n", stream);
}

static void print_scripts(FILE *stream, const struct report_view *view)
{
    fputs("<script type=\"application/json\" id=\"findings\">", stream);
    html_json(stream, report_json(view));
    fputs("</script>\n", stream);
    if (report_has_charts())
        print_asset(stream, "script", &report_charts);
    print_asset(stream, "script", &report_script);
}

void report_print(FILE *stream, const struct report_view *view)
{
    print_head(stream, view);
    fputs("<main>\n", stream);
    report_print_verdicts(stream, view);
    report_print_benchmarks(stream, view);
    report_print_notes(stream, view);
    report_print_origin(stream, view);
    fprintf(stream, "</main>\n<footer>Written by assay %s.%s</footer>\n", assay_version(),
            report_has_charts() ? "" : " This build of assay has no charts; every number is here.");
    print_scripts(stream, view);
    fputs("</body>\n</html>\n", stream);
}
