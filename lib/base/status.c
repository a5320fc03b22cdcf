/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status.c -- error text in the caller's hands. */
#include <assay/status.h>

#include <stdarg.h>
#include <stdio.h>

enum assay_status assay_fail(struct assay_error *error, enum assay_status status,
                             const char *format, ...)
{
    if (error != NULL) {
        error->status = status;
        error->located = false;
        error->line = 0;
        error->field[0] = '\0';
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return status;
}

const char *assay_status_name(enum assay_status status)
{
    switch (status) {
    case ASSAY_OK: return "ok";
    case ASSAY_INVALID: return "invalid";
    case ASSAY_UNDEFINED: return "undefined";
    case ASSAY_NO_CONVERGENCE: return "no convergence";
    case ASSAY_NO_MEMORY: return "no memory";
    case ASSAY_USAGE: return "usage";
    case ASSAY_MISSING: return "missing";
    case ASSAY_FAILED: return "failed";
    case ASSAY_SYSTEM: return "system";
    case ASSAY_INTERRUPTED: return "interrupted";
    }
    return "unknown";
}
