/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_index.h -- the experiments of a store, to choose from. */
#pragma once

#include <stdio.h>

#include "store/store.h"

/* Its links are experiment/ID, history, and ?old=ID, which asks for this page again with old chosen: then
 * they are compare/OLD/ID. old 0: none is chosen. */
void store_index_print(FILE *stream, const struct store_listing *listing, int64_t old);
