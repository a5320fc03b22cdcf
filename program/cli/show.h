/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.h -- describing what was read, for `assay show` and for the end of `assay run`. */
#pragma once

#include "cli/input_options.h"

/* Describes and prints, as JSON when global says so. */
enum exit_code show_present(const struct input *input, const struct global_options *global);
