/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_object.c -- functions in object files and archives.
 * Source:   System V ABI, chapter 4 (ELF); ar(5); LLVM bitcode begins with 'BC' 0xC0DE, or with the
 *           wrapper 0x0B17C0DE.
 * Checked:  tests/src/measure/test_layout.c, beside readelf and with files cut short.
 */
#include "measure/layout_object.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct bytes {
    const unsigned char *at;
    size_t n;
};

/* ---- mapping --------------------------------------------------------------------------------- */

/* The map stays until the end: names point into it. */
static struct bytes map_file(struct layout_items *items, const char *path)
{
    struct bytes none = {NULL, 0};
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return none;
    void *at = MAP_FAILED;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0)
        at = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (at == MAP_FAILED)
        return none;
    struct layout_map *maps = realloc(items->maps, (items->n_maps + 1) * sizeof *maps);
    if (maps == NULL) {
        items->no_memory = true;
        munmap(at, (size_t)info.st_size);
        return none;
    }
    items->maps = maps;
    maps[items->n_maps++] = (struct layout_map){at, (size_t)info.st_size};
    return (struct bytes){at, (size_t)info.st_size};
}

void layout_items_fini(struct layout_items *items)
{
    for (size_t i = 0; i < items->n_maps; i++)
        munmap(items->maps[i].bytes, items->maps[i].size);
    free(items->maps);
    free(items->items);
    *items = (struct layout_items){0};
}

static bool add_item(struct layout_items *items, const char *symbol, const char *section)
{
    if (items->n == items->capacity) {
        size_t capacity = 2 * items->capacity + 256;
        struct layout_item *more = realloc(items->items, capacity * sizeof *more);
        if (more == NULL) {
            items->no_memory = true;
            return false;
        }
        items->items = more;
        items->capacity = capacity;
    }
    items->items[items->n++] = (struct layout_item){symbol, section, 0};
    return true;
}

/* ---- ELF ------------------------------------------------------------------------------------- */

/* Members of archives stand at even offsets only: structures are copied out, never pointed at. */
struct object {
    struct bytes file;
    Elf64_Ehdr head;
    size_t n_sections;
    struct bytes names; /* of sections */
};

static bool get(struct bytes file, uint64_t offset, void *out, size_t n)
{
    if (offset > file.n || n > file.n - offset)
        return false;
    memcpy(out, file.at + offset, n);
    return true;
}

static bool get_section(const struct object *o, size_t i, Elf64_Shdr *out)
{
    return i < o->n_sections && get(o->file, o->head.e_shoff + i * sizeof *out, out, sizeof *out);
}

static struct bytes section_bytes(const struct object *o, const Elf64_Shdr *section)
{
    if (section->sh_type == SHT_NOBITS || section->sh_offset > o->file.n ||
        section->sh_size > o->file.n - section->sh_offset)
        return (struct bytes){NULL, 0};
    return (struct bytes){o->file.at + section->sh_offset, section->sh_size};
}

/* A string of a table; NULL when it does not end inside. */
static const char *get_string(struct bytes table, size_t offset)
{
    if (offset >= table.n || memchr(table.at + offset, '\0', table.n - offset) == NULL)
        return NULL;
    return (const char *)table.at + offset;
}

static bool open_object(struct object *o, struct bytes file)
{
    Elf64_Shdr section;
    *o = (struct object){.file = file};
    if (!get(file, 0, &o->head, sizeof o->head) || o->head.e_ident[EI_CLASS] != ELFCLASS64 ||
        o->head.e_ident[EI_DATA] != ELFDATA2LSB || o->head.e_type != ET_REL ||
        o->head.e_shentsize != sizeof section)
        return false;
    o->n_sections = 1; /* section 0 holds what does not fit into the head */
    if (!get_section(o, 0, &section))
        return false;
    o->n_sections = o->head.e_shnum != 0 ? o->head.e_shnum : section.sh_size;
    size_t names = o->head.e_shstrndx == SHN_XINDEX ? section.sh_link : o->head.e_shstrndx;
    if (o->n_sections > file.n / sizeof section || !get_section(o, names, &section))
        return false;
    o->names = section_bytes(o, &section);
    return true;
}

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Sections that may be moved. Others have a place or a meaning by their name (.init, set_foo). */
static bool is_movable(const struct layout_items *items, const Elf64_Shdr *section,
                       const char *name)
{
    if ((section->sh_flags & SHF_ALLOC) == 0 || section->sh_size == 0)
        return false;
    if ((section->sh_flags & SHF_EXECINSTR) != 0)
        return strcmp(name, ".text") == 0 || begins_with(name, ".text.");
    return items->data && (begins_with(name, ".data.") || begins_with(name, ".bss.") ||
                           begins_with(name, ".rodata."));
}

/* The symbol that names a section: the lowest in it; of several there, a global one first, then by
 * name. */
struct candidate {
    const char *name;
    uint64_t value;
    bool local;
};

static bool is_better(const struct candidate *a, const struct candidate *b)
{
    if (b->name == NULL || a->value != b->value)
        return b->name == NULL || a->value < b->value;
    if (a->local != b->local)
        return b->local;
    return strcmp(a->name, b->name) < 0;
}

static void offer(const struct object *o, struct candidate *best, const Elf64_Sym *symbol,
                  size_t section, struct bytes names)
{
    unsigned type = ELF64_ST_TYPE(symbol->st_info);
    struct candidate candidate = {get_string(names, symbol->st_name), symbol->st_value,
                                  ELF64_ST_BIND(symbol->st_info) == STB_LOCAL};
    if (section >= o->n_sections || candidate.name == NULL || candidate.name[0] == '\0' ||
        (type != STT_FUNC && type != STT_OBJECT && type != STT_GNU_IFUNC &&
         (type != STT_NOTYPE || candidate.local)))
        return;
    if (is_better(&candidate, &best[section]))
        best[section] = candidate;
}

/* The table's symbols, each offered to its section. */
static bool read_symbols(const struct object *o, const Elf64_Shdr *table, struct bytes extended,
                         struct candidate *best)
{
    Elf64_Shdr section;
    if (!get_section(o, table->sh_link, &section))
        return false;
    struct bytes names = section_bytes(o, &section), symbols = section_bytes(o, table);
    for (size_t i = 1; i < symbols.n / sizeof(Elf64_Sym); i++) {
        Elf64_Sym symbol;
        uint32_t index;
        (void)get(symbols, i * sizeof symbol, &symbol, sizeof symbol);
        index = symbol.st_shndx;
        if (index == SHN_XINDEX && !get(extended, i * sizeof index, &index, sizeof index))
            return false;
        if (index != SHN_UNDEF && (index < SHN_LORESERVE || symbol.st_shndx == SHN_XINDEX))
            offer(o, best, &symbol, index, names);
    }
    return true;
}

/* Fills best; false for a damaged file. Notes gcc's intermediate code on the way. */
static bool find_symbols(struct layout_items *items, const struct object *o, struct candidate *best)
{
    Elf64_Shdr section, table = {.sh_type = SHT_NULL};
    struct bytes extended = {NULL, 0};
    for (size_t i = 1; i < o->n_sections; i++) {
        if (!get_section(o, i, &section))
            return false;
        const char *name = get_string(o->names, section.sh_name);
        if (section.sh_type == SHT_SYMTAB)
            table = section;
        if (section.sh_type == SHT_SYMTAB_SHNDX)
            extended = section_bytes(o, &section);
        items->gimple |= name != NULL && begins_with(name, ".gnu.lto_");
    }
    return table.sh_type == SHT_NULL || read_symbols(o, &table, extended, best);
}

static void read_object(struct layout_items *items, struct bytes file)
{
    struct object o;
    if (!open_object(&o, file)) {
        items->unread = true;
        return;
    }
    if (items->machine == EM_NONE) {
        items->machine = o.head.e_machine;
        items->flags = o.head.e_flags;
    }
    struct candidate *best = calloc(o.n_sections, sizeof *best);
    if (best == NULL) {
        items->no_memory = true;
        return;
    }
    if (!find_symbols(items, &o, best))
        items->unread = true;
    for (size_t i = 1; i < o.n_sections; i++) {
        Elf64_Shdr section;
        if (best[i].name == NULL || !get_section(&o, i, &section))
            continue;
        const char *name = get_string(o.names, section.sh_name);
        if (name != NULL && is_movable(items, &section, name) &&
            !add_item(items, best[i].name, name))
            break;
    }
    free(best);
}

/* ---- archives -------------------------------------------------------------------------------- */

enum { AR_HEAD = 60, AR_MAGIC = 8 };

static bool has_magic(struct bytes file, const char *magic, size_t n)
{
    return file.n >= n && memcmp(file.at, magic, n) == 0;
}

static enum layout_kind read_bytes(struct layout_items *items, struct bytes file)
{
    if (has_magic(file, "BC\xC0\xDE", 4) || has_magic(file, "\xDE\xC0\x17\x0B", 4)) {
        items->bitcode = true;
        return LAYOUT_OBJECT;
    }
    if (!has_magic(file, ELFMAG, SELFMAG) || file.n < EI_NIDENT + 2 ||
        (file.at[EI_NIDENT] != ET_REL && file.at[EI_NIDENT + 1] != ET_REL))
        return LAYOUT_OTHER;
    read_object(items, file);
    return LAYOUT_OBJECT;
}

/* A thin archive's member is a file beside it: the name stands in the table of long names. */
static void read_thin_member(struct layout_items *items, const char *archive, struct bytes names,
                             const char *name)
{
    char *path = NULL;
    if (name[0] != '/' || name[1] < '0' || name[1] > '9')
        return;
    size_t at = strtoul(name + 1, NULL, 10);
    const unsigned char *end = at < names.n ? memchr(names.at + at, '\n', names.n - at) : NULL;
    if (end == NULL)
        return;
    int n = (int)(end - names.at - (ptrdiff_t)at);
    if (n > 0 && end[-1] == '/')
        n--;
    const char *slash = strrchr(archive, '/'), *member = (const char *)names.at + at;
    int directory = slash != NULL && member[0] != '/' ? (int)(slash - archive) + 1 : 0;
    if (asprintf(&path, "%.*s%.*s", directory, archive, n, member) < 0) {
        items->no_memory = true;
        return;
    }
    struct bytes file = map_file(items, path);
    free(path);
    if (file.at == NULL)
        items->unread = true;
    else
        (void)read_bytes(items, file);
}

static void read_archive(struct layout_items *items, struct bytes file, const char *path, bool thin)
{
    struct bytes names = {NULL, 0};
    size_t at = AR_MAGIC;
    while (at <= file.n && file.n - at >= AR_HEAD) {
        char name[17] = {0}, digits[11] = {0};
        memcpy(name, file.at + at, 16);
        memcpy(digits, file.at + at + 48, 10);
        size_t size = strtoul(digits, NULL, 10), left = file.n - at - AR_HEAD;
        bool index = begins_with(name, "/ ") || begins_with(name, "/SYM64/");
        bool table = begins_with(name, "//");
        bool inside = !thin || index || table;
        if (inside && size > left) {
            items->unread = true;
            return;
        }
        struct bytes member = {file.at + at + AR_HEAD, size};
        if (table)
            names = member;
        else if (!index && thin)
            read_thin_member(items, path, names, name);
        else if (!index)
            (void)read_bytes(items, member);
        at += AR_HEAD + (inside ? size + (size & 1) : 0);
    }
}

enum layout_kind layout_read(struct layout_items *items, const char *path)
{
    struct bytes file = map_file(items, path);
    bool thin = has_magic(file, "!<thin>\n", AR_MAGIC);
    if (!thin && !has_magic(file, "!<arch>\n", AR_MAGIC))
        return read_bytes(items, file);
    read_archive(items, file, path, thin);
    return LAYOUT_ARCHIVE;
}
