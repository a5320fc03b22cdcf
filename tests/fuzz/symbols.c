/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symbols.c -- fuzz target: of broken ELF files functions are found that lie in order and apart, by their names, and digests of
 * their code that are the same twice. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/function_code.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds, const char *what)
{
    if (holds)
        return;
    printf("fuzz: %s\n", what);
    abort();
}

static void look_at(const struct function_code *code, struct elf_symbols *symbols, size_t i)
{
    struct elf_function *f = &symbols->code.items[i];
    unsigned char digests[2][PROFILE_DIGEST_BYTES] = {{0}};
    demand(elf_symbols_name(symbols, f) != NULL, "a function has no name");
    demand(i == 0 || f->address > f[-1].address, "functions are out of order");
    demand(f->size == 0 || elf_symbols_at(&symbols->code, f->address) == f,
           "a function is not found");
    const bool known = function_code_of(code, symbols, f, digests[0]);
    demand(known == function_code_of(code, symbols, f, digests[1]) &&
               memcmp(digests[0], digests[1], sizeof digests[0]) == 0,
           "the same code is two");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST = 20 };
    struct elf_symbols symbols;
    struct function_code code;
    uint64_t address;
    unsigned char *copy = malloc(size > 0 ? size : 1);
    demand(copy != NULL, "no memory");
    memcpy(copy, data, size);
    function_code_open(&code);
    if (elf_symbols_read(&symbols, copy, size)) {
        for (size_t i = 0; i < symbols.code.n && i < MOST; i++)
            look_at(&code, &symbols, i);
        for (uint64_t offset = 0; offset < size; offset += 97)
            if (elf_symbols_address(&symbols, offset, &address))
                (void)elf_symbols_at(&symbols.code, address);
        elf_symbols_fini(&symbols);
    }
    function_code_close(&code);
    free(copy);
    return 0;
}
