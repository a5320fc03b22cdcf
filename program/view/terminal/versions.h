/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions.h -- what a search among versions came to, on a screen. */
#pragma once

#include "finding/versions_finding.h"
#include "view/text/terminal.h"

/* range: as it was asked for, which the next step repeats. */
void versions_print(const struct terminal *terminal, const char *range,
                    const struct versions_finding *finding);
