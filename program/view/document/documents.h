/* SPDX-License-Identifier: GPL-3.0-or-later */
/* documents.h -- findings as JSON, which docs/schema describes, a file each. */
#pragma once

#include <jansson.h>

#include "analysis/comparison.h"
#include "analysis/describe.h"
#include "analysis/history_analyse.h"
#include "analysis/machine_planning.h"
#include "finding/modes_finding.h"
#include "finding/sensitivity_finding.h"
#include "finding/speedup_finding.h"
#include "finding/steady_finding.h"
#include "finding/sweep_finding.h"
#include "finding/versions_finding.h"
#include "finding/why_finding.h"
#include "profile/profile_write.h"
#include "session/session_expect.h"
#include "view/face/plan_view.h"

/* Whole documents take the command by which they can be had again, for their provenance. */

/* Comparisons, what would decide the inconclusive ones, and the suite. */
json_t *compare_document(const struct compare_request *request, const struct comparison *pairs,
                         const struct name_list *command);
/* The same document as CSV, a row each comparison. */
void compare_csv_print(FILE *stream, const json_t *document);

/* samples: of the input's series, as describe_input fills them. NULL: no memory. */
json_t *show_document(const struct input *input, const struct sample_finding *samples,
                      double confidence, const struct name_list *command);

/* The object "impact" of a sample. */
json_t *attribution_json(const struct assay_build_effect *attribution,
                         enum randomised randomised);

/* What a run would do, and how long it would take. */
enum { DRY_RUN_FIRST_STEPS = 8 };
json_t *dry_run_document(const struct design *design, double confidence,
                         const struct run_expectation *expected);

/* search: that of versions, whose document this is; NULL: none. */
json_t *history_document(const struct history *history, const struct versions_finding *search,
                         const struct name_list *command);

/* What a search among versions came to, as an object of a history's document. */
json_t *versions_json(const struct versions_finding *finding);

json_t *modes_document(const struct input *input, const struct modes_finding *finding,
                       double confidence, const struct name_list *command);

/* input: the pilot; NULL: given numbers. */
json_t *plan_document(const struct plan_view *view, const struct machine_planning *machines,
                      const struct input *input, const struct name_list *command);

/* "sees", "blind", "amplifies", "cannot tell" */
const char *sensitivity_name(enum assay_sight sight);

/* The document of `assay doctor --sensitivity`. */
json_t *sensitivity_json(const struct sensitivity_finding *finding);

json_t *why_json(const struct why_finding *finding);
/* For the Firefox Profiler; stacks as profile_complete_stacks leaves them. NULL: no memory. */
json_t *why_firefox(const struct profile *profile, const struct profile_sides *sides);

json_t *speedup_json(const struct speedup_finding *finding);

/* ---- the files of the Speedup-Test software (speedup_files.c) ---- */

void speedup_write_out(FILE *stream, const struct speedup_finding *finding);
void speedup_write_report(FILE *stream, const struct speedup_finding *finding);
void speedup_write_warning(FILE *stream, const struct speedup_finding *finding);

/* plots: with the series, their autocorrelations and shuffled twins. */
json_t *steady_document(const struct input *input, const struct steady_finding *finding,
                        uint64_t seed, bool plots, double confidence,
                        const struct name_list *command);

json_t *sweep_document(const struct input *input, const struct sweep_finding *finding,
                       double confidence, const struct name_list *command);
/* As CSV, a row a cell. */
void sweep_csv_print(FILE *stream, const struct sweep_finding *finding);

/* What would decide a comparison. */
json_t *units_needed_json(const struct units_needed *what);

/* "to_decide" of the inconclusive comparisons in documents, found side by side. */
struct compare_hints {
    struct compare_hint *items; /* in the order of the rows */
    size_t n, next, replicates;
};
struct compare_hints compare_hints_begin(const struct comparison *pairs, size_t n_threads);
/* Sets it when this row, the next one, is inconclusive and its interval tells what it would take. */
void compare_hints_set(struct compare_hints *hints, const struct comparison_finding *row,
                       json_t *comparison);
void compare_hints_end(struct compare_hints *hints);
