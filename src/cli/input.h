/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input.h -- where analyses read from: files, standard input, experiments in the store.
 *
 * A verb puts INPUT_OPTIONS into its table, gives what is left on its command line to input_read
 * and gets the selected series. It need not know where they come from.
 */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <assay/dataset.h>

#include "cli/verb.h"
#include "format/format.h"
#include "store/store.h"

struct input_options {
    const char *format;
    struct option_list systems, benchmarks, metrics;
    int level;                  /* index into input_levels */
    const char *level_of_files; /* each file is one unit of this level; NULL: of none */
    bool partial;               /* of a file that is cut short, the whole part is enough */
    bool stored;     /* arguments name experiments of the store, whatever files lie here */
    bool by_version; /* files, and those of a lone directory, are versions: by time if known */
};

/* "auto" (as the format says, else execution), "execution", "iteration", "build", NULL */
extern const char *const input_levels[];

/* The entries of a verb's option table, for a field of type struct input_options. */
#define INPUT_OPTIONS(type, field)                                                                  \
    {0,                                                                                             \
     "format",                                                                                      \
     OPTION_STRING,                                                                                 \
     offsetof(type, field.format),                                                                  \
     "NAME",                                                                                        \
     "Format of the files (default: recognised).",                                                  \
     NULL},                                                                                         \
        {0,           "system",                                                                     \
         OPTION_LIST, offsetof(type, field.systems),                                                \
         "NAME",      "Only this system; may be repeated; * and ? as in file names.",               \
         NULL},                                                                                     \
        {0,           "benchmark",                                                                  \
         OPTION_LIST, offsetof(type, field.benchmarks),                                             \
         "NAME",      "Only this benchmark; may be repeated; * and ? as in file names.",            \
         NULL},                                                                                     \
        {0,                                                                                         \
         "metric",                                                                                  \
         OPTION_LIST,                                                                               \
         offsetof(type, field.metrics),                                                             \
         "NAME",                                                                                    \
         "Only this metric, or \"all\" (default: wall, or a benchmark's first one; with --json "    \
         "all).",                                                                                   \
         NULL},                                                                                     \
        {0,                                                                                         \
         "level",                                                                                   \
         OPTION_CHOICE,                                                                             \
         offsetof(type, field.level),                                                               \
         "LEVEL",                                                                                   \
         "What one flat list of values repeats: execution, iteration or build "                     \
         "(default: as the format says, else execution).",                                          \
         input_levels},                                                                             \
        {0,                                                                                         \
         "level-of-files",                                                                          \
         OPTION_STRING,                                                                             \
         offsetof(type, field.level_of_files),                                                      \
         "LEVEL",                                                                                   \
         "Each file is one unit of this level: build, execution, day … Files whose names differ " \
         "in their last number, or NAME in NAME=FILE, belong to one system.",                       \
         NULL},                                                                                     \
    {                                                                                               \
        0, "partial", OPTION_FLAG, offsetof(type, field.partial), NULL,                             \
            "Of a file that is cut short, use the part that is whole.", NULL                        \
    }

/* One file or experiment that was read. */
struct input_source {
    char *name; /* "old.csv", "fft-O1-O2" */
    struct assay_dataset *dataset;
    struct format_origin origin;
    char *host;              /* of an experiment: the facts of its host, JSON; else NULL */
    bool stored;             /* an experiment, no file */
    struct design_stop stop; /* of an experiment */
    size_t stop_most;
};

struct input_names {
    const char **items;
    size_t n;
};

struct input {
    /* The selected series, in the order of the sources; the text of `system` may differ from the
     * dataset's when two sources use one name. Borrows from the sources. */
    struct assay_series *series;
    size_t n;
    struct input_names systems, benchmarks, metrics; /* of the selected series, as they appear */
    const struct assay_series **by_name;             /* sorted, for input_find */
    const char *primary_metric;                      /* wall, or the first one */
    bool *primary; /* of each series: it is in the primary metric of its benchmark */

    /* Of the experiment, when everything comes from one; else NULL. */
    struct experiment_info *experiment;

    struct design_stop stop; /* of that experiment: how its measuring ended */
    size_t stop_most;        /* the most top units that it might have measured */

    struct format_versions versions; /* that files told of */
    struct input_source *sources;
    size_t n_sources;
    char **owned; /* names that were made up */
    size_t n_owned;
};

/* Reads what the arguments name (none: the latest experiment) and selects. Says on stderr what is
 * wrong; EXIT_DONE when there is at least one series. */
enum exit_code input_read(const struct input_options *options,
                          const struct option_arguments *arguments,
                          const struct global_options *global, struct input *input);
/* The same from a finished dataset, which it takes over also when it fails. */
enum exit_code input_of_dataset(const struct input_options *options, struct assay_dataset *dataset,
                                const char *name, const struct global_options *global,
                                struct input *input);
void input_fini(struct input *input);

/* Fills the lists of names from the series, which is done for whoever reads. False: no memory. */
bool input_note_names(struct input *input);

void input_options_fini(struct input_options *options);

/* Says 'there is no system "x"; there is a, b' on stderr. */
void input_say_unknown(const char *what, const char *name, const struct input_names *names);

/* True when the series, one of the input's, is what its benchmark is judged by where nobody names a
 * metric: wall, or the first metric of a benchmark that has no wall. */
bool input_is_primary(const struct input *input, const struct assay_series *series);

/* The selected series of this name, or NULL. */
const struct assay_series *input_find(const struct input *input, const char *system,
                                      const char *benchmark, const char *metric);

/* The margin that the experiment was made with; otherwise when it has none. */
double input_margin(const struct input *input, double otherwise);

#endif
