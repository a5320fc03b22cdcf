/* SPDX-License-Identifier: GPL-3.0-or-later */
/* allow.c -- parts of a finding that may be undefined. */
#include "base/allow.h"

enum assay_status allow_undefined(enum assay_status status, struct assay_error *error)
{
    return status == ASSAY_NO_MEMORY ? assay_fail(error, status, "out of memory") : ASSAY_OK;
}
