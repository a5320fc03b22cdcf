/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_cluster.h -- resampled top units as multiplicities, for statistics other than means. */
#pragma once

#include "interval/bootstrap.h"

/* The values of one sample in ascending order, each with its top unit, and how many values of each
 * unit stand before every block-th of them. */
struct cluster_order {
    size_t n, n_units, block;
    double *value;
    uint32_t *unit;
    uint32_t *size;   /* values of each top unit */
    uint32_t *before; /* [value / block][unit] */
};
enum assay_status cluster_order_init(struct cluster_order *order, const struct assay_sample *sample,
                                     struct assay_error *error);
void cluster_order_fini(struct cluster_order *order);

/* Draws as many top units as there are: unit j was drawn count[j] times. */
void cluster_draw(const struct cluster_order *order, uint64_t seed, uint32_t replicate,
                  uint32_t system, uint32_t *count);

/* The quantile of the values of the drawn units, pooled. */
double cluster_quantile(const struct cluster_order *order, const uint32_t *count,
                        double probability, int type);

/* Replicates of a quantile (n = 1) or of the ratio of two (n = 2: old, new). */
enum assay_status bootstrap_quantiles(const struct assay_sample *samples, size_t n,
                                      const struct assay_bootstrap_options *options, double *t,
                                      size_t n_replicates, struct assay_error *error);
