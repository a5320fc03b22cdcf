/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate.h -- what simulations found, shown: JSON, CSV, screens. */
#ifndef CLI_SIMULATE_H
#define CLI_SIMULATE_H

#include <jansson.h>

#include "analysis/simulation_clt.h"
#include "view/text/terminal.h"

extern const struct verb verb_simulate;

/* ---- cells ---- */

json_t *simulate_document(const struct simulation_result *result);
bool simulate_csv(const struct simulation_result *result, const char *path);

void simulate_screen(const struct terminal *terminal, const struct simulation_result *result,
                     bool quiet);
/* Coverages as tables over the two levels that vary; false, and nothing printed, when it is not two. */
bool simulate_matrices(const struct simulation_result *result, const struct terminal *terminal);
/* The published results beside those found. */
bool simulate_has_published(const struct simulation_result *result);
void simulate_screen_check(const struct simulation_result *result, const struct terminal *terminal);

/* "5 × 10 × 10": the counts of old, and of new where they differ. To be freed. */
char *simulate_shape_of(const struct simulation_row *row);
/* One plain sentence on one row: is this interval to be trusted here? To be freed. */
char *simulate_sentence(const struct simulation_row *row, double confidence);

/* ---- sizes of samples (simulate_clt.c) ---- */

json_t *simulate_clt_document(const struct simulation_clt *clt, double confidence, uint64_t seed);
void simulate_clt_screen(const struct terminal *terminal, const struct simulation_clt *clt);
json_t *simulate_minimum_document(const struct assay_minimum_row *rows, size_t n, double confidence,
                                  uint64_t seed);
void simulate_minimum_screen(const struct terminal *terminal, const struct assay_minimum_row *rows,
                             size_t n);

#endif
