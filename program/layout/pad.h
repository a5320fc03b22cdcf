/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pad.h -- object files that hold nothing but space. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Of the names below: "assay_pad." and a number from 0. */
enum { LAYOUT_PAD_NAME = 24 };
void layout_pad_name(size_t i, char name[LAYOUT_PAD_NAME]);

/* Writes an object of 64 bits with n code sections ".text.assay_pad.I" of the given sizes, each with
 * a local symbol, that --gc-sections leaves in place. machine and flags as in ELF's head. */
bool layout_pad_write(const char *path, unsigned machine, unsigned flags, const size_t *sizes,
                      size_t n);
