/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebench_points.h -- the data points of ReBenchDB's payload: values of several criteria by
 * invocation and iteration. */
#pragma once

#include "import/importer.h"
#include "import/rebench_run.h"

enum { REBENCH_MOST_CRITERIA = 64 };

struct rebench_criteria {
    size_t n; /* 1 + the largest index */
    const char *name[REBENCH_MOST_CRITERIA], *unit[REBENCH_MOST_CRITERIA];
    int power[REBENCH_MOST_CRITERIA]; /* of ten, to the unit that values are kept in */
};

struct rebench_points {
    struct importer *importer;
    const struct rebench_criteria *criteria;
    struct rebench_run run;
    double invocation;                            /* NaN: none yet */
    struct numbers values[REBENCH_MOST_CRITERIA]; /* of the invocation at hand: warm-up first */
    size_t n_warmup[REBENCH_MOST_CRITERIA];
};

/* Takes the array of points that stands next and adds its values to the dataset. */
void rebench_points_read(struct rebench_points *points, const struct rebench_run *run);
void rebench_points_fini(struct rebench_points *points);
