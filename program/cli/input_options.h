/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_options.h -- the options of every verb that reads measurements, and the request made of them.
 *
 * A verb puts INPUT_OPTIONS into its table and gives what is left on its command line to
 * input_options_read.
 */
#pragma once

#include "cli/verb.h"
#include "design/metric_word.h"
#include "source/input.h"

struct input_options {
    const char *format;
    struct name_list systems, benchmarks, metrics;
    int level;                     /* index into input_levels */
    struct column_choices columns; /* of tables */
    const char *level_of_files;    /* each file is one unit of this level; NULL: of none */
    bool partial;                  /* of a file that is cut short, the whole part is enough */
    bool stored;         /* arguments name experiments of the store, whatever files lie here */
    bool redact;         /* what looks like a secret in names and the manifest becomes *** */
    bool by_version;     /* files, and those of a lone directory, are versions: by time if known */
    const char *draws;   /* of a lone experiment, what was drawn under this name; NULL: nothing */
    bool occasions;      /* of experiments, when each execution was measured */
    const char *warm_up; /* keep, cut or a number; NULL: nothing was said */
    const char
        *statistic; /* as assay_question_parse reads it; NULL: as the manifest says, or both */
};

/* "auto" (as the format says, else execution), "execution", "iteration", "build", NULL */
extern const char *const input_levels[];
/* For completion: names of formats; those of metrics are metric_word's. */
const char *input_format_word(size_t index);
/* As enum format_dialect has them. */
extern const char *const input_dialects[];

/* clang-format off: an option a few lines */
/* For verbs whose result is given to others. */
#define REDACT_OPTION(type, field)                                                                 \
    {                                                                                              \
        0, "redact", OPTION_FLAG, offsetof(type, field.redact), NULL,                              \
            "Write *** for what looks like a password, a token or a key."                          \
    }

/* For verbs that decide something, or describe what is decided on. */
#define WARM_UP_OPTION(type, field)                                                                \
    {                                                                                              \
        0, "warm-up", OPTION_STRING, offsetof(type, field.warm_up), "WHAT",                        \
            "Where executions warm up among live values: keep all, cut what comes before they "    \
            "are steady, or cut that many iterations of each."                                     \
    }

/* For verbs that say what a verdict rests on, or show or plan for it. */
#define STATISTIC_OPTION(type, field, text)                                                        \
    {                                                                                              \
        0, "statistic", OPTION_STRING, offsetof(type, field.statistic), "STATISTIC", text          \
    }

/* The entries of a verb's option table, for a field of type struct input_options. */
#define INPUT_OPTIONS(type, field)                                                                 \
    {0, "format", OPTION_STRING, offsetof(type, field.format), "NAME",                             \
     "Format of the files (default: recognised).", NULL, 0, input_format_word},                    \
    {0, "system", OPTION_LIST, offsetof(type, field.systems), "NAME",                              \
     "Only this system; may be repeated; * and ? as in file names."},                              \
    {0, "benchmark", OPTION_LIST, offsetof(type, field.benchmarks), "NAME",                        \
     "Only this benchmark; may be repeated; * and ? as in file names."},                           \
    {0, "metric", OPTION_LIST, offsetof(type, field.metrics), "NAME",                              \
     "Only this metric, or \"all\" (default: wall, or a benchmark's first one; with --json "       \
     "all).", NULL, 0, metric_word},                                                               \
    {0, "level", OPTION_CHOICE, offsetof(type, field.level), "LEVEL",                              \
     "What one flat list of values repeats: execution, iteration or build "                        \
     "(default: as the format says, else execution).", input_levels},                              \
    {0, "level-of-files", OPTION_STRING, offsetof(type, field.level_of_files), "LEVEL",            \
     "Each file is one unit of this level: build, execution, day … Files whose names differ "      \
     "in their last number, or NAME in NAME=FILE, belong to one system."},                         \
    {0, "value", OPTION_LIST, offsetof(type, field.columns.values), "COLUMN[=UNIT]",               \
     "Of a table, a column of values (default: those that hold numbers); may be repeated."},       \
    {0, "version-column", OPTION_STRING, offsetof(type, field.columns.version), "COLUMN",          \
     "Of a table, the column of versions (default: version or commit)."},                          \
    {0, "system-column", OPTION_STRING, offsetof(type, field.columns.system), "COLUMN",            \
     "Of a table, the column of systems."},                                                        \
    {0, "benchmark-column", OPTION_STRING, offsetof(type, field.columns.benchmark), "COLUMN",      \
     "Of a table, the column of benchmarks."},                                                     \
    {0, "dialect", OPTION_CHOICE, offsetof(type, field.columns.dialect), "DIALECT",                \
     "What parts the columns of a table: comma, semicolon or tab; \"-comma\" behind it: its "      \
     "decimal points are commas (default: recognised).", input_dialects},                          \
    {0, "partial", OPTION_FLAG, offsetof(type, field.partial), NULL,                               \
     "Of a file that is cut short, use the part that is whole."}
/* clang-format on */

/* What --warm-up says. False: nothing that is allowed; *choice and *first are not set. */
bool input_options_warm_up(const char *text, enum warm_up_choice *choice, size_t *first);

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
