/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_matrix.c -- grids over two levels as the papers draw them: a table of coverages. */
#include <math.h>
#include <string.h>

#include "view/medium/screen.h"
#include "view/terminal/simulate.h"

enum { LEAST = 3, MOST_DOWN = 100, MOST_ACROSS = 16 };

/* A level whose count varies over the rows, and the counts it takes. */
struct axis {
    size_t level, n;
    size_t count[MOST_DOWN];
    const char *name;
};

static size_t count_of(const struct simulation_row *row, size_t level)
{
    return row->about.design.old_system.count[level];
}

static const char *name_of(const struct simulation_row *row)
{
    return row->about.name != NULL ? row->about.name : "";
}

/* The counts in the order in which they come; n 0 when they are too many. */
static struct axis axis_of(const struct simulation_result *result, size_t level)
{
    struct axis axis = {.level = level, .name = result->rows[0].about.level_name[level]};
    for (size_t i = 0; i < result->n; i++) {
        size_t count = count_of(&result->rows[i], level);
        size_t j = 0;
        while (j < axis.n && axis.count[j] != count)
            j++;
        if (j == MOST_DOWN)
            return (struct axis){0};
        if (j == axis.n)
            axis.count[axis.n++] = count;
    }
    return axis;
}

/* True when all rows have the same levels, the same counts of old and new, and just two levels vary. */
static bool two_axes(const struct simulation_result *result, struct axis *down, struct axis *across)
{
    const size_t n_levels = result->rows[0].about.design.n_levels;
    size_t n_axes = 0;
    for (size_t i = 0; i < result->n; i++) {
        const struct assay_simulate_design *design = &result->rows[i].about.design;
        if (design->n_levels != n_levels)
            return false;
        for (size_t k = 0; k < n_levels; k++)
            if (design->old_system.count[k] != design->new_system.count[k])
                return false;
    }
    for (size_t k = 0; k < n_levels; k++) {
        struct axis axis = axis_of(result, k);
        if (axis.n == 1)
            continue;
        if (n_axes == 2 || axis.n < LEAST)
            return false;
        *(n_axes == 0 ? down : across) = axis;
        n_axes++;
    }
    return n_axes == 2 && across->n <= MOST_ACROSS;
}

/* Rows of one matrix differ in the counts only. */
static bool together(const struct simulation_row *a, const struct simulation_row *b)
{
    return strcmp(a->method, b->method) == 0 && a->about.design.ratio == b->about.design.ratio &&
           strcmp(name_of(a), name_of(b)) == 0;
}

static const struct simulation_row *find(const struct simulation_result *result,
                                         const struct simulation_row *like, const struct axis *down,
                                         size_t n_down, const struct axis *across, size_t n_across)
{
    for (size_t i = 0; i < result->n; i++)
        if (together(&result->rows[i], like) && count_of(&result->rows[i], down->level) == n_down &&
            count_of(&result->rows[i], across->level) == n_across)
            return &result->rows[i];
    return NULL;
}

static void add_coverage(struct table *table, const struct simulation_row *row, double confidence)
{
    struct assay_simulate_summary summary = {.coverage = NAN};
    if (row != NULL)
        summary = assay_simulate_summarise(&row->tally);
    if (!isfinite(summary.coverage)) {
        table_cell(table, STYLE_FAINT, "–");
        return;
    }
    double percent = 100 * summary.coverage;
    switch (assay_simulate_trust_of(&row->tally, confidence)) {
    case ASSAY_SIMULATE_NOT_TRUSTED: table_cell(table, STYLE_BAD, "%.1f-", percent); break;
    case ASSAY_SIMULATE_TOO_WIDE: table_cell(table, STYLE_OPEN, "%.1f+", percent); break;
    case ASSAY_SIMULATE_TRUSTED: table_cell(table, STYLE_GOOD, "%.1f ", percent); break;
    default: table_cell(table, STYLE_FAINT, "%.1f ", percent); break;
    }
}

static void print_matrix(const struct simulation_result *result, const struct terminal *terminal,
                         const struct simulation_row *like, const struct axis *down,
                         const struct axis *across)
{
    char title[64];
    struct table *table = table_new(2);
    const char *name = name_of(like);
    terminal_printf(terminal, STYLE_STRONG, "  %.32s%s%s", name, name[0] != '\0' ? " · " : "",
                    like->method);
    terminal_printf(terminal, STYLE_PLAIN, " · coverage in %%, %s down, %s across\n", down->name,
                    across->name);
    table_right(table, "");
    for (size_t j = 0; j < across->n; j++) {
        (void)snprintf(title, sizeof title, "%zu ", across->count[j]);
        table_right(table, title);
    }
    for (size_t i = 0; i < down->n; i++) {
        table_row(table);
        table_cell(table, STYLE_STRONG, "%zu", down->count[i]);
        for (size_t j = 0; j < across->n; j++)
            add_coverage(table, find(result, like, down, down->count[i], across, across->count[j]),
                         result->header.confidence);
    }
    table_print(terminal, &table);
    terminal_puts(terminal, STYLE_PLAIN, "\n");
}

bool simulate_matrices(const struct simulation_result *result, const struct terminal *terminal)
{
    struct axis down, across;
    if (!two_axes(result, &down, &across))
        return false;
    for (size_t i = 0; i < result->n; i++) {
        size_t before = 0;
        while (before < i && !together(&result->rows[before], &result->rows[i]))
            before++;
        if (before == i)
            print_matrix(result, terminal, &result->rows[i], &down, &across);
    }
    return true;
}
