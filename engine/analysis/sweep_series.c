/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_series.c -- which parameters the series have, and which series make a grid. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/sweep_parts.h"
#include "base/failure.h"
#include "base/owned.h"
#include "base/text_buffer.h"
#include "design/manifest.h"
#include "design/value.h"

static bool read_lists(const struct design *design, struct sweep_series *out)
{
    static const struct design_environment none = {NULL, NULL, 0};
    const struct design_system *system = design_system_named(design, out->series->system);
    const struct design_benchmark *benchmark =
        design_benchmark_named(design, out->series->benchmark);
    if (!parameters_of_design(out->series->system, system != NULL ? &system->parameters : &none,
                              &out->system))
        return false;
    if (benchmark != NULL && benchmark->parameters.n > 0)
        return parameters_of_design(out->series->benchmark, &benchmark->parameters,
                                    &out->benchmark);
    return parameters_of_name(out->series->benchmark, &out->benchmark);
}

/* Their value of a parameter; NULL: none. */
static const char *value_of(const struct sweep_series *series, const char *name)
{
    const char *value = parameters_get(&series->benchmark, name); /* these win */
    return value != NULL ? value : parameters_get(&series->system, name);
}

/* Whether the series has the values that are asked for; numbers are the same however they are written. */
static bool is_at(const struct sweep_series *series, const struct name_list *at)
{
    for (size_t i = 0; i < at->n; i++) {
        const char *sign = strchr(at->items[i], '=');
        char name[256];
        (void)snprintf(name, sizeof name, "%.*s", (int)(sign - at->items[i]), at->items[i]);
        const char *value = value_of(series, name);
        double a, b;
        if (value == NULL)
            return false;
        const bool same =
            strcmp(value, sign + 1) == 0 ||
            (value_read_number(value, &a) && value_read_number(sign + 1, &b) && a == b);
        if (!same)
            return false;
    }
    return true;
}

void swept_fini(struct swept *swept)
{
    for (size_t i = 0; i < swept->n; i++) {
        parameters_fini(&swept->series[i].system);
        parameters_fini(&swept->series[i].benchmark);
    }
}

/* Its values of the parameters of which each has a best of its own. */
static char *apart_of(const struct sweep_series *series, const char *const *per, size_t n)
{
    struct text_buffer buffer;
    FILE *out = text_buffer_open(&buffer);
    for (size_t i = 0; out != NULL && i < n; i++) {
        const char *value = value_of(series, per[i]);
        if (value != NULL)
            fprintf(out, "%s%s=%s", i > 0 ? ", " : "", per[i], value);
    }
    return text_buffer_close(&buffer);
}

static enum assay_status take(const struct input *input, const struct sweep_request *request,
                              const struct design *design, struct swept *out,
                              struct assay_error *error)
{
    for (size_t i = 0; i < input->n; i++) {
        const struct assay_series *series = &input->series[i];
        if (!request->all_metrics && !input_is_primary(input, series))
            continue;
        struct sweep_series *one = &out->series[out->n++];
        *one = (struct sweep_series){.series = series};
        if (!read_lists(design, one))
            return fail_no_memory(error);
        const bool asked = request->per.n > 0 || design == NULL;
        one->apart = arena_keep(
            out->memory,
            apart_of(one, asked ? request->per.items : (const char *const *)design->stop.per,
                     asked ? request->per.n : design->stop.n_per));
        if (one->apart == NULL)
            return fail_no_memory(error);
        if (one->system.n + one->benchmark.n > 0 && is_at(one, &request->at))
            continue;
        parameters_fini(&one->system);
        parameters_fini(&one->benchmark);
        out->n--;
    }
    return ASSAY_OK;
}

static bool same_values(const struct sweep_series *a, const struct sweep_series *b)
{
    for (size_t i = 0; i < a->system.n; i++) {
        const char *value = value_of(b, a->system.name[i]);
        if (value == NULL || strcmp(value_of(a, a->system.name[i]), value) != 0)
            return false;
    }
    for (size_t i = 0; i < a->benchmark.n; i++) {
        const char *value = value_of(b, a->benchmark.name[i]);
        if (value == NULL || strcmp(a->benchmark.value[i], value) != 0)
            return false;
    }
    return a->system.n + a->benchmark.n == b->system.n + b->benchmark.n;
}

/* `assay run 'sort {n}' 'sort {n}'`: two systems whose names leave the same. */
static void tell_apart(struct sweep_series *series, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(series[i].system.base, series[j].system.base) == 0 &&
                strcmp(series[i].benchmark.base, series[j].benchmark.base) == 0 &&
                strcmp(series[i].series->metric, series[j].series->metric) == 0 &&
                series[i].occurrence == series[j].occurrence && same_values(&series[i], &series[j]))
                series[i].occurrence++;
}

enum assay_status sweep_series_of(const struct input *input, const struct sweep_request *request,
                                  struct swept *out, struct assay_error *error)
{
    for (size_t i = 0; i < request->at.n; i++)
        if (strchr(request->at.items[i], '=') == NULL)
            return fail_naming(error, ASSAY_USAGE, "@at: \"%s\" is not a value (write NAME=VALUE)",
                               request->at.items[i]);
    SCOPED(design_free) struct design *design = NULL;
    struct assay_error ignored;
    out->series = arena_array(out->memory, input->n, sizeof *out->series);
    if (out->series == NULL)
        return fail_no_memory(error);
    const struct experiment_info *info = input->experiment;
    if (info != NULL && info->manifest != NULL)
        (void)manifest_parse(info->manifest, strlen(info->manifest), "", info->source, &design,
                             &ignored);
    TRY(take(input, request, design, out, error));
    tell_apart(out->series, out->n);
    return ASSAY_OK;
}

/* ---- a grid ---- */

/* The place of the text in the list, which has room for it; put there where it is new. */
static size_t place_of(struct arena *memory, char **list, size_t *n, const char *text)
{
    size_t at = 0;
    while (at < *n && strcmp(list[at], text) != 0)
        at++;
    if (at == *n && (list[at] = arena_copy(memory, text)) != NULL)
        ++*n;
    return at;
}

struct numbered {
    char *text;
    double number;
};

static int by_number(const void *left, const void *right)
{
    const struct numbered *a = left, *b = right;
    return (a->number > b->number) - (a->number < b->number);
}

/* Numbers in ascending order; every value must be one. */
static enum assay_status sort_values(struct arena *memory, struct sweep_parameter *parameter,
                                     struct assay_error *error)
{
    OWNED struct numbered *order = calloc(parameter->n, sizeof *order);
    parameter->numbers = arena_array(memory, parameter->n, sizeof *parameter->numbers);
    if (order == NULL || parameter->numbers == NULL)
        return fail_no_memory(error);
    bool numbers = true;
    for (size_t i = 0; i < parameter->n; i++) {
        order[i].text = parameter->values[i];
        numbers = value_read_number(order[i].text, &order[i].number) && numbers;
    }
    if (numbers)
        qsort(order, parameter->n, sizeof *order, by_number);
    parameter->numeric = numbers && order[0].number > 0;
    for (size_t i = 0; i < parameter->n; i++) {
        parameter->values[i] = order[i].text;
        parameter->numbers[i] = numbers ? order[i].number : (double)NAN;
        parameter->numeric &= i == 0 || order[i].number > order[i - 1].number;
    }
    return ASSAY_OK;
}

static enum assay_status add_values(const struct sweep_series *const *series, size_t n,
                                    const struct parameter_list *list, struct sweep_group *group,
                                    struct assay_error *error)
{
    for (size_t p = 0; p < list->n; p++) {
        struct sweep_parameter one = {.name = arena_copy(group->memory, list->name[p]),
                                      .values = arena_array(group->memory, n, sizeof *one.values)};
        bool known = group->memory->lost;
        for (size_t i = 0; i < group->n_parameters; i++)
            known |= strcmp(group->parameters[i].name, list->name[p]) == 0;
        for (size_t i = 0; !known && i < n; i++) {
            const char *value = value_of(series[i], list->name[p]);
            (void)place_of(group->memory, one.values, &one.n, value != NULL ? value : "");
        }
        if (group->memory->lost)
            return fail_no_memory(error);
        if (one.n < 2 || group->n_parameters == PARAMETERS_MOST)
            continue;
        TRY(sort_values(group->memory, &one, error));
        group->parameters[group->n_parameters++] = one;
    }
    return ASSAY_OK;
}

static size_t level_at(const struct sweep_parameter *parameter, const struct sweep_series *series)
{
    const char *value = value_of(series, parameter->name);
    size_t level = 0;
    while (level + 1 < parameter->n &&
           strcmp(parameter->values[level], value != NULL ? value : "") != 0)
        level++;
    return level;
}

/* Whether each value of one goes with one of the other: a file and its number of lines. */
static bool go_together(const struct sweep_series *const *series, size_t n,
                        const struct sweep_parameter *a, const struct sweep_parameter *b, bool *out)
{
    OWNED size_t *partner = calloc(a->n + 1, sizeof *partner); /* from 1; 0: none met so far */
    if (partner == NULL)
        return false;
    *out = a->n == b->n;
    for (size_t i = 0; *out && i < n; i++) {
        size_t *at = &partner[level_at(a, series[i])];
        const size_t with = 1 + level_at(b, series[i]);
        *out = *at == 0 || *at == with;
        *at = with;
    }
    return true;
}

/* False: no memory, of both. Those that go together are one factor: the first, or the one that is a size. */
static bool drop_partners(const struct sweep_series *const *series, size_t n,
                          struct sweep_group *group)
{
    for (size_t i = 0; i + 1 < group->n_parameters; i++)
        for (size_t j = i + 1; j < group->n_parameters; j++) {
            struct sweep_parameter *a = &group->parameters[i], *b = &group->parameters[j];
            bool together;
            if (!go_together(series, n, a, b, &together))
                return false;
            if (!together)
                continue;
            if (b->numeric && !a->numeric) {
                const struct sweep_parameter other = *a;
                *a = *b;
                *b = other;
            }
            memmove(b, b + 1, (--group->n_parameters - j) * sizeof *b);
            j--;
        }
    return true;
}

static int by_place(const void *left, const void *right)
{
    const struct sweep_cell *a = left, *b = right;
    if (a->system != b->system)
        return a->system < b->system ? -1 : 1;
    for (size_t i = 0; a->level[i] != SIZE_MAX; i++)
        if (a->level[i] != b->level[i])
            return a->level[i] < b->level[i] ? -1 : 1;
    return 0;
}

static void add_cell(const struct sweep_series *series, struct sweep_group *group)
{
    struct sweep_cell *cell = &group->cells[group->n_cells++];
    char name[1200];
    (void)snprintf(name, sizeof name, series->occurrence == 0 ? "%.1100s" : "%.1000s (%zu)",
                   series->system.base, series->occurrence + 1);
    *cell = (struct sweep_cell){
        .series = series->series,
        .system = place_of(group->memory, group->systems, &group->n_systems, name),
        .level = arena_array(group->memory, group->n_parameters + 1, sizeof *cell->level)};
    for (size_t i = 0; cell->level != NULL && i < group->n_parameters; i++)
        cell->level[i] = level_at(&group->parameters[i], series);
    if (cell->level != NULL)
        cell->level[group->n_parameters] = SIZE_MAX; /* ends the list, for the order */
}

enum assay_status sweep_group_make(const struct sweep_series *const *series, size_t n,
                                   struct arena *memory, struct sweep_group *group,
                                   struct assay_error *error)
{
    *group = (struct sweep_group){.memory = memory,
                                  .metric = series[0]->series->metric,
                                  .unit = series[0]->series->unit,
                                  .more_is_better = series[0]->series->more_is_better,
                                  .told = series[0]->series->told,
                                  .spread = (double)NAN};
    const char *base = series[0]->benchmark.base, *apart = series[0]->apart;
    group->benchmark =
        arena_print(memory, "%s%s%s", base, base[0] != '\0' && apart[0] != '\0' ? ", " : "", apart);
    group->parameters = arena_array(memory, PARAMETERS_MOST, sizeof *group->parameters);
    group->systems = arena_array(memory, n, sizeof *group->systems);
    group->cells = arena_array(memory, n, sizeof *group->cells);
    if (memory->lost)
        return fail_no_memory(error);
    for (size_t i = 0; i < n; i++) {
        TRY(add_values(series, n, &series[i]->system, group, error));
        TRY(add_values(series, n, &series[i]->benchmark, group, error));
    }
    if (!drop_partners(series, n, group))
        return fail_no_memory(error);
    for (size_t i = 0; i < n; i++)
        add_cell(series[i], group);
    if (memory->lost)
        return fail_no_memory(error);
    qsort(group->cells, group->n_cells, sizeof *group->cells, by_place);
    size_t grid = group->n_systems;
    group->settings = (grid == 1 || series[0]->system.n > 0) && assay_told_decides(&group->told);
    group->settings = group->settings && !sweep_is_of_rates(group);
    for (size_t i = 0; i < group->n_parameters; i++)
        grid *= group->parameters[i].n;
    group->complete = grid == group->n_cells;
    return ASSAY_OK;
}
