/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.h -- the random order: a pure function of a seed and names. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layout/object.h"

/* Of a name with its final zero: FNV-1a, 64 bits. */
uint64_t layout_hash(const char *name);

/* A number drawn for a name. Sorting names by it puts them in uniformly random order, the same
 * wherever they come from, and leaves the order of the others when one is added. */
uint64_t layout_key(uint64_t seed, const char *name);

/* For files: of the sum of the hashes of all names in them. */
uint64_t layout_key_of_names(uint64_t seed, uint64_t sum);

/* Gives each item its key, sorts, and drops repeated names. False when memory is short. */
bool layout_sort(uint64_t seed, struct layout_items *items);

/* Bytes before an item, 0 to most: drawn apart from its place. */
size_t layout_pad(uint64_t seed, const char *name, size_t most);

/* Of an order: FNV-1a, 64 bits, over the names, each with its final zero. */
uint64_t layout_digest(const struct layout_items *items);

/* ---- object files that hold nothing but space ---- */

/* Of the names below: "assay_pad." and a number from 0. */
enum { LAYOUT_PAD_NAME = 24 };
void layout_pad_name(size_t i, char name[LAYOUT_PAD_NAME]);

/* Writes an object of 64 bits with n code sections ".text.assay_pad.I" of the given sizes, each with
 * a local symbol, that --gc-sections leaves in place. machine and flags as in ELF's head. */
bool layout_pad_write(const char *path, unsigned machine, unsigned flags, const size_t *sizes,
                      size_t n);
