/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stream_text.c -- all that a stream still gives, as one text in memory. */
#include "base/stream_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *stream_text(const char *head, size_t n_head, FILE *stream, size_t most, size_t *n)
{
    enum { FIRST = 1 << 12 };
    char *text = malloc(n_head + 1);
    int cause = text == NULL ? ENOMEM : 0;
    *n = n_head;
    if (text != NULL)
        memcpy(text, head, n_head);
    for (size_t room = n_head + FIRST; cause == 0; room *= 2) {
        char *more = realloc(text, room);
        if (more == NULL) {
            cause = ENOMEM;
            break;
        }
        text = more;
        errno = 0;
        *n += fread(text + *n, 1, room - 1 - *n, stream);
        if (ferror(stream))
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
