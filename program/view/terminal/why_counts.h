/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_counts.h -- what functions count for, beside their time. */
#pragma once

#include "view/terminal/why.h"

bool why_any_counts(const struct why_finding *finding);
/* The function's own change: "+10 %", "appears"; "~" where executions differ; "" where it is not known. */
struct quantity why_counted(const struct why_counted *counted);
/* "parse: +1.2 % time, +40 % allocations (1 200 to 1 680, 37.5 to 52.5 KiB)" of the place among those that ask for memory. In memory
 * of the caller; NULL: none, or it asks for as much as before. */
char *why_allocating_text(const struct why_finding *finding, size_t place);
/* What was counted, what changed, and where that contradicts time. */
void why_counts_print(const struct terminal *terminal, const struct why_finding *finding);
