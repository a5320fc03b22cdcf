/* SPDX-License-Identifier: GPL-3.0-or-later */
/* elf_symbols.c -- the functions of an ELF file by address.
 * Source:   System V ABI, chapter 4; build ids and files of symbols kept apart: gdb's manual, "Debugging Information in
 *           Separate Files".
 * Edge:     symbols without a size (of assembler) reach to the next one, or to the end of their section; with several at
 *           one address a global one names the function, then the first by name, so that both systems choose alike.
 * Checked:  tests/engine/profile/test_symbols.c; damaged files by tests/fuzz/symbols.c.
 */
#include "profile/elf_symbols.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "profile/function_name.h"

/* ---- symbols ---- */

static bool holds_code(const Elf64_Shdr *section)
{
    return (section->sh_flags & SHF_ALLOC) != 0 && (section->sh_flags & SHF_EXECINSTR) != 0;
}

static bool add(struct elf_list *list, const struct elf_function *function)
{
    if (!array_more(&list->items, list->n, &list->room))
        return false;
    list->items[list->n++] = *function;
    return true;
}

/* The list that the symbol belongs to, and its section *home, which holds it; NULL: none. */
static struct elf_list *list_for(struct elf_symbols *symbols, const struct artefact_elf *elf,
                                 const Elf64_Sym *symbol, Elf64_Shdr *home)
{
    const unsigned type = ELF64_ST_TYPE(symbol->st_info);
    if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= elf->n_sections ||
        !artefact_elf_section(elf, symbol->st_shndx, home) || (home->sh_flags & SHF_ALLOC) == 0 ||
        (home->sh_flags & SHF_TLS) != 0 || symbol->st_value < home->sh_addr ||
        symbol->st_value - home->sh_addr >= home->sh_size)
        return NULL;
    if (type == STT_OBJECT)
        return holds_code(home) ? NULL : &symbols->data;
    const bool function = type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE;
    return function && holds_code(home) ? &symbols->code : NULL;
}

static bool add_symbol(struct elf_symbols *symbols, const struct artefact_elf *elf,
                       const Elf64_Shdr *names, const Elf64_Sym *symbol)
{
    Elf64_Shdr home;
    struct elf_list *list = list_for(symbols, elf, symbol, &home);
    if (list == NULL)
        return true;
    const char *name = artefact_elf_string(elf, names, symbol->st_name);
    const bool local_label = name[0] == '\0' || name[0] == '$' || strncmp(name, ".L", 2) == 0;
    const uint64_t left = home.sh_addr + home.sh_size - symbol->st_value;
    const struct elf_function function = {
        .address = symbol->st_value,
        .size = symbol->st_size < left ? symbol->st_size : left,
        .symbol = name,
        .global = ELF64_ST_BIND(symbol->st_info) == STB_GLOBAL,
    };
    return local_label || add(list, &function);
}

static bool add_table(struct elf_symbols *symbols, const struct artefact_elf *elf,
                      const Elf64_Shdr *table)
{
    Elf64_Shdr names;
    if (table->sh_entsize != sizeof(Elf64_Sym) || table->sh_link >= elf->n_sections ||
        !artefact_elf_section(elf, table->sh_link, &names) ||
        !artefact_elf_has(elf, table->sh_offset, table->sh_size))
        return true;
    for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= table->sh_size; at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        memcpy(&symbol, elf->bytes + table->sh_offset + at, sizeof symbol);
        if (!add_symbol(symbols, elf, &names, &symbol))
            return false;
    }
    return true;
}

/* What calls of other libraries go through has no symbol; it is one function. */
static bool add_jumps(struct elf_symbols *symbols, const struct artefact_elf *elf,
                      const Elf64_Shdr *section)
{
    const struct elf_function jumps = {
        .address = section->sh_addr, .size = section->sh_size, .symbol = "[plt]"};
    return strncmp(artefact_elf_name(elf, section), ".plt", 4) != 0 || !holds_code(section) ||
           add(&symbols->code, &jumps);
}

/* The types that tables of symbols have in the file; both hold what is exported. */
static bool add_all(struct elf_symbols *symbols, const struct artefact_elf *elf)
{
    Elf64_Shdr section;
    for (size_t i = 0; i < elf->n_sections && artefact_elf_section(elf, i, &section); i++) {
        const bool table = section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM;
        if (!(table ? add_table(symbols, elf, &section) : add_jumps(symbols, elf, &section)))
            return false;
    }
    return true;
}

/* ---- order ---- */

static int compare(const void *a, const void *b)
{
    const struct elf_function *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if ((x->size > 0) != (y->size > 0))
        return x->size > 0 ? -1 : 1;
    if (x->global != y->global)
        return x->global ? -1 : 1;
    return strcmp(x->symbol, y->symbol);
}

/* The end of the section of the last address that was asked for is kept: they come in order. */
static void give_sizes(const struct artefact_elf *elf, struct elf_list *list)
{
    Elf64_Shdr home = {0};
    for (size_t i = 0; i < list->n; i++) {
        struct elf_function *f = &list->items[i];
        if (f->size > 0)
            continue;
        for (size_t k = 0; k < elf->n_sections && f->address - home.sh_addr >= home.sh_size; k++)
            if (!artefact_elf_section(elf, k, &home) || (home.sh_flags & SHF_ALLOC) == 0)
                home = (Elf64_Shdr){0};
        uint64_t end = home.sh_size > 0 ? home.sh_addr + home.sh_size : f->address;
        if (i + 1 < list->n && f[1].address < end)
            end = f[1].address;
        f->size = end - f->address;
    }
}

static void put_in_order(const struct artefact_elf *elf, struct elf_list *list)
{
    if (list->n > 1)
        qsort(list->items, list->n, sizeof *list->items, compare);
    /* One for each address, and none inside another one that has a size. */
    size_t n = 0;
    uint64_t covered = 0;
    for (size_t i = 0; i < list->n; i++) {
        const struct elf_function *f = &list->items[i];
        if (n > 0 && (f->address < covered || f->address == list->items[n - 1].address))
            continue;
        covered = f->address + f->size;
        list->items[n++] = *f;
    }
    list->n = n;
    give_sizes(elf, list);
}

static void put_all_in_order(struct elf_symbols *symbols)
{
    put_in_order(&symbols->elf, &symbols->code);
    put_in_order(&symbols->elf, &symbols->data);
}

bool elf_symbols_read(struct elf_symbols *symbols, const unsigned char *bytes, size_t n)
{
    *symbols = (struct elf_symbols){0};
    if (!artefact_elf_open(&symbols->elf, bytes, n) || !add_all(symbols, &symbols->elf)) {
        elf_symbols_fini(symbols);
        return false;
    }
    put_all_in_order(symbols);
    return true;
}

/* ---- files ---- */

static struct elf_mapped map_file(const char *path)
{
    struct elf_mapped out = {NULL, 0};
    struct stat info;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return out;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED)
            out = (struct elf_mapped){bytes, (size_t)info.st_size};
    }
    close(fd);
    return out;
}

static void unmap(struct elf_mapped *file)
{
    if (file->n > 0)
        munmap((void *)(uintptr_t)file->bytes, file->n);
    *file = (struct elf_mapped){NULL, 0};
}

/* The bytes of the build id, of which there are *n; NULL: it has none. */
static const unsigned char *build_id(const struct artefact_elf *elf, size_t *n)
{
    Elf64_Shdr section;
    for (size_t i = 0; i < elf->n_sections && artefact_elf_section(elf, i, &section); i++) {
        Elf64_Nhdr note;
        const char *kind = artefact_elf_name(elf, &section);
        if (section.sh_type != SHT_NOTE || strcmp(kind, ".note.gnu.build-id") != 0 ||
            section.sh_size < sizeof note + 4 ||
            !artefact_elf_has(elf, section.sh_offset, section.sh_size))
            continue;
        memcpy(&note, elf->bytes + section.sh_offset, sizeof note);
        *n = note.n_descsz;
        return note.n_namesz == 4 && *n <= section.sh_size - sizeof note - 4
                   ? elf->bytes + section.sh_offset + sizeof note + 4
                   : NULL;
    }
    return NULL;
}

/* Symbols that a package keeps apart; where there is no such file, or it is damaged, those of the file itself stay. */
static bool add_debug_file(struct elf_symbols *symbols)
{
    enum { MOST = 32 };
    static const char before[] = "/usr/lib/debug/.build-id/";
    char path[sizeof before + 2 * MOST + sizeof "/.debug"];
    size_t n = 0;
    const unsigned char *id = build_id(&symbols->elf, &n);
    if (id == NULL || n < 2 || n > MOST)
        return true;
    char *at = path + snprintf(path, sizeof path, "%s%02x/", before, id[0]);
    for (size_t i = 1; i < n; i++)
        at += snprintf(at, 3, "%02x", id[i]);
    memcpy(at, ".debug", sizeof ".debug");
    struct artefact_elf elf;
    symbols->debug = map_file(path);
    return symbols->debug.n == 0 ||
           !artefact_elf_open(&elf, symbols->debug.bytes, symbols->debug.n) ||
           add_all(symbols, &elf);
}

bool elf_symbols_open(struct elf_symbols *symbols, const char *path)
{
    *symbols = (struct elf_symbols){0};
    symbols->file = map_file(path);
    if (symbols->file.n == 0 ||
        !artefact_elf_open(&symbols->elf, symbols->file.bytes, symbols->file.n) ||
        !add_all(symbols, &symbols->elf) || !add_debug_file(symbols)) {
        elf_symbols_fini(symbols);
        return false;
    }
    put_all_in_order(symbols);
    return true;
}

void elf_symbols_fini(struct elf_symbols *symbols)
{
    free(symbols->code.items);
    free(symbols->data.items);
    arena_fini(&symbols->memory);
    unmap(&symbols->file);
    unmap(&symbols->debug);
    *symbols = (struct elf_symbols){0};
}

/* ---- questions ---- */

/* Whole pages are loaded: what mold and lld let begin within one brings the end of what stands before it in the file. */
bool elf_symbols_address(const struct elf_symbols *symbols, uint64_t offset, uint64_t *address)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    Elf64_Phdr segment;
    for (size_t i = 0; artefact_elf_segment(&symbols->elf, i, &segment); i++) {
        const uint64_t loaded_from = segment.p_offset - segment.p_offset % page;
        if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0 && offset >= loaded_from &&
            offset - loaded_from < segment.p_offset - loaded_from + segment.p_filesz) {
            *address = segment.p_vaddr - segment.p_offset + offset;
            return true;
        }
    }
    return false;
}

struct elf_function *elf_symbols_at(const struct elf_list *list, uint64_t address)
{
    size_t below = 0, above = list->n; /* the first `below` begin at or before it */
    while (below < above) {
        const size_t middle = below + (above - below) / 2;
        if (list->items[middle].address <= address)
            below = middle + 1;
        else
            above = middle;
    }
    struct elf_function *found = below > 0 ? &list->items[below - 1] : NULL;
    return found != NULL && address - found->address < found->size ? found : NULL;
}

const char *elf_symbols_name(struct elf_symbols *symbols, struct elf_function *function)
{
    if (function->name == NULL)
        function->name = function_name(&symbols->memory, function->symbol);
    return function->name;
}

const unsigned char *elf_symbols_bytes(const struct elf_symbols *symbols, uint64_t address,
                                       uint64_t n, uint64_t flags)
{
    const struct artefact_elf *elf = &symbols->elf;
    Elf64_Shdr s;
    for (size_t i = 0; i < elf->n_sections && artefact_elf_section(elf, i, &s); i++)
        if ((s.sh_flags & flags) == flags && s.sh_type != SHT_NOBITS && address >= s.sh_addr &&
            address - s.sh_addr < s.sh_size && n <= s.sh_size - (address - s.sh_addr) &&
            artefact_elf_has(elf, s.sh_offset, s.sh_size))
            return elf->bytes + s.sh_offset + (address - s.sh_addr);
    return NULL;
}
