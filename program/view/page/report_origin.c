/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_origin.c -- where the findings come from: host, methods, and how to get them again. */
#include "design/stop_text.h"
#include "view/page/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "view/document/json.h"
#include "view/page/html.h"
#include "view/text/view_memory.h"

#include <assay/assay.h>

/* ---- host ---- */

static void print_fact(FILE *stream, const char *key, const json_t *value)
{
    fputs("<tr><th scope=\"row\">", stream);
    html_words(stream, key);
    fputs("</th><td>", stream);
    if (json_is_string(value)) {
        html_name(stream, json_string_value(value));
    } else { /* whose spaces let lines end */
        OWNED char *text = VIEW_TEXT(memory, render_json_print(memory, json_deep_copy(value)));
        html_text(stream, text != NULL ? text : "?");
    }
    fputs("</td></tr>\n", stream);
}

static void print_host(FILE *stream, const struct experiment_info *experiment)
{
    json_auto_t *facts = render_json_of(experiment->host_json);
    const char *key;
    json_t *value;
    if (json_object_size(facts) > 0) { /* of what was imported none is known */
        fputs("<details><summary><h3>The host</h3></summary><div class=\"scroll\"><table "
              "class=\"facts\"><tbody>\n",
              stream);
        json_object_del(facts, "environment"); /* its names are the caller's */
        json_object_foreach(facts, key, value) if (!json_is_null(value))
            print_fact(stream, key, value);
        fputs("</tbody></table></div></details>\n", stream);
    }
}

/* ---- methods ---- */

static const char *const methods[][2] = {
    {"fieller",
     "Ratio of means: Fieller 1954, J. R. Stat. Soc. B 16:175\u2013185, on the means of the top "
     "level, with Satterthwaite\u2019s degrees of freedom, or paired by rounds; after Kalibera and "
     "Jones 2013 (ISMM)."},
    {"bootstrap",
     "Bootstrap of the top level: percentiles of resampled ratios, expanded for small counts "
     "(Hesterberg 2015)."},
    {"typical-t", "Typical run: the median of the paired rounds\u2019 ratios; its interval is "
                  "Student\u2019s t on their logarithms, stretched to the median outside it."},
    {"typical-order",
     "Typical run: the median of the paired rounds\u2019 ratios; its interval lies between order "
     "statistics of these."},
    {"quantile-order", "Quantiles: intervals between order statistics of the rounds."},
    {"duet-t", "Pairs measured at once on two processors: Student\u2019s t on their log ratios."},
    {"machines", "Several machines: Student\u2019s t on the machines\u2019 log ratios."},
};

static bool begins(const struct assay_interval *interval, const char *method)
{
    return interval->method != NULL && strncmp(interval->method, method, strlen(method)) == 0;
}

/* Whether it decides a row, or stands beside what does. */
static bool uses(const struct report_view *view, const char *method)
{
    for (size_t i = 0; i < view->n_pairs; i++)
        for (size_t j = 0; j < view->pairs[i].n; j++) {
            const struct assay_comparison *finding = &view->pairs[i].rows[j].finding;
            if (begins(&finding->ratio.interval, method) ||
                (finding->has_typical && (begins(&finding->typical.ratio.interval, method) ||
                                          begins(&finding->mean_ratio.interval, method))))
                return true;
        }
    return false;
}

static bool asks_twice(const struct report_view *view)
{
    for (size_t i = 0; i < view->n_pairs; i++)
        for (size_t j = 0; j < view->pairs[i].n; j++)
            if (view->pairs[i].rows[j].finding.has_typical)
                return true;
    return false;
}

static void print_methods(FILE *stream, const struct report_view *view)
{
    fputs("<h3>Methods</h3>\n<ul>\n<li>Mean: every unit weighs the same among its siblings; its "
          "interval is Student\u2019s t on the means of the top level.</li>\n<li>Variance by "
          "level: components of a nested random-effects model, estimated without bias (Kalibera "
          "and Jones 2013). One below zero is shown as \u201cnone seen\u201d.</li>\n",
          stream);
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (uses(view, methods[i][0]))
            html_printf(stream, "<li>%s</li>\n", methods[i][1]);
    if (asks_twice(view))
        fputs("<li>Two questions of paired rounds: the typical run, which a few slow runs hardly "
              "move, and the mean, which is total time and counts each. A verdict rests on both, "
              "each at half of the allowed error, or on the one that its row names.</li>\n",
              stream);
    if (view->n_pairs > 0)
        fputs("<li>Verdict: equivalent when the interval of twice the error rate lies within the "
              "margin; slower or faster when the whole interval lies beyond it; else "
              "inconclusive.</li>\n",
              stream);
    fputs("</ul>\n", stream);
}

/* ---- again ---- */

/* False of what was imported: its manifest is a remark alone, and was never run. */
static bool is_measured(const struct experiment_info *experiment)
{
    return experiment->manifest == NULL ||
           strncmp(experiment->manifest, IMPORTED_TEXT, strlen(IMPORTED_TEXT)) != 0;
}

/* Of a version that was kept for histories the number of the experiment that measured it; 0: it is none. */
static long kept_of(const struct experiment_info *experiment)
{
    const size_t n = strlen(KEPT_TEXT);
    return experiment->manifest != NULL && strncmp(experiment->manifest, KEPT_TEXT, n) == 0
               ? strtol(experiment->manifest + n, NULL, 10)
               : 0;
}

static void print_experiment(FILE *stream, const struct experiment_info *experiment)
{
    fputs("<p>", stream);
    if (!is_measured(experiment)) {
        html_time(stream, "Imported from files at ", experiment->started_ns, "");
        html_printf(stream,
                    " as experiment %" PRId64
                    ": %zu executions, %zu of them failed. How they were measured is not "
                    "known.</p>\n",
                    experiment->id, experiment->executions, experiment->failures);
        return;
    }
    if (kept_of(experiment) > 0) {
        html_time(stream, "Kept for histories at ", experiment->started_ns, "");
        html_printf(stream,
                    " as experiment %" PRId64 ": a copy of %zu executions of experiment %ld, which "
                    "measured them beside other versions.</p>\n",
                    experiment->id, experiment->executions, kept_of(experiment));
        return;
    }
    html_time(stream, "Measured from ", experiment->started_ns, " with assay ");
    html_printf(
        stream,
        "%s as experiment %" PRId64
        ": %zu executions, %zu of them failed.</p>\n<p>Measure again with the same seed and the "
        "manifest below, saved as assay.yaml:</p>\n<pre><code>assay run assay.yaml --seed %" PRIu64
        "</code></pre>\n",
        experiment->assay_version != NULL ? experiment->assay_version : "", experiment->id,
        experiment->executions, experiment->failures, experiment->seed);
    if (experiment->manifest == NULL || experiment->manifest[0] == '\0')
        return;
    fputs("<details><summary><h3>The manifest</h3></summary><pre><code>", stream);
    html_text(stream, experiment->manifest);
    fputs("</code></pre></details>\n", stream);
}

static void print_files(FILE *stream, const struct report_view *view)
{
    if (view->origin != NULL) {
        html_printf(stream, "<p>Read from %s.</p>\n", view->origin);
        return;
    }
    fputs("<p>Read from", stream);
    for (size_t i = 0; i < view->n_sources; i++) {
        fputs(i > 0 ? ", <code>" : " <code>", stream);
        html_printf(stream, "%s</code>", view->sources[i]);
    }
    fputs(".</p>\n", stream);
}

void report_print_origin(FILE *stream, const struct report_view *view)
{
    fputs("<section id=\"origin\"><h2>How to get these numbers again</h2>\n", stream);
    if (view->experiment != NULL)
        print_experiment(stream, view->experiment);
    else
        print_files(stream, view);
    if (view->saved)
        html_printf(
            stream,
            "<p>Findings saved before; this page was written by assay %s. Confidence %.6g.</p>\n",
            assay_version(), view->confidence);
    else
        html_printf(stream, "<p>Analysed by assay %s, confidence %.6g, seed %llu.</p>\n",
                    assay_version(), view->confidence, view->seed);
    if (view->experiment != NULL)
        print_host(stream, view->experiment);
    print_methods(stream, view);
    fputs("</section>\n", stream);
}
