/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup.h -- the screen of the Speedup-Test. */
#pragma once

#include "finding/speedup_finding.h"
#include "view/text/terminal.h"

void speedup_print(const struct terminal *terminal, const struct speedup_finding *finding,
                   bool with_notes);
/* The notes below it, after an empty line. */
void speedup_notes_print(const struct terminal *terminal, const struct speedup_finding *finding);
