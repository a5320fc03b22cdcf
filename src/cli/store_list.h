/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_list.h -- the experiments of a store, as a table and as JSON. */
#ifndef CLI_STORE_LIST_H
#define CLI_STORE_LIST_H

#include "cli/verb.h"
#include "store/store.h"

/* Prints n entries, each with the info of the same place. */
void store_list_print(const struct global_options *global, const struct store_entry *entries,
                      const struct experiment_info *infos, size_t n);

#endif
