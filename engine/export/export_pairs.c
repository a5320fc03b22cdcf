/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_pairs.c -- which series of one system stands beside which of another.
 * Speed:    a system is looked through once, however many there are. */
#include "export/export_pairs.h"

#include <stdint.h>
#include <stdlib.h>

bool export_pairs_init(struct export_pairs *pairs, const struct assay_series *series, size_t n)
{
    const unsigned like = SERIES_BENCHMARK | SERIES_METRIC | SERIES_UNIT;
    *pairs = (struct export_pairs){.partner = calloc(n + 1, sizeof *pairs->partner)};
    if (pairs->partner != NULL &&
        series_groups_init(&pairs->systems, n, SERIES_SYSTEM, series_itself, series) &&
        series_groups_init(&pairs->likes, n, like, series_itself, series))
        return true;
    export_pairs_fini(pairs);
    return false;
}

void export_pairs_fini(struct export_pairs *pairs)
{
    series_groups_fini(&pairs->systems);
    series_groups_fini(&pairs->likes);
    free(pairs->partner);
    *pairs = (struct export_pairs){0};
}

void export_pairs_choose(struct export_pairs *pairs, size_t system)
{
    const struct series_groups *systems = &pairs->systems;
    for (size_t i = 0; i < pairs->likes.n; i++)
        pairs->partner[i] = SIZE_MAX;
    for (size_t k = systems->start[system]; k < systems->start[system + 1]; k++)
        pairs->partner[pairs->likes.of[systems->member[k]]] = systems->member[k];
}
