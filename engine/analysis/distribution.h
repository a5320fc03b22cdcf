/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distribution.h -- what a page shows of whole distributions, estimated for many samples at once. */
#pragma once

#include "finding/comparison_finding.h"

/* The mixtures of n samples, to be freed by the caller (NULL: none are sought), and what the samples of each row of all
 * pairs say as wholes, on n_threads threads (0: one a processor). The more samples there are, the fewer of their values it looks at.
 * ASSAY_NO_MEMORY is the only error. */
enum assay_status distributions_of(const struct sample_finding *samples, size_t n,
                                   struct comparison *pairs, size_t n_threads,
                                   struct sample_mixture **mixtures, struct assay_error *error);

/* Of one sample or comparison, from at most so many values; ASSAY_NO_MEMORY is the only error. */
enum assay_status mixture_of(const struct assay_series *series, size_t most,
                             struct sample_mixture *out);
enum assay_status shift_of(const struct comparison_finding *row, size_t most,
                           struct comparison_shift *out);
