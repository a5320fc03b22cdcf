/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function_code.h -- whether a function's code is the same in two files, wherever linking has put it and what it refers to. */
#pragma once

#include "profile/elf_symbols.h"
#include "profile/profile.h"

/* What reads instructions; without it no code is known. */
struct function_code {
    void *capstone; /* NULL: there is none */
    size_t handle;
};
void function_code_open(struct function_code *code);
void function_code_close(struct function_code *code);

/* Equal digests: the same instructions in the same order, with the same operands, callees and constants. All parts and copies of
 * the function that the file has count. False: not known: an instruction that cannot be read, a place that has no
 * name, another processor. */
bool function_code_of(const struct function_code *code, const struct elf_symbols *symbols,
                      const struct elf_function *function,
                      unsigned char digest[PROFILE_DIGEST_BYTES]);
