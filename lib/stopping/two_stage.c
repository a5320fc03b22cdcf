/* SPDX-License-Identifier: GPL-3.0-or-later */
/* two_stage.c -- two-stage sampling: how far a pilot may be trusted with the size of the run
 * that is planned from it.
 * Source:   METHODS B6(a), B6(b); Stein 1945, Ann. Math. Stat. 16:243-258.
 * Assumes:  the fresh run shares no value with its pilot. Where the pilot's values count the interval is that of
 *           lib/interval/continued.c, and there are a third more of them at least.
 * Edge:     the caution of fewer than six units is that of six: theirs would ask for too much.
 * Checked:  tests/lib/stopping/test_two_stage.c; coverage in docs/stopping.md.
 *
 * A pilot that missed a slow mode asks for a handful of units, which would miss it again: as many as
 * the pilot had, up to thirty, are never too many; docs/stopping.md has twenty and forty measured.
 */
#include <math.h>

#include "stopping/stopping.h"

enum { FEWEST = 6, ENOUGH = 30 };

double assay_stopping_caution(size_t pilot_units, double confidence)
{
    const size_t units = pilot_units < FEWEST ? FEWEST : pilot_units;
    return assay_t_critical(confidence, (double)units - 1) / assay_t_critical(confidence, 1e9);
}

size_t assay_stopping_least(size_t pilot_units)
{
    return pilot_units < ENOUGH ? pilot_units : ENOUGH;
}

size_t assay_stopping_continued(size_t pilot_units)
{
    return pilot_units + (pilot_units + 2) / 3;
}

size_t assay_stopping_stein(const struct assay_running_mean *pilot, double precision,
                            double squared, size_t most)
{
    const double wanted = precision * pilot->mean;
    const double n = ceil(squared * running_variance(pilot) / (wanted * wanted));
    return n < (double)pilot->n ? pilot->n : n < (double)most ? (size_t)n : most;
}
