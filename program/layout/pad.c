/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pad.c -- object files that hold nothing but space.
 *
 * Written here instead of being assembled: that would cost more than many a link.
 */
#include "layout/order.h"

#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/private_directory.h"

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

static const char prefix[] = ".text.";

void layout_pad_name(size_t i, char name[LAYOUT_PAD_NAME])
{
    (void)snprintf(name, LAYOUT_PAD_NAME, "assay_pad.%zu", i);
}

/* The file: head, pads, symbols, one table of names for both symbols and sections, sections. A
 * symbol's name is the end of its section's name. */
struct plan {
    size_t n;
    uint64_t pads, symbols, names, sections; /* offsets */
    uint64_t pad_bytes, name_bytes;
    uint32_t *name_at;
};

static const char fixed_names[] = "\0.symtab\0.strtab\0.note.GNU-stack";
enum { NAME_SYMTAB = 1, NAME_STRTAB = 9, NAME_STACK = 17, MORE_SECTIONS = 4 };

static bool make_plan(struct plan *plan, const size_t *sizes, size_t n)
{
    *plan = (struct plan){.n = n, .pads = sizeof(Elf64_Ehdr), .name_bytes = sizeof fixed_names};
    plan->name_at = calloc(n + 1, sizeof *plan->name_at);
    if (plan->name_at == NULL || n + MORE_SECTIONS >= SHN_LORESERVE)
        return false;
    for (size_t i = 0; i < n; i++) {
        char name[LAYOUT_PAD_NAME];
        layout_pad_name(i, name);
        plan->name_at[i] = (uint32_t)plan->name_bytes;
        plan->name_bytes += strlen(prefix) + strlen(name) + 1;
        plan->pad_bytes += sizes[i];
    }
    plan->symbols = (plan->pads + plan->pad_bytes + 7) / 8 * 8;
    plan->names = plan->symbols + (n + 1) * sizeof(Elf64_Sym);
    plan->sections = (plan->names + plan->name_bytes + 7) / 8 * 8;
    return true;
}

static void fill_names(unsigned char *file, const struct plan *plan)
{
    memcpy(file + plan->names, fixed_names, sizeof fixed_names);
    for (size_t i = 0; i < plan->n; i++) {
        char name[LAYOUT_PAD_NAME];
        layout_pad_name(i, name);
        char *to = (char *)file + plan->names + plan->name_at[i];
        memcpy(to, prefix, strlen(prefix));
        memcpy(to + strlen(prefix), name, strlen(name) + 1);
    }
}

static void fill_pads(unsigned char *file, const struct plan *plan, const size_t *sizes)
{
    Elf64_Shdr *section = (Elf64_Shdr *)(void *)(file + plan->sections) + 1;
    Elf64_Sym *symbol = (Elf64_Sym *)(void *)(file + plan->symbols) + 1;
    uint64_t at = plan->pads;
    for (size_t i = 0; i < plan->n; i++) {
        section[i] = (Elf64_Shdr){.sh_name = plan->name_at[i],
                                  .sh_type = SHT_PROGBITS,
                                  .sh_flags = SHF_ALLOC | SHF_EXECINSTR | SHF_GNU_RETAIN,
                                  .sh_offset = at,
                                  .sh_size = sizes[i],
                                  .sh_addralign = 1};
        symbol[i] = (Elf64_Sym){.st_name = plan->name_at[i] + (uint32_t)strlen(prefix),
                                .st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC),
                                .st_shndx = (uint16_t)(i + 1),
                                .st_size = sizes[i]};
        at += sizes[i];
    }
}

static void fill_rest(unsigned char *file, const struct plan *plan, unsigned machine,
                      unsigned flags)
{
    Elf64_Ehdr head = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB,
                                   EV_CURRENT, ELFOSABI_GNU},
                       .e_type = ET_REL,
                       .e_machine = (uint16_t)machine,
                       .e_version = EV_CURRENT,
                       .e_shoff = plan->sections,
                       .e_flags = flags,
                       .e_ehsize = sizeof head,
                       .e_shentsize = sizeof(Elf64_Shdr),
                       .e_shnum = (uint16_t)(plan->n + MORE_SECTIONS),
                       .e_shstrndx = (uint16_t)(plan->n + 2)};
    Elf64_Shdr *section = (Elf64_Shdr *)(void *)(file + plan->sections) + plan->n + 1;
    memcpy(file, &head, sizeof head);
    section[0] = (Elf64_Shdr){.sh_name = NAME_SYMTAB,
                              .sh_type = SHT_SYMTAB,
                              .sh_offset = plan->symbols,
                              .sh_size = (plan->n + 1) * sizeof(Elf64_Sym),
                              .sh_link = (uint32_t)plan->n + 2,
                              .sh_info = (uint32_t)plan->n + 1,
                              .sh_addralign = 8,
                              .sh_entsize = sizeof(Elf64_Sym)};
    section[1] = (Elf64_Shdr){.sh_name = NAME_STRTAB,
                              .sh_type = SHT_STRTAB,
                              .sh_offset = plan->names,
                              .sh_size = plan->name_bytes,
                              .sh_addralign = 1};
    /* Without this note a linker makes the stack executable. */
    section[2] = (Elf64_Shdr){.sh_name = NAME_STACK,
                              .sh_type = SHT_PROGBITS,
                              .sh_offset = plan->names,
                              .sh_addralign = 1};
}

bool layout_pad_write(const char *path, unsigned machine, unsigned flags, const size_t *sizes,
                      size_t n)
{
    struct plan plan;
    unsigned char *bytes = NULL;
    FILE *file = NULL;
    bool ok = false;
    if (!make_plan(&plan, sizes, n))
        goto out;
    size_t size = (size_t)plan.sections + (n + MORE_SECTIONS) * sizeof(Elf64_Shdr);
    bytes = calloc(1, size);
    file = bytes != NULL ? trusted_stream(path, "w") : NULL;
    if (file == NULL)
        goto out;
    fill_names(bytes, &plan);
    fill_pads(bytes, &plan, sizes);
    fill_rest(bytes, &plan, machine, flags);
    ok = fwrite(bytes, 1, size, file) == size;
out:
    if (file != NULL)
        ok = fclose(file) == 0 && ok;
    free(bytes);
    free(plan.name_at);
    return ok;
}
