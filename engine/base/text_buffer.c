/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_buffer.c -- a text written piece by piece into memory, or all that a stream still gives.
 * Rejected: open_memstream. Of a piece for which memory lacks glibc 2.36 keeps a part, and neither
 * ferror nor fclose tells of it. */
#include "base/text_buffer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* Always with room for a final zero. */
static ssize_t append(void *cookie, const char *piece, size_t size)
{
    struct text_buffer *buffer = cookie;
    if (size >= buffer->room - buffer->size) {
        const size_t room = 2 * buffer->room + size;
        char *text = realloc(buffer->text, room);
        if (text == NULL) {
            buffer->lost = true;
            return 0;
        }
        buffer->text = text;
        buffer->room = room;
    }
    memcpy(buffer->text + buffer->size, piece, size);
    buffer->size += size;
    return (ssize_t)size;
}

/* Back to a place that ftell gave: what was written since is dropped. */
static int go_to(void *cookie, off64_t *place, int whence)
{
    struct text_buffer *buffer = cookie;
    const off64_t size = (off64_t)buffer->size;
    const off64_t to = *place + (whence == SEEK_SET ? 0 : size);
    if (to < 0 || to > size)
        return -1;
    buffer->size = (size_t)to;
    *place = to;
    return 0;
}

FILE *text_buffer_open(struct text_buffer *buffer)
{
    enum { FIRST = 1 << 8 };
    *buffer = (struct text_buffer){.text = malloc(FIRST), .room = FIRST};
    if (buffer->text != NULL)
        buffer->stream =
            fopencookie(buffer, "w", (cookie_io_functions_t){.write = append, .seek = go_to});
    return buffer->stream;
}

char *text_buffer_close(struct text_buffer *buffer)
{
    const bool whole = buffer->stream != NULL && fclose(buffer->stream) == 0 && !buffer->lost;
    buffer->stream = NULL;
    if (whole) {
        buffer->text[buffer->size] = '\0';
        return buffer->text;
    }
    free(buffer->text);
    buffer->text = NULL;
    return NULL;
}

/* All that a stream still gives, as one text in memory. */

char *stream_text(const char *head, size_t n_head, FILE *stream, size_t most, size_t *n)
{
    enum { FIRST = 1 << 12 };
    char *text = malloc(n_head + 1);
    int cause = text == NULL ? ENOMEM : 0;
    *n = n_head;
    if (text != NULL)
        memcpy(text, head, n_head);
    /* A signal ends a call before the room is full: that takes no more of it. */
    for (size_t room = n_head + FIRST; cause == 0; room *= *n + 1 == room ? 2 : 1) {
        char *more = realloc(text, room);
        if (more == NULL) {
            cause = ENOMEM;
            break;
        }
        text = more;
        errno = 0;
        *n += fread(text + *n, 1, room - 1 - *n, stream);
        if (ferror(stream) && errno == EINTR)
            clearerr(stream); /* a signal that was noted takes nothing away from an answer */
        else if (ferror(stream))
            cause = errno != 0 ? errno : EIO;
        else if (*n > most)
            cause = EFBIG;
        else if (feof(stream))
            break;
    }
    if (cause != 0) {
        free(text);
        errno = cause;
        return NULL;
    }
    text[*n] = '\0';
    return text;
}
