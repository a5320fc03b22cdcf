/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_memory.h -- texts of a view, made in memory.
 *
 * A view that finds no memory for a text, or for what it is made from, writes "?" in its place or
 * leaves it out, and goes on. That it did is kept here, for the whole program, as a stream keeps that
 * it could not be written: one question at the end tells whether everything has reached the reader.
 */
#pragma once

#include <stdarg.h>

#include <assay/status.h>

#include "base/owned.h"
#include "base/text_buffer.h"

/* Whether anything was lost since the program began. */
bool view_lost(void);
/* Of who answers many questions, each apart: nothing of this one is lost yet. */
void view_begin(void);
/* Whether nothing was; else errno says ENOMEM, for whoever writes a file of it. */
bool view_whole(void);
void view_lose(void);
/* The pointer itself; NULL counts as lost. */
char *view_kept(char *text);
/* Whether what the library was asked for is defined; where memory lacked for it, it is lost, too. */
bool view_defined(enum assay_status status);
/* Zeroed room for what a view puts together, to be freed. NULL: no memory, and lost. */
void *view_room(size_t n, size_t size);

/* What printf would write, to be freed. NULL: no memory, and lost. */
char *view_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *view_of(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

/* A text written piece by piece. It stays where it is while it is open. */
struct view_writer {
    struct text_buffer buffer;
};
/* The stream to write to. NULL: no memory, and lost; there is nothing to close then. */
FILE *view_open(struct view_writer *writer);
/* What was written, to be freed. NULL: no memory, then or at view_open, and lost. */
char *view_close(struct view_writer *writer);

/* What these statements write to the stream of this name, to be freed. NULL: no memory, and lost; they may not
 * have been reached then. */
#define VIEW_TEXT(stream, ...)                                                                     \
    __extension__({                                                                                \
        struct view_writer writer_of_##stream;                                                     \
        FILE *stream = view_open(&writer_of_##stream);                                             \
        if (stream != NULL) {                                                                      \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
        view_close(&writer_of_##stream);                                                           \
    })
