/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_buffer.h -- a text written piece by piece into memory.
 *
 *     struct text_buffer buffer;
 *     FILE *stream = text_buffer_open(&buffer);
 *     if (stream != NULL)
 *         fprintf(stream, …);
 *     char *text = text_buffer_close(&buffer);
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* It stays where it is while it is open. ftell and fseek go back to drop what was written since. */
struct text_buffer {
    FILE *stream;
    char *text;
    size_t size, room;
    bool lost; /* a piece */
};

/* The stream to write to. NULL: no memory; it may be closed all the same. */
FILE *text_buffer_open(struct text_buffer *buffer);

/* What was written, to be freed. NULL: no memory, now or for any piece: never a part of the text. */
char *text_buffer_close(struct text_buffer *buffer);

/* The head, which was read before, and the rest. To be freed; a zero byte, which *n does not count, stands behind it. NULL: the stream failed, memory
 * ran out, or it gives more than `most` bytes: errno says which, EFBIG the last. */
char *stream_text(const char *head, size_t n_head, FILE *stream, size_t most, size_t *n);
