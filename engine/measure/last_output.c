/* SPDX-License-Identifier: GPL-3.0-or-later */
/* last_output.c -- the last bytes of a stream of any length. */
#include "measure/last_output.h"

#include <string.h>

void tail_clear(struct tail *tail)
{
    tail->n = tail->total = 0;
}

void tail_take(void *context, const char *bytes, size_t n)
{
    struct tail *tail = context;
    tail->total += n;
    if (n >= TAIL_SIZE) {
        memcpy(tail->bytes, bytes + n - TAIL_SIZE, TAIL_SIZE);
        tail->n = TAIL_SIZE;
        return;
    }
    if (tail->n + n > TAIL_SIZE) {
        size_t keep = TAIL_SIZE - n;
        memmove(tail->bytes, tail->bytes + tail->n - keep, keep);
        tail->n = keep;
    }
    memcpy(tail->bytes + tail->n, bytes, n);
    tail->n += n;
}

const char *tail_text(struct tail *tail)
{
    for (size_t i = 0; i < tail->n; i++)
        if (tail->bytes[i] == '\0')
            tail->bytes[i] = '?';
    tail->bytes[tail->n] = '\0';
    return tail->bytes;
}
