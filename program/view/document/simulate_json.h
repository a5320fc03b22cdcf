/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_json.h -- what simulations found, as JSON and CSV. */
#pragma once

#include <jansson.h>

#include "analysis/simulation_clt.h"

json_t *simulate_document(const struct simulation_result *result);
bool simulate_csv(const struct simulation_result *result, const char *path);

/* ---- sizes of samples ---- */

json_t *simulate_clt_document(const struct simulation_clt *clt, double confidence, uint64_t seed);
json_t *simulate_minimum_document(const struct assay_minimum_row *rows, size_t n, double confidence,
                                  uint64_t seed);
