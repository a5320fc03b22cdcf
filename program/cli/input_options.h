/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_options.h -- the options of every verb that reads measurements, and the request made of them.
 *
 * A verb's page includes words/input_options.txt, and it gives what is left on its command line to
 * input_options_read.
 */
#pragma once

#include "cli/verb.h"
#include "design/design.h"
#include "source/input.h"

struct input_options {
    const char *format;
    struct name_list systems, benchmarks, metrics;
    int level;                     /* index into input_levels */
    struct column_choices columns; /* of tables */
    const char *declaration;       /* a file that says what files hold; NULL: none */
    struct name_list directions;   /* which way is better */
    const char *level_of_files;    /* each file is one unit of this level; NULL: of none */
    bool partial;                  /* of a file that is cut short, the whole part is enough */
    bool stored;         /* arguments name experiments of the store, whatever files lie here */
    bool redact;         /* what looks like a secret in names and the manifest becomes *** */
    bool by_version;     /* files, and those of a lone directory, are versions: by time if known */
    const char *draws;   /* of a lone experiment, what was drawn under this name; NULL: nothing */
    bool occasions;      /* of experiments, when each execution was measured */
    const char *warm_up; /* keep, cut or a number; NULL: nothing was said */
    /* As assay_question_parse reads it; NULL: as the manifest says, or both */
    const char *statistic;
};

/* "auto" (as the format says, else execution), "execution", "iteration", "build", NULL */
extern const char *const input_levels[];
enum { INPUT_LEVEL_ITERATION = 2 }; /* its place */
/* For completion: names of formats; those of metrics are metric_word's. */
const char *input_format_word(size_t index);
/* As enum format_dialect has them. */
extern const char *const input_dialects[];

/* The request of a verb with these options and arguments, which stay the caller's. Says on stderr
 * what is wrong. */
enum exit_code input_options_request(const struct input_options *options,
                                     const struct option_arguments *arguments,
                                     const struct global_options *global,
                                     struct source_request *request);

/* input_read of that request; what is wrong, and (unless global->quiet) what was left out, is said
 * on stderr. */
enum exit_code input_options_read(const struct input_options *options,
                                  const struct option_arguments *arguments,
                                  const struct global_options *global, struct input *input);
