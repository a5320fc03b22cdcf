/* SPDX-License-Identifier: GPL-3.0-or-later */
/* level_words.h -- units of a level as people name them. */
#pragma once

#include <stddef.h>

struct level_words {
    char text[64];
};

/* "builds", "processes", "libraries", "level 6 units"; and with a number, "1 build", "2 builds". */
struct level_words level_plural(const char *level);
struct level_words level_units(size_t n, const char *level);
