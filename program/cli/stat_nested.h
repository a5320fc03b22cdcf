/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_nested.h -- the numbers of a file as a nested sample. */
#pragma once

#include "cli/stat.h"

/* The sample of one file, nested by a shape such as "3x2x2" (NULL: flat), which the option of this
 * name gave. Borrows the file's values. False when the shape does not fit: answer->error says why. */
bool stat_nested(const struct number_file *file, const char *option, const char *shape,
                 struct stat_answer *answer, struct assay_sample *sample);

/* The same without the levels that were not repeated, which are no levels. */
struct stat_repeated {
    struct assay_sample sample;
    struct assay_shape_owned owned;
    bool removed[ASSAY_MAX_LEVELS]; /* of the levels of the given sample */
    assay_warnings warnings;
};

/* Ends with stat_repeated_fini, also when it fails. */
enum assay_status stat_repeated_init(struct stat_repeated *repeated,
                                     const struct assay_sample *sample, struct assay_error *error);
void stat_repeated_fini(struct stat_repeated *repeated);
