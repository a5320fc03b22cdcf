/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failure.c -- errors that the engine sets beside the library's assay_fail. */
#include "base/failure.h"

#include <stdarg.h>

#include "base/knob.h"

enum assay_status fail_naming(struct assay_error *error, enum assay_status status,
                              const char *format, ...)
{
    if (error != NULL) {
        *error = (struct assay_error){.status = status};
        va_list arguments;
        va_start(arguments, format);
        (void)knob_vprint(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return status;
}

enum assay_status fail_located(struct assay_error *error, enum assay_status status,
                               const char *format, ...)
{
    if (error != NULL) {
        *error = (struct assay_error){.status = status, .located = true};
        va_list arguments;
        va_start(arguments, format);
        (void)knob_vprint(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return status;
}

enum assay_status fail_no_memory(struct assay_error *error)
{
    return assay_fail(error, ASSAY_NO_MEMORY, "out of memory");
}
