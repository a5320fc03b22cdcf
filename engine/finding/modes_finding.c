/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes_finding.c -- how values cluster, as plain data. */
#include "finding/modes_finding.h"

#include <stdlib.h>

const char *modes_level(const struct sample_modes *row)
{
    return row->modes.n > 1 ? row->series->level_name[row->attribution.level] : NULL;
}

assay_warnings modes_warnings(const struct sample_modes *row)
{
    assay_warnings warnings = row->series->warnings;
    if (row->refusal[0] == '\0' && row->fit.rounded)
        warnings |= ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
    /* Values of one unit of all levels above them: as show and compare say of them. */
    const struct assay_shape *shape = &row->series->live.shape;
    if (row->n > 1 && shape->n_levels > 1 && assay_shape_units(shape, shape->n_levels - 2) == 1)
        warnings |= ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL);
    return warnings;
}

void modes_finding_fini(struct modes_finding *finding)
{
    for (size_t i = 0; finding->rows != NULL && i < finding->n; i++)
        free(finding->rows[i].counts);
    free(finding->rows);
    free(finding->pairs);
    free(finding->winners);
    *finding = (struct modes_finding){0};
}
