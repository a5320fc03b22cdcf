/* SPDX-License-Identifier: GPL-3.0-or-later */
/* artefact_elf.h -- an ELF file of 64 bits in this machine's byte order, opened in memory. Every
 * offset in it is checked.
 */
#pragma once

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct artefact_elf {
    const unsigned char *bytes;
    size_t n;
    Elf64_Ehdr head;
    uint64_t n_sections; /* 0: it has none */
    Elf64_Shdr names;
};

/* False: it is no such file, or damaged. */
bool artefact_elf_open(struct artefact_elf *elf, const unsigned char *bytes, size_t n);
bool artefact_elf_section(const struct artefact_elf *elf, size_t i, Elf64_Shdr *out);
bool artefact_elf_segment(const struct artefact_elf *elf, size_t i, Elf64_Phdr *out);
/* True when the file holds these bytes. */
bool artefact_elf_has(const struct artefact_elf *elf, uint64_t offset, uint64_t n);
/* A string of a table; "" when it does not end inside. */
const char *artefact_elf_string(const struct artefact_elf *elf, const Elf64_Shdr *table,
                                uint64_t offset);
static inline const char *artefact_elf_name(const struct artefact_elf *elf,
                                            const Elf64_Shdr *section)
{
    return artefact_elf_string(elf, &elf->names, section->sh_name);
}
