/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_pairs.h -- which series of one system stands beside which of another. */
#ifndef EXPORT_EXPORT_PAIRS_H
#define EXPORT_EXPORT_PAIRS_H

#include "source/series_groups.h"

struct export_pairs {
    struct series_groups systems, likes; /* likes: the same benchmark, metric and unit */
    size_t *partner; /* by likes: the one of the system that was chosen, or SIZE_MAX */
};

/* False: no memory; nothing is to be freed then. */
bool export_pairs_init(struct export_pairs *pairs, const struct assay_series *series, size_t n);
void export_pairs_fini(struct export_pairs *pairs);

/* Lets partner tell of the series of this system, a number of systems. */
void export_pairs_choose(struct export_pairs *pairs, size_t system);

#endif
