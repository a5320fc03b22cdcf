/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_memory.c -- texts of a view, made in memory. */
#include "view/text/view_memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool lost;

bool view_lost(void)
{
    return atomic_load(&lost);
}

void view_begin(void)
{
    atomic_store(&lost, false);
}

bool view_whole(void)
{
    if (view_lost())
        errno = ENOMEM;
    return !view_lost();
}

void view_lose(void)
{
    atomic_store(&lost, true);
}

char *view_kept(char *text)
{
    if (text == NULL)
        view_lose();
    return text;
}

bool view_defined(enum assay_status status)
{
    if (status == ASSAY_NO_MEMORY)
        view_lose();
    return status == ASSAY_OK;
}

void *view_room(size_t n, size_t size)
{
    void *room = calloc(n + 1, size);
    if (room == NULL)
        view_lose();
    return room;
}

char *view_of(const char *format, va_list arguments)
{
    char *text = NULL;
    return view_kept(vasprintf(&text, format, arguments) >= 0 ? text : NULL);
}

char *view_format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = view_of(format, arguments);
    va_end(arguments);
    return text;
}

FILE *view_open(struct view_writer *writer)
{
    FILE *stream = text_buffer_open(&writer->buffer);
    if (stream == NULL)
        view_lose();
    return stream;
}

char *view_close(struct view_writer *writer)
{
    return view_kept(text_buffer_close(&writer->buffer));
}
