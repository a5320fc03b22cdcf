/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finding.h -- findings about samples, with the names that belong to them, and their JSON. */
#ifndef RENDER_FINDING_H
#define RENDER_FINDING_H

#include <assay/dataset.h>
#include <assay/finding.h>
#include <assay/suite.h>
#include <jansson.h>

/* One sample described. */
struct shown_sample {
    const struct assay_series *series;
    struct assay_description description;
};

/* One benchmark and metric compared. */
struct shown_comparison {
    const struct assay_series *old_series, *new_series;
    struct assay_comparison finding;
};

/* All that the series' source and the analysis have to say against a result. */
assay_warnings shown_sample_warnings(const struct shown_sample *sample);
assay_warnings shown_comparison_warnings(const struct shown_comparison *comparison);

/* "automatic" or "by hand": who chose the warm-up in force after measuring; NULL: nobody. */
const char *decided_name(enum assay_decided decided);

/* 100 (ratio - 1): estimate, lower and upper end. */
struct change {
    double estimate, lower, upper;
};
struct change change_of(const struct assay_estimate *ratio);

/* 100 sqrt(t2) / mean of a level; NaN when t2 is negative or undefined, or the mean is zero. */
double variation_percent(const struct assay_description *description, size_t level);

/* Appends the warnings to the document, each with "benchmark" and "metric". */
void finding_json_warn(json_t *document, assay_warnings warnings,
                       const struct assay_series *series);

/* The objects that docs/show.md and docs/compare.md name. */
json_t *finding_json_sample(const struct assay_series *series,
                            const struct assay_description *description);
json_t *finding_json_comparison(const struct shown_comparison *comparison);

/* {"benchmarks", "geometric", "equal_time", "total_time"}, each with "estimate" and the intervals
 * "fixed" (these benchmarks only) and "random" (benchmarks like these; its ends are null for fewer
 * than five). */
/* The benchmarks of one metric as a whole. */
struct shown_suite {
    struct assay_suite_summary summary;
    const char *metric;
};
json_t *finding_json_suite(const struct shown_suite *suite);

#endif
