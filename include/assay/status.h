/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status.h -- errors are values.
 *
 * Every function that can fail returns an assay_status, writes its outputs last and only on
 * success, and explains a failure in the caller's struct assay_error (which may be NULL). The
 * library never prints, exits or aborts on input.
 */
#ifndef ASSAY_STATUS_H
#define ASSAY_STATUS_H

#include <stdbool.h>
#include <stddef.h>

#include <assay/api.h>

ASSAY_BEGIN_DECLS

enum assay_status {
    ASSAY_OK = 0,
    ASSAY_INVALID,        /* an argument lies outside its domain */
    ASSAY_UNDEFINED,      /* the data cannot support the statistic: too few, constant, not finite */
    ASSAY_NO_CONVERGENCE, /* an iteration did not settle */
    ASSAY_NO_MEMORY,      /* an allocation failed */
    /* What only the engine meets, the library never: */
    ASSAY_USAGE,      /* what was asked for cannot be meant: a manifest's key, a choice */
    ASSAY_MISSING,    /* no such file, store or experiment */
    ASSAY_FAILED,     /* a measured command failed */
    ASSAY_SYSTEM,     /* disk full, store locked or damaged, permission */
    ASSAY_INTERRUPTED /* by a signal; what had ended is kept */
};

struct assay_error {
    enum assay_status status;
    char text[1024]; /* one sentence, no trailing newline: "confidence must lie in (0, 1), is 95" */
    bool located;    /* the text begins with the place of the fault: "assay.yaml:14:12: …" */
    size_t line;     /* of a text that could not be read, from 1; 0: of it as a whole, or of none */
    char field[64];  /* its column or key; "": none */
};

/* Sets *error (when it is not NULL) to status and the formatted sentence, without a place, and
 * returns status, so that a function can `return assay_fail(error, ASSAY_INVALID, "…", …);`. */
ASSAY_API enum assay_status assay_fail(struct assay_error *error, enum assay_status status,
                                       const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* The name of a status for logs and JSON: "ok", "invalid", "no convergence", "no memory", … */
ASSAY_API const char *assay_status_name(enum assay_status status);

ASSAY_END_DECLS

#endif
