/* SPDX-License-Identifier: GPL-3.0-or-later */
/* untracked.h -- a store that was begun in a work tree of git, where the next commit would take it along. */
#pragma once

#include "cli/verb.h"

/* Says on stderr how git ignores it, where git does not. */
void untracked_say(const char *store, const struct global_options *global);
