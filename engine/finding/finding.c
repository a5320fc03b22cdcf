/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finding.c -- what every view of a finding derives from it. */
#include "finding/finding.h"

#include <math.h>

assay_warnings sample_warnings(const struct sample_finding *sample)
{
    return sample->series->warnings | sample->description.warnings;
}

assay_warnings comparison_warnings(const struct comparison_finding *comparison)
{
    return comparison->old_series->warnings | comparison->new_series->warnings |
           comparison->finding.warnings | comparison->finding.ratio.warnings;
}

struct change change_of(const struct assay_estimate *ratio)
{
    return (struct change){100 * (ratio->estimate - 1), 100 * (ratio->interval.lower - 1),
                           100 * (ratio->interval.upper - 1)};
}

double variation_percent(const struct assay_description *description, size_t level)
{
    double t2 = description->level[level].t2;
    if (!(t2 >= 0) || description->mean == 0)
        return NAN;
    return 100 * sqrt(t2) / fabs(description->mean);
}

const char *decided_name(enum assay_decided decided)
{
    return decided == ASSAY_DECIDED_BY_HAND     ? "by hand"
           : decided == ASSAY_DECIDED_AUTOMATIC ? "automatic"
                                                : NULL;
}
