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
