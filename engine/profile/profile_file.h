/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile_file.h -- what profilers write, one file an execution. */
#pragma once

#include "profile/profile.h"
#include "text/text.h"

/* One text after the other into the same profile, whose origin is of the first; others must say the same unit. In a unit
 * other than seconds, user_s is what was counted in all. ASSAY_INVALID: no format that is known, damaged, or of another
 * unit; the error is located in `name`, and the profile is then of no use. */
enum assay_status profile_read_text(struct profile *profile, const struct format_text *text,
                                    const char *name, uint32_t system, uint32_t round,
                                    struct assay_error *error);

