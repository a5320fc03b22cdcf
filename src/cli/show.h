/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.h -- describing what was read, for `assay show` and for the end of `assay run`. */
#ifndef CLI_SHOW_H
#define CLI_SHOW_H

#include <assay/finding.h>

#include "cli/input_options.h"
#include "render/finding.h"

/* Describes each series, on n_threads threads; *samples has input->n entries, to be freed. known:
 * NULL, or for each series its description if it was made before, else NULL. The error is what the
 * data cannot support. */
enum assay_status show_describe(const struct input *input, double confidence, size_t n_threads,
                                const struct assay_description *const *known,
                                struct shown_sample **samples, struct assay_error *error);

/* Describes and prints, as JSON when global says so. */
enum exit_code show_present(const struct input *input, const struct global_options *global);

extern const struct verb verb_show;

#endif
