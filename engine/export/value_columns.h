/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value_columns.h -- values as columns: what assay_engine_values gives, and a file of them. */
#pragma once

#include <assay/dataset.h>
#include <assay/engine.h>

/* The n series, one at least, as one struct array: docs/engine.md has its columns. ASSAY_INVALID: their levels do not fit one table. */
enum assay_status value_columns(const struct assay_series *series, size_t n,
                                struct ArrowSchema *schema, struct ArrowArray *array,
                                struct assay_error *error);
