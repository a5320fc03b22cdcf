/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail.h -- what many verbs may have to say on stderr, and the exit codes that go with it. */
#ifndef CLI_FAIL_H
#define CLI_FAIL_H

#include "assay/status.h"
#include "cli/exit.h"
#include "store/store.h"

/* EXIT_DONE, EXIT_SYSTEM for a lack of memory, else EXIT_DATA. */
enum exit_code fail_code(enum assay_status status);

/* Says what the library said, and gives that code. */
enum exit_code fail_library(const struct assay_error *error);

/* Says why a store refused: EXIT_DATA when what was asked for is not in it, else EXIT_SYSTEM. */
enum exit_code fail_store(const struct store_error *error);

/* "out of memory"; EXIT_SYSTEM. */
enum exit_code fail_memory(void);

#endif
