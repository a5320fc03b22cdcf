/* SPDX-License-Identifier: GPL-3.0-or-later */
/* metric.h -- what can be read of a process as a whole, in one table. */
#pragma once

#include <stddef.h>

#include "measure/spawn_result.h"

struct metric {
    const char *name, *unit, *meaning;
    double (*read)(const struct spawn_result *result);
};

/* Ends with a NULL name; less is better for all of them. */
extern const struct metric metrics[];

/* NULL when the process as a whole has no metric of this name. */
const struct metric *metric_find(const char *name);
/* NULL when the table is not that long. */
const struct metric *metric_at(size_t place);
