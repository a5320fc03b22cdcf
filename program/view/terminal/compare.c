/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.c -- the screen of `assay compare`: counts of verdicts, the table, the suite. */
#include "view/terminal/compare.h"

#include <string.h>

#include "source/series_groups.h"
#include "view/medium/screen.h"
#include "view/text/distinct_names.h"
#include "view/text/note.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* ---- head ---- */

static size_t count_verdict(const struct compare_view *view, enum assay_verdict verdict)
{
    size_t n = 0;
    for (size_t i = 0; i < view->n; i++)
        n += view->rows[i].finding.verdict == verdict;
    return n;
}

/* "O2 is faster than O1 on 1 of 4 benchmarks, slower on 1, equivalent on 1; 1 is inconclusive" */
static void print_counts(const struct terminal *terminal, const struct compare_view *view)
{
    OWNED char *newer = NULL;
    OWNED char *older = NULL;
    OWNED char *systems =
        distinct_pair(view->new_system, view->old_system, terminal->width / 3, &newer, &older)
            ? view_said("%s against %s:", newer, older)
            : NULL;
    static const struct {
        enum assay_verdict verdict;
        const char *words;
    } parts[] = {{ASSAY_FASTER, "faster"},
                 {ASSAY_SLOWER, "slower"},
                 {ASSAY_EQUIVALENT, "equivalent"},
                 {ASSAY_MIXED, "mixed"},
                 {ASSAY_INCONCLUSIVE, "inconclusive"}};
    terminal_puts(terminal, STYLE_STRONG, systems != NULL ? systems : "?");
    const char *separator = " ";
    int at = systems != NULL ? terminal_columns(systems) : 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        size_t n = count_verdict(view, parts[i].verdict);
        if (n == 0)
            continue;
        at += (int)strlen(parts[i].words) + 8; /* ", ", digits, a blank */
        if (at > terminal->width) {
            separator = separator[0] == ',' ? ",\n  " : "\n  ";
            at = (int)strlen(parts[i].words) + 8;
        }
        terminal_puts(terminal, STYLE_STRONG, separator);
        terminal_printf(terminal, STYLE_STRONG, "%zu ", n);
        terminal_puts(terminal, verdict_style(parts[i].verdict), parts[i].words);
        separator = ", ";
    }
    fputc('\n', terminal->stream);
}

static bool same_text(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* The shape when all samples share it, else "". */
static void common_shape(const struct compare_view *view, char *text, size_t size)
{
    shape_words(view->rows[0].old_series, view->machines, text, size);
    for (size_t i = 0; i < view->n; i++) {
        char other[256];
        shape_words(view->rows[i].old_series, view->machines, other, sizeof other);
        bool same = same_text(text, other);
        shape_words(view->rows[i].new_series, view->machines, other, sizeof other);
        if (!same || !same_text(text, other)) {
            (void)snprintf(text, size, "different numbers of repetitions");
            return;
        }
    }
}

const struct assay_series *compare_old_series(const void *rows, size_t row)
{
    return ((const struct comparison_finding *)rows)[row].old_series;
}

static bool one_margin(const struct compare_view *view)
{
    for (size_t i = 1; i < view->n; i++)
        if (view->rows[i].finding.margin != view->rows[0].finding.margin)
            return false;
    return true;
}

/* Of all rows; "several methods". */
static const char *common_method(const struct compare_view *view)
{
    const char *method = view->rows[0].finding.ratio.interval.method;
    for (size_t i = 1; i < view->n; i++)
        if (strcmp(method_words(view->rows[i].finding.ratio.interval.method),
                   method_words(method)) != 0)
            return "several methods";
    return method_words(method);
}

static void print_facts(const struct terminal *terminal, const struct compare_view *view,
                        const char *new_system)
{
    char shape[256];
    common_shape(view, shape, sizeof shape);
    const struct assay_comparison *first = &view->rows[0].finding;
    const bool one = compare_one_metric(view);
    const size_t benchmarks =
        series_groups_count(view->n, SERIES_BENCHMARK, compare_old_series, view->rows);
    char margin[32];
    (void)snprintf(margin, sizeof margin, "margin %s", percent_rough(100 * view->margin, 6).text);
    const char *metric = view->rows[0].old_series->metric;
    OWNED char *newer = NULL;
    OWNED char *older = NULL;
    const char *beside =
        sentences_all_wanted() ? " \u00b7 " : ""; /* the method, for those who ask */
    char statistic[ASSAY_STATISTIC_TEXT + 4];
    comparisons_statistic(view->rows, view->n, NULL, statistic);
    if (statistic[0] != '\0')
        strcat(statistic, one ? " of " : "");
    if (view->n == 1)
        terminal_sentence(terminal, "", "%s%.24s \u00b7 %s%s%s", statistic, metric, shape, beside,
                          sentences_all_wanted() ? method_words(first->ratio.interval.method) : "");
    else if (distinct_pair(new_system, view->old_system, terminal->width / 3, &newer, &older))
        terminal_sentence(
            terminal, "", "%s against %s \u00b7 %zu benchmark%s%s%s%.24s \u00b7 %s%s%s \u00b7 %s",
            newer, older, benchmarks, benchmarks == 1 ? "" : "s",
            one || statistic[0] != '\0' ? " \u00b7 " : "", statistic, one ? metric : "", shape,
            beside, sentences_all_wanted() ? common_method(view) : "",
            one_margin(view) ? margin : "a margin for each metric");
}

/* "these four (average of means): −9.6 % [−10.4 … −8.8 %]" */
static void print_suite(const struct terminal *terminal, const struct compare_view *view)
{
    const struct assay_suite_summary *suite = &view->suite->summary;
    static const char *const numbers[] = {"",     "one", "two",   "three", "four",
                                          "five", "six", "seven", "eight", "nine"};
    const struct assay_estimate ratio = {.estimate = suite->geometric.estimate,
                                         .interval = suite->geometric.fixed};
    const int decimals = verdict_decimals(&ratio);
    char count[24];
    if (suite->n < sizeof numbers / sizeof numbers[0])
        (void)snprintf(count, sizeof count, "%s", numbers[suite->n]);
    else
        (void)snprintf(count, sizeof count, "%zu", suite->n);
    const bool mixed = !compare_one_metric(view); /* then it is of those of one metric */
    fputc('\n', terminal->stream);
    terminal_sentence(
        terminal, "  ", "%.32s%s%s%s (%s of %s): %s [%s]", mixed ? view->suite->metric : "",
        mixed ? ", " : "", suite->n == 2 ? "" : "these ", suite->n == 2 ? "both" : count,
        sentences_all_wanted() ? "average, geometric," : "average", suite_subject(view->suite),
        percent_signed(change_of(&ratio).estimate, decimals).text,
        verdict_range(&ratio, decimals).text);
}

/* Of many benchmarks those where something is better or worse. */
static void print_joints(const struct terminal *terminal, const struct compare_view *view)
{
    enum { FEW = 3 };
    size_t held = 0;
    for (size_t i = 0; i < view->n_joints; i++) {
        const struct joint_finding *joint = &view->joints[i];
        const bool shown = view->n_joints <= FEW || sentences_all_wanted() ||
                           (joint->verdict != ASSAY_JOINT_SAME &&
                            joint->verdict != ASSAY_JOINT_OPEN && i - held < 2 * FEW);
        OWNED char *text = shown ? joint_sentence(joint) : NULL;
        OWNED char *safe = text != NULL ? terminal_name(text) : NULL;
        held += !shown;
        terminal_paragraph(terminal, "  ", safe);
    }
    if (held > 0)
        terminal_printf(terminal, STYLE_PLAIN,
                        "  and the metrics of %zu more benchmarks at once: --details\n", held);
}

/* Of one comparison the sentence above the table says it; of many the first ones, as of the table. */
static void print_rows(const struct terminal *terminal, const struct compare_view *view)
{
    enum { MOST = 6 };
    SCOPED(sentences_fini) struct sentences sentences = {0};
    for (size_t i = 0; view->n > 1 && i < view->n; i++) {
        const struct comparison_finding *row = &view->rows[i];
        char *said[] = {verdict_other(row), verdict_same(row), verdict_changed(row),
                        verdict_warm_up(row, terminal->width / 3), verdict_waiting(row)};
        for (size_t k = 0; k < sizeof said / sizeof *said; k++)
            if (said[k] != NULL)
                sentences_take(&sentences, row->old_series->benchmark, said[k]);
    }
    sentences_print_first(terminal, &sentences, MOST);
}

static void print_decisions(const struct terminal *terminal, const struct compare_view *view)
{
    OWNED const struct assay_series **series = view_room(2 * view->n, sizeof *series);
    for (size_t i = 0; series != NULL && i < view->n; i++) {
        series[2 * i] = view->rows[i].old_series;
        series[2 * i + 1] = view->rows[i].new_series;
    }
    if (series != NULL)
        decisions_print(terminal, series, 2 * view->n);
}

/* The systems and how often which verdict; of one comparison its sentence. */
static void print_head(const struct terminal *terminal, const struct compare_view *view)
{
    const char *benchmark = view->rows[0].old_series->benchmark;
    if (view->n == 1) /* files that name no benchmark lend it the old system's name: say it once */
        verdict_print(terminal, &view->rows[0],
                      view->unnamed || same_text(benchmark, view->old_system) ? NULL : benchmark);
    else
        print_counts(terminal, view);
}

void compare_view_print(const struct terminal *terminal, const struct compare_view *view)
{
    print_head(terminal, view);
    print_facts(terminal, view, view->new_system);
    fputc('\n', terminal->stream);
    compare_table_print(terminal, view);
    compare_machines_print(terminal, view);
    if (view->suite != NULL)
        print_suite(terminal, view);
    print_joints(terminal, view);
    print_rows(terminal, view);
    if (!view->quiet)
        print_decisions(terminal, view);
}

/* ---- several systems ---- */

/* Their rows in one view, to be freed; NULL: no memory. */
static struct comparison_finding *join(const struct compare_view *views, size_t n,
                                       struct compare_view *all)
{
    *all = views[0];
    all->n = 0;
    for (size_t k = 0; k < n; k++)
        all->n += views[k].n;
    struct comparison_finding *rows = view_room(all->n, sizeof *rows), *row = rows;
    all->rows = rows;
    for (size_t k = 0; rows != NULL && k < n; row += views[k++].n)
        memcpy(row, views[k].rows, views[k].n * sizeof *row);
    return rows;
}

static void print_joined(const struct terminal *terminal, const struct compare_view *views,
                         size_t n, const struct compare_view *all, struct table **table,
                         size_t n_left)
{
    OWNED char *systems = view_format("%zu systems", n);
    for (size_t k = 0; k < n; k++)
        print_head(terminal, &views[k]);
    print_facts(terminal, all, systems != NULL ? systems : "?");
    fputc('\n', terminal->stream);
    table_print(terminal, table);
    if (n_left > 0)
        terminal_printf(terminal, STYLE_PLAIN, "  and %zu more: --details\n", n_left);
    compare_systems_legend(terminal, all);
    for (size_t k = 0; k < n; k++) {
        compare_machines_print(terminal, &views[k]);
        print_joints(terminal, &views[k]);
        print_rows(terminal, &views[k]);
    }
    if (!all->quiet)
        print_decisions(terminal, all);
}

bool compare_views_print(const struct terminal *terminal, const struct compare_view *views,
                         size_t n)
{
    struct compare_view all;
    size_t n_left = 0;
    OWNED struct comparison_finding *rows = n > 1 ? join(views, n, &all) : NULL;
    struct table *table =
        rows != NULL ? compare_systems_table(terminal, views, n, &all, &n_left) : NULL;
    const bool fits = table != NULL;
    if (fits)
        print_joined(terminal, views, n, &all, &table, n_left);
    return fits;
}
