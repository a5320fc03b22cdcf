/* SPDX-License-Identifier: GPL-3.0-or-later */
/* processor_time.h -- what processor time says where wall time cannot say. */
#pragma once

#include "analysis/comparison.h"
#include "finding/finding.h"
#include "source/input.h"

/* Did a program of so many seconds of processor time give its processor up no oftener than starting and
 * loading take? */
bool processor_time_is_all(double processor_s, double gave_up);

/* A metric of the same executions as wall; NULL: it was not kept, or several sources were read. */
const struct assay_series *processor_beside(const struct input *input,
                                            const struct assay_series *wall, const char *metric);

/* Processor time of the same iterations, where wall is of iterations and a harness told it (metric cpu); else NULL. */
const struct assay_series *processor_of_iterations(const struct input *input,
                                                   const struct assay_series *wall);
/* A metric of the executions that wall has iterations of; NULL: it was not kept, or of others. */
const struct assay_series *processor_of_executions(const struct input *input,
                                                   const struct assay_series *wall,
                                                   const char *metric);
/* As waited_of, of wall time and processor time of iterations; what is not of these, of whole executions. *most: processors
 * that the execution used which used most. */
struct waited waited_of_iterations(const struct input *input, const struct assay_series *wall,
                                   double *most);

/* Whether nobody said what decides. */
bool processor_time_may_decide(const struct compare_request *request);
/* Whether one system by itself is what processor time decides of: it only computes, and others had as much of its processor as
 * it had. ASSAY_NO_MEMORY is the only error. */
enum assay_status processor_time_lacks(const struct input *input, const struct assay_series *wall,
                                       bool *lacks, struct assay_error *error);
/* The metric of processor time that decides between any two systems of this benchmark (NULL: of each), as long as nobody says what
 * does; NULL: none. ASSAY_NO_MEMORY is the only error. */
enum assay_status processor_time_rules(const struct input *input, const char *benchmark,
                                       const char **metric, struct assay_error *error);
/* The same of all, also of a system by itself: by which its values are looked at. */
enum assay_status processor_time_rules_alone(const struct input *input, const char **metric,
                                             struct assay_error *error);
/* The same for a run that ends by its values, which is to watch it; without memory it watches wall time. */
const char *processor_time_watched(const struct input *input);
/* Makes the row one of user + system, or of the iterations' processor time; what wall time says goes to row->waiting.
 * Leaves it as it is where they cannot be compared. ASSAY_NO_MEMORY is the only error. */
enum assay_status processor_time_decide(const struct input *input,
                                        const struct assay_compare_options *options,
                                        struct comparison_finding *row, struct assay_error *error);

/* Of a row of wall time: where nobody named that, processor time would decide. */
bool processor_time_would_decide(const struct waiting_finding *waiting);

/* *series becomes NULL. */
void processor_series_free(struct processor_series **series);

/* Where both only compute and used less than 0.6 of a processor, processor time decides in the place of wall time, unless
 * somebody said what does: by what the executions used, before a verdict, a margin or a warm-up is looked at, which are then
 * its own. ASSAY_NO_MEMORY is the only error. */
enum assay_status processor_time_settle(const struct compare_request *request,
                                        const struct assay_compare_options *options,
                                        struct comparison_finding *row, struct assay_error *error);
/* Of a row that is still of wall time: fills row->waiting where wall time calls two programs not equivalent, both compute
 * only and used less than 0.6 of a processor; and where its verdict is inconclusive, they wait for a processor rather than
 * for anything else, and processor time of the same executions has an interval of less than half the width.
 * ASSAY_NO_MEMORY is the only error. */
enum assay_status processor_time_compare(const struct compare_request *request,
                                         const struct assay_compare_options *options,
                                         struct comparison_finding *row, struct assay_error *error);

/* The same of one series alone, which is said of it where it is of wall time. Fails for lack of memory alone. */
enum assay_status processor_time_alone(const struct input *input, const struct assay_series *wall,
                                       double confidence, struct processor_beside *out,
                                       struct assay_error *error);

/* Means an execution; NaN: not known. Fails for lack of memory alone. */
enum assay_status waited_of(const struct input *input, const struct assay_series *wall,
                            struct waited *out, struct assay_error *error);
