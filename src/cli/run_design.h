/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_design.h -- the design of a run: a manifest's or that of commands given, and what options say.
 */
#ifndef CLI_RUN_DESIGN_H
#define CLI_RUN_DESIGN_H

#include "cli/run_options.h"

/* *manifest: the path that the design was read from, NULL for commands. Says on stderr what is
 * wrong; *out is the caller's in any case. */
enum exit_code run_design(const struct run_options *options,
                          const struct option_arguments *arguments,
                          const struct global_options *global, struct design **out,
                          const char **manifest);

#endif
