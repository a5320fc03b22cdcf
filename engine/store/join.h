/* SPDX-License-Identifier: GPL-3.0-or-later */
/* join.h -- shards of one experiment, while another store is merged. */
#pragma once

#include "base/remarks.h"
#include "store/private.h"

/* What one merge is about: `other` is attached, and names stand in the tables that merge.c makes. */
struct joining {
    struct store *store;
    const char *path; /* of the other store */
    struct remarks *remarks;
    struct assay_error *error;
    size_t n_joined;    /* machines that came to an experiment that was here */
    int64_t experiment; /* the last one that shards came to; 0: none */
};

/* Before anything is copied: refuses a shard of another design or seed than those that are here and wait for
 * their others. */
enum assay_status join_check(struct joining *joining);
/* After the experiments that were not here have come: machines of those that were. Of a machine that was
 * measured twice one run is taken. */
enum assay_status join_all(struct joining *joining);
