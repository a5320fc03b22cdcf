/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate_outputs.h -- what `assay run` and `assay compare` write beside the screen for those who read it elsewhere. */
#pragma once

#include <stddef.h>

#include "cli/verb.h"
#include "view/page/gate_report.h"

enum { GATE_OUTPUTS = 4 };
struct gate_outputs {
    const char *paths[GATE_OUTPUTS]; /* in the order of gate_output_names; NULL: not asked for */
};
extern const char *const gate_output_names[GATE_OUTPUTS];

bool gate_outputs_any(const struct gate_outputs *outputs);

/* Is standard output taken by one of them? */
bool gate_outputs_stdout(const struct gate_outputs *outputs);

/* What can be known to be wrong before anything is measured. */
enum exit_code gate_outputs_check(const struct gate_outputs *outputs);

/* Writes what is asked for; gate and confidence of the report are set here. A forge that does not take the comment is
 * said, and changes no exit code. */
enum exit_code gate_outputs_write(const struct gate_outputs *outputs, struct gate_report report,
                                  const struct global_options *global);
