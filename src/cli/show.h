/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.h -- describing what was read, for `assay show` and for the end of `assay run`. */
#ifndef CLI_SHOW_H
#define CLI_SHOW_H

#include <assay/finding.h>

#include "cli/input.h"
#include "render/finding.h"

/* Describes each series; *samples has input->n entries, to be freed. Says on stderr what the data
 * cannot support. */
enum exit_code show_describe(const struct input *input, double confidence,
                             struct shown_sample **samples);

/* Describes and prints, as JSON when global says so. */
enum exit_code show_present(const struct input *input, const struct global_options *global);

extern const struct verb verb_show;

#endif
