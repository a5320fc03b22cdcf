/* SPDX-License-Identifier: GPL-3.0-or-later */
/* artefact_elf.c -- sections, segments and strings of an ELF file.
 * Source:   System V ABI, chapter 4.
 * Checked:  tests/engine/measure/test_program.c, and damaged ones by tests/fuzz/artefact.c.
 */
#include "measure/artefact_elf.h"

#include <string.h>

bool artefact_elf_has(const struct artefact_elf *elf, uint64_t offset, uint64_t n)
{
    return offset <= elf->n && n <= elf->n - offset;
}

static bool get(const struct artefact_elf *elf, uint64_t offset, void *out, size_t n)
{
    if (!artefact_elf_has(elf, offset, n))
        return false;
    memcpy(out, elf->bytes + offset, n);
    return true;
}

bool artefact_elf_section(const struct artefact_elf *elf, size_t i, Elf64_Shdr *out)
{
    return artefact_elf_has(elf, elf->head.e_shoff, 0) && i < elf->n / sizeof *out &&
           get(elf, elf->head.e_shoff + i * sizeof *out, out, sizeof *out);
}

bool artefact_elf_segment(const struct artefact_elf *elf, size_t i, Elf64_Phdr *out)
{
    return i < elf->head.e_phnum && elf->head.e_phentsize == sizeof *out &&
           artefact_elf_has(elf, elf->head.e_phoff, 0) &&
           get(elf, elf->head.e_phoff + i * sizeof *out, out, sizeof *out);
}

const char *artefact_elf_string(const struct artefact_elf *elf, const Elf64_Shdr *table,
                                uint64_t offset)
{
    if (table->sh_type != SHT_STRTAB || offset >= table->sh_size ||
        !artefact_elf_has(elf, table->sh_offset, table->sh_size))
        return "";
    const unsigned char *text = elf->bytes + table->sh_offset + offset;
    return memchr(text, '\0', (size_t)(table->sh_size - offset)) != NULL ? (const char *)text : "";
}

/* Section 0 holds what does not fit into the head. */
static bool open_sections(struct artefact_elf *elf)
{
    Elf64_Shdr first;
    if (elf->head.e_shoff == 0)
        return true;
    if (elf->head.e_shentsize != sizeof first || !artefact_elf_section(elf, 0, &first))
        return false;
    elf->n_sections = elf->head.e_shnum != 0 ? elf->head.e_shnum : first.sh_size;
    const size_t names = elf->head.e_shstrndx != SHN_XINDEX ? elf->head.e_shstrndx : first.sh_link;
    return elf->n_sections <= elf->n / sizeof first && names < elf->n_sections &&
           artefact_elf_section(elf, names, &elf->names);
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static const unsigned char native_order = ELFDATA2LSB;
#else
static const unsigned char native_order = ELFDATA2MSB;
#endif

bool artefact_elf_open(struct artefact_elf *elf, const unsigned char *bytes, size_t n)
{
    *elf = (struct artefact_elf){.bytes = bytes, .n = n};
    return get(elf, 0, &elf->head, sizeof elf->head) &&
           memcmp(elf->head.e_ident, ELFMAG, SELFMAG) == 0 &&
           elf->head.e_ident[EI_CLASS] == ELFCLASS64 && elf->head.e_ident[EI_DATA] == native_order &&
           open_sections(elf);
}
