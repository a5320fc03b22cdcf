/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warm_up_words.h -- executions that change before they are steady, in words that all views share. */
#pragma once

#include <assay/steady.h>

/* "12 of 12 executions of jit warm up until iteration 76 of 100", "executions of jit do not come to rest" of what
 * has no start-up; `name` may be NULL. To be freed; NULL: no memory. */
char *warm_up_who(const struct assay_warm_up *warm_up, const char *name, int limit);

/* "; jit still falls: its last 12 iterations lie 0.8 % (0.3 … 1.2 %) below the 12 before", or "; whether jit is level from
 * there cannot be told: …"; "" where the end is seen. To be freed; NULL: no memory. */
char *warm_up_end(const struct assay_warm_up *warm_up, const char *name, int limit);
