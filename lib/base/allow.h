/* SPDX-License-Identifier: GPL-3.0-or-later */
/* allow.h -- parts of a finding that may be undefined. */
#pragma once

#include <assay/status.h>

/* ASSAY_OK where the part is undefined, or has too little to rest on; but a lack of memory is none of
 * that, and *error says it. For a call that was given no error of its own. */
enum assay_status allow_undefined(enum assay_status status, struct assay_error *error);
