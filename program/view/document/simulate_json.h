/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_json.h -- what simulations found, as JSON and CSV, and read back. */
#pragma once

#include <jansson.h>

#include "analysis/simulation_clt.h"

json_t *simulate_document(const struct simulation_result *result);
/* As simulation_watch and simulation_reader ask for. Errors of reading: ASSAY_INVALID. */
bool simulate_write(FILE *stream, const struct simulation_result *result, bool unfinished);
enum assay_status simulate_read(const char *path, struct simulation_result *result,
                                struct assay_error *error);
bool simulate_csv(const struct simulation_result *result, const char *path);

/* ---- sizes of samples ---- */

json_t *simulate_clt_document(const struct simulation_clt *clt, double confidence, uint64_t seed);
json_t *simulate_minimum_document(const struct assay_minimum_row *rows, size_t n, double confidence,
                                  uint64_t seed);
