/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_input.h -- what a run has stored so far, read back while it still runs. */
#ifndef CLI_RUN_INPUT_H
#define CLI_RUN_INPUT_H

#include "cli/input_options.h"
#include "cli/session.h"

/* The values of the session's experiment; in *out, to be given to input_fini when EXIT_DONE. Of several
 * metrics the one that decides. */
enum exit_code run_input(const struct session *session, const struct global_options *global,
                         struct input *out);

/* The same by the handle that the run has open, and without a word of what has no values yet; it knows
 * no design. */
enum assay_status run_input_stored(const struct session *session, struct input *out,
                                   struct assay_error *error);

/* Seconds that a design takes by the costs in these values, its warm-up too; 0: not known. */
double run_input_time(const struct design *design, const struct input *input);

#endif
