/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function_name.h -- from a symbol to the name that the function's source gives it. */
#pragma once

#include "base/arena.h"

/* C++ and Rust without their encoding, and without what compilers and linkers add to copies and parts of a function: "f.cold",
 * "f.constprop.0" and "f@@V2" are f. A symbol that is none of these stays as it is. NULL: no memory. */
const char *function_name(struct arena *memory, const char *symbol);
/* How much of a symbol stands for what its source names. */
size_t function_name_length(const char *symbol);
