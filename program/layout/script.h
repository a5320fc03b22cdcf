/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script.h -- texts that stand for files: "INPUT(a.o b.o)", "GROUP(libx.so libx_static.a)". */
#pragma once

#include <stddef.h>

#include "layout/object.h"

/* Reads the objects and archives that such a text names: as they stand, else in the directories. They
 * keep their places. Nothing happens for another file. */
void script_read(const char *path, const char *const *directories, size_t n_directories,
                 struct layout_items *items);
