/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_analyse.h -- parameters as factors: the analysis behind `assay sweep`. */
#pragma once

#include "finding/sweep_finding.h"
#include "source/input.h"

/* Cells that differ by less are tied, where no experiment says a margin. */
#define SWEEP_MARGIN_DEFAULT 0.05

/* Which cells are compared beside the question of the best. */
enum sweep_pairs {
    SWEEP_PAIRS_REFERENCE, /* all others against one */
    SWEEP_PAIRS_ALL
};

struct sweep_request {
    struct name_list at; /* "NAME=VALUE": only cells of these values */
    struct name_list
        per; /* parameters of whose every value the best is sought; none: as the experiment
                              says, which ended what was beaten */
    const char *reference; /* a cell as it is named, or one "NAME=VALUE"; NULL: the first */
    enum sweep_pairs pairs;
    bool pooled; /* one variance for all cells */
    bool all_metrics;
    bool front; /* which cells no other beats in all metrics */
    bool suite; /* all sweeps share the error: what is said holds of all at once */
    double margin, confidence;
    double at_most; /* up to which size of a parameter a time stays so short; 0: nobody asks */
};

/* Every benchmark whose series have parameters of two values or more; when none has, ASSAY_UNDEFINED. */
enum assay_status sweep_analyse(const struct input *input, const struct sweep_request *request,
                                struct sweep_finding *finding, struct assay_error *error);
