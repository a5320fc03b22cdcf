/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leftovers.h -- directories of builds that killed runs left in $TMPDIR. */
#pragma once

#include "store/store.h"

/* Removes those of one experiment of the store, or of any (experiment 0), whose processes are dead;
 * how many. */
size_t leftovers_remove(struct store *store, int64_t experiment);
