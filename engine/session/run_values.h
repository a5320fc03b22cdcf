/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_values.h -- values that a measured program writes in another framework's format. */
#pragma once

#include "design/design.h"
#include "measure/values.h"

/* Errors: ASSAY_USAGE when a design names a format that there is not. */
enum assay_status run_values_check(const struct design *design, struct assay_error *error);

enum assay_status run_values_import(const struct design_benchmark *benchmark, const char *text,
                                    size_t size, struct values *values, struct assay_error *error);
