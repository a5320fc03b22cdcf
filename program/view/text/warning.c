/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warning.c -- what each warning says: first what limits the result, then the next step. */
#include "view/text/warning.h"

#include <string.h>

static const char *const sentences[WARNING_SENTENCES] = {
#include "view/text/warnings.inc"
};

const char *warning_sentence(enum assay_warning warning)
{
    return (unsigned)warning < ASSAY_WARN_COUNT ? sentences[warning] : "";
}

const char *warning_instead(enum warning_instead which)
{
    return sentences[which];
}

enum { WIDTH = 98, INDENT = 4 };

static void print_words(FILE *stream, const char *text, int *column)
{
    while (*text != '\0') {
        int length = (int)strcspn(text, " ");
        if (*column + 1 + length > WIDTH) {
            fprintf(stream, "\n%*s", INDENT, "");
            *column = INDENT;
        } else if (*column > INDENT) {
            fputc(' ', stream);
            *column += 1;
        }
        fprintf(stream, "%.*s", length, text);
        *column += length;
        text += length;
        text += strspn(text, " ");
    }
}

void warnings_print(FILE *stream, assay_warnings warnings, const char *subject)
{
    for (unsigned bit = 0; bit < ASSAY_WARN_COUNT; bit++) {
        if ((warnings & ASSAY_WARNING(bit)) == 0)
            continue;
        int column = fprintf(stream, "  %s:", subject != NULL ? subject : "note");
        print_words(stream, warning_sentence((enum assay_warning)bit), &column);
        fputc('\n', stream);
    }
}
