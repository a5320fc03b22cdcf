/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exponent.c -- how time grows: the slope of ln t over ln n, by round.
 * Source:   METHODS H2: t on the rounds' slopes. The bend tells whether there is one exponent at all.
 * Assumes:  a power law where the bend is not significant; else a local exponent.
 * Edge:     two sizes have a slope and no bend. Fewer than two complete rounds -> ASSAY_UNDEFINED.
 * Checked:  tests/data/scaling.json (lm and t.test of R 4.2.2: 1e-8); n^k gives k; docs/coverage.md.
 */
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "factor/factor.h"

enum assay_status assay_growth_exponent(const struct assay_cells *cells, const double *n,
                                        double confidence, struct assay_exponent *out,
                                        struct assay_error *error)
{
    struct round_lines lines;
    TRY(round_lines_fit(cells, n, &lines, error));
    struct assay_exponent found = {.curvature = (double)NAN, .curvature_p = (double)NAN};
    enum assay_status status = assay_effect_of((struct assay_view){lines.slope, lines.rounds},
                                               confidence, 1, &found.slope, error);
    if (status == ASSAY_OK && lines.bend != NULL) {
        struct assay_effect bend;
        status = assay_effect_of((struct assay_view){lines.bend, lines.rounds}, confidence, 1,
                                 &bend, error);
        if (status == ASSAY_OK) {
            found.curvature = bend.estimate;
            found.curvature_p = bend.p;
        }
    }
    free(lines.level);
    if (status == ASSAY_OK)
        *out = found;
    return status;
}
