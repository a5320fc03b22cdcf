/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finding_json.h -- findings about samples as JSON. */
#pragma once

#include <stdint.h>

#include <jansson.h>

#include "analysis/machine_planning.h"
#include "finding/comparison_finding.h"
#include "finding/machines_finding.h"
#include "finding/repetition_finding.h"

/* Appends the warnings to the document, each with "benchmark" and "metric". */
void finding_json_warn(json_t *document, assay_warnings warnings,
                       const struct assay_series *series);

/* The objects that docs/show.md and docs/compare.md name. */
json_t *finding_json_sample(const struct assay_series *series,
                            const struct assay_description *description);
/* What bears on the benchmark: how it was run first, then files, the environment and the machine. */
json_t *finding_json_around(const struct around *around, const char *benchmark);
json_t *finding_json_comparison(const struct comparison_finding *comparison);

/* {"benchmark", "new", "metrics", "verdict", "better", "worse", "mixed", "equivalent", "inconclusive"}, the last five
 * lists of metrics. */
json_t *finding_json_joint(const struct joint_finding *joint);

/* {"benchmarks", "geometric", "equal_time", "total_time"}, each with "estimate" and the intervals
 * "fixed" (these benchmarks only) and "random" (benchmarks like these; its ends are null for fewer
 * than five). */
json_t *finding_json_suite(const struct suite_finding *suite);

/* {"estimate", "lower", "upper"} of a ratio's change in per cent. */
json_t *finding_json_change(const struct assay_estimate *ratio);

/* Puts "ended" and, where that can be told, "falls_percent" of what remains into an object. */
void finding_json_end(json_t *object, const struct assay_warm_up *warm_up);

/* ---- a comparison on several machines, as JSON ---- */

/* How much units differ in what is compared; s2 is the variance of their values. */
json_t *json_interaction(const struct assay_interaction *between, double s2);
json_t *machines_json(const struct machines_finding *machines);
json_t *machine_plan_json(const struct machine_planning *plan);

/* ---- an experiment against its repetition, as JSON ---- */

/* The object "repetition" that docs/schema/reproduce.md describes. */
json_t *repetition_json(const struct repetition *repetition, int64_t experiment);
