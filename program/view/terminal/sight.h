/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sight.h -- what a design sees, as a screen and as JSON. */
#pragma once

#include "finding/sight_finding.h"
#include "view/text/terminal.h"

void sight_view_print(const struct terminal *terminal, const struct sight_finding *finding);
