/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady_analyse.h -- when benchmarks are warm: the analysis behind `assay show --steady`. */
#pragma once

#include "design/manifest.h"
#include "finding/steady_finding.h"
#include "source/input.h"

struct steady_request {
    struct assay_steady_options how; /* which end is better, each series says */
    bool all_metrics;                /* else the primary one of each benchmark */
};
#define STEADY_REQUEST_DEFAULTS                                                                    \
    {                                                                                              \
        .how = {                                                                                   \
            .changes.min_segment = 2,                                                              \
            .margin = ASSAY_MARGIN_DEFAULT,                                                        \
            .least_share = 0.25,                                                                   \
            .seed = ASSAY_SEED_DEFAULT                                                             \
        }                                                                                          \
    }

/* The states of the series. One with too few iterations is left without a state, and its row says why:
 * ASSAY_OK also when all are. End with steady_finding_fini in any case. */
enum assay_status steady_analyse(const struct input *input, const struct steady_request *request,
                                 struct steady_finding *finding, struct assay_error *error);

/* Keeps the choice for the selected series of the input's experiment, which is the store's: by hand the
 * iteration `from`, counted from 1; 0: the states' own. Remarks tell what was chosen. */
enum assay_status steady_choose(struct store *store, const struct input *input, size_t from,
                                const struct steady_finding *finding, struct remarks *remarks,
                                struct assay_error *error);

/* Warm-up and iterations for a manifest, which has one of each for all its benchmarks: the longest
 * that one of them needs. When some benchmark needs more iterations than another, all take as many: too
 * many cost time, too few width. A choice by hand stands in for the automatic one unless
 * `automatic`. */
struct manifest_count steady_counts(const struct steady_finding *finding, bool automatic);
