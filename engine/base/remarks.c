/* SPDX-License-Identifier: GPL-3.0-or-later */
/* remarks.c -- sentences in the order in which they arose. */
#include "base/remarks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/knob.h"

static void append(struct remarks *remarks, char *text, bool located)
{
    if (!array_more(&remarks->items, remarks->n, &remarks->room)) {
        free(text);
        return;
    }
    remarks->items[remarks->n++] = (struct remark){text, located};
}

__attribute__((format(printf, 3, 0))) static void append_formatted(struct remarks *remarks,
                                                                   bool located, const char *format,
                                                                   va_list arguments)
{
    char *text = NULL;
    if (remarks != NULL && knob_vasprint(&text, format, arguments) >= 0)
        append(remarks, text, located);
}

void remark(struct remarks *remarks, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append_formatted(remarks, false, format, arguments);
    va_end(arguments);
}

void remark_located(struct remarks *remarks, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append_formatted(remarks, true, format, arguments);
    va_end(arguments);
}

void remarks_fini(struct remarks *remarks)
{
    for (size_t i = 0; i < remarks->n; i++)
        free(remarks->items[i].text);
    free(remarks->items);
    *remarks = (struct remarks){0};
}
