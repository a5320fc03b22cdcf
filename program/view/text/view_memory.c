/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_memory.c -- texts of a view, made in memory. */
#include "view/text/view_memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool lost;

bool words_lost(void)
{
    return atomic_load(&lost);
}

bool words_whole(void)
{
    if (words_lost())
        errno = ENOMEM;
    return !words_lost();
}

void words_lose(void)
{
    atomic_store(&lost, true);
}

char *words_kept(char *text)
{
    if (text == NULL)
        words_lose();
    return text;
}

bool words_defined(enum assay_status status)
{
    if (status == ASSAY_NO_MEMORY)
        words_lose();
    return status == ASSAY_OK;
}

void *words_room(size_t n, size_t size)
{
    void *room = calloc(n + 1, size);
    if (room == NULL)
        words_lose();
    return room;
}

char *words_of(const char *format, va_list arguments)
{
    char *text = NULL;
    return words_kept(vasprintf(&text, format, arguments) >= 0 ? text : NULL);
}

char *words_format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = words_of(format, arguments);
    va_end(arguments);
    return text;
}

FILE *words_open(struct words_writer *writer)
{
    FILE *stream = text_buffer_open(&writer->buffer);
    if (stream == NULL)
        words_lose();
    return stream;
}

char *words_close(struct words_writer *writer)
{
    return words_kept(text_buffer_close(&writer->buffer));
}
