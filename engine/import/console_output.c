/* SPDX-License-Identifier: GPL-3.0-or-later */
/* console_output.c -- what tools print for people, known by a few words of it.
 * Source:   console_output.txt, which names the tools.
 * Edge:     only texts that no reader knows are asked about: a line of words may stand in any file. */
#include "import/console_output.h"

#include <string.h>

static const struct {
    const char *words, *sentence;
} texts[] = {
#include "console_output.inc"
};

static bool holds(const char *text, size_t size, const char *words)
{
    return memmem(text, size, words, strlen(words)) != NULL;
}

const char *format_console_output(const struct format_text *text)
{
    enum { HEAD = 1 << 14 };
    const size_t size = text->size < HEAD ? text->size : HEAD;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (holds(text->text, size, texts[i].words))
            return texts[i].sentence;
    return NULL;
}
