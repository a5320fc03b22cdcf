/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stream_text.h -- all that a stream still gives, as one text in memory. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The head, which was read before, and the rest. To be freed; a zero byte, which *n does not count, stands behind it. NULL: the stream failed, memory
 * ran out, or it gives more than `most` bytes: errno says which, EFBIG the last. */
char *stream_text(const char *head, size_t n_head, FILE *stream, size_t most, size_t *n);
