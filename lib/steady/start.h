/* SPDX-License-Identifier: GPL-3.0-or-later */
/* start.h -- first iterations that are off in all executions together. */
#pragma once

#include "steady/steady.h"

struct start {
    bool found;
    size_t until; /* iterations that are off */
    double side;  /* 1: above what follows, -1: below */
    double p;
    size_t n_off; /* executions whose first iterations are off to that side */
};
enum assay_status start_find(const struct assay_sample *sample, struct start *out,
                             struct assay_error *error);
