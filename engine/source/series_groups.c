/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series_groups.c -- which rows tell of the same benchmark, system or metric. */
#include "source/series_groups.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"

static int compare_decisions(const struct assay_series *a, const struct assay_series *b)
{
    if (a->decided != b->decided)
        return a->decided < b->decided ? -1 : 1;
    return (a->live_from > b->live_from) - (a->live_from < b->live_from);
}

int series_compare(const struct assay_series *a, const struct assay_series *b, unsigned keys)
{
    int order = (keys & SERIES_SYSTEM) != 0 ? strcmp(a->system, b->system) : 0;
    if (order == 0 && (keys & SERIES_BENCHMARK) != 0)
        order = strcmp(a->benchmark, b->benchmark);
    if (order == 0 && (keys & SERIES_METRIC) != 0)
        order = strcmp(a->metric, b->metric);
    if (order == 0 && (keys & SERIES_UNIT) != 0)
        order = strcmp(a->unit, b->unit);
    if (order == 0 && (keys & SERIES_DECISION) != 0)
        order = compare_decisions(a, b);
    return order;
}

const struct assay_series *series_itself(const void *series, size_t row)
{
    return (const struct assay_series *)series + row;
}

struct comparison {
    unsigned keys;
    series_of_row series;
    const void *rows;
};

static int compare_rows(const void *a, const void *b, void *context)
{
    const struct comparison *by = context;
    return series_compare(by->series(by->rows, *(const size_t *)a),
                          by->series(by->rows, *(const size_t *)b), by->keys);
}

/* Gives each row a number that it shares with its likes, as they come when sorted. */
static void number_likes(struct series_groups *groups, size_t n, struct comparison *by)
{
    size_t number = 0;
    for (size_t i = 0; i < n; i++)
        groups->member[i] = i;
    qsort_r(groups->member, n, sizeof *groups->member, compare_rows, by);
    for (size_t i = 0; i < n; i++) {
        number += i > 0 && compare_rows(&groups->member[i - 1], &groups->member[i], by) != 0;
        groups->of[groups->member[i]] = number;
    }
}

/* Numbers the groups anew, by their first rows. */
static void number_by_appearance(struct series_groups *groups, size_t n)
{
    size_t *number = groups->member;
    for (size_t i = 0; i < n; i++)
        number[i] = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        size_t *mine = &number[groups->of[i]];
        if (*mine == SIZE_MAX)
            *mine = groups->n++;
        groups->of[i] = *mine;
    }
}

bool series_groups_init(struct series_groups *groups, size_t n, unsigned keys, series_of_row series,
                        const void *rows)
{
    struct comparison by = {keys, series, rows};
    *groups = (struct series_groups){.of = calloc(n + 1, sizeof *groups->of),
                                     .start = calloc(n + 2, sizeof *groups->start),
                                     .member = calloc(n + 1, sizeof *groups->member)};
    if (groups->of == NULL || groups->start == NULL || groups->member == NULL) {
        series_groups_fini(groups);
        return false;
    }
    number_likes(groups, n, &by);
    number_by_appearance(groups, n);
    for (size_t i = 0; i < n; i++)
        groups->start[groups->of[i] + 1]++;
    for (size_t g = 0; g < groups->n; g++)
        groups->start[g + 1] += groups->start[g];
    for (size_t i = 0; i < n; i++)
        groups->member[groups->start[groups->of[i]]++] = i;
    memmove(groups->start + 1, groups->start, groups->n * sizeof *groups->start);
    groups->start[0] = 0;
    return true;
}

void series_groups_fini(struct series_groups *groups)
{
    free(groups->of);
    free(groups->start);
    free(groups->member);
    *groups = (struct series_groups){0};
}

size_t series_groups_count(size_t n, unsigned keys, series_of_row series, const void *rows)
{
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    if (!series_groups_init(&groups, n, keys, series, rows)) {
        /* Row by row: slow, but in no need of memory. */
        size_t count = 0;
        for (size_t i = 0; i < n; i++) {
            size_t j = 0;
            while (j < i && series_compare(series(rows, i), series(rows, j), keys) != 0)
                j++;
            count += j == i;
        }
        return count;
    }
    return groups.n;
}
