/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.c -- series that grow as values come. */
#include "measure/values.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void values_clear(struct values *values)
{
    for (size_t i = 0; i < values->n; i++) {
        free(values->items[i].part);
        free(values->items[i].metric);
        free(values->items[i].unit);
        free(values->items[i].values);
    }
    values->n = 0;
}

void values_fini(struct values *values)
{
    values_clear(values);
    free(values->items);
    *values = (struct values){0};
}

const struct value_buffer *values_find(const struct values *values, const char *metric)
{
    for (size_t i = 0; i < values->n; i++)
        if (strcmp(values->items[i].metric, metric) == 0)
            return &values->items[i];
    return NULL;
}

static struct value_buffer *new_series(struct values *values)
{
    if (!array_more(&values->items, values->n, &values->capacity))
        return NULL;
    values->items[values->n] = (struct value_buffer){.batch = 1};
    return &values->items[values->n];
}

static bool is_of(const struct value_buffer *series, const char *part, const char *metric)
{
    if (strcmp(series->metric, metric) != 0 || (series->part == NULL) != (part == NULL))
        return false;
    return part == NULL || strcmp(series->part, part) == 0;
}

struct value_buffer *values_part(struct values *values, const char *part, const char *metric,
                                 const char *unit)
{
    for (size_t i = 0; i < values->n; i++)
        if (is_of(&values->items[i], part, metric))
            return &values->items[i];
    struct value_buffer *series = new_series(values);
    if (series == NULL)
        return NULL;
    series->part = part != NULL ? strdup(part) : NULL;
    series->metric = strdup(metric);
    series->unit = strdup(unit);
    if (series->metric != NULL && series->unit != NULL && (part == NULL || series->part != NULL)) {
        values->n++;
        return series;
    }
    free(series->part);
    free(series->metric);
    free(series->unit);
    return NULL;
}

struct value_buffer *value_buffer(struct values *values, const char *metric, const char *unit)
{
    return values_part(values, NULL, metric, unit);
}

bool values_in(struct value_buffer *series, const char *time)
{
    char *unit = strdup(time);
    if (unit == NULL)
        return false;
    free(series->unit);
    series->unit = unit;
    series->more_is_better = false;
    series->told = (struct assay_told){.unit = ASSAY_TOLD_BY_FORMAT};
    return true;
}

bool values_add(struct value_buffer *series, double value)
{
    if (!array_more(&series->values, series->n, &series->capacity))
        return false;
    series->values[series->n++] = value;
    return true;
}

const struct time_unit *values_time_unit(const char *unit)
{
    static const struct time_unit units[] = {
        {"s", 1, 1},         {"ms", 1, 1e3}, {"us", 1, 1e6}, {"\u00b5s", 1, 1e6},
        {"\u03bcs", 1, 1e6}, {"ns", 1, 1e9}, {"min", 60, 1}, {"h", 3600, 1}};
    for (size_t i = 0; unit != NULL && i < sizeof units / sizeof units[0]; i++)
        if (strcmp(unit, units[i].name) == 0)
            return &units[i];
    return NULL;
}

double values_seconds(const struct time_unit *unit, double value)
{
    return unit == NULL ? value : value * unit->seconds / unit->per_second;
}
