/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quick.c -- the screen at the end of a quick run. */
#include "view/terminal/quick.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/medium/screen.h"
#include "view/text/first_run.h"
#include "view/text/note.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* What gives way. */
enum { CPU = 1, ENDS = 2, MEMORY = 4 };

/* The mean's unit where the means are within a factor of 1000, else each row's own. */
static struct quantity_scale scale_of(const struct quick_view *view)
{
    struct quantity_scale scale = {1, "s", 3};
    OWNED double *means = view_room(view->n, sizeof *means),
                 *widths = view_room(view->n, sizeof *widths);
    double least = (double)INFINITY, most = 0;
    for (size_t i = 0; means != NULL && widths != NULL && i < view->n; i++) {
        const struct assay_description *d = &view->samples[i].description;
        means[i] = d->mean;
        widths[i] = (d->interval.upper - d->interval.lower) / 2;
        least = fmin(least, d->mean);
        most = fmax(most, d->mean);
    }
    if (means != NULL && widths != NULL)
        scale = most < 1000 * least && quantity_alike(means, view->n)
                    ? quantity_scale_spread(view->samples[0].series->unit, means, view->n, widths,
                                            view->n)
                    : (struct quantity_scale){0, "", 0};
    return scale;
}

static struct quantity_scale row_scale(const struct quantity_scale *common,
                                       const struct sample_finding *sample)
{
    const struct assay_description *d = &sample->description;
    const double half_width = (d->interval.upper - d->interval.lower) / 2;
    if (common->factor > 0)
        return *common;
    return quantity_scale_spread(sample->series->unit, &d->mean, 1, &half_width, 1);
}

static bool is_time(const struct assay_series *series)
{
    return strcmp(series->unit, "s") == 0;
}

/* Processor time may be a small part of the mean; where that is no time, on a scale of its own. */
static struct quantity_scale cost_scale(const struct quantity_scale *mean,
                                        const struct assay_series *series,
                                        const struct quick_cost *cost)
{
    struct quantity_scale fine = *mean;
    fine.decimals = mean->decimals > 1 ? mean->decimals : 1;
    const double costs[] = {cost->user_s, cost->system_s};
    return is_time(series) ? fine : quantity_scale_of("s", costs, sizeof costs / sizeof *costs);
}

/* Of a mean in its unit; an interval that reaches below 0 is told by its upper end. */
static void put_interval(struct table *table, struct column column,
                         const struct assay_description *d, const struct quantity_scale *scale)
{
    if (interval_is_up_to(&d->interval, d->min))
        table_put(table, column, STYLE_PLAIN, "up to %s",
                  quantity_of(d->interval.upper, scale).text);
    else if (isfinite(d->interval.lower) && isfinite(d->interval.upper))
        table_put(table, column, STYLE_PLAIN, "%s \u2026 %s",
                  quantity_bare(d->interval.lower, scale).text,
                  quantity_of(d->interval.upper, scale).text);
    else
        table_put(table, column, STYLE_PLAIN, "\u2013");
}

static void put_sample(struct table *table, const struct quick_view *view, size_t i,
                       const struct quantity_scale *common)
{
    const struct sample_finding *sample = &view->samples[i];
    const struct assay_description *d = &sample->description;
    const struct quick_cost *cost = &view->costs[i];
    const struct quantity_scale scale = row_scale(common, sample);
    struct quantity_scale coarse = scale;
    coarse.decimals -= coarse.decimals > 0;
    const struct quantity_scale of_cost = cost_scale(&scale, sample->series, cost);
    char mean[64];
    if (strcmp(sample->series->metric, "user+system") == 0)
        (void)snprintf(mean, sizeof mean, "processor time");
    else
        (void)snprintf(mean, sizeof mean, "mean %.40s", sample->series->metric);
    table_row(table);
    table_put_name(table, COLUMN_LEFT(""), sample->series->system, TABLE_FITTED);
    table_put(table, COLUMN_RIGHT(mean), STYLE_STRONG, "%s", quantity_of(d->mean, &scale).text);
    put_interval(table, COLUMN_RIGHT(interval_title(view->confidence).text), d, &scale);
    table_put(table, COLUMN_RIGHT("user", .part = CPU), STYLE_PLAIN, "%s",
              quantity_of(cost->user_s, &of_cost).text);
    table_put(table, COLUMN_RIGHT("system", .part = CPU), STYLE_PLAIN, "%s",
              quantity_of(cost->system_s, &of_cost).text);
    table_put(table, COLUMN_RIGHT("min \u2026 max", .part = ENDS), STYLE_PLAIN, "%s \u2026 %s",
              quantity_bare(d->min, &coarse).text, quantity_bare(d->max, &coarse).text);
    table_put(table, COLUMN_RIGHT("memory", .part = MEMORY), STYLE_PLAIN, "%s",
              quantity_alone(cost->peak_bytes, "byte").text);
}

/* Narrower gaps first, then names without their middle, then fewer columns: no number is cut. */
static void print_table(const struct terminal *terminal, const struct quick_view *view)
{
    enum { SHORT = 12 };
    static const struct table_fit fits[] = {
        {.gap = 4},
        {.gap = 2},
        {.gap = 2, .names_least = SHORT},
        {.gap = 2, .names_least = SHORT, .without = MEMORY},
        {.gap = 2, .names_least = SHORT, .without = MEMORY | CPU},
        {.gap = 2, .names_least = SHORT, .without = MEMORY | CPU | ENDS}};
    const struct quantity_scale common = scale_of(view);
    struct table *table = table_new(0);
    table_fits(table, fits, sizeof fits / sizeof *fits);
    for (size_t i = 0; i < view->n; i++)
        put_sample(table, view, view->order[i], &common);
    table_print(terminal, &table);
}

/* The method, for those who ask: "paired Fieller, 29 degrees of freedom · seed 8153" */
static void print_method(const struct terminal *terminal, const struct quick_view *view)
{
    char degrees[96] = "";
    const struct assay_interval *interval = view->n_comparisons > 0
                                                ? &view->comparisons[0].finding.ratio.interval
                                                : &view->samples[0].value.interval;
    if (isfinite(interval->df))
        (void)snprintf(degrees, sizeof degrees, ", %s degrees of freedom",
                       degrees_of_freedom(interval->df).text);
    terminal_sentence(terminal, "  ", "%s%s \u00b7 seed %" PRIu64, method_words(interval->method),
                      degrees, view->seed);
}

/* "123 paired rounds in random order · kept as experiment 1 in assay.db · next: assay show 1" */
static void print_facts(const struct terminal *terminal, const struct quick_view *view)
{
    const size_t n = view->samples[0].description.n;
    OWNED char *file = view->store != NULL ? terminal_place(view->store) : NULL, *place = NULL;
    char kept[64] = "";
    if (view->experiment > 0 && view->notes != NULL) {
        (void)snprintf(kept, sizeof kept, " \u00b7 next: assay %.8s %" PRId64, view->next,
                       view->experiment);
        place = view_format(" \u00b7 kept as experiment %" PRId64 "%s%s", view->experiment,
                            file != NULL ? " in " : "", file != NULL ? file : "");
    }
    const bool lanes = view->beside != NULL && view->lanes[0] != '\0';
    terminal_sentence(terminal, "  ", "%zu %s%s%s%s%s%s%s%s%s", n,
                      view->beside == NULL ? view->n > 1 ? "paired round" : "execution"
                      : view->n == 2       ? "pair"
                                           : "round",
                      n == 1 ? "" : "s", view->beside != NULL ? " " : "",
                      view->beside != NULL ? view->beside
                      : view->n > 1        ? " in random order"
                                           : "",
                      lanes ? " (" : "", lanes ? view->lanes : "", lanes ? ")" : "",
                      place != NULL ? place : "", kept);
    if (view->details)
        print_method(terminal, view);
}

/* One for each system that has it; whether there is one. */
static bool add_slow_first(const struct quick_view *view, struct sentences *sentences)
{
    const size_t before = sentences->n;
    for (size_t i = 0; i < view->n; i++) {
        sentences_take(sentences, NULL, first_run_note(&view->samples[i]));
        if (sentences->n > before)
            sentences->items[sentences->n - 1].harm = HARM_SIGN;
    }
    return sentences->n > before;
}

static void add_notes(const struct quick_view *view)
{
    assay_warnings all = 0;
    const struct assay_description *far = &view->samples[0].description;
    bool equal = true;
    for (size_t i = 0; i < view->n; i++) {
        all |= sample_warnings(&view->samples[i]);
        equal = equal && view->samples[i].description.min == view->samples[i].description.max;
        if (view->samples[i].description.far.share > far->far.share)
            far = &view->samples[i].description;
    }
    const struct comparison_finding *change = view->n_comparisons > 0 ? view->comparisons : NULL;
    if (change != NULL)
        all &= ~ASSAY_WARNING(ASSAY_WARN_OUTLIERS);
    for (size_t i = 0; i < view->n_comparisons; i++) {
        all |= comparison_warnings(&view->comparisons[i]);
        if (view->comparisons[i].finding.far.share > change->finding.far.share)
            change = &view->comparisons[i];
    }
    const struct assay_interval *interval = view->n_comparisons > 0
                                                ? &view->comparisons[0].finding.ratio.interval
                                                : &view->samples[0].value.interval;
    if (add_slow_first(view, view->notes)) /* that is what lies far and makes the tail */
        all &= ~(ASSAY_WARNING(ASSAY_WARN_OUTLIERS) | ASSAY_WARNING(ASSAY_WARN_SKEWED));
    struct note_subject subject = note_subject_of(all, view->samples[0].series, interval->df);
    subject.benchmark = NULL;
    subject.top_level = NOTE_RUN;
    subject.is_equal = equal;
    note_subject_sample(&subject, far);
    if (change != NULL)
        note_subject_change(&subject, change);
    if (change != NULL && equal)
        note_exact(&subject, change);
    notes_of(&subject, 1, 0, view->notes);
}

static void print_few_values(const struct terminal *terminal, const struct sample_finding *sample,
                             double confidence)
{
    OWNED char *text = few_values_text(&sample->statistic, confidence, sample->description.n,
                                       assay_quantile_values(&sample->statistic, confidence));
    if (text != NULL)
        terminal_printf(terminal, STYLE_PLAIN, "    %s", text);
}

/* "true takes 2.3 ms    95 % CI 2.1 … 2.5 ms"; of the others where the first run stands apart. */
static void print_value(const struct terminal *terminal, const struct quick_view *view)
{
    const struct sample_finding *sample = &view->samples[0];
    const struct assay_estimate value = *first_run_value(sample);
    const bool rest = sample->has_rest;
    const struct assay_interval *interval = &value.interval;
    const double half_width = (interval->upper - interval->lower) / 2;
    const struct quantity_scale scale =
        quantity_scale_spread(sample->series->unit, &value.estimate, 1, &half_width, 1);
    const bool time = is_time(sample->series);
    terminal_printf(terminal, STYLE_STRONG, "%.*s %s %s%s%.40s%s%s", terminal->width / 2,
                    sample->series->system, time ? "takes" : "has",
                    quantity_of(value.estimate, &scale).text, time ? "" : " ",
                    time ? "" : sample->series->metric, quantile_words(&sample->statistic).text,
                    rest ? first_run_words : "");
    if (interval->lower > 0 && isfinite(interval->upper))
        terminal_printf(
            terminal, STYLE_PLAIN,
            rest && terminal->width < 80 ? "\n  %s %s \u2026 %s" : "    %s %s \u2026 %s",
            interval_title(view->confidence).text, quantity_bare(interval->lower, &scale).text,
            quantity_of(interval->upper, &scale).text);
    else if (sample->statistic.kind != ASSAY_STATISTIC_MEAN)
        print_few_values(terminal, sample, view->confidence);
    fputs("\n\n", terminal->stream);
}

/* ---- three and more ---- */

static const struct sample_finding *sample_of(const struct quick_view *view, const char *system)
{
    for (size_t i = 0; i < view->n; i++)
        if (strcmp(view->samples[i].series->system, system) == 0)
            return &view->samples[i];
    return &view->samples[0];
}

static bool is_narrow(const struct terminal *terminal)
{
    return terminal->width < 80;
}

/* "  gzip -1    9.3 times as long    95 % CI 7.4 … 11.9" */
static void rank_row(struct table *table, const struct terminal *terminal,
                     const struct comparison_finding *row)
{
    const struct assay_comparison *finding = &row->finding;
    const enum assay_verdict verdict = finding->verdict;
    const bool told = verdict == ASSAY_SLOWER || verdict == ASSAY_FASTER;
    const bool apart = finding->ratio.interval.lower > 1 || finding->ratio.interval.upper < 1;
    /* What leaves it open: where the mean's interval would tell them apart, the typical run's does not. */
    const struct assay_estimate *ratio =
        !told && apart && finding->has_typical ? &finding->typical.ratio : &finding->ratio;
    table_row(table);
    table_name(table, STYLE_PLAIN, row->new_series->system,
               terminal->width / (is_narrow(terminal) ? 4 : 3));
    if (told)
        table_cell(table, verdict_style(verdict), "%.*f times as %s",
                   ratio->estimate < 9.95 ? 2 : 1, ratio->estimate,
                   row->waiting.decides || !is_time(row->old_series) ? "much" : "long");
    else
        table_cell(table, verdict_style(verdict), "%s",
                   verdict == ASSAY_EQUIVALENT ? "equivalent" : "too close to call");
    if (ratio->interval.kind == ASSAY_BOUNDED)
        table_cell(table, STYLE_PLAIN, "%.2f \u2026 %.2f", ratio->interval.lower,
                   ratio->interval.upper);
    else
        table_cell(table, STYLE_PLAIN, "no finite interval");
}

/* Whether processor time decides between all of them. */
static bool is_of_processor(const struct quick_view *view)
{
    size_t n = 0;
    for (size_t k = 0; k < view->n_comparisons; k++)
        n += view->comparisons[k].waiting.decides;
    return n == view->n_comparisons;
}

static void print_processor_decides(const struct terminal *terminal, const struct quick_view *view)
{
    double least = INFINITY, most = 0;
    for (size_t k = 0; k < view->n_comparisons; k++) {
        const struct waiting_finding *waiting = &view->comparisons[k].waiting;
        least = fmin(least, fmin(waiting->old_share, waiting->new_share));
        most = fmax(most, fmax(waiting->old_share, waiting->new_share));
    }
    terminal_sentence(terminal, "  ",
                      "Processor time (user + system) decides: others took the processors, and "
                      "%.2f to %.2f of one processor were used.",
                      least, most);
}

static bool is_any_told(const struct quick_view *view)
{
    size_t told = 0;
    for (size_t k = 0; k < view->n_comparisons; k++)
        told += view->comparisons[k].finding.verdict == ASSAY_SLOWER ||
                view->comparisons[k].finding.verdict == ASSAY_FASTER;
    return told > 0;
}

/* What all are compared with: the first by its mean is the fastest where any is told apart from it. */
static struct quantity rank_title(const struct quick_view *view, const struct assay_series *of,
                                  bool processor)
{
    if (view->reference_given)
        return quantity_text("reference");
    if (!is_time(of))
        return quantity_text("lowest %.40s", of->metric);
    if (!is_any_told(view))
        return quantity_text(processor ? "lowest processor time" : "lowest mean");
    return quantity_text("fastest");
}

/* "fastest: zstd -3, 133 ms", and each other with its factor to it. */
static void print_ranking(const struct terminal *terminal, const struct quick_view *view)
{
    char interval[96]; /* where the values chose whom all are compared with, they hold together */
    (void)snprintf(interval, sizeof interval, "%s%s", interval_title(view->confidence).text,
                   view->reference_given ? "" : ", all at once");
    const struct sample_finding *reference =
        sample_of(view, view->comparisons[0].old_series->system);
    const bool processor = is_of_processor(view);
    const double took =
        processor ? view->comparisons[0].finding.old_value : reference->description.mean;
    const struct quantity title = rank_title(view, reference->series, processor);
    const bool by_processor = processor && strstr(title.text, "processor") == NULL;
    terminal_printf(terminal, STYLE_STRONG, "%s%s: %.*s, %s\n", title.text,
                    by_processor ? " by processor time" : "", terminal->width / 2,
                    reference->series->system, quantity_alone(took, reference->series->unit).text);
    struct table *table = table_new(is_narrow(terminal) ? 2 : 4);
    table_left(table, "");
    table_right(table, "", interval);
    for (size_t i = 0; i < view->n; i++)
        for (size_t k = 0; k < view->n_comparisons; k++)
            if (strcmp(view->comparisons[k].new_series->system,
                       view->samples[view->by_mean[i]].series->system) == 0)
                rank_row(table, terminal, &view->comparisons[k]);
    table_print(terminal, &table);
    if (processor)
        print_processor_decides(terminal, view);
}

void quick_view_print(const struct terminal *terminal, const struct quick_view *view)
{
    if (view->n_comparisons > 1)
        print_ranking(terminal, view);
    else if (view->n_comparisons > 0)
        verdict_print(terminal, &view->comparisons[0], NULL);
    else
        print_value(terminal, view);
    if (view->n > 1)
        fputc('\n', terminal->stream);
    print_table(terminal, view);
    fputc('\n', terminal->stream);
    OWNED char *waiting = view->n == 1 ? sample_waiting(&view->samples[0]) : NULL;
    if (waiting != NULL)
        terminal_paragraph(terminal, "  ", waiting);
    print_facts(terminal, view);
    if (view->notes != NULL)
        add_notes(view);
}
