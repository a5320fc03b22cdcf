/* SPDX-License-Identifier: GPL-3.0-or-later */
/* last_output.c -- the last bytes of a stream of any length. */
#include "measure/last_output.h"

#include <string.h>

void last_output_clear(struct last_output *output)
{
    output->n = output->total = 0;
}

void last_output_take(void *context, const char *bytes, size_t n)
{
    struct last_output *output = context;
    output->total += n;
    if (n >= LAST_OUTPUT_SIZE) {
        memcpy(output->bytes, bytes + n - LAST_OUTPUT_SIZE, LAST_OUTPUT_SIZE);
        output->n = LAST_OUTPUT_SIZE;
        return;
    }
    if (output->n + n > LAST_OUTPUT_SIZE) {
        size_t keep = LAST_OUTPUT_SIZE - n;
        memmove(output->bytes, output->bytes + output->n - keep, keep);
        output->n = keep;
    }
    memcpy(output->bytes + output->n, bytes, n);
    output->n += n;
}

const char *last_output_text(struct last_output *output)
{
    for (size_t i = 0; i < output->n; i++)
        if (output->bytes[i] == '\0')
            output->bytes[i] = '?';
    output->bytes[output->n] = '\0';
    return output->bytes;
}
