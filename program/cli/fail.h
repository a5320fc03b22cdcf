/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail.h -- the one place that maps errors to stderr and exit codes. */
#pragma once

#include "assay/status.h"
#include "cli/exit.h"
#include "store/store.h"

/* The exit code that docs promise for each status. */
enum exit_code fail_code(enum assay_status status);

/* Says what went wrong, with the program's name in front unless a place stands there, and gives the
 * exit code of its status. */
enum exit_code fail_with(const struct assay_error *error);
/* The same with this name in the place of the program's: "assay stat". */
enum exit_code fail_as(const char *name, const struct assay_error *error);

/* Says the remarks that arose on the way, ends their list, and says what went wrong, if anything did:
 * the exit code of the status. */
enum exit_code conclude(enum assay_status status, struct remarks *remarks,
                        const struct assay_error *error);
enum exit_code conclude_as(const char *name, enum assay_status status, struct remarks *remarks,
                           const struct assay_error *error);

/* Whether the code is an answer, a gate's among them, and no failure. */
bool fail_is_answer(enum exit_code code);

/* Closes a store that was written (NULL: none) and gives the code, or EXIT_SYSTEM where all went well
 * but this: what was stored last could not be copied from the log into the file, which it says. */
enum exit_code fail_closing(struct store **store, enum exit_code code);

/* Says this sentence, as terminal_complain does; gives the code. */
enum exit_code fail_saying(enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A gate on a metric of which nobody says which way is better, or the unit, decides nothing: EXIT_DATA. */
enum exit_code fail_withheld(const struct assay_told *told, const char *metric,
                             const char *benchmark);

/* "out of memory"; EXIT_SYSTEM. */
enum exit_code fail_memory(void);
