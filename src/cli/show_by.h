/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_by.h -- executions grouped by what was drawn for them. */
#ifndef CLI_SHOW_BY_H
#define CLI_SHOW_BY_H

#include "cli/input_options.h"

/* Prints, for every selected series, mean and interval for each value or range of the draw, and the
 * share of the variance that lies between them. */
enum exit_code show_by_present(const struct input *input, const char *name,
                               const struct global_options *global);

#endif
