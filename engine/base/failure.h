/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failure.h -- errors that the engine sets beside the library's assay_fail. */
#pragma once

#include <assay/status.h>

/* As assay_fail, for a sentence that names what the caller can set: "@precision must be above 0" (base/knob.h). */
enum assay_status fail_naming(struct assay_error *error, enum assay_status status,
                              const char *format, ...) __attribute__((format(printf, 3, 4)));

/* A sentence that begins with the place of the fault: "old.csv:12:seconds: …"; it may name knobs. Returns
 * status. */
enum assay_status fail_located(struct assay_error *error, enum assay_status status,
                               const char *format, ...) __attribute__((format(printf, 3, 4)));

/* "out of memory" */
enum assay_status fail_no_memory(struct assay_error *error);

/* What fails ends the function: its status is returned as it is. Memory ends with its block (owned.h) or with an arena. */
#define TRY(...)                                                                                   \
    do {                                                                                           \
        const enum assay_status tried = (__VA_ARGS__);                                             \
        if (tried != ASSAY_OK)                                                                     \
            return tried;                                                                          \
    } while (0)
