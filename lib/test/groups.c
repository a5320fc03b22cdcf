/* SPDX-License-Identifier: GPL-3.0-or-later */
/* groups.c -- two sorted samples walked together. */
#include "test/groups.h"

#include <stdlib.h>

#include "base/view.h"

enum assay_status groups_init(struct groups *groups, struct assay_view x, struct assay_view y,
                              size_t least, const char *statistic, struct assay_error *error)
{
    *groups = (struct groups){.n = x.n, .m = y.n};
    enum assay_status status = view_check(x, least, statistic, error);
    if (status == ASSAY_OK)
        status = view_check(y, least, statistic, error);
    if (status == ASSAY_OK)
        status = view_sorted(x, &groups->x, error);
    if (status == ASSAY_OK)
        status = view_sorted(y, &groups->y, error);
    if (status != ASSAY_OK)
        groups_fini(groups);
    return status;
}

void groups_fini(struct groups *groups)
{
    free(groups->x);
    free(groups->y);
    groups->x = groups->y = NULL;
}

bool groups_next(struct groups *groups, size_t *in_x, size_t *in_y)
{
    const double *x = groups->x, *y = groups->y;
    size_t i = groups->i, j = groups->j, n = groups->n, m = groups->m;
    if (i == n && j == m) {
        groups->i = groups->j = 0;
        return false;
    }
    double value = j == m || (i < n && x[i] <= y[j]) ? x[i] : y[j];
    while (i < n && x[i] == value)
        i++;
    while (j < m && y[j] == value)
        j++;
    *in_x = i - groups->i;
    *in_y = j - groups->j;
    groups->i = i;
    groups->j = j;
    return true;
}
