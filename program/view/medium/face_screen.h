/* SPDX-License-Identifier: GPL-3.0-or-later */
/* face_screen.h -- the numbers of a face on a terminal. */
#pragma once

#include "finding/comparison_finding.h"
#include "view/face/face.h"
#include "view/text/terminal.h"

/* Of all comparisons: where each has one row a table of a pair, else a table each. */
void face_print(const struct terminal *terminal, const struct face_numbers *numbers,
                const struct comparison *pairs);
