/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manifest.h -- YAML to design and back. docs/manifest.md describes the keys. */
#pragma once

#include <assay/status.h>

#include "design/design.h"

/* Errors: ASSAY_USAGE when the file cannot be read or holds what is not allowed, located:
 * "assay.yaml:14:12: benchmarks[1].timeout: "sixty" is not a duration (write 60s, 5m or 1h)"; else
 * ASSAY_NO_MEMORY. */

/* Reads the file; {source} is its directory, and the design keeps the text as it stood. */
enum assay_status manifest_read(const char *path, struct design **out, struct assay_error *error);

/* The same from memory; name stands in messages, source becomes {source}. */
enum assay_status manifest_parse(const char *text, size_t length, const char *name,
                                 const char *source, struct design **out,
                                 struct assay_error *error);

/* A manifest that reads back as this design, in memory of the caller; NULL when memory is out. */
char *manifest_write(const struct design *design);
