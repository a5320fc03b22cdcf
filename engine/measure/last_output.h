/* SPDX-License-Identifier: GPL-3.0-or-later */
/* last_output.h -- the last bytes of a stream of any length. */
#pragma once

#include <stddef.h>

enum { LAST_OUTPUT_SIZE = 4096 };

struct last_output {
    size_t n;
    size_t total; /* all bytes that came */
    char bytes[LAST_OUTPUT_SIZE + 1];
};

void last_output_clear(struct last_output *output);
/* output is a struct last_output: the signature of a spawn_reader. */
void last_output_take(void *output, const char *bytes, size_t n);
/* The text so far; zero bytes in it are shown as '?'. */
const char *last_output_text(struct last_output *output);
