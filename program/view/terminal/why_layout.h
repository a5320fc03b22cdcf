/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_layout.h -- how much of a function's change is layout. */
#pragma once

#include "view/terminal/why.h"

/* Whether there is something to say. */
bool why_any_layout(const struct why_finding *finding);
/* Of a line, in the column of the code: what no other profiler can say of it. "": its code is not known. */
const char *why_code_words(const struct why_line *line);
/* Of functions with the same code that move, or that seeds move; or what would tell it. */
void why_layout_print(const struct terminal *terminal, const struct why_finding *finding);
