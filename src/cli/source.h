/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source.h -- one source of measurements: a file, standard input, or an experiment of the store. */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "cli/content.h"
#include "cli/input.h"
#include "format/format.h"

/* Reads the file ("-": standard input) into a finished dataset. Says on stderr what is wrong. */
enum exit_code source_read_file(const char *path, const struct format *format,
                                const struct format_options *options,
                                struct assay_dataset **dataset);

/* The file's text, unpacked; the caller ends it with content_fini. */
enum exit_code source_read_content(const char *path, struct content *content);

/* False when the file can be read and is of no known format. */
bool source_is_known(const char *path);
/* Of a file that is not packed; NULL: none that is known, or it cannot be read. */
const struct format *source_format(const char *path);

/* Says on stderr what was left out, if anything was. */
void source_say_summary(const char *path, const struct format_summary *summary);

/* Reads an experiment of the store into a finished dataset; *info is NULL or the caller's to end
 * with experiment_info_fini and free. is_guess: the argument may have been meant as a file. */
enum exit_code source_read_experiment(const char *which, const struct global_options *global,
                                      bool is_guess, struct assay_dataset **dataset,
                                      struct experiment_info **info);

/* The path of the store that is read; in memory of the caller, NULL when that is out. */
char *source_store_path(const struct global_options *global);

#endif
