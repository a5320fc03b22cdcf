/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side.h -- which of two a word is for: "old", "candidate". */
#pragma once

#include <stddef.h>

enum column_side { SIDE_NONE, SIDE_OLDER, SIDE_NEWER };
enum column_side column_side_of(const char *word, size_t size);
