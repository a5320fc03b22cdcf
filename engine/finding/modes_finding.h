/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes_finding.h -- how values cluster, as plain data. */
#pragma once

#include <assay/dataset.h>
#include <assay/mixture.h>
#include <assay/test.h>

/* One sample's mixture. */
struct sample_modes {
    const struct assay_series *series;
    size_t n;
    char refusal[256]; /* why there is no mixture; "" when there is one */
    struct assay_mixture_fit fit;
    struct assay_modes modes;
    struct assay_mixture_test test; /* replicates 0: not asked for */
    struct assay_dip dip;
    struct assay_attribution attribution;
    size_t *counts; /* units of the deciding level x modes; NULL for one mode or flat samples */
    size_t n_units;
};

/* X and Y are rows. */
struct modes_pair {
    const struct sample_modes *x, *y;
    double delta;
    struct assay_mixture_pair finding;
};

/* One version among those of its benchmark and metric. */
struct modes_winner {
    const struct sample_modes *version;
    struct assay_mixture_share finding;
};

struct modes_finding {
    struct sample_modes *rows;
    struct modes_pair *pairs;
    struct modes_winner *winners;
    size_t n, n_pairs, n_winners;
};
void modes_finding_fini(struct modes_finding *finding);

/* The level that decides between modes: NULL for one mode. */
const char *modes_level(const struct sample_modes *row);

/* Warnings of a row: its source's, and the tick. */
assay_warnings modes_warnings(const struct sample_modes *row);
