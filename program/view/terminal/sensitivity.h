/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sensitivity.h -- what a design sees, as a screen and as JSON. */
#pragma once

#include "finding/sensitivity_finding.h"
#include "view/text/terminal.h"

void sensitivity_view_print(const struct terminal *terminal,
                            const struct sensitivity_finding *finding);
