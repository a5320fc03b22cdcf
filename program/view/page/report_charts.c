/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_charts.c -- the charts of each benchmark, of its first metric: from findings, or from those that were saved. */
#include "view/page/report.h"

#include <stdlib.h>
#include <string.h>

#include <assay/parallel.h>

#include "view/document/chart_json.h"
#include "view/document/json.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* ---- what they are drawn from ---- */

static bool is_of(const struct comparison_finding *row, const struct assay_series *series)
{
    return strcmp(row->new_series->benchmark, series->benchmark) == 0 &&
           strcmp(row->new_series->metric, series->metric) == 0;
}

/* The comparison with the i-th sample of the source as the new one. */
static void find_row(struct face_source *source, size_t i, const struct report_view *view)
{
    const struct assay_series *series = source->samples[i]->series;
    for (size_t p = 0; p < view->n_pairs; p++) {
        const struct system_pair *pair = &view->pairs[p];
        for (size_t k = 0; strcmp(pair->new_system, series->system) == 0 && k < pair->n; k++)
            if (is_of(&pair->rows[k], series)) {
                source->rows[i] = &pair->rows[k];
                return;
            }
    }
}

static void source_fini(struct face_source *source)
{
    free(source->samples);
    free(source->mixtures);
    free(source->rows);
    *source = (struct face_source){.n = 0};
}

/* End with source_fini in any case; without a sample when memory lacks. */
static struct face_source source_of(const struct report_view *view, size_t benchmark)
{
    size_t n;
    const size_t *at = report_samples(view, benchmark, &n);
    struct face_source source = {.samples = view_room(n, sizeof *source.samples),
                                 .mixtures = view_room(n, sizeof *source.mixtures),
                                 .rows = view_room(n, sizeof *source.rows)};
    if (source.samples == NULL || source.mixtures == NULL || source.rows == NULL)
        return source;
    for (size_t i = 0; i < n; i++) {
        const struct sample_finding *sample = &view->samples[at[i]];
        if (strcmp(sample->series->metric, view->samples[at[0]].series->metric) != 0)
            continue;
        source.samples[source.n] = sample;
        source.mixtures[source.n] = view->mixtures != NULL ? &view->mixtures[at[i]] : NULL;
        find_row(&source, source.n++, view);
    }
    if (source.n < n)
        source.of = source.samples[0]->series->metric;
    return source;
}

/* "Of wall time." where the page has more of the benchmark. */
static void say_metric(const struct face_source *source, struct plot *plot)
{
    if (source->of == NULL)
        return;
    OWNED char *note = plot->note;
    plot->note = view_format("Of %s.%s%s", metric_words(source->of), note != NULL ? " " : "",
                             note != NULL ? note : "");
}

static bool draw(const struct face_source *source, const struct face *face, struct plot *plot)
{
    const bool any = face->plot(source, plot);
    if (any)
        say_metric(source, plot);
    return any;
}

/* ---- all of a page ---- */

/* Each face of each benchmark, made side by side. */
struct charts {
    const struct face_source *sources;
    size_t n_faces;
    json_t **items;
};

static void make_chart(size_t i, size_t thread, void *context)
{
    const struct charts *charts = context;
    const struct face_source *source = &charts->sources[i / charts->n_faces];
    const struct face *face = faces[i % charts->n_faces];
    SCOPED(plot_fini) struct plot plot = plot_begin();
    (void)thread;
    if (source->n > 0 && !face->alone && draw(source, face, &plot))
        charts->items[i] = chart_json(&plot);
}

static json_t *json_benchmark(json_t *const *items)
{
    json_t *object = render_json_object();
    for (size_t k = 0; faces[k] != NULL; k++)
        if (items[k] != NULL)
            render_json_set(object, faces[k]->name, items[k]);
    return object;
}

json_t *report_charts(const struct report_view *view, size_t n_threads)
{
    const size_t n = view->n_benchmarks;
    size_t n_faces = 0;
    while (faces[n_faces] != NULL)
        n_faces++;
    OWNED struct face_source *sources = view_room(n, sizeof *sources);
    OWNED json_t **items = view_room(n_faces * n, sizeof(json_t *));
    if (sources == NULL || items == NULL)
        return json_null();
    for (size_t i = 0; i < n; i++)
        sources[i] = source_of(view, i);
    json_object_seed(0); /* before the threads do it all at once */
    assay_parallel_for(n_faces * n, n_threads, make_chart,
                       &(struct charts){sources, n_faces, items});
    for (size_t i = 0; i < n; i++)
        source_fini(&sources[i]);
    return JSON_LIST(i, n, json_benchmark(&items[n_faces * i]));
}

/* ---- one by itself ---- */

/* "O2: −38.1 %, 95 % CI −39.0 … −37.2 %, faster (margin 1 %)" */
static void print_verdict(FILE *out, const struct comparison_finding *row)
{
    const struct assay_estimate *ratio = &row->finding.ratio;
    const int decimals = verdict_decimals(ratio);
    fprintf(out, ". %s: %s, %s CI %s, %s (margin %s)", row->new_series->system,
            percent_signed(change_of(ratio).estimate, decimals).text,
            confidence_text(ratio->interval.confidence).text, verdict_range(ratio, decimals).text,
            assay_verdict_name(row->finding.verdict),
            percent_rough(100 * row->finding.margin, 6).text);
}

/* n: of the samples so many are drawn. */
static char *caption_of(const char *benchmark, const struct face_source *source, size_t n)
{
    OWNED char *text = VIEW_TEXT(out, {
        fputs(benchmark, out);
        for (size_t i = 0; i < n; i++)
            fprintf(out, "%s %s", i == 0 ? ":" : ",", source->samples[i]->series->system);
        if (n < source->n)
            fprintf(out, ", the first %zu of %zu systems", n, source->n);
        for (size_t i = 0; i < n; i++)
            if (source->rows[i] != NULL)
                print_verdict(out, source->rows[i]);
    });
    return text != NULL ? view_said("%s", text) : NULL;
}

/* As it was saved, of so many systems. */
static bool read_chart(const json_t *saved, size_t n, struct plot *plot)
{
    if (!json_is_object(saved))
        return false;
    chart_read(saved, plot);
    return n <= FACE_SYSTEMS; /* more are for a page to choose among */
}

bool report_chart(const struct report_view *view, const json_t *findings, const char *name,
                  const char *benchmark, struct plot *plot)
{
    const size_t at = report_benchmark(view, benchmark);
    const json_t *saved =
        view->saved ? json_object_get(json_array_get(json_object_get(findings, "charts"), at), name)
                    : NULL;
    bool any = false;
    if (at == view->n_benchmarks)
        return false;
    struct face_source source = source_of(view, at), drawn = source;
    drawn.n = source.n < FACE_SYSTEMS ? source.n : FACE_SYSTEMS;
    if (drawn.n > 0)
        any = read_chart(saved, source.n, plot) || draw(&drawn, face_of(name), plot);
    plot_trim(plot);
    if (any)
        plot->caption = caption_of(benchmark, &source, drawn.n);
    source_fini(&source);
    return any;
}
