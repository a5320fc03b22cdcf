/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_parts.h -- what the files of input.h share. */
#ifndef CLI_INPUT_PARTS_H
#define CLI_INPUT_PARTS_H

#include "cli/input.h"

/* Reads each argument into input->sources; of a lone experiment also what is known about it. Says on
 * stderr what is wrong; what was read until then stays the input's. */
enum exit_code input_read_sources(const struct input_options *options,
                                  const struct option_arguments *arguments,
                                  const struct global_options *global, struct input *input);

/* Keeps of input->series what the options name, and notes the names that are left. A pattern that
 * finds nothing, and a choice that leaves nothing, are refused on stderr. With --json all metrics
 * unless some are named, else one: systems without it are told unless it is to be quiet. */
enum exit_code input_select(const struct input_options *options,
                            const struct global_options *global, struct input *input);

#endif
