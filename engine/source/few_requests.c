/* SPDX-License-Identifier: GPL-3.0-or-later */
/* few_requests.c -- doubts a quantile of a load whose windows have too few requests for it.
 * Source:   METHODS H6: 20 requests of a window beyond the quantile.
 * Assumes:  a metric "requests" beside it counts those of the window, of which the quantile is.
 * Edge:     windows differ in their requests: the median one is asked, as one short window moves no mean by much.
 * Checked:  simulated quantiles of type 7 (4000 each; p90, p99 and p99.9; log-normal of .5 and 1, exponential, Pareto of 2.5):
 *           their mean logarithm is too low by 2.5 to 7.2 % with 3 requests beyond, 0.7 to 3.4 with 10, 0.3 to 1.5 with 20, and
 *           0.2 to 0.5 with 50. tests/engine/source/test_few_requests.c. */
#include <math.h>
#include <string.h>

#include <assay/descriptive.h>

#include "source/input_parts.h"
#include "text/number.h"

enum { LEAST_BEYOND = 20 };

/* Of "p99.9" 0.001, of "p50" a half: the share of requests on the shorter side. 0: it is no quantile. */
static double share_beyond(const struct assay_series *series)
{
    const char *metric = series->metric;
    const char *end = metric + strlen(metric);
    double percent = 0;
    if (strcmp(series->unit, "s") != 0 || metric[0] != 'p' || (unsigned)(metric[1] - '0') > 9)
        return 0;
    return number_read(metric + 1, end, 0, &percent) == end && percent > 0 && percent < 100 ? fmin(percent, 100 - percent) / 100 : 0;
}

static bool has_fewer(const struct assay_series *requests, double least)
{
    static const double rounding = 1e-9;
    const struct assay_sample *live = &requests->live;
    double median = 0;
    return strcmp(requests->unit, "1") == 0 &&
           assay_median((struct assay_view){live->values, assay_sample_size(live)}, &median, NULL) == ASSAY_OK &&
           median < least * (1 - rounding);
}

void few_requests_doubt(const struct assay_dataset *dataset, struct assay_series *series)
{
    const double share = share_beyond(series);
    const struct assay_series *requests =
        share > 0 ? assay_dataset_find(dataset, series->system, series->benchmark, "requests") : NULL;
    if (requests != NULL && has_fewer(requests, LEAST_BEYOND / share))
        series->warnings |= ASSAY_WARNING(ASSAY_WARN_FEW_REQUESTS);
}
