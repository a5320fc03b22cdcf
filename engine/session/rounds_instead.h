/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rounds_instead.h -- what says nothing side by side is measured in rounds. */
#pragma once

#include <assay/warning.h>

#include "design/design.h"

/* The same design in rounds, with the reason; what decided because of its order decides there, too. Changes nothing
 * without doubts (comparison_beside_doubts), or of a design in rounds. ASSAY_NO_MEMORY is the only error. */
enum assay_status rounds_instead(struct design *design, assay_warnings doubts,
                                 struct assay_error *error);
