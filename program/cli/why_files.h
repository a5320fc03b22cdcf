/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_files.h -- files that `assay why` writes beside its answer: a flame graph of differences, a profile for others. */
#pragma once

#include "analysis/why_analyse.h"
#include "cli/exit.h"

struct why_files {
    const char *flame, *export; /* NULL: none */
};
/* Whether the name of a file says how it is written. */
bool why_can_export(const char *path);
enum exit_code why_write_files(const struct why_files *files, struct profile *profile,
                               const struct why_request *request);
