/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_rows.c -- which series of two systems meet, and which have no partner. */
#include "analysis/comparison_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/failure.h"

/* The series of one system, in the order of the input. */
struct system_rows {
    const size_t *rows;
    size_t n;
};

static struct system_rows rows_of(const struct series_groups *systems, size_t at)
{
    return (struct system_rows){systems->member + systems->start[at],
                                series_group_size(systems, at)};
}

static bool units_agree(const struct assay_series *a, const struct assay_series *b)
{
    return strcmp(a->unit, b->unit) == 0;
}

/* What one of the two systems was measured for and the other was not, or in another unit; in the
 * order of the input. */
static void find_unpaired(const struct input *input, struct system_rows old_rows,
                          struct system_rows new_rows, struct system_pair *pair)
{
    size_t i = 0, j = 0;
    while (i < old_rows.n || j < new_rows.n) {
        const bool is_old =
            j == new_rows.n || (i < old_rows.n && old_rows.rows[i] < new_rows.rows[j]);
        const struct assay_series *series =
            &input->series[is_old ? old_rows.rows[i++] : new_rows.rows[j++]];
        const struct assay_series *other = input_find(
            input, is_old ? pair->new_system : pair->old_system, series->benchmark, series->metric);
        if (other == NULL || (is_old && !units_agree(series, other)))
            pair->unpaired[pair->n_unpaired++] = (struct unpaired){series, other};
    }
}

static enum assay_status fail_nothing_meets(const struct system_pair *pair,
                                            struct assay_error *error)
{
    for (size_t i = 0; i < pair->n_unpaired; i++)
        if (pair->unpaired[i].other != NULL) {
            const struct assay_series *a = pair->unpaired[i].series, *b = pair->unpaired[i].other;
            return assay_fail(error, ASSAY_INVALID,
                              "%s (%s), %s against %s: the units differ: %s and %s", a->benchmark,
                              a->metric, b->system, a->system, a->unit, b->unit);
        }
    return assay_fail(error, ASSAY_MISSING, "no benchmark was measured for both %s and %s",
                      pair->old_system, pair->new_system);
}

enum assay_status comparison_rows(const struct input *input, const struct series_groups *systems,
                                  struct system_pair *pair, struct assay_error *error)
{
    const struct system_rows old_rows = rows_of(systems, pair->old_at);
    const struct system_rows new_rows = rows_of(systems, pair->new_at);
    pair->rows = calloc(old_rows.n, sizeof *pair->rows);
    pair->trouble = calloc(old_rows.n, sizeof *pair->trouble);
    pair->unpaired = calloc(old_rows.n + new_rows.n, sizeof *pair->unpaired);
    if (pair->rows == NULL || pair->trouble == NULL || pair->unpaired == NULL)
        return fail_no_memory(error);
    find_unpaired(input, old_rows, new_rows, pair);
    for (size_t i = 0; i < old_rows.n; i++) {
        const struct assay_series *old_series = &input->series[old_rows.rows[i]];
        const struct assay_series *new_series =
            input_find(input, pair->new_system, old_series->benchmark, old_series->metric);
        if (new_series != NULL && units_agree(old_series, new_series))
            pair->rows[pair->n++] =
                (struct comparison_finding){.old_series = old_series, .new_series = new_series};
    }
    return pair->n > 0 ? ASSAY_OK : fail_nothing_meets(pair, error);
}
