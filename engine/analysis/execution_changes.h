/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution_changes.h -- changes within one execution, quick enough for a page of many. */
#pragma once

#include <assay/steady.h>

struct execution_changes {
    size_t block, n;                    /* n means of `block` iterations each */
    struct assay_execution_state state; /* of these means: its positions count blocks */
};

/* Of more than `most` iterations the means of equal blocks are looked at, the last one maybe longer. End
 * with assay_execution_state_fini of the state. ASSAY_UNDEFINED: fewer than 10 of them. */
enum assay_status execution_changes_of(struct assay_view values, bool more_is_better, size_t most,
                                       struct execution_changes *out, struct assay_error *error);
