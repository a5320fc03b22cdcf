/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_source.h -- one source of measurements: a file, standard input, or an experiment of the store. */
#pragma once

#include "source/input.h"
#include "store/store.h"
#include "text/content.h"

/* Reads the file ("-": standard input) into a finished dataset. *unknown: it is readable, not packed, of no known
 * format, and nothing is declared of it, so that nothing is read; NULL: that is a mistake. */
enum assay_status source_read_file(const char *path, const struct format *format,
                                   const struct format_options *options, bool *unknown,
                                   struct assay_dataset **dataset, struct remarks *remarks,
                                   struct assay_error *error);

/* The file's text, unpacked; the caller ends it with content_fini. */
enum assay_status source_read_content(const char *path, struct content *content,
                                      struct assay_error *error);

/* Of a file that is not packed; NULL: none that is known, or it cannot be read. */
const struct format *source_format(const char *path);

/* Remarks on what was left out, if anything was. */
void source_tell_summary(const char *path, const struct format_summary *summary,
                         struct remarks *remarks);

/* What is read of an experiment beside its values. */
struct source_beside {
    unsigned also;     /* STORE_BUILDS, STORE_OCCASIONS */
    bool is_guess;     /* the argument may have been meant as a file */
    bool alone;        /* no other is read: all that was recorded of it, else the failures */
    const char *draws; /* alone: what was drawn under this name; NULL: nothing */
};

/* Reads an experiment of an open store into the source's dataset, finished, and its experiment, both to be
 * ended with the input, and adds to the record, which ends with it, too, also when it fails. */
enum assay_status source_open_experiment(struct store *store, const char *which,
                                         const struct source_beside *beside,
                                         struct input_source *source, struct input_record *record,
                                         struct assay_error *error);
/* The same of the store at the path given (NULL: the default one), which is opened where *store is NULL, and
 * stays so for the next: the caller closes it. */
enum assay_status source_read_experiment(const char *which, const char *given,
                                         const struct source_beside *beside, struct store **store,
                                         struct input_source *source, struct input_record *record,
                                         struct assay_error *error);

/* The path of the store that is read where this one is given (NULL: none); in memory of the caller,
 * NULL when that is out. */
char *source_store_path(const char *given);
