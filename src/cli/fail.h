/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail.h -- what many verbs may have to say on stderr, and the exit codes that go with it. */
#ifndef CLI_FAIL_H
#define CLI_FAIL_H

#include "cli/exit.h"
#include "store/store.h"

/* Says why a store refused: EXIT_DATA when what was asked for is not in it, else EXIT_SYSTEM. */
enum exit_code fail_store(const struct store_error *error);

/* "out of memory"; EXIT_SYSTEM. */
enum exit_code fail_memory(void);

#endif
