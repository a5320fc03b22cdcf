/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content.h -- the whole text of a file. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Mapped when it is a plain file, else read to its end; not ended by a zero. */
struct content {
    char *text;
    size_t size;
    bool mapped;
};

/* Reads the file ("-": standard input). False when it cannot be read: errno says why. */
bool content_read(const char *path, struct content *content);
void content_fini(struct content *content);
