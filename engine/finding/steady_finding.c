/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady_finding.c -- states of benchmarks, as plain data. */
#include "finding/steady_finding.h"

#include <stdlib.h>

struct assay_view steady_values(const struct assay_series *series, size_t u)
{
    const struct assay_shape *shape = &series->all.shape;
    size_t begin = 0, end = assay_shape_units(shape, shape->n_levels - 1);
    if (shape->n_levels > 1)
        assay_shape_values(shape, shape->n_levels - 2, u, &begin, &end);
    return (struct assay_view){series->all.values + begin, end - begin};
}

void steady_finding_fini(struct steady_finding *finding)
{
    for (size_t i = 0; i < finding->n; i++)
        assay_benchmark_state_fini(&finding->rows[i].state);
    free(finding->rows);
    *finding = (struct steady_finding){0};
}
