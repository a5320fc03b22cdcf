/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady.c -- the screen of `assay show --steady`: run sequences (steady_sequence.c), then a table with what
 * to do. */
#include "view/terminal/steady.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "view/face/system_columns.h"
#include "view/medium/screen.h"
#include "view/text/quantity.h"
#include "view/text/sentences.h"
#include "view/text/view_memory.h"
#include "view/text/warm_up_words.h"

/* What gives way; the heuristics of others are asked for by --details. */
enum { WARM = 1, INDEPENDENT = 2, OTHERS = 4 };

static enum style state_style(enum assay_state state)
{
    switch (state) {
    case ASSAY_STATE_FLAT:
    case ASSAY_STATE_WARMUP: return STYLE_GOOD;
    case ASSAY_STATE_SLOWDOWN: return STYLE_OPEN;
    default: return STYLE_BAD;
    }
}

static void put_position(struct table *table, struct column column, size_t index, bool tested)
{
    if (index == SIZE_MAX)
        table_put(table, column, STYLE_FAINT, tested ? "never" : "not tested");
    else
        table_put(table, column, STYLE_PLAIN, "%zu", index + 1);
}

static void put_warmup(struct table *table, const char *title, size_t n)
{
    const struct column column = COLUMN_RIGHT(title, .part = OTHERS);
    if (n == SIZE_MAX)
        table_put(table, column, STYLE_FAINT, "never");
    else
        table_put(table, column, STYLE_FAINT, "%zu", n);
}

static struct quantity advice_of(const struct sample_state *row)
{
    const struct assay_benchmark_state *s = &row->state;
    if (row->series->decided == ASSAY_DECIDED_BY_HAND)
        return quantity_text("by hand: live from %zu", row->series->live_from + 1);
    if (s->independent_from == SIZE_MAX && s->iterations > 1)
        return quantity_text("take iterations %zu to %zu", s->warmup + 1,
                             s->warmup + s->iterations);
    if (s->independent_from == SIZE_MAX)
        return quantity_text("take iteration %zu", s->warmup + 1);
    return quantity_text("warm up %zu, take %zu", s->warmup, s->iterations);
}

static bool several_systems(const struct steady_view *view)
{
    for (size_t i = 1; i < view->finding->n; i++)
        if (strcmp(view->finding->rows[i].series->system, view->finding->rows[0].series->system) !=
            0)
            return true;
    return false;
}

static void put_row(struct table *table, const struct sample_state *row, bool systems)
{
    const struct assay_benchmark_state *s = &row->state;
    const struct column class = COLUMN_LEFT("class");
    table_row(table);
    table_put_name(table, COLUMN_LEFT("benchmark"), row->series->benchmark, TABLE_FITTED);
    if (systems)
        table_put_name(table, COLUMN_LEFT("system"), row->series->system, TABLE_FITTED_TO(14));
    if (row->problem.status != ASSAY_OK) {
        table_put(table, class, STYLE_FAINT, "too few iterations");
        return;
    }
    table_put(table, class, state_style(s->state), "%s%s", assay_state_name(s->state),
              s->period > 0 ? ", cycle" : "");
    table_put(table, COLUMN_LEFT("in each execution"), STYLE_STRONG, "%s", advice_of(row).text);
    put_position(table, COLUMN_RIGHT("warm from", .part = WARM), s->initialised_from, true);
    put_position(table, COLUMN_RIGHT("independent from", .part = INDEPENDENT), s->independent_from,
                 s->initialised_from == SIZE_MAX || !isnan(s->dependence_p));
    if (sentences_all_wanted()) {
        put_warmup(table, "DaCapo", s->dacapo);
        put_warmup(table, "Georges", s->georges);
    }
}

static const struct assay_series *series_of(const void *rows, size_t row)
{
    return ((const struct sample_state *)rows)[row].series;
}

/* "warmup: take iteration 12" */
static void state_cell(struct table *table, const void *rows, size_t at)
{
    const struct sample_state *row = &((const struct sample_state *)rows)[at];
    if (row->problem.status != ASSAY_OK)
        table_cell(table, STYLE_PLAIN, "too few iterations");
    else
        table_cell(table, STYLE_PLAIN, "%s%s: %s", assay_state_name(row->state.state),
                   row->state.period > 0 ? ", cycle" : "", advice_of(row).text);
}

static struct table *systems_table(const struct steady_finding *finding)
{
    SCOPED(system_columns_fini) struct system_columns columns = {0};
    struct table *table = NULL;
    if (system_columns_init(&columns, finding->n, series_of, finding->rows))
        table = system_columns_table(&columns, series_of, finding->rows, state_cell);
    return table;
}

static struct table *samples_table(const struct steady_view *view)
{
    /* What to do stays, what it rests on gives way. */
    static const struct table_fit fits[] = {
        {.gap = 2, .names = 28},
        {.gap = 2, .names = 24, .without = OTHERS},
        {.gap = 2, .names = 20, .without = OTHERS | INDEPENDENT},
        {.gap = 2, .names = 16, .without = OTHERS | INDEPENDENT | WARM},
        {.gap = 2, .names = 12, .without = OTHERS | INDEPENDENT | WARM},
        {.gap = 2, .names = 8, .without = OTHERS | INDEPENDENT | WARM}};
    struct table *table = table_new(0);
    table_fits(table, fits, sizeof fits / sizeof *fits);
    for (size_t i = 0; i < view->finding->n; i++)
        put_row(table, &view->finding->rows[i], several_systems(view));
    return table;
}

/* Side by side where a page is written. */
static void print_table(const struct terminal *terminal, const struct steady_view *view)
{
    struct table *table = systems_table(view->finding);
    if (table == NULL)
        table = samples_table(view);
    table_print(terminal, &table);
}

/* "2 of 4 samples warm up, 1 reaches no steady state": what a reader must know before any number. */
static void print_answer(const struct terminal *terminal, const struct steady_view *view)
{
    static const struct {
        enum assay_state state;
        const char *one, *many;
    } words[] = {
        {ASSAY_STATE_NOT_STEADY, "reaches no steady state", "reach no steady state"},
        {ASSAY_STATE_INCONSISTENT, "differs between executions", "differ between executions"},
        {ASSAY_STATE_SLOWDOWN, "slows down", "slow down"},
        {ASSAY_STATE_WARMUP, "warms up", "warm up"},
        {ASSAY_STATE_FLAT, "is flat from the first iteration",
         "are flat from the first iteration"}};
    const size_t n = view->finding->n;
    bool any = false;
    OWNED char *text = VIEW_TEXT(stream, {
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            size_t count = 0;
            for (size_t i = 0; i < n; i++)
                count += view->finding->rows[i].problem.status == ASSAY_OK &&
                         view->finding->rows[i].state.state == words[w].state;
            if (count == 0)
                continue;
            char number[48];
            (void)snprintf(number, sizeof number, "%zu of %zu", count, n);
            const char *lead = n > 1 ? number : view->finding->rows[0].series->benchmark;
            if (any)
                fprintf(stream, ", %zu %s", count, count == 1 ? words[w].one : words[w].many);
            else
                view_say(stream, "%s %s", lead, count == 1 ? words[w].one : words[w].many);
            any = true;
        }
    });
    if (text != NULL && any) {
        terminal_paragraph(terminal, "", text);
        fputc('\n', terminal->stream);
    }
}

/* ---- notes ---- */

/* "inconsistent" says little: how many executions are of each class. The system is named where there
 * are several. */
static void print_disagreement(const struct terminal *terminal, const struct sample_state *row,
                               bool systems)
{
    char classes[160];
    int used = 0;
    for (unsigned s = ASSAY_STATE_FLAT; s <= ASSAY_STATE_NOT_STEADY; s++)
        if (row->state.n_state[s] > 0)
            used += snprintf(classes + used, sizeof classes - (size_t)used, "%s %zu %s",
                             used > 0 ? "," : "", row->state.n_state[s],
                             assay_state_name((enum assay_state)s));
    terminal_sentence(terminal, "  ", "%s%s%s: %zu executions disagree:%s", row->series->benchmark,
                      systems ? " on " : "", systems ? row->series->system : "", row->state.n,
                      classes);
}

/* "Beneath it is another cycle of 10 iterations …" */
static void print_second(const struct terminal *terminal, const struct assay_fold *fold,
                         size_t iterations)
{
    const size_t common = assay_fold_common(fold, iterations);
    if (fold->second == 0)
        return;
    if (common > 0)
        terminal_sentence(terminal, "  ",
                          "Beneath it is another cycle of %zu iterations: %zu are whole cycles of "
                          "both.",
                          fold->second, common);
    else
        terminal_sentence(
            terminal, "  ",
            "Beneath it is another cycle of %zu iterations: not even these %zu are whole cycles of "
            "both. Take all.",
            fold->second, iterations);
}

/* "fft: a cycle of 63.0 iterations …", "gc: every 10th …" */
static void print_cycle(const struct terminal *terminal, const struct sample_state *row,
                        bool systems)
{
    const struct assay_benchmark_state *s = &row->state;
    const struct assay_fold *fold = &s->warm_up.cycle;
    const char *between = systems ? " on " : "", *system = systems ? row->series->system : "";
    if (fold->at_least > 0) {
        terminal_sentence(
            terminal, "  ",
            "%s%s%s: a cycle of at least %zu iterations, too long to be told from %zu. "
            "More iterations show its length.",
            row->series->benchmark, between, system, fold->at_least, s->warm_up.iterations);
        return;
    }
    const bool whole = fold->period > 0;
    terminal_sentence(
        terminal, "  ",
        "%s%s%s: a cycle of %.*f iterations%s, %.*f %% of the mean from its fastest to its slowest, in "
        "%zu of %zu executions%s. It goes on, and is neither warm-up nor slowdown. One iteration sees one "
        "place of it: for the mean of all take whole cycles.",
        row->series->benchmark, between, system, !whole && s->period < 100 ? 1 : 0, s->period,
        fold->or_multiple ? " or a multiple" : "", s->swing < 0.1 ? 1 : 0, 100 * s->swing,
        s->n_cycles, s->n,
        fold->phases == ASSAY_PHASES_LOCKED ? ", at the same iterations in all"
        : whole                             ? ", each beginning at its own place"
                                            : "");
    print_second(terminal, fold, s->warm_up.iterations);
}

/* "fft: 8 of 8 executions warm up until iteration 28 of 60; it still falls: …" where the end is not seen. */
static void print_end(const struct terminal *terminal, const struct sample_state *row, bool systems)
{
    const struct assay_warm_up *warm_up = &row->state.warm_up;
    OWNED char *who = warm_up_who(warm_up, NULL, 0);
    OWNED char *end = warm_up_end(warm_up, NULL, 0);
    if (who != NULL && end != NULL && end[0] != '\0')
        terminal_sentence(terminal, "  ", "%s%s%s: %s%s.", row->series->benchmark,
                          systems ? " on " : "", systems ? row->series->system : "", who, end);
}

static void print_notes(const struct terminal *terminal, const struct steady_view *view)
{
    static const struct {
        enum assay_state state;
        const char *text;
    } explained[] = {
        {ASSAY_STATE_NOT_STEADY,
         "No steady state: the time still changes in the last quarter of the iterations. Give more "
         "iterations; until then take those named of each execution, the same in all."},
        {ASSAY_STATE_SLOWDOWN,
         "Slowdown: faster at first than in the steady part. The steady part is what repeats."},
    };
    bool dependent = false, seen[ASSAY_STATE_UNKNOWN + 1] = {false};
    for (size_t i = 0; i < view->finding->n; i++) {
        const struct sample_state *row = &view->finding->rows[i];
        if (row->problem.status != ASSAY_OK)
            continue;
        if (row->state.state == ASSAY_STATE_INCONSISTENT)
            print_disagreement(terminal, row, several_systems(view));
        print_end(terminal, row, several_systems(view));
        if (row->state.period > 0 || row->state.warm_up.cycle.at_least > 0)
            print_cycle(terminal, row, several_systems(view));
        seen[row->state.state] = true;
        dependent = dependent ||
                    (row->state.initialised_from != SIZE_MAX &&
                     row->state.independent_from == SIZE_MAX && !isnan(row->state.dependence_p));
    }
    for (size_t i = 0; i < sizeof explained / sizeof *explained; i++)
        if (seen[explained[i].state])
            terminal_paragraph(terminal, "  ", explained[i].text);
    if (dependent)
        terminal_paragraph(terminal, "  ",
                           "Independent never: iterations depend on one another, so repeating them "
                           "adds little. Take "
                           "what is named and repeat executions.");
}

void steady_view_print(const struct terminal *terminal, const struct steady_view *view)
{
    print_answer(terminal, view);
    for (size_t i = 0; view->plots && i < view->finding->n; i++)
        if (view->finding->rows[i].state.n > 0)
            steady_print_sequences(terminal, &view->finding->rows[i]);
    print_table(terminal, view);
    if (view->quiet)
        return;
    terminal_puts(terminal, STYLE_PLAIN, "\n");
    print_notes(terminal, view);
    if (!view->plots)
        terminal_sentence(terminal, "  ", "%s", "--plots draws the executions");
}
