/* SPDX-License-Identifier: GPL-3.0-or-later */
/* declared.h -- the declaration that is for a file: the one that the user names, or assay.import.yaml beside the
 * file or above it, up to the root of its repository. */
#pragma once

#include "import/declaration.h"

/* *found: who takes the file, of `all`, which the caller ends; NULL: nobody. given: what the user
 * names, which must take it; NULL: it is looked for. */
enum assay_status declared_find(const char *path, const char *given, struct declarations *all,
                                const struct declaration **found, struct assay_error *error);
