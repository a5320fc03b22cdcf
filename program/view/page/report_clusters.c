/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_clusters.c -- where the values of a benchmark cluster, and whether its executions are steady. */
#include "view/page/report.h"

#include <string.h>

#include "view/document/finding_read.h"
#include "view/page/html.h"
#include "view/text/verdict.h"

static const json_t *chart_of(const json_t *sample, const char *name)
{
    return json_object_get(json_object_get(sample, "chart"), name);
}

static void begin_row(FILE *stream, const json_t *sample, bool wide)
{
    html_printf(stream, "<tr><th scope=\"row\">%s</th><td>%s", finding_text(sample, "system"),
                finding_text(sample, "metric"));
    fputs(wide ? "</td><td class=\"wide\">" : "</td><td>", stream);
}

/* ---- modes ---- */

/* "1.20 ms (70 %), 1.31 ms (30 %)" */
static void modes_row(FILE *stream, const json_t *sample)
{
    const json_t *modes = json_object_get(chart_of(sample, "mixture"), "modes");
    const double sd = json_number_value(json_object_get(sample, "sd"));
    begin_row(stream, sample, true);
    for (size_t i = 0; i < json_array_size(modes); i++) {
        const json_t *mode = json_array_get(modes, i);
        const double at = json_number_value(json_object_get(mode, "at"));
        const struct quantity_scale scale =
            quantity_scale_spread(finding_text(sample, "unit"), &at, 1, &sd, 1);
        html_printf(stream, "%s%s (%.0f\u00a0%%)", i > 0 ? ", " : "", quantity_of(at, &scale).text,
                    100 * json_number_value(json_object_get(mode, "share")));
    }
    const size_t fitted =
        (size_t)json_integer_value(json_object_get(chart_of(sample, "mixture"), "fitted"));
    const size_t n = (size_t)json_integer_value(json_object_get(sample, "n"));
    fprintf(stream, "</td><td class=\"number\">%zu</td><td class=\"number\">",
            json_array_size(json_object_get(chart_of(sample, "mixture"), "parts")));
    html_printf(stream, fitted < n ? "%zu of %zu" : "%zu", fitted, n);
    fputs("</td></tr>\n", stream);
}

static void print_modes(FILE *stream, const json_t *all, const size_t *samples, size_t n)
{
    bool begun = false;
    for (size_t i = 0; i < n; i++) {
        const json_t *sample = json_array_get(all, samples[i]);
        if (!json_is_object(chart_of(sample, "mixture")))
            continue;
        if (!begun)
            fputs("<div class=\"scroll\"><table class=\"modes\"><caption>Where the values cluster: "
                  "modes of the mixture of normal distributions with the smallest BIC</caption>\n"
                  "<thead><tr><th scope=\"col\">system</th><th scope=\"col\">metric</th><th "
                  "scope=\"col\">modes (share of the values)</th><th scope=\"col\" "
                  "class=\"number\">parts</th><th scope=\"col\" class=\"number\">values "
                  "fitted</th></tr></thead>\n<tbody>\n",
                  stream);
        begun = true;
        modes_row(stream, sample);
    }
    if (begun)
        fputs("</tbody></table></div>\n", stream);
}

/* ---- steady parts ---- */

static const char *const states[] = {"flat", "warmup", "slowdown", "no steady state"};
enum { N_STATES = sizeof states / sizeof states[0] };

/* What the executions of one sample have in common. */
struct steadiness {
    size_t n_state[N_STATES], n, from, warmup;
};

static struct steadiness steadiness_of(const json_t *executions)
{
    struct steadiness all = {0};
    for (size_t i = 0; i < json_array_size(executions); i++) {
        const json_t *execution = json_array_get(executions, i);
        const char *name = finding_text(execution, "classification");
        const size_t from = (size_t)json_integer_value(json_object_get(execution, "steady_from"));
        const size_t warmup = (size_t)json_integer_value(json_object_get(execution, "warmup"));
        for (size_t k = 0; k < N_STATES; k++)
            all.n_state[k] += strcmp(name, states[k]) == 0;
        all.n += name[0] != '\0';
        all.from = from > all.from ? from : all.from;
        all.warmup = warmup > all.warmup ? warmup : all.warmup;
    }
    return all;
}

static void steady_row(FILE *stream, const json_t *sample, const struct steadiness *all)
{
    const char *separator = "";
    begin_row(stream, sample, false);
    for (size_t k = 0; k < N_STATES; k++)
        if (all->n_state[k] > 0) {
            html_printf(stream, "%s%zu %s", separator, all->n_state[k], states[k]);
            separator = ", ";
        }
    fprintf(stream, "</td><td class=\"number\">%zu of %zu</td><td class=\"number\">", all->n,
            (size_t)json_integer_value(json_object_get(chart_of(sample, "runs"), "n")));
    if (all->n_state[N_STATES - 1] == 0)
        fprintf(stream, "%zu", all->from);
    else
        fputs("\u2013", stream);
    fprintf(stream, "</td><td class=\"number\">%zu</td></tr>\n", all->warmup + 1);
}

static void print_steady(FILE *stream, const json_t *all, const size_t *samples, size_t n)
{
    bool begun = false;
    for (size_t i = 0; i < n; i++) {
        const json_t *sample = json_array_get(all, samples[i]);
        const struct steadiness steadiness =
            steadiness_of(json_object_get(chart_of(sample, "runs"), "executions"));
        if (steadiness.n == 0)
            continue;
        if (!begun)
            fputs("<div class=\"scroll\"><table class=\"steady\"><caption>Whether executions are "
                  "steady: changes in their iterations, as <code>assay steady</code> finds them"
                  "</caption>\n<thead><tr><th scope=\"col\">system</th><th scope=\"col\">metric"
                  "</th><th scope=\"col\">executions</th><th scope=\"col\" class=\"number\">looked "
                  "at</th><th scope=\"col\" class=\"number\">steady from iteration</th><th "
                  "scope=\"col\" class=\"number\">live from iteration</th></tr></thead>\n<tbody>\n",
                  stream);
        begun = true;
        steady_row(stream, sample, &steadiness);
    }
    if (begun)
        fputs("</tbody></table></div>\n", stream);
}

void report_print_clusters(FILE *stream, const json_t *findings, const size_t *samples, size_t n)
{
    const json_t *all = json_object_get(findings, "samples");
    print_modes(stream, all, samples, n);
    print_steady(stream, all, samples, n);
}
