/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_export.h -- the values of experiments as assay CSV. */
#ifndef CLI_STORE_EXPORT_H
#define CLI_STORE_EXPORT_H

#include "cli/verb.h"
#include "store/store.h"

/* The experiments named (none: all) to the file (NULL: standard output). What does not fit its
 * checksum is left out and told; the code is then EXIT_SYSTEM, with all that is whole written. */
enum exit_code store_export(struct store *store, const char **which, size_t n, const char *output);

#endif
