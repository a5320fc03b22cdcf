/* SPDX-License-Identifier: GPL-3.0-or-later */
/* aggregate.h -- what Google Benchmark's JSON and CSV share: names that tell. */
#ifndef FORMAT_AGGREGATE_H
#define FORMAT_AGGREGATE_H

#include <stdbool.h>

#include "format/unit.h"

/* True for "BM_Sort_mean", "BM_Sort_BigO" …: a row made of others. */
bool aggregate_named(const char *name);

/* The unit of a counter: rates of bytes and items are known by their names. */
struct unit aggregate_counter_unit(const char *name);

#endif
