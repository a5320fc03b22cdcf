/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile_write.h -- profiles of two systems for other programs. */
#pragma once

#include <stdio.h>

#include <assay/status.h>

#include "profile/profile.h"

struct profile_sides {
    size_t system[2]; /* of the profile; old, new */
    const char *name[2];
};

/* Of each stack, over all executions of a side; stacks as profile_complete_stacks leaves them. */
struct profile_totals {
    double *samples[2], *seconds[2]; /* seconds: their share of the execution's user time, where that is known */
    double kernel_s[2];
};
bool profile_totals_of(const struct profile *profile, const struct profile_sides *sides,
                       struct profile_totals *out);
void profile_totals_fini(struct profile_totals *totals);

/* pprof's, by gzip where packed. Both systems in one file, with a label `version`. ASSAY_NO_MEMORY; the stream's own error is
 * left to who ends it. */
enum assay_status profile_write_pprof(const struct profile *profile,
                                      const struct profile_sides *sides, bool packed, FILE *stream,
                                      struct assay_error *error);
