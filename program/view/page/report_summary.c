/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_summary.c -- one pair in a few lines: how many changed and how far, the suite, how the changes are
 * distributed. */
#include <math.h>
#include <string.h>

#include "view/document/finding_read.h"
#include "view/page/html.h"
#include "view/page/report_grid.h"
#include "view/text/about.h"
#include "view/text/quantity.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* A cost as people know the metric: "+31 %" slower, or of a rate "−24 %". */
double report_change_at(const struct system_pair *pair, size_t row, double cost)
{
    return 100 * ((pair->rows[row].old_series->more_is_better ? 1 / cost : cost) - 1);
}

void report_print_extreme(FILE *stream, const struct report_grid *grid,
                          const struct system_pair *pair, size_t at, const char *word,
                          struct quantity change)
{
    const struct comparison_finding *row = &pair->rows[at];
    const size_t benchmark = report_benchmark(grid->view, row->old_series->benchmark);
    html_printf(stream, "%s%s<a href=\"#", word, word[0] != '\0' ? ": " : "");
    report_print_address(stream, grid, row->new_series);
    html_printf(stream, "\" title=\"%s\">%s", row->old_series->benchmark,
                grid->names.rest[benchmark]);
    for (size_t k = 0; k < grid->names.n_keys; k++) {
        const char *value = grid->names.value[benchmark * grid->names.n_keys + k];
        if (value != NULL)
            html_printf(stream, " %s", value);
    }
    html_printf(stream, "</a> <span class=\"nowrap\">%s</span>", change.text);
}

/* "mean +19.4 %, worst: canada +33.3 %" of those that became slower, or faster. */
static void print_changed(FILE *stream, const struct report_grid *grid,
                          const struct system_pair *pair, const struct verdict_group *group,
                          bool slower)
{
    if (isnan(group->mean))
        return;
    const size_t extreme = slower ? group->worst : group->best;
    const struct assay_estimate *ratio = &pair->rows[extreme].finding.ratio;
    html_printf(stream, "<div><dt>%zu %s</dt><dd>", group->n, slower ? "slower" : "faster");
    if (group->n > 1)
        html_printf(stream, "mean %s, ",
                    percent_signed(report_change_at(pair, extreme, group->mean), 1).text);
    report_print_extreme(stream, grid, pair, extreme, slower ? "worst" : "best",
                         percent_signed(change_of(ratio).estimate, verdict_decimals(ratio)));
    fputs("</dd></div>\n", stream);
}

/* What deciding the undecided would take, of those of which it is known; where nothing may have changed, what decides
 * that if it takes less. */
struct to_decide {
    size_t n, n_timed; /* by a fresh run */
    double seconds;
    size_t n_open; /* which may be no changes: a time for what most likely tells */
    double low_s, high_s;
    size_t n_twice, n_ten; /* with at most so many times what was measured */
    const char *level;
};

static void add_to_decide(struct to_decide *all, const json_t *needed)
{
    const double changed = finding_number(needed, "units"),
                 unchanged = finding_number(needed, "units_unchanged"),
                 units = fmin(changed, unchanged), more = finding_number(needed, "more_s"),
                 open = finding_number(needed, "precision_s"),
                 low = finding_number(needed, "precision_low_s"),
                 high = finding_number(needed, "precision_high_s");
    if (isfinite(open) && (isfinite(more) || !(units < 1e15))) {
        all->n_open++;
        all->low_s += isfinite(low) ? low : open;
        all->high_s += isfinite(high) ? high : open;
    } else if (isfinite(more)) {
        all->n_timed++;
        all->seconds += more;
    }
    if (!(units < 1e15))
        return;
    const double times = units / (double)finding_count(needed, "measured");
    all->n++;
    all->n_twice += times <= 2;
    all->n_ten += times <= 10;
    all->level = finding_text(needed, "level");
}

/* "2 could be decided in about 8 s, 3 most likely in 2 min to 5 min: assay plan": the times that stand in the list of
 * limits, too. */
static void print_times(FILE *stream, const struct to_decide *all)
{
    if (all->n_timed > 0)
        html_printf(stream, "%zu could be decided in about %s", all->n_timed,
                    duration_of(all->seconds).text);
    if (all->n_open > 0)
        html_printf(stream, "%s%zu%s in %s%s", all->n_timed > 0 ? ", " : "", all->n_open,
                    all->n_timed > 0 ? " most likely" : " could most likely be decided",
                    all->low_s < all->high_s ? "" : "about ", duration_of(all->low_s).text);
    if (all->low_s < all->high_s)
        html_printf(stream, " to %s", duration_of(all->high_s).text);
    html_printf(stream, ": assay plan%s", about_words());
}

/* Of n pairs from the first on; of one fact in two rows once. */
void report_print_cost(FILE *stream, const struct report_grid *grid,
                       const struct pair_overview *overviews, size_t first, size_t n)
{
    struct to_decide all = {.n = 0};
    const json_t *pairs = json_object_get(grid->findings, "pairs"), *comparisons;
    for (size_t p = first; p < first + n; p++) {
        comparisons = json_object_get(json_array_get(pairs, p), "comparisons");
        for (size_t i = 0; i < grid->view->pairs[p].n; i++)
            if (overviews[p - first].counted[i])
                add_to_decide(&all, json_object_get(json_array_get(comparisons, i), "to_decide"));
    }
    size_t undecided = 0;
    for (size_t p = 0; p < n; p++)
        undecided += overviews[p].verdict[ASSAY_INCONCLUSIVE].n;
    if (all.n_timed + all.n_open + all.n == 0)
        return;
    fprintf(stream, "<div><dt>%zu inconclusive</dt><dd>", undecided);
    if (all.n_timed > 0 || all.n_open > 0)
        print_times(stream, &all);
    else if (all.n_ten == 0)
        html_printf(stream, "%zu would take more than 10\u00a0\u00d7 as many %s", all.n,
                    level_plural(all.level).text);
    else
        html_printf(stream,
                    "%zu of %zu could be decided within 2\u00a0\u00d7 as many %s, %zu within "
                    "10\u00a0\u00d7",
                    all.n_twice, all.n, level_plural(all.level).text, all.n_ten);
    fputs("</dd></div>\n", stream);
}

static void print_extremes(FILE *stream, const struct report_grid *grid,
                           const struct system_pair *pair, const struct pair_overview *overview)
{
    fputs("<dl class=\"extremes\">\n", stream);
    print_changed(stream, grid, pair, &overview->verdict[ASSAY_SLOWER], true);
    print_changed(stream, grid, pair, &overview->verdict[ASSAY_FASTER], false);
    report_print_cost(stream, grid, overview, (size_t)(pair - grid->view->pairs), 1);
    fputs("</dl>\n", stream);
}

/* ---- a number that is read from afar ---- */

void report_print_lead(FILE *stream, const struct assay_estimate *ratio, double margin,
                       bool more_is_better, const char *class)
{
    const struct scale scale = scale_of_change(ratio, margin, more_is_better);
    const struct cost_range range = cost_range_of(ratio, more_is_better);
    html_printf(stream, "<p class=\"big %s\">%s</p>\n<div class=\"bar\"", class,
                percent_signed(change_of(ratio).estimate, verdict_decimals(ratio)).text);
    scale_print_style(stream, &scale);
    fputs(">", stream);
    scale_print_mark(
        stream, &scale, class[0] != '\0' ? class : "all", class[0] != '\0' ? class : "mixed",
        &(struct plot_point){.x = more_is_better ? 1 / ratio->estimate : ratio->estimate,
                             .low = range.lower,
                             .high = range.upper});
    scale_print_head(stream, &scale);
    fputs("</div>\n", stream);
}

static const struct assay_series *series_of(const struct system_pair *pair)
{
    for (size_t i = 0; i < pair->n; i++)
        if (strcmp(pair->rows[i].old_series->metric, pair->suite.metric) == 0)
            return pair->rows[i].old_series;
    return pair->rows[0].old_series;
}

bool report_suite_is_rate(const struct system_pair *pair)
{
    return series_of(pair)->more_is_better;
}

/* "geometric mean of means of wall time", unless "with wall" stands before it. */
static const char *suite_of(const struct system_pair *pair)
{
    return pair->suite.summary.n < pair->n ? "" : " of ";
}

static const char *suite_metric(const struct system_pair *pair)
{
    return pair->suite.summary.n < pair->n ? "" : metric_words(pair->suite.metric);
}

void report_print_suite(FILE *stream, const struct system_pair *pair)
{
    const struct assay_suite_summary *suite = &pair->suite.summary;
    const struct assay_estimate ratio = {.estimate = suite->geometric.estimate,
                                         .interval = suite->geometric.fixed};
    const int decimals = verdict_decimals(&ratio);
    fprintf(stream, "<p class=\"suite\">All %zu ", suite->n);
    if (suite->n < pair->n)
        html_printf(stream, "with %s ", pair->suite.metric);
    html_printf(stream,
                "together: <strong>%s</strong> [%s], geometric mean of %s%s%s, %s CI for these "
                "benchmarks</p>\n",
                percent_signed(change_of(&ratio).estimate, decimals).text,
                verdict_range(&ratio, decimals).text, suite_subject(&pair->suite), suite_of(pair),
                suite_metric(pair), confidence_text(ratio.interval.confidence).text);
}

static void print_distribution(FILE *stream, const struct system_pair *pair)
{
    OWNED const struct comparison_finding **rows = view_room(pair->n + 1, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < pair->n; i++)
        rows[i] = &pair->rows[i];
    if (rows != NULL) {
        struct scale scale = scale_of_changes(rows, pair->n);
        scale.pixels = 170;
        fputs("<div class=\"distribution\"", stream);
        scale_print_style(stream, &scale);
        fputs(">", stream);
        scale_print_distribution(stream, &scale, rows, pair->n);
        scale_print_head(stream, &scale);
        fputs("</div>\n", stream);
    }
}

/* Where there is no number of all. */
static void print_counts(FILE *stream, const struct pair_overview *overview)
{
    fprintf(stream,
            "<div class=\"lead\">\n<p class=\"big\">%zu slower<br>%zu faster</p>\n<p "
            "class=\"suite\">no geometric mean: it takes two benchmarks, and a ratio of "
            "each</p>\n</div>\n",
            overview->verdict[ASSAY_SLOWER].n, overview->verdict[ASSAY_FASTER].n);
}

void report_print_summary(FILE *stream, const struct report_grid *grid,
                          const struct system_pair *pair, const struct pair_overview *overview)
{
    const struct assay_estimate all = {.estimate = pair->suite.summary.geometric.estimate,
                                       .interval = pair->suite.summary.geometric.fixed};
    fputs("<div class=\"hero\">\n", stream);
    if (pair->has_suite) {
        fputs("<div class=\"lead\">\n", stream);
        report_print_lead(stream, &all, pair->rows[0].finding.margin, report_suite_is_rate(pair),
                          "");
        html_printf(stream, "<p class=\"suite\">%s CI %s, all %zu ",
                    confidence_text(all.interval.confidence).text,
                    verdict_range(&all, verdict_decimals(&all)).text, pair->suite.summary.n);
        if (pair->suite.summary.n < pair->n)
            html_printf(stream, "with %s ", pair->suite.metric);
        html_printf(stream,
                    "together: geometric mean of %s%s%s, for these benchmarks</p>\n</div>\n",
                    suite_subject(&pair->suite), suite_of(pair), suite_metric(pair));
    }
    if (!pair->has_suite)
        print_counts(stream, overview);
    print_extremes(stream, grid, pair, overview);
    print_distribution(stream, pair);
    fputs("</div>\n", stream);
}
