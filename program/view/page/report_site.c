/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_site.c -- an index of experiments, each with its page. */
#include "view/page/report_site.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "view/page/html.h"
#include "view/page/page.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

#include <assay/assay.h>

/* ---- heads of pages ---- */

/* The content of a meta element, still as HTML, to be freed; NULL: none. */
static char *meta_of(const char *head, const char *name)
{
    char opening[64];
    (void)snprintf(opening, sizeof opening, "<meta name=\"%s\" content=\"", name);
    const char *begin = strstr(head, opening);
    if (begin == NULL)
        return NULL;
    begin += strlen(opening);
    const char *end = strchr(begin, '"');
    const bool is_text = end != NULL && memchr(begin, '<', (size_t)(end - begin)) == NULL;
    return is_text ? strndup(begin, (size_t)(end - begin)) : NULL;
}

bool site_page_is(const char *path, const char *fingerprint, struct site_entry *entry)
{
    enum { HEAD = 65536 }; /* names of systems may be long */
    OWNED char *head = calloc(HEAD + 1, 1);
    FILE *stream = head != NULL ? fopen(path, "r") : NULL;
    bool same = false;
    if (stream != NULL) {
        const size_t n = fread(head, 1, HEAD, stream);
        (void)fclose(stream);
        head[n] = '\0';
        OWNED char *made_from = meta_of(head, "assay-made-from");
        same = made_from != NULL && strcmp(made_from, fingerprint) == 0;
        if (same)
            entry->headline = meta_of(head, "description");
    }
    return same;
}

/* ---- index ---- */

/* Its label, which commit that is, and what the commit says of itself. A label may be one. */
static void print_version(FILE *stream, const struct site_entry *entry, const char *compare_url)
{
    const char *label = entry->version.label != NULL ? entry->version.label : "";
    const char *commit = entry->version.commit != NULL ? entry->version.commit
                         : entry->subject != NULL      ? label
                                                       : NULL;
    const bool is_label = commit != NULL && strncmp(commit, label, strlen(label)) == 0;
    if (!is_label)
        html_name(stream, label);
    fputs(!is_label && commit != NULL ? " (" : "", stream);
    if (commit != NULL)
        page_print_commit(stream, compare_url, commit,
                          is_label && label[0] != '\0' ? label : commit);
    fputs(!is_label && commit != NULL ? ")" : "", stream);
    if (entry->subject != NULL)
        html_printf(stream, " <span class=\"note\">%s</span>", entry->subject);
}

/* ---- means over the versions ---- */

/* Of each version, the geometric mean over the series of what it costs against the first that measured each, as a
 * logarithm; NaN: nothing was measured. To be freed; NULL: no memory. */
static double *costs_of(const struct history_finding *history)
{
    double *costs = view_room(history->n_versions + 1, sizeof *costs);
    OWNED size_t *count = view_room(history->n_versions + 1, sizeof *count);
    for (size_t i = 0; costs != NULL && count != NULL && i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        for (size_t k = 0; k < series->n; k++) {
            const double ratio = series->points[k].summary.mean / series->points[0].summary.mean;
            if (!(ratio > 0) || !isfinite(ratio) || !assay_told_decides(&series->told))
                continue;
            costs[series->versions[k]] += series->more_is_better ? -log(ratio) : log(ratio);
            count[series->versions[k]]++;
        }
    }
    for (size_t v = 0; costs != NULL && count != NULL && v < history->n_versions; v++)
        costs[v] = count[v] > 0 ? costs[v] / (double)count[v] : (double)NAN;
    return costs;
}

struct spark {
    double *costs, low, high;
    size_t n;
};

static struct spark spark_of(const struct history_finding *history)
{
    struct spark spark = {costs_of(history), (double)INFINITY, -(double)INFINITY,
                          history->n_versions};
    for (size_t v = 0; spark.costs != NULL && v < spark.n; v++) {
        spark.low = fmin(spark.low, spark.costs[v]);
        spark.high = fmax(spark.high, spark.costs[v]);
    }
    return spark;
}

static double spark_x(const struct spark *spark, size_t v)
{
    return 100 * ((double)v + 0.5) / (double)spark->n;
}

static double spark_y(const struct spark *spark, size_t v)
{
    const double range = spark->high - spark->low;
    return range > 1e-9 ? 18 - 16 * (spark->costs[v] - spark->low) / range : 10;
}

/* The line of all versions, once. */
static void print_spark(FILE *stream, const struct spark *spark)
{
    fputs("<svg class=\"signs\" aria-hidden=\"true\" width=\"0\" height=\"0\"><defs><polyline "
          "id=\"spark\" points=\"",
          stream);
    for (size_t v = 0; v < spark->n; v++)
        if (!isnan(spark->costs[v]))
            fprintf(stream, "%.1f,%.1f ", spark_x(spark, v), spark_y(spark, v));
    fputs("\"/></defs></svg>\n", stream);
}

static size_t version_of(const struct history_finding *history, const struct site_entry *entry)
{
    const struct store_entry stored = {
        .id = entry->info->id, .name = entry->info->name, .version = entry->version};
    char label[256];
    size_t v = 0;
    store_entry_label(&stored, label, sizeof label);
    while (v < history->n_versions && strcmp(history->versions[v].label, label) != 0)
        v++;
    return v;
}

/* The mean of the only series, or the change of all against the first. */
static void print_mean(FILE *stream, const struct history_finding *history,
                       const struct spark *spark, size_t v)
{
    const struct history_row *series = &history->series[0];
    if (history->n > 1) {
        html_text(stream, percent_signed(100 * expm1(spark->costs[v]), 1).text);
        return;
    }
    for (size_t k = 0; k < series->n; k++)
        if (series->versions[k] == v)
            html_text(stream, quantity_alone(series->points[k].summary.mean, series->unit).text);
}

static void print_place(FILE *stream, const struct history_finding *history,
                        const struct spark *spark, const struct site_entry *entry)
{
    const size_t v = version_of(history, entry);
    fputs("<td class=\"number\">", stream);
    if (v < history->n_versions && !isnan(spark->costs[v])) {
        fprintf(stream,
                "<svg class=\"spark\" viewBox=\"0 0 100 20\" aria-hidden=\"true\"><use "
                "href=\"#spark\"/><path d=\"M%.1f %.1fh0\"/></svg> ",
                spark_x(spark, v), spark_y(spark, v));
        print_mean(stream, history, spark, v);
    }
    fputs("</td>", stream);
}

/* ---- rows ---- */

static void print_entry(FILE *stream, const struct site_index *site, const struct spark *spark,
                        const struct site_entry *entry)
{
    const struct experiment_info *info = entry->info;
    const time_t seconds = (time_t)(info->started_ns / 1000000000);
    struct tm parts;
    char started[32] = "";
    if (gmtime_r(&seconds, &parts) != NULL)
        (void)strftime(started, sizeof started, "%Y-%m-%d %H:%M", &parts);
    html_printf(stream,
                "<tr><td class=\"number\">%" PRId64 "</td><th scope=\"row\"><a href=\"%s\">",
                info->id, entry->file);
    if (info->name != NULL)
        html_name(stream, info->name);
    else
        fprintf(stream, "Experiment %" PRId64, info->id);
    fputs("</a></th><td>", stream);
    print_version(stream, entry, site->compare_url);
    fputs("</td>", stream);
    if (spark->costs != NULL)
        print_place(stream, site->history, spark, entry);
    fputs("<td class=\"wide\">", stream);
    fputs(entry->headline != NULL ? entry->headline : "", stream);
    html_printf(
        stream,
        "</td><td>%s</td><td class=\"number\">%zu<span class=\"narrow\"> executions</span></td>"
        "<td>%s</td></tr>\n",
        started, info->executions,
        info->finished_ns == 0 ? "not complete"
        : info->failures > 0   ? "some failed"
                               : "complete");
}

static void print_heads(FILE *stream, const char *mean)
{
    fputs("<div class=\"scroll\"><table "
          "class=\"experiments\"><caption>The newest first</caption>\n<thead><tr><th scope=\"col\" "
          "class=\"number\">id</th><th scope=\"col\">experiment</th><th "
          "scope=\"col\">version</th>",
          stream);
    if (mean != NULL)
        html_printf(stream, "<th scope=\"col\" class=\"number\">%s</th>", mean);
    fputs("<th scope=\"col\">verdicts</th>"
          "<th scope=\"col\">started (UTC)</th><th scope=\"col\" class=\"number\">executions</th>"
          "<th scope=\"col\">state</th></tr></thead>\n<tbody>\n",
          stream);
}

void site_print_index(FILE *stream, const struct site_index *site)
{
    struct spark spark = {NULL, 0, 0, 0};
    if (site->history != NULL)
        spark = spark_of(site->history);
    page_begin_head(stream, "Experiments", NULL, 0);
    html_printf(stream, "<meta name=\"assay-made-from\" content=\"%s\">\n", site->fingerprint);
    page_end_head(stream);
    page_begin_main(stream, &(struct page_shell){.kind = PAGE_EXPERIMENTS,
                                                 .links = {.history = site->history_file},
                                                 .compare_url = site->compare_url});
    fputs("<header><h1>Experiments</h1></header>\n", stream);
    if (site->history_file != NULL)
        html_printf(stream, "<p><a href=\"%s\">What changed over the versions</a></p>\n",
                    site->history_file);
    if (spark.costs != NULL)
        print_spark(stream, &spark);
    print_heads(stream, spark.costs == NULL    ? NULL
                        : site->history->n > 1 ? "all against the first"
                                               : "mean");
    for (size_t i = 0; i < site->n; i++)
        print_entry(stream, site, &spark, &site->entries[i]);
    fputs("</tbody></table></div>\n", stream);
    page_end_main(stream, "Written");
    fputs("</body>\n</html>\n", stream);
    free(spark.costs);
}
