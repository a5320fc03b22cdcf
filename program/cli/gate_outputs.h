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

#define GATE_OUTPUT(type, field, index) offsetof(type, field.paths[index])
/* The entries of a verb's option table, for a field of type struct gate_outputs. */
#define GATE_OUTPUT_OPTIONS(type, field)                                                           \
    {0,                                                                                            \
     "summary",                                                                                    \
     OPTION_OUTPUT,                                                                                \
     GATE_OUTPUT(type, field, 0),                                                                  \
     "FILE",                                                                                       \
     "Write the comparison as Markdown, the verdict first; - is standard output.",                 \
     NULL},                                                                                        \
        {0,                                                                                        \
         "comment",                                                                                \
         OPTION_OUTPUT,                                                                            \
         GATE_OUTPUT(type, field, 1),                                                              \
         "FILE|URL",                                                                               \
         "The same as a comment of a merge request: what changed, the rest folded. To a file, or " \
         "to the forge's address of the request's comments, where one comment is kept up to date " \
         "with the token in $ASSAY_COMMENT_TOKEN.",                                                \
         NULL},                                                                                    \
        {0,                                                                                        \
         "junit",                                                                                  \
         OPTION_OUTPUT,                                                                            \
         GATE_OUTPUT(type, field, 2),                                                              \
         "FILE",                                                                                   \
         "Write the verdicts as JUnit's XML: slower fails, inconclusive is skipped.",              \
         NULL},                                                                                    \
    {                                                                                              \
        0, "openmetrics", OPTION_OUTPUT, GATE_OUTPUT(type, field, 3), "FILE",                      \
            "Write ratios, intervals, values and verdicts as OpenMetrics text.", NULL              \
    }

bool gate_outputs_any(const struct gate_outputs *outputs);

/* Is standard output taken by one of them? */
bool gate_outputs_stdout(const struct gate_outputs *outputs);

/* What can be known to be wrong before anything is measured. */
enum exit_code gate_outputs_check(const struct gate_outputs *outputs);

/* Writes what is asked for of what came of the input. primary, note: as in struct gate_report. A forge that does not take
 * the comment is said, and changes no exit code. */
enum exit_code gate_outputs_write(const struct gate_outputs *outputs,
                                  const struct comparison *pairs, const struct input *input,
                                  const struct input *primary, const char *note,
                                  const struct global_options *global);
