/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.c -- the page as a whole: its head, its order, its data. */
#include "view/page/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "view/document/chart_json.h"
#include "view/document/finding_json.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/page/card.h"
#include "view/page/html.h"
#include "view/page/page.h"
#include "view/text/view_memory.h"

#include <assay/parallel.h>

/* ---- data ---- */

/* What the page looks at of all samples, made side by side. */
struct charts {
    const struct report_view *view;
    struct chart_limits limits;
    json_t **items;
};

static void make_chart(size_t i, size_t thread, void *context)
{
    const struct charts *charts = context;
    (void)thread;
    charts->items[i] =
        chart_sample_json(&charts->view->samples[i], &charts->view->mixtures[i], &charts->limits);
}

static json_t *json_pair(json_t *document, const struct system_pair *pair)
{
    json_t *object = render_json_object(), *comparisons = render_json_array();
    render_json_put(object, JSON("old", pair->old_system), JSON("new", pair->new_system));
    for (size_t i = 0; i < pair->n; i++) {
        finding_json_warn(document, comparison_warnings(&pair->rows[i]), pair->rows[i].old_series);
        if (pair->trouble[i][0] != '\0')
            render_json_warn_text(document, "undefined", pair->trouble[i],
                                  pair->rows[i].old_series->benchmark);
        json_t *comparison = finding_json_comparison(&pair->rows[i]);
        render_json_set(comparison, "cuts", chart_cuts_json(&pair->rows[i]));
        render_json_append(comparisons, comparison);
    }
    return render_json_put(object, JSON("comparisons", comparisons),
                           JSON_IF(pair->has_suite, "suite", finding_json_suite(&pair->suite)));
}

static void set_samples(json_t *document, const struct report_view *view, json_t **charts)
{
    json_t *samples = render_json_array();
    for (size_t i = 0; i < view->n_samples; i++) {
        const struct sample_finding *sample = &view->samples[i];
        json_t *object = finding_json_sample(sample->series, &sample->description);
        if (view->n_pairs == 0)
            finding_json_warn(document, sample_warnings(sample), sample->series);
        render_json_set(object, "chart", charts[i]);
        render_json_append(samples, object);
    }
    render_json_set(document, "samples", samples);
}

static void set_charts(json_t *document, const struct report_view *view, size_t n_threads)
{
    SCOPED(report_order_fini) struct report_order order = {0};
    struct report_view ordered = *view;
    if (!report_order_init(&order, view)) {
        view_lose();
        return;
    }
    ordered.order = &order;
    render_json_set(document, "charts", report_charts(&ordered, n_threads));
}

json_t *report_json(const struct report_view *view, size_t n_threads)
{
    json_t *document = render_json_document("report", view->confidence);
    struct charts charts = {.view = view, .limits = chart_limits_of(view->n_samples, view->raw)};
    render_json_set(document, "title", render_json_text(view->title));
    char id[24] = "";
    if (view->experiment != NULL)
        (void)snprintf(id, sizeof id, "%" PRId64, view->experiment->id);
    render_json_put(
        document, JSON("experiment", id[0] != '\0' ? id : NULL),
        JSON("uid", view->experiment != NULL ? provenance_uid(view->experiment->uid) : json_null()),
        JSON("benchmarks", render_json_texts(view->benchmarks, view->n_benchmarks)));
    charts.items = calloc(view->n_samples + 1, sizeof(json_t *));
    if (charts.items == NULL) {
        view_lose();
        return document;
    }
    json_object_seed(0); /* before the threads do it all at once */
    assay_parallel_for(view->n_samples, n_threads, make_chart, &charts);
    json_t *pairs = JSON_LIST(i, view->n_pairs, json_pair(document, &view->pairs[i]));
    render_json_set(document, "pairs", pairs);
    set_samples(document, view, charts.items);
    set_charts(document, view, n_threads);
    free(charts.items);
    return document;
}

/* ---- page ---- */

static void write_counts(FILE *memory, const struct system_pair *pair)
{
    static const enum assay_verdict verdicts[] = {ASSAY_FASTER, ASSAY_SLOWER, ASSAY_EQUIVALENT,
                                                  ASSAY_MIXED, ASSAY_INCONCLUSIVE};
    const char *separator = ":";
    fprintf(memory, "%s against %s", pair->new_system, pair->old_system);
    for (size_t k = 0; k < sizeof verdicts / sizeof verdicts[0]; k++) {
        size_t n = 0;
        for (size_t i = 0; i < pair->n; i++)
            n += pair->rows[i].finding.verdict == verdicts[k];
        if (n > 0)
            fprintf(memory, "%s %zu %s", separator, n, assay_verdict_name(verdicts[k]));
        separator = n > 0 ? "," : separator;
    }
}

/* "O2 against O1: 1 faster, 1 slower", to be freed; NULL: nothing is compared. */
static char *report_headline(const struct report_view *view)
{
    if (view->n_pairs == 0)
        return NULL;
    return VIEW_TEXT(memory, {
        for (size_t i = 0; i < view->n_pairs; i++) {
            fputs(i > 0 ? "; " : "", memory);
            write_counts(memory, &view->pairs[i]);
        }
    });
}

/* What sites show beside a link to the page. */
static void print_card(FILE *stream, const struct report_view *view)
{
    OWNED char *words = card_words(view);
    html_printf(stream,
                "<meta property=\"og:title\" content=\"%s\">\n<meta property=\"og:description\" "
                "content=\"%s\">\n",
                view->title, words != NULL ? words : "");
    html_printf(stream,
                "<meta property=\"og:image\" content=\"%s\">\n<meta name=\"twitter:card\" "
                "content=\"summary_large_image\">\n",
                view->card);
}

static void print_head(FILE *stream, const struct report_view *view)
{
    const struct report_asset *script = &report_script;
    page_begin_head(stream, view->title, &script, 1);
    if (view->fingerprint != NULL) {
        /* What `--site` reads again: whether the page is still right, and its line in the index. */
        OWNED char *headline = report_headline(view);
        html_printf(stream, "<meta name=\"assay-made-from\" content=\"%s\">\n", view->fingerprint);
        html_printf(stream, "<meta name=\"description\" content=\"%s\">\n",
                    headline != NULL ? headline : "one system: nothing is compared");
    }
    if (view->card != NULL)
        print_card(stream, view);
    page_end_head(stream);
}

/* Of an object these members, borrowed. */
static json_t *some_of(const json_t *object, const char *const *names)
{
    json_t *some = render_json_object();
    for (; *names != NULL; names++) {
        json_t *value = json_object_get(object, *names);
        if (value != NULL)
            render_json_set(some, *names, json_incref(value));
    }
    return some;
}

static json_t *list_of(const json_t *list, const char *const *names, const char *needed)
{
    json_t *some = render_json_array();
    const json_t *item;
    size_t i;
    json_array_foreach(list, i,
                       item) if (needed == NULL || json_is_object(json_object_get(item, needed)))
        render_json_append(some, some_of(item, names));
    return some;
}

/* Densities are half of what charts weigh: their heights to a byte, half a pixel of a chart. */
static void coarsen(json_t *charts)
{
    const json_t *chart;
    json_t *layer;
    size_t i, k;
    json_array_foreach(charts, i, chart)
    {
        json_array_foreach(json_object_get(json_object_get(chart, "density"), "layers"), k, layer)
        {
            const json_t *heights = json_object_get(layer, "y");
            size_t n;
            OWNED double *y = json_is_object(heights) ? chart_unpacked(heights, &n) : NULL;
            if (y != NULL)
                render_json_set(layer, "y", chart_packed_to(y, n, 255));
        }
    }
}

/* What the script draws from: all else stands in the page as text, and --json prints it. Half of what it weighed. */
static json_t *drawn_of(const json_t *findings)
{
    static const char *const whole[] = {"uid", "benchmarks", "charts", "texts", NULL};
    static const char *const of_sample[] = {"system", "benchmark", "metric", "unit", "chart", NULL};
    static const char *const of_row[] = {"benchmark", "metric", "old", "new",
                                         "ratio",     "cuts",   NULL};
    json_t *drawn = some_of(findings, whole), *pairs = render_json_array();
    const json_t *pair;
    size_t i;
    json_array_foreach(json_object_get(findings, "pairs"), i, pair)
    {
        json_t *rows = list_of(json_object_get(pair, "comparisons"), of_row, "cuts");
        render_json_append(pairs, render_json_put(render_json_object(), JSON("comparisons", rows)));
    }
    render_json_set(drawn, "pairs", pairs);
    render_json_set(drawn, "samples",
                    list_of(json_object_get(findings, "samples"), of_sample, NULL));
    return drawn;
}

void report_print(FILE *stream, const struct report_view *unordered, json_t *findings)
{
    SCOPED(report_order_fini) struct report_order order = {0};
    struct report_view ordered = *unordered;
    const struct report_view *view = &ordered;
    if (!report_order_init(&order, view)) {
        view_lose();
        return;
    }
    ordered.order = &order;
    print_head(stream, view);
    report_begin_main(stream, view);
    report_print_front(stream, view, findings);
    report_print_origin(stream, view);
    page_end_main(stream, "Written");
    /* Deflated: they are most of the page, and read when somebody opens a row. */
    coarsen(json_object_get(findings, "charts"));
    OWNED char *text = VIEW_TEXT(memory, html_json(memory, drawn_of(findings)));
    OWNED char *packed = text != NULL ? chart_squeezed(text, strlen(text)) : NULL;
    fputs("<script type=\"text/plain\" id=\"findings\">", stream);
    fputs(packed != NULL ? packed : "", stream);
    fputs("</script>\n", stream);
    page_print_script(stream, &report_script);
    fputs("</body>\n</html>\n", stream);
}
