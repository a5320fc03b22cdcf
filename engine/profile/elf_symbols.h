/* SPDX-License-Identifier: GPL-3.0-or-later */
/* elf_symbols.h -- the functions of an ELF file by address.
 *
 *     SCOPED(elf_symbols_fini) struct elf_symbols symbols = {0};
 *     if (elf_symbols_open(&symbols, "/usr/bin/lua") && elf_symbols_address(&symbols, offset, &address))
 *         function = elf_symbols_at(&symbols, address);
 *
 * What is kept apart of it, under the same build id below /usr/lib/debug, counts as well. Addresses are those that linking gave. */
#pragma once

#include "base/arena.h"
#include "measure/artefact_elf.h"

/* A function; or an object of data, which is looked at to tell functions apart. */
struct elf_function {
    uint64_t address, size;
    const char *symbol; /* as it stands in the file, which has to stay open */
    const char *name;   /* as its source names it; NULL: nobody has asked yet */
    bool global;
    bool asked;                  /* for the digest of its code (function_code.h), of which this is what came out, */
    const unsigned char *digest; /* in memory of the symbols; NULL: none */
};

struct elf_mapped {
    const unsigned char *bytes;
    size_t n;
};

/* Sorted by address, none within another one. */
struct elf_list {
    struct elf_function *items;
    size_t n, room;
};

struct elf_symbols {
    struct arena memory;           /* of names */
    struct elf_mapped file, debug; /* n 0: none */
    struct artefact_elf elf;
    struct elf_list code, data;
};

/* The functions of a file; false: it is no ELF file, cannot be read, or memory is short. */
bool elf_symbols_open(struct elf_symbols *symbols, const char *path);
/* The same of bytes that stay where they are (of the kernel's own code in this process); nothing apart is looked for. */
bool elf_symbols_read(struct elf_symbols *symbols, const unsigned char *bytes, size_t n);
void elf_symbols_fini(struct elf_symbols *symbols);

/* The address of a place in the file; false: nothing of it is loaded as code. */
bool elf_symbols_address(const struct elf_symbols *symbols, uint64_t offset, uint64_t *address);
/* The one that holds the address; NULL: no symbol says so. */
struct elf_function *elf_symbols_at(const struct elf_list *list, uint64_t address);
/* Its name; NULL: no memory. */
const char *elf_symbols_name(struct elf_symbols *symbols, struct elf_function *function);
/* Up to n bytes that are loaded at the address from sections with all of these flags; NULL: there are no n. */
const unsigned char *elf_symbols_bytes(const struct elf_symbols *symbols, uint64_t address,
                                       uint64_t n, uint64_t flags);
