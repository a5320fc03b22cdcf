/* SPDX-License-Identifier: GPL-3.0-or-later */
/* latest.h -- which experiment "latest" stands for, where the screen does not say it. */
#pragma once

#include "cli/verb.h"

/* Says on stderr that the experiment was taken since none was named, where the store has others, too.
 * Documents say it themselves. */
void latest_say(int64_t experiment, const struct global_options *global);
