/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_shard.h -- which machine of the design this one is: an option, or what a scheduler says. */
#pragma once

#include <assay/status.h>

#include "design/design.h"

/* Sets the design's shard: from the option (NULL: not given), else $ASSAY_SHARD, else the number of this task
 * in an array of Slurm, Kubernetes or HyperQueue. Of the environment nothing counts where the design
 * has no machines. */
enum assay_status run_shard_choose(const char *option, struct design *design,
                                   struct assay_error *error);

/* "assay.db" beside a shard's store: where shard 3 goes unless somebody says otherwise, "assay-shard-3.db".
 * In memory of the caller; NULL: none is left. */
char *run_shard_store(const char *path, size_t shard);
