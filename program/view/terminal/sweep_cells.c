/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_cells.c -- the cells of a sweep: a row a value, a map of two parameters, or a list. */
#include <math.h>
#include <stdlib.h>

#include "view/medium/screen.h"
#include "view/terminal/sweep.h"
#include "view/text/form.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

enum { MOST_COLUMNS = 8, LISTED = 16, LONGEST_SYSTEM = 20 };

static const struct sweep_cell *find(const struct sweep_group *group, size_t system,
                                     const size_t *level)
{
    for (size_t g = 0; g < group->n_cells; g++) {
        const struct sweep_cell *cell = &group->cells[g];
        bool same = cell->system == system;
        for (size_t i = 0; i < group->n_parameters; i++)
            same &= cell->level[i] == level[i];
        if (same)
            return cell;
    }
    return NULL;
}

static struct quantity_scale scale_of(const struct sweep_group *group, bool *alike)
{
    struct quantity_scale scale = {0};
    OWNED double *means = view_room(group->n_cells, sizeof *means);
    for (size_t g = 0; means != NULL && g < group->n_cells; g++)
        means[g] = group->cells[g].mean;
    *alike = means == NULL || quantity_alike(means, group->n_cells);
    if (means != NULL)
        scale = quantity_scale_of(group->unit, means, group->n_cells);
    /* Sizes that differ by little keep enough digits to tell them apart. */
    for (size_t g = group->n_cells; means != NULL && g-- > 1;)
        means[g] = fabs(means[g] - means[g - 1]);
    if (means != NULL && group->n_cells > 1 && *alike) {
        const struct quantity_scale fine =
            quantity_scale_spread(group->unit, means, 1, means + 1, group->n_cells - 1);
        scale.decimals = fine.factor == scale.factor && fine.decimals > scale.decimals
                             ? fine.decimals
                             : scale.decimals;
    }
    return scale;
}

struct quantity sweep_quantity(const struct sweep_group *group, double value)
{
    bool alike;
    double low = INFINITY, high = 0;
    for (size_t g = 0; g < group->n_cells; g++) {
        low = fmin(low, group->cells[g].mean);
        high = fmax(high, group->cells[g].mean);
    }
    if (!(high < 2 * low)) /* they are told apart anyway */
        return quantity_alone(value, group->unit);
    const struct quantity_scale scale = scale_of(group, &alike);
    return quantity_of(value, &scale);
}

static void put_mean(struct table *table, const struct sweep_group *group,
                     const struct sweep_cell *cell, const struct quantity_scale *scale, bool alike)
{
    if (cell == NULL) {
        table_cell(table, STYLE_FAINT, "\u2013");
        return;
    }
    const struct quantity text =
        alike ? quantity_of(cell->mean, scale) : quantity_alone(cell->mean, group->unit);
    const bool judged = group->refusal[0] == '\0' && group->settings;
    const bool best = judged && cell == &group->cells[group->best.cell];
    const bool tied = judged && cell->tied;
    table_cell(table, best ? STYLE_GOOD : STYLE_PLAIN, "%s%s",
               best   ? "*"
               : tied ? "="
                      : "",
               text.text);
}

/* ---- a row a value ---- */

/* What stands behind the means: a change with its interval. */
static const struct assay_effect *sweep_change_of(const struct sweep_group *group,
                                                  const struct sweep_cell *cell)
{
    const size_t at = (size_t)(cell - group->cells);
    for (size_t k = 0; k < group->n_gains; k++)
        for (size_t i = 0; i < group->gains[k].n; i++)
            if (group->gains[k].at[i].second == at)
                return &group->gains[k].at[i].effect;
    /* All pairs are more than a column holds; JSON has them. */
    for (size_t i = 0; group->n_systems == 1 && i < group->n_pairs; i++)
        if (group->pairs[i].second == at && group->pairs[i].first == group->pairs[0].first &&
            group->n_pairs < group->n_cells)
            return &group->pairs[i].effect;
    return NULL;
}

static void put_change(struct table *table, const struct assay_effect *effect)
{
    if (effect == NULL || isnan(effect->estimate)) {
        table_cell(table, STYLE_FAINT, "%s", "");
        table_cell(table, STYLE_FAINT, "%s", "");
        return;
    }
    if (fabs(effect->estimate) > log(2) && !form_of_programs()) {
        /* Changes beyond a halving or a doubling read better as factors. */
        table_cell(table, STYLE_STRONG, "× %.3g", exp(effect->estimate));
        if (effect->exact)
            table_cell(table, STYLE_PLAIN, "exact");
        else
            table_cell(table, STYLE_PLAIN, "× %.3g … %.3g", exp(effect->lower), exp(effect->upper));
        return;
    }
    const double low = 100 * expm1(effect->lower), high = 100 * expm1(effect->upper);
    const double half = (high - low) / 2;
    const int decimals = percent_decimals(&half, 1);
    table_cell(table, STYLE_STRONG, "%s",
               percent_signed(100 * expm1(effect->estimate), decimals).text);
    if (effect->exact)
        table_cell(table, STYLE_PLAIN, "exact");
    else
        table_cell(table, STYLE_PLAIN, "%s", percent_range(low, high, decimals).text);
}

static bool has_changes(const struct sweep_group *group)
{
    return group->refusal[0] == '\0' &&
           (group->n_gains == 1 || (group->n_systems == 1 && group->n_pairs < group->n_cells));
}

/* Columns of names are as narrow as the terminal asks for. */
static void put_header(const struct terminal *terminal, struct table *table,
                       const struct sweep_group *group)
{
    enum { SHORT = 11 };
    const int longest = terminal->width < TERMINAL_WIDTH ? SHORT : LONGEST_SYSTEM;
    table_name_column(table, group->parameters[0].numeric ? TABLE_RIGHT : TABLE_LEFT,
                      group->parameters[0].name, longest);
    for (size_t s = 0; s < group->n_systems; s++)
        table_name_column(table, TABLE_RIGHT, group->n_systems == 1 ? "mean" : group->systems[s],
                          longest);
    if (has_changes(group))
        table_right(table, "change", "all at once");
}

static void print_rows(const struct terminal *terminal, const struct sweep_group *group)
{
    bool alike;
    const struct quantity_scale scale = scale_of(group, &alike);
    struct table *table = table_new(terminal->width < TERMINAL_WIDTH ? 2 : 3);
    put_header(terminal, table, group);
    for (size_t i = 0; i < group->parameters[0].n; i++) {
        const struct sweep_cell *last = NULL;
        table_row(table);
        table_name(table, STYLE_PLAIN, group->parameters[0].values[i], 24);
        for (size_t s = 0; s < group->n_systems; s++) {
            last = find(group, s, &i);
            put_mean(table, group, last, &scale, alike);
        }
        if (has_changes(group))
            put_change(table, last != NULL ? sweep_change_of(group, last) : NULL);
    }
    table_print(terminal, &table);
}

/* ---- a map of two parameters ---- */

/* The darker, the larger: by the logarithm between the smallest and the largest. */
static const char *shade(const struct terminal *terminal, const struct sweep_group *group,
                         const struct sweep_cell *cell)
{
    static const char *const blocks[] = {" ", "\u2591", "\u2592", "\u2593", "\u2588"};
    static const char *const letters[] = {" ", ".", ":", "+", "#"};
    double low = INFINITY, high = -INFINITY;
    for (size_t g = 0; g < group->n_cells; g++) {
        low = fmin(low, group->cells[g].log_mean);
        high = fmax(high, group->cells[g].log_mean);
    }
    const double share = high > low ? (cell->log_mean - low) / (high - low) : 0;
    const int step = (int)fmin(4, floor(5 * share));
    return (terminal->utf8 ? blocks : letters)[step > 0 ? step : 0];
}

static void print_map(const struct terminal *terminal, const struct sweep_group *group,
                      size_t system, size_t down, size_t across)
{
    const struct sweep_parameter *rows = &group->parameters[down],
                                 *columns = &group->parameters[across];
    bool alike;
    const struct quantity_scale scale = scale_of(group, &alike);
    if (group->n_systems > 1)
        terminal_printf(terminal, STYLE_STRONG, "  %.60s\n", group->systems[system]);
    struct table *table = table_new(2);
    char corner[80];
    (void)snprintf(corner, sizeof corner, "%.30s \\ %.30s", rows->name, columns->name);
    table_name_column(table, TABLE_LEFT, corner, 0);
    for (size_t j = 0; j < columns->n; j++)
        table_name_column(table, TABLE_RIGHT, columns->values[j], 12);
    for (size_t i = 0; i < rows->n; i++) {
        table_row(table);
        table_name(table, STYLE_PLAIN, rows->values[i], 20);
        for (size_t j = 0; j < columns->n; j++) {
            size_t level[2];
            level[down] = i;
            level[across] = j;
            const struct sweep_cell *cell = find(group, system, level);
            if (cell == NULL) {
                table_cell(table, STYLE_FAINT, "\u2013");
                continue;
            }
            const bool judged = group->refusal[0] == '\0' && group->settings;
            const bool best = judged && cell == &group->cells[group->best.cell];
            const struct quantity text =
                alike ? quantity_bare(cell->mean, &scale) : quantity_alone(cell->mean, group->unit);
            table_cell(table, best ? STYLE_GOOD : STYLE_PLAIN, "%s%s%s%s",
                       best                   ? "*"
                       : judged && cell->tied ? "="
                                              : "",
                       text.text, form_wanted() ? "" : " ",
                       form_wanted() ? "" : shade(terminal, group, cell));
        }
    }
    table_print(terminal, &table);
    if (alike && scale.label[0] != '\0')
        terminal_printf(terminal, STYLE_FAINT, "  in %s\n", scale.label);
}

/* ---- a list, the best first ---- */

static int by_mean(const void *left, const void *right)
{
    const struct sweep_cell *const *a = left, *const *b = right;
    return ((*a)->log_mean > (*b)->log_mean) - ((*a)->log_mean < (*b)->log_mean);
}

static void print_list(const struct terminal *terminal, const struct sweep_group *group)
{
    bool alike;
    const struct quantity_scale scale = scale_of(group, &alike);
    OWNED const struct sweep_cell **order = view_room(group->n_cells, sizeof *order);
    if (order == NULL)
        return;
    for (size_t g = 0; g < group->n_cells; g++)
        order[g] = &group->cells[g];
    qsort(order, group->n_cells, sizeof *order, by_mean);
    struct table *table = table_new(3);
    table_left(table, "cell");
    table_right(table, "mean");
    const size_t n = group->n_cells < LISTED ? group->n_cells : LISTED;
    for (size_t i = 0; i < n; i++) {
        const size_t at = group->more_is_better ? group->n_cells - 1 - i : i;
        OWNED char *name = sweep_cell_name(group, (size_t)(order[at] - group->cells));
        table_row(table);
        table_name(table, STYLE_PLAIN, name != NULL ? name : "?", 56);
        put_mean(table, group, order[at], &scale, alike);
    }
    table_print(terminal, &table);
    if (n < group->n_cells)
        terminal_printf(terminal, STYLE_FAINT, "  and %zu more (--csv has all)\n",
                        group->n_cells - n);
}

/* ---- a row a cell, for programs and pages ---- */

/* Of its geometric mean. */
static void put_interval(struct table *table, const struct sweep_group *group,
                         const struct assay_effect *own)
{
    const double upper = exp(own->upper);
    const struct quantity_scale scale = quantity_scale_of(group->unit, &upper, 1);
    if (isnan(own->lower))
        table_cell(table, STYLE_PLAIN, "\u2013");
    else
        table_cell(table, STYLE_PLAIN, "%s \u2026 %s", quantity_bare(exp(own->lower), &scale).text,
                   quantity_of(upper, &scale).text);
}

static void put_record(struct table *table, const struct sweep_group *group,
                       const struct sweep_cell *cell)
{
    const bool judged = group->refusal[0] == '\0' && group->settings;
    const bool best = judged && cell == &group->cells[group->best.cell];
    table_row(table);
    for (size_t i = 0; i < group->n_parameters; i++)
        table_name(table, STYLE_PLAIN, group->parameters[i].values[cell->level[i]], 0);
    if (group->n_systems > 1)
        table_name(table, STYLE_PLAIN, group->systems[cell->system], 0);
    const struct quantity mean = sweep_quantity(group, cell->mean);
    table_cell(table, STYLE_PLAIN, "%s",
               form_of_programs() ? mean.text : sweep_quantity(group, exp(cell->log_mean)).text);
    put_interval(table, group, &cell->mean_log);
    if (!form_of_programs())
        table_cell(table, STYLE_PLAIN, "%s", mean.text);
    table_cell(table, STYLE_PLAIN, "%zu", cell->mean_log.rounds);
    table_cell(table, STYLE_PLAIN, "%s", best ? "best" : judged && cell->tied ? "tied" : "");
    if (has_changes(group))
        put_change(table, sweep_change_of(group, cell));
}

struct table *sweep_cells_table(const struct sweep_group *group, double confidence)
{
    struct table *table = table_new(3);
    for (size_t i = 0; i < group->n_parameters; i++)
        table_name_column(
            table, group->parameters[i].numeric && !form_of_programs() ? TABLE_RIGHT : TABLE_LEFT,
            group->parameters[i].name, 0);
    if (group->n_systems > 1)
        table_left(table, "system");
    table_right(table, form_of_programs() ? "mean" : "geometric mean",
                interval_title(confidence).text);
    if (!form_of_programs())
        table_right(table, "mean");
    table_right(table, "rounds");
    table_left(table, "place");
    if (has_changes(group))
        table_right(table, "change", "all at once");
    for (size_t g = 0; g < group->n_cells; g++)
        put_record(table, group, &group->cells[g]);
    return table;
}

void sweep_cells_print(const struct terminal *terminal, const struct sweep_group *group,
                       double confidence)
{
    fputc('\n', terminal->stream);
    if (form_of_programs()) {
        struct table *table = sweep_cells_table(group, confidence);
        table_print(terminal, &table);
        return;
    }
    if (group->n_parameters == 1 && group->n_systems <= MOST_COLUMNS - 3) {
        print_rows(terminal, group);
        return;
    }
    const bool wide = group->n_parameters == 2 &&
                      group->parameters[1].n > group->parameters[0].n; /* the shorter across */
    const size_t across = wide ? 0 : 1;
    if (group->n_parameters == 2 && group->n_systems <= 3 &&
        group->parameters[across].n <= MOST_COLUMNS) {
        for (size_t s = 0; s < group->n_systems; s++)
            print_map(terminal, group, s, 1 - across, across);
        return;
    }
    print_list(terminal, group);
}

/* ---- the front of several metrics ---- */

static void put_front_row(struct table *table, const struct sweep_front *front, size_t cell,
                          const struct quantity_scale *scales, const bool *alike)
{
    OWNED char *name = sweep_cell_name(front->groups[0], cell);
    table_row(table);
    table_name(table, STYLE_PLAIN, name != NULL ? name : "?", 56);
    for (size_t i = 0; i < front->n; i++) {
        const struct sweep_group *group = front->groups[i];
        const double mean = group->cells[cell].mean;
        table_cell(table, STYLE_PLAIN, "%s",
                   alike[i] ? quantity_of(mean, &scales[i]).text
                            : quantity_alone(mean, group->unit).text);
    }
}

struct table *sweep_front_table(const struct sweep_front *front)
{
    const struct sweep_group *first = front->groups[0];
    OWNED const struct sweep_cell **order = view_room(first->n_cells, sizeof *order);
    OWNED struct quantity_scale *scales = view_room(front->n, sizeof *scales);
    OWNED bool *alike = view_room(front->n, sizeof *alike);
    struct table *table = table_new(3);
    table_left(table, "cell");
    if (order == NULL || scales == NULL || alike == NULL)
        return table;
    for (size_t i = 0; i < front->n; i++) {
        table_name_column(table, TABLE_RIGHT, front->groups[i]->metric, 20);
        scales[i] = scale_of(front->groups[i], &alike[i]);
    }
    for (size_t g = 0; g < first->n_cells; g++)
        order[g] = &first->cells[g];
    qsort(order, first->n_cells, sizeof *order, by_mean);
    for (size_t i = 0; i < first->n_cells; i++) {
        const size_t at = first->more_is_better ? first->n_cells - 1 - i : i,
                     cell = (size_t)(order[at] - first->cells);
        if (front->kept[cell])
            put_front_row(table, front, cell, scales, alike);
    }
    return table;
}

void sweep_front_print(const struct terminal *terminal, const struct sweep_front *front)
{
    struct table *table = sweep_front_table(front);
    OWNED char *text = VIEW_TEXT(out, {
        size_t kept = 0;
        const struct sweep_group *group = front->groups[0];
        for (size_t g = 0; g < group->n_cells; g++)
            kept += front->kept[g];
        if (group->benchmark[0] != '\0')
            view_say(out, "%.44s: ", group->benchmark);
        fprintf(out, "%zu of %zu are beaten by no other in all of", kept, group->n_cells);
        for (size_t i = 0; i < front->n; i++)
            view_say(out, "%s %.20s", i > 0 ? "," : "", front->groups[i]->metric);
    });
    terminal_paragraph(terminal, "", text);
    fputc('\n', terminal->stream);
    table_print(terminal, &table);
}
