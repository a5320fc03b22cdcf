/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_parts.h -- what the files of input.h share. */
#pragma once

#include "source/input.h"

/* Reads each argument into input->sources; of a lone experiment also what is known about it. What was
 * read until a failure stays the input's. */
enum assay_status input_read_sources(const struct source_request *request, struct input *input,
                                     struct remarks *remarks, struct assay_error *error);

/* Reads an experiment of the open store as the only source; else likewise. */
enum assay_status input_read_stored(const struct source_request *request, struct store *store,
                                    int64_t experiment, struct input *input,
                                    struct assay_error *error);

/* Of a file: how its systems were measured, as its rows tell; what its manifest tells stays. False: no memory. */
bool lanes_tell(const struct assay_dataset *dataset, bool planned, struct input_order *order);
/* Doubts a series by its own occasions, where the systems were there together for too little of the time. */
void lanes_doubt(struct assay_series *series);
/* Doubts latencies of a closed loop, as the plan of the dataset tells of its generators. */
void closed_loops_doubt(const struct design *design, struct assay_dataset *dataset);
/* Doubts latencies of a load that did not reach the rate which the plan of the dataset tells it. */
void missed_rates_doubt(const struct design *design, struct assay_dataset *dataset);
/* Doubts a series of a load some of whose requests have failed. */
void failed_requests_doubt(const struct assay_dataset *dataset, struct assay_series *series);
/* Doubts a series of a load that was the bottleneck itself: of the same executions of its dataset. */
void saturated_doubt(const struct assay_dataset *dataset, struct assay_series *series);
/* Doubts a quantile of a load whose windows have too few requests for it. */
void few_requests_doubt(const struct assay_dataset *dataset, struct assay_series *series);
/* Of orders in which all systems are there at the same time; rounds of the others. */
enum assay_together lanes_together(enum design_order_by by);
enum design_order_by lanes_order(enum assay_together together);

/* Takes over memory that a series of the input points at; NULL: out of memory. */
void *input_own(struct input *input, void *made);

/* Adds the series of a metric that is made of others, where the request names it: user+system. */
enum assay_status input_derive(const struct source_request *request, struct input *input,
                               struct assay_error *error);

/* Keeps of input->series what the request names, and notes the names that are left. A pattern that
 * finds nothing, and a choice that leaves nothing, are refused. */
enum assay_status input_select(const struct source_request *request, struct input *input,
                               struct remarks *remarks, struct assay_error *error);
