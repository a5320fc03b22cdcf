/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_front.c -- the page's first screen: what is compared, the answer, how sure it is. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/document/experiment.h"
#include "view/document/finding_read.h"
#include "view/document/json.h"
#include "view/page/figure.h"
#include "view/page/html.h"
#include "view/page/report_grid.h"
#include "view/text/machines.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* ---- what is compared ---- */

static void print_metrics(FILE *stream, const struct report_grid *grid)
{
    const struct assay_series *first = grid->view->samples[0].series;
    if (grid->several_metrics) {
        fputs(" \u00b7 several metrics", stream);
        return;
    }
    html_printf(stream, " \u00b7 %s", metric_words(first->metric));
    fputs(!assay_told_decides(&first->told) ? ""
          : first->more_is_better           ? ", higher is better"
                                            : ", lower is better",
          stream);
}

/* "box (EPYC 7763)", to be freed; NULL: not known. Of several machines the host's facts would be those of one. */
static char *host_of(const struct report_view *view)
{
    if (view->experiment == NULL)
        return NULL;
    char *machines = machines_measured_on(view->machines, view->n_machines);
    if (machines != NULL)
        return machines;
    json_auto_t *facts = render_json_of(view->experiment->host_json);
    const char *host = finding_text(facts, "hostname"), *cpu = finding_text(facts, "cpu_model");
    if (host[0] == '\0')
        return NULL;
    return cpu[0] != '\0' ? view_format("%s (%s)", host, cpu) : view_format("%s", host);
}

void report_begin_main(FILE *stream, const struct report_view *view)
{
    OWNED char *host = host_of(view);
    page_begin_main(
        stream,
        &(struct page_shell){.kind = PAGE_REPORT,
                             .links = view->links,
                             .compare_url = view->compare_url,
                             .host = host,
                             .version = view->version,
                             .at_ns = view->experiment != NULL ? view->experiment->started_ns : 0});
}

/* Whether the rows were measured in paired rounds; "" where they differ or nothing is compared. */
static const char *pairing_of(const struct report_view *view)
{
    size_t paired = 0, n = 0;
    for (size_t p = 0; p < view->n_pairs; p++)
        for (size_t i = 0; i < view->pairs[p].n; i++, n++)
            paired += view->pairs[p].rows[i].finding.paired;
    return n > 0 && paired == n   ? " \u00b7 paired rounds"
           : n > 0 && paired == 0 ? " \u00b7 not paired"
                                  : "";
}

/* ", at the same time on two processors, swapped (overlap 71 %)" of what was not measured in rounds. */
static void print_order(FILE *stream, const json_t *order)
{
    const char *words = order_pairs(finding_text(order, "by"));
    const double overlap = finding_number(order, "overlap");
    if (words[0] != '\0')
        html_printf(stream, ", %s", words);
    if (words[0] != '\0' && isfinite(overlap))
        html_printf(stream, " (overlap %s)", percent_plain(100 * overlap, 0).text);
}

static void print_facts(FILE *stream, const struct report_grid *grid)
{
    const struct report_view *view = grid->view;
    fputs("<p class=\"facts\"><strong>", stream);
    if (view->n_pairs == 1)
        html_name(stream, view->pairs[0].new_system);
    else if (view->n_pairs > 1)
        fprintf(stream, "%zu systems", view->n_pairs);
    else
        html_name(stream, view->samples[0].series->system);
    if (view->n_pairs > 0)
        html_printf(stream, " against %s", view->pairs[0].old_system);
    fputs("</strong>", stream);
    print_metrics(stream, grid);
    if (view->n_pairs > 0)
        html_printf(stream, " \u00b7 margin %s",
                    percent_rough(100 * view->pairs[0].rows[0].finding.margin, 6).text);
    fputs(" \u00b7 ", stream);
    char shape[256];
    shape_words(view->samples[0].series, view->different_machines, shape, sizeof shape);
    html_printf(stream, "%s%s", shape, pairing_of(view));
    print_order(stream, json_object_get(grid->findings, "order"));
    fputs("</p>\n", stream);
}

/* ---- the answer ---- */

/* "O2 is 38.1 % faster than O1 on fft, 95 % interval …", in the words of the terminal. */
void report_print_sentence(FILE *stream, const struct comparison_finding *row,
                           const char *benchmark)
{
    SCOPED(verdict_line_fini) struct verdict_line line = verdict_line_of(row, benchmark, 0);
    if (line.question != NULL)
        html_printf(stream, "%s, %s", line.sentence != NULL ? line.sentence : "?", line.question);
    else
        html_printf(stream, "%s, %s, %s%s", line.sentence != NULL ? line.sentence : "?",
                    line.interval != NULL ? line.interval : "?",
                    assay_verdict_name(row->finding.verdict),
                    line.margin != NULL ? line.margin : "");
    if (line.beside != NULL && line.beside_interval != NULL)
        html_printf(stream, "; %s, %s, %s", line.beside, line.beside_interval,
                    assay_verdict_name(line.beside_verdict));
    for (size_t i = 0; i < VERDICT_LIMITS; i++)
        if (i != VERDICT_WARM_UP && line.limits[i] != NULL)
            html_printf(stream, ". %s", line.limits[i]);
}

void report_print_machines(FILE *stream, const struct comparison_finding *row)
{
    const struct machines_finding *machines = row->machines;
    if (machines == NULL)
        return;
    if (machines->n < 2) {
        fputs("; this holds for the one machine on which it was measured", stream);
        return;
    }
    OWNED char *next = machines_new_words(machines),
               *differ = interaction_words(&machines->all.between, "machine");
    html_printf(stream, "; %s %s", next != NULL ? next : "?", differ != NULL ? differ : "?");
}

static void print_answer(FILE *stream, struct report_grid *grid,
                         const struct pair_overview *overview)
{
    const struct report_view *view = grid->view;
    const struct system_pair *pair = view->pairs;
    if (view->n_pairs == 0) {
        if (view->n_hopeless > 0)
            fputs("<p class=\"headline\">Nothing could be compared.</p>\n", stream);
        report_print_means_lead(stream, grid);
    } else if (view->n_pairs > 1) {
        report_print_systems(stream, grid, overview);
    } else if (pair->n == 1) {
        const char *benchmark = pair->rows[0].old_series->benchmark;
        const bool unnamed = (view->experiment != NULL && view->experiment->quick) ||
                             strcmp(benchmark, pair->old_system) == 0;
        const struct comparison_finding *row = &pair->rows[0];
        fputs("<div class=\"hero single\">\n<div class=\"lead\">\n", stream);
        report_print_lead(stream, &row->finding.ratio, row->finding.margin,
                          row->old_series->more_is_better,
                          assay_verdict_name(row->finding.verdict));
        fputs("</div>\n<p class=\"headline\">", stream);
        report_print_sentence(stream, row, unnamed ? NULL : benchmark);
        report_print_machines(stream, row);
        fputs("</p>\n</div>\n", stream);
    } else {
        report_print_summary(stream, grid, pair, overview);
    }
}

/* ---- what is set beside it ---- */

/* Pairs that have no benchmark in common, or whose methods all fail. */
static void print_hopeless(FILE *stream, const struct report_view *view)
{
    enum { MOST = 4 };
    if (view->n_hopeless == 0)
        return;
    if (view->n_hopeless > MOST)
        fprintf(stream, "<details><summary>%zu systems could not be compared</summary>\n",
                view->n_hopeless);
    fputs("<ul class=\"hopeless\">\n", stream);
    for (size_t i = 0; i < view->n_hopeless; i++)
        html_printf(stream, "<li>Not compared: %s against %s: %s</li>\n",
                    view->hopeless[i].new_system, view->hopeless[i].old_system,
                    view->hopeless[i].why);
    fputs(view->n_hopeless > MOST ? "</ul></details>\n" : "</ul>\n", stream);
}

/* What a verdict came to in all pairs; a fact that two rows tell counts once. */
static size_t count_of(const struct report_view *view, const struct pair_overview *overviews,
                       enum assay_verdict verdict)
{
    size_t n = 0;
    for (size_t p = 0; p < view->n_pairs; p++)
        n += overviews[p].verdict[verdict].n;
    return n;
}

/* The counts are what filters. Of one pair with how far they go; a rate alone says its own change. */
static void print_chip(FILE *stream, const struct report_view *view,
                       const struct pair_overview *overviews, enum assay_verdict verdict)
{
    const char *name = assay_verdict_name(verdict);
    const size_t n = count_of(view, overviews, verdict);
    html_printf(stream,
                "<label class=\"chip\"><input type=\"checkbox\" name=\"show\" value=\"%s\"%s>"
                "<span class=\"verdict %s\">%zu %s</span>",
                name, n == 0 ? " disabled" : "", name, n, name);
    const struct verdict_group *group = &overviews[0].verdict[verdict];
    if (view->n_pairs == 1 && group->n > 1 && isfinite(group->least) && isfinite(group->most)) {
        const struct system_pair *pair = view->pairs;
        const double from = report_change_at(pair, group->best, group->least),
                     to = report_change_at(pair, group->worst, group->most);
        html_printf(stream, " <span class=\"far\">%s</span>",
                    percent_range(fmin(from, to), fmax(from, to), 1).text);
    }
    fputs("</label>", stream);
}

static void print_chips(FILE *stream, const struct report_view *view,
                        const struct pair_overview *overviews)
{
    static const enum assay_verdict order[] = {ASSAY_SLOWER, ASSAY_FASTER, ASSAY_MIXED,
                                               ASSAY_EQUIVALENT, ASSAY_INCONCLUSIVE};
    fputs("<fieldset><legend class=\"heard\">How many changed; show these alone</legend>", stream);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (order[i] != ASSAY_MIXED || count_of(view, overviews, ASSAY_MIXED) > 0)
            print_chip(stream, view, overviews, order[i]);
    fputs("</fieldset>", stream);
}

/* Until a script takes them they are idle: only counts are seen. */
static void print_controls(FILE *stream, const struct report_view *view,
                           const struct pair_overview *overviews)
{
    size_t rows = view->n_samples;
    for (size_t p = 0; p < view->n_pairs; p++)
        rows = p == 0 ? view->pairs[p].n : rows + view->pairs[p].n;
    html_printf(stream, "<form class=\"controls idle\"%s>", rows < 2 ? " hidden" : "");
    if (view->n_pairs > 0)
        print_chips(stream, view, overviews);
    fputs("<input type=\"search\" id=\"search\" placeholder=\"search\" aria-label=\"search "
          "benchmarks\"><label>sort <select id=\"sort\"><option value=\"worst\">",
          stream);
    const bool is_time = view->n_samples > 0 && strcmp(view->samples[0].series->unit, "s") == 0;
    fputs(view->n_pairs > 0 ? "worst first</option><option value=\"best\">best first"
          : is_time         ? "longest first</option><option value=\"best\">shortest first"
                            : "largest first</option><option value=\"best\">smallest first",
          stream);
    fputs(view->n_pairs > 0 ? "</option><option value=\"effect\">largest change" : "", stream);
    fputs("</option><option value=\"noise\">widest interval</option><option "
          "value=\"name\">name</option><option value=\"order\">as "
          "measured</option></select></label>"
          "<label id=\"metric\" hidden>metric <select></select></label>"
          "<output class=\"found\" aria-live=\"polite\"></output>"
          "<button type=\"button\" id=\"link\" class=\"save\">copy link</button></form>\n",
          stream);
}

/* ---- all of it ---- */

static bool several_metrics(const struct report_view *view)
{
    for (size_t i = 1; i < view->n_samples; i++)
        if (strcmp(view->samples[i].series->metric, view->samples[0].series->metric) != 0)
            return true;
    return false;
}

static void print_grids(FILE *stream, struct report_grid *grid,
                        const struct pair_overview *overviews)
{
    const struct report_view *view = grid->view;
    scale_print_signs(stream);
    print_controls(stream, view, overviews);
    report_print_prefix(stream, grid);
    if (view->n_pairs == 0)
        report_print_means(stream, grid);
    if (view->n_pairs == 1)
        report_print_pair(stream, grid, view->pairs, overviews);
    if (view->n_pairs < 2)
        return;
    report_print_heat(stream, grid);
    grid->several_systems = true;
    fputs("<h2 class=\"aside\">One system at a time</h2>\n", stream);
    for (size_t p = 0; p < view->n_pairs; p++) {
        fputs("<details class=\"pair\" id=\"", stream);
        report_print_system(stream, view->pairs[p].new_system);
        html_printf(stream, "\"><summary>%s against %s", view->pairs[p].new_system,
                    view->pairs[p].old_system);
        fputs("</summary>\n", stream);
        OWNED char *text = VIEW_TEXT(memory, {
            if (view->pairs[p].has_suite)
                report_print_suite(memory, &view->pairs[p]);
            report_print_pair(memory, grid, &view->pairs[p], &overviews[p]);
        });
        report_print_kept(stream, grid, text); /* a script makes elements of it when it unfolds */
        fputs("</details>\n", stream);
    }
}

/* Curves over the sizes that names have, where they have some; of very many the first. */
static void print_parameters(FILE *stream, const struct report_view *view)
{
    enum { WIDTH = 420, OPEN = 12, MOST = 40 };
    SCOPED(figure_plots_fini) struct figure_plots plots = {0};
    figure_parameters(&(struct figure){.width_mm = WIDTH * 25.4 / 96}, view, &plots);
    if (plots.n > 0)
        html_printf(stream,
                    "<section id=\"parameters\"><details%s><summary>Over the parameters: %zu "
                    "chart%s%s</summary>\n<div class=\"plots\">\n",
                    plots.n <= OPEN ? " open" : "", plots.n, plots.n == 1 ? "" : "s",
                    plots.n > MOST
                        ? ", the first 40; assay report --figure parameters:BENCHMARK draws "
                          "the others"
                        : "");
    for (size_t i = 0, end; i < plots.n && i < MOST; i = end) {
        for (end = i + 1; end < plots.n && plots.items[end].title == NULL;)
            end++;
        fputs("<figure>", stream);
        figure_print_inside(stream, WIDTH, plots.items[i].title, &plots.items[i], end - i);
        fputs("</figure>\n", stream);
    }
    fputs(plots.n > 0 ? "</div></details></section>\n" : "", stream);
}

static void print_front(FILE *stream, struct report_grid *grid,
                        const struct pair_overview *overviews)
{
    const struct report_view *view = grid->view;
    html_printf(stream, "<header><h1>%s</h1>\n", view->title);
    print_facts(stream, grid);
    fputs("</header>\n<section id=\"answer\"><h2 class=\"heard\">What changed, and how sure that "
          "is</h2>\n",
          stream);
    print_answer(stream, grid, overviews);
    print_hopeless(stream, view);
    report_print_limits(stream, view, grid->findings);
    fputs("</section>\n<section id=\"benchmarks\"><h2 class=\"heard\">Each benchmark</h2>\n",
          stream);
    print_grids(stream, grid, overviews);
    fputs("</section>\n", stream);
    print_parameters(stream, view);
}

/* Those in a row of the page: what no row shows has one of their names, so that it bears on no column. */
static bool set_names(struct report_grid *grid)
{
    const struct report_view *view = grid->view;
    OWNED const char **names = view_room(view->n_benchmarks + 1, sizeof *names);
    const char *first = NULL;
    for (size_t p = 0; names != NULL && p < view->n_pairs; p++)
        for (size_t i = 0; i < view->pairs[p].n; i++) {
            first = view->pairs[p].rows[i].old_series->benchmark;
            const size_t benchmark = report_benchmark(view, first);
            if (benchmark < view->n_benchmarks)
                names[benchmark] = view->benchmarks[benchmark];
        }
    for (size_t i = 0; names != NULL && i < view->n_benchmarks; i++)
        if (names[i] == NULL)
            names[i] = first != NULL ? first : view->benchmarks[i];
    return names != NULL && name_parts_of(names, view->n_benchmarks, &grid->names);
}

/* Of so many rows what is folded is most of the page: among its data it is deflated. */
static json_t *texts_of(const struct report_view *view)
{
    enum { MANY = 600 };
    size_t rows = 0;
    for (size_t p = 0; p < view->n_pairs; p++)
        rows += view->pairs[p].n;
    return rows > MANY ? render_json_array() : NULL;
}

void report_print_front(FILE *stream, const struct report_view *view, json_t *findings)
{
    struct report_grid grid = {.view = view,
                               .findings = findings,
                               .several_metrics = several_metrics(view),
                               .texts = texts_of(view),
                               .told = view_room(view->n_benchmarks + 1, sizeof *grid.told)};
    OWNED struct pair_overview *overviews = view_room(view->n_pairs + 1, sizeof *overviews);
    bool whole = grid.told != NULL && overviews != NULL && set_names(&grid);
    for (size_t p = 0; whole && p < view->n_pairs; p++)
        whole = pair_overview_of(&view->pairs[p], &overviews[p]);
    report_set_style(&grid);
    whole = whole && (view->n_pairs < 2 || report_rank(view, &grid.ranked));
    if (whole)
        print_front(stream, &grid, overviews);
    else
        view_lose();
    for (size_t p = 0; overviews != NULL && p < view->n_pairs; p++)
        pair_overview_fini(&overviews[p]);
    if (grid.texts != NULL)
        render_json_set(findings, "texts", grid.texts);
    free(grid.ranked.items);
    free(grid.told);
    if (grid.names.rest != NULL)
        name_parts_fini(&grid.names);
}
