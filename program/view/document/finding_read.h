/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finding_read.h -- samples and comparisons back from JSON. Texts are borrowed from it. */
#pragma once

#include "view/document/finding_json.h"

/* Fields of an object; NaN and "" when they are missing or something else. */
double finding_number(const json_t *object, const char *key);
const char *finding_text(const json_t *object, const char *key);
/* 0 when it is missing or negative. */
size_t finding_count(const json_t *object, const char *key);
/* "estimate", and the interval of this name. */
struct assay_estimate finding_estimate(const json_t *object, const char *interval);

/* The member of this name, made when it is missing. */
json_t *finding_member(json_t *object, const char *name, json_t *(*make)(void));

/* {benchmark: [its warnings]} of a document, which holds as many warnings as benchmarks; the caller
 * decrefs it. What is read below takes its warnings from there. */
json_t *finding_warnings(const json_t *document);

void finding_read_sample(const json_t *object, const json_t *warnings, struct assay_series *series,
                         struct assay_description *description);
/* The series of the old and the new system come into series[0] and series[1]. */
void finding_read_comparison(const json_t *object, const json_t *warnings,
                             struct assay_series *series, struct comparison_finding *row);
/* The functions of a row (docs/schema/why.md), to be freed by why_finding_free; NULL: it has none, or no memory. */
struct why_finding *finding_read_why(const json_t *object);
/* Why a benchmark has no finding; text stays as it is when it has one. */
void finding_read_trouble(const json_t *warnings, const char *benchmark, char text[256]);
