/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decision.h -- who chose the warm-up. */
#ifndef RENDER_DECISION_H
#define RENDER_DECISION_H

#include <assay/dataset.h>

#include "render/terminal.h"

/* One line for each benchmark whose warm-up was chosen after measuring; an empty line before the
 * first. Prints nothing when there is none. */
void decisions_print(const struct terminal *terminal, const struct assay_series *const *series,
                     size_t n);

#endif
