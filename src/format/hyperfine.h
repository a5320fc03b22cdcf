/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hyperfine.h -- hyperfine's own JSON, for tools that read it. */
#ifndef FORMAT_HYPERFINE_H
#define FORMAT_HYPERFINE_H

#include <stdbool.h>
#include <stdio.h>

#include <assay/dataset.h>

#include "manifest/design.h"

/* Writes what `hyperfine --export-json` writes: one result for each system and benchmark that has
 * wall times. Failed executions gave no values and are not in it. False when the stream failed or
 * memory ran out. */
bool hyperfine_write(FILE *stream, const struct design *design,
                     const struct assay_dataset *dataset);

#endif
