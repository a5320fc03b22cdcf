/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number_file.h -- plain numbers from a file, and the shape in which they are nested. */
#pragma once

#include <assay/status.h>

/* The numbers of one file. */
struct number_file {
    const char *name; /* as given; "standard input" for "-" */
    double *values;
    size_t *line; /* of each value */
    size_t n;     /* may be 0 */
};

/* Reads one number a line, or the column of a CSV when column is not NULL. Errors stand with file and
 * line. End with number_file_fini in any case. */
enum assay_status number_file_read(const char *path, const char *column, struct number_file *file,
                                   struct assay_error *error);
void number_file_fini(struct number_file *file);

/* Counts: "3x2x2". ASSAY_USAGE when the text, which stands under `name`, is none. */
enum assay_status number_shape_read(const char *name, const char *text,
                                    size_t counts[ASSAY_MAX_LEVELS], size_t *n_levels,
                                    struct assay_error *error);
