/* SPDX-License-Identifier: GPL-3.0-or-later */
/* last_output.h -- the last bytes of a stream of any length. */
#ifndef MEASURE_LAST_OUTPUT_H
#define MEASURE_LAST_OUTPUT_H

#include <stddef.h>

enum { TAIL_SIZE = 4096 };

struct tail {
    size_t n;
    size_t total; /* all bytes that came */
    char bytes[TAIL_SIZE + 1];
};

void tail_clear(struct tail *tail);
/* tail is a struct tail: the signature of a spawn_reader. */
void tail_take(void *tail, const char *bytes, size_t n);
/* The text so far; zero bytes in it are shown as '?'. */
const char *tail_text(struct tail *tail);

#endif
