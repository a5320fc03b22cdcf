/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saturated.h -- a load that was the bottleneck itself, and which values that concerns. */
#pragma once

#include <stdbool.h>

#include <assay/sample.h>

/* Of values of load.busy. */
bool saturated_is(const struct assay_sample *busy);
/* Not what the services themselves have used, nor memory. */
bool saturated_concerns(const char *metric, const char *unit);
