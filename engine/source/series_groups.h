/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series_groups.h -- which rows tell of the same benchmark, system or metric.
 *
 * By sorting, because archives hold tens of thousands of benchmarks: comparing each row with every
 * other one takes minutes there.
 */
#pragma once

#include <assay/dataset.h>

/* What must be the same within a group. */
enum series_key {
    SERIES_SYSTEM = 1,
    SERIES_BENCHMARK = 2,
    SERIES_METRIC = 4,
    SERIES_UNIT = 8,
    SERIES_DECISION = 16, /* where live values begin, and who said so */
};

/* The series that a row tells of. */
typedef const struct assay_series *(*series_of_row)(const void *rows, size_t row);

/* Of rows that are the series themselves, one behind the other. */
const struct assay_series *series_itself(const void *series, size_t row);

/* Groups are numbered in the order in which their first rows stand. */
struct series_groups {
    size_t n;
    size_t *of;     /* by row: the group it belongs to */
    size_t *start;  /* by group and one more: where its rows begin in `member` */
    size_t *member; /* the rows, group by group, in their order */
};

/* 0 when the two agree in all the keys; else their order by the first key, of those above, that
 * differs. */
int series_compare(const struct assay_series *a, const struct assay_series *b, unsigned keys);

/* False: no memory; nothing is to be freed then. */
bool series_groups_init(struct series_groups *groups, size_t n, unsigned keys, series_of_row series,
                        const void *rows);
void series_groups_fini(struct series_groups *groups);

static inline size_t series_group_first(const struct series_groups *groups, size_t group)
{
    return groups->member[groups->start[group]];
}

static inline size_t series_group_size(const struct series_groups *groups, size_t group)
{
    return groups->start[group + 1] - groups->start[group];
}

/* How many groups there are. */
size_t series_groups_count(size_t n, unsigned keys, series_of_row series, const void *rows);
