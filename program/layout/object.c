/* SPDX-License-Identifier: GPL-3.0-or-later */
/* object.c -- functions in object files.
 * Source:   System V ABI, chapter 4 (ELF); LLVM bitcode begins with 'BC' 0xC0DE, or with the
 *           wrapper 0x0B17C0DE.
 * Checked:  tests/program/layout/test_object.c, beside readelf and with files cut short.
 */
#include "layout/object.h"

#include <elf.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/owned.h"
#include "layout/order.h"
#include "layout/words.h"

void layout_items_fini(struct layout_items *items)
{
    layout_store_fini(&items->store);
    dependence_fini(&items->dependence);
    free(items->items);
    *items = (struct layout_items){0};
}

static const char text_prefix[] = ".text.";
enum { TEXT_PREFIX = sizeof text_prefix - 1 };

/* Of the function's own name, as -ffunction-sections gives it. */
static bool is_usual(const char *section, const char *symbol)
{
    return strncmp(section, text_prefix, TEXT_PREFIX) == 0 &&
           strcmp(section + TEXT_PREFIX, symbol) == 0;
}

/* The symbol that names a section: the lowest in it; of several there, a global one first, then by
 * name. */
struct candidate {
    const char *name;
    uint64_t value, last; /* of it; of the function that was met last */
    uint32_t
        functions; /* in the section, names of one place counted once where they are neighbours */
    enum layout_walked walked;
    bool local, comdat;
};

static bool add_item(struct layout_items *items, const char *symbol, const char *section,
                     const struct candidate *c)
{
    if (!array_more(&items->items, items->n, &items->capacity)) {
        items->no_memory = true;
        return false;
    }
    items->items[items->n++] = (struct layout_item){
        symbol, section, layout_hash(symbol), 0, c->functions, c->functions == 1, 1, c->comdat};
    return true;
}

/* ---- ELF ------------------------------------------------------------------------------------- */

/* Members of archives stand at even offsets only: structures are copied out, never pointed at. */
struct object {
    struct layout_store *store;
    const struct layout_file *file;
    Elf64_Ehdr head;
    struct layout_bytes sections; /* their table */
    size_t n_sections;
    struct layout_bytes names; /* of sections */
};

static bool get(struct layout_bytes bytes, uint64_t offset, void *out, size_t n)
{
    if (offset > bytes.n || n > bytes.n - offset)
        return false;
    memcpy(out, bytes.at + offset, n);
    return true;
}

static bool get_section(const struct object *o, size_t i, Elf64_Shdr *out)
{
    return i < o->n_sections && get(o->sections, i * sizeof *out, out, sizeof *out);
}

static struct layout_bytes section_bytes(const struct object *o, const Elf64_Shdr *section,
                                         enum layout_place place)
{
    if (section->sh_type == SHT_NOBITS)
        return (struct layout_bytes){NULL, 0};
    return layout_file_part(o->store, o->file, section->sh_offset, section->sh_size, place);
}

/* A string of a table; NULL when it does not end inside. */
static const char *get_string(struct layout_bytes table, size_t offset)
{
    if (offset >= table.n || memchr(table.at + offset, '\0', table.n - offset) == NULL)
        return NULL;
    return (const char *)table.at + offset;
}

static bool read_sections(struct object *o, uint64_t n)
{
    if (n > o->file->size / sizeof(Elf64_Shdr))
        return false;
    o->sections = layout_file_part(o->store, o->file, o->head.e_shoff, n * sizeof(Elf64_Shdr),
                                   LAYOUT_SECTIONS);
    o->n_sections = o->sections.n / sizeof(Elf64_Shdr);
    return o->n_sections > 0;
}

static bool open_object(struct object *o, struct layout_store *store,
                        const struct layout_file *file)
{
    Elf64_Shdr section;
    *o = (struct object){.store = store, .file = file};
    struct layout_bytes head = layout_file_part(store, file, 0, sizeof o->head, LAYOUT_SYMBOLS);
    if (!get(head, 0, &o->head, sizeof o->head) || o->head.e_ident[EI_CLASS] != ELFCLASS64 ||
        o->head.e_ident[EI_DATA] != ELFDATA2LSB || o->head.e_type != ET_REL ||
        o->head.e_shentsize != sizeof section)
        return false;
    /* Section 0 holds what does not fit into the head. */
    size_t n = o->head.e_shnum, names = o->head.e_shstrndx;
    if (!read_sections(o, n != 0 ? n : 1) || !get_section(o, 0, &section) ||
        (n == 0 && !read_sections(o, section.sh_size)))
        return false;
    if (names == SHN_XINDEX)
        names = section.sh_link;
    if (!get_section(o, names, &section))
        return false;
    o->names = section_bytes(o, &section, LAYOUT_NAMES);
    return true;
}

/* Sections that may be moved. Others have a place or a meaning by their name (.init, set_foo). */
static bool is_movable(const struct layout_items *items, const Elf64_Shdr *section,
                       const char *name)
{
    if ((section->sh_flags & SHF_ALLOC) == 0 || section->sh_size == 0)
        return false;
    if ((section->sh_flags & SHF_EXECINSTR) != 0)
        return strcmp(name, ".text") == 0 || word_begins_with(name, ".text.");
    return items->data && (word_begins_with(name, ".data.") || word_begins_with(name, ".bss.") ||
                           word_begins_with(name, ".rodata."));
}

static bool is_better(const struct candidate *a, const struct candidate *b)
{
    if (b->name == NULL || a->value != b->value)
        return b->name == NULL || a->value < b->value;
    if (a->local != b->local)
        return b->local;
    return strcmp(a->name, b->name) < 0;
}

static void offer(struct candidate *best, const Elf64_Sym *symbol, const char *name)
{
    unsigned type = ELF64_ST_TYPE(symbol->st_info);
    struct candidate candidate = *best;
    candidate.name = name;
    candidate.value = symbol->st_value;
    candidate.local = ELF64_ST_BIND(symbol->st_info) == STB_LOCAL;
    const bool function = type == STT_FUNC || type == STT_GNU_IFUNC;
    if (!function && type != STT_OBJECT && (type != STT_NOTYPE || candidate.local))
        return;
    if (function && (best->functions == 0 || best->last != symbol->st_value)) {
        best->last = candidate.last = symbol->st_value;
        best->functions = ++candidate.functions;
    }
    if (is_better(&candidate, best))
        *best = candidate;
}

/* What of it hangs on the order of files. */
static void note_symbol(struct layout_items *items, const struct candidate *section,
                        const Elf64_Sym *symbol, const char *name)
{
    unsigned bind = ELF64_ST_BIND(symbol->st_info), type = ELF64_ST_TYPE(symbol->st_info);
    if (section->walked == WALKED_SET && type != STT_SECTION)
        dependence_note_inside(&items->dependence, name);
    if (bind != STB_LOCAL && !section->comdat)
        dependence_note_definition(&items->dependence, name, bind != STB_GLOBAL);
}

/* The table and its names, which mostly follow it: then both are read at once. */
static bool read_table(const struct object *o, const Elf64_Shdr *table,
                       struct layout_bytes *symbols, struct layout_bytes *names)
{
    Elf64_Shdr section;
    if (!get_section(o, table->sh_link, &section) || table->sh_size > o->file->size ||
        section.sh_size > o->file->size)
        return false;
    struct layout_bytes both = {NULL, 0};
    if (section.sh_offset == table->sh_offset + table->sh_size)
        both = layout_file_part(o->store, o->file, table->sh_offset,
                                table->sh_size + section.sh_size, LAYOUT_SYMBOLS);
    if (both.n > 0) {
        *symbols = (struct layout_bytes){both.at, (size_t)table->sh_size};
        *names = (struct layout_bytes){both.at + table->sh_size, (size_t)section.sh_size};
        *names = layout_store_keep(o->store, o->file, *names);
        return true;
    }
    *names = section_bytes(o, &section, LAYOUT_SYMBOLS);
    *names = layout_store_keep(o->store, o->file, *names);
    *symbols = section_bytes(o, table, LAYOUT_SYMBOLS);
    return true;
}

/* The table's symbols, each offered to its section. */
static bool read_symbols(struct layout_items *items, const struct object *o,
                         const Elf64_Shdr *table, struct layout_bytes extended,
                         struct candidate *best)
{
    struct layout_bytes symbols, names;
    if (!read_table(o, table, &symbols, &names))
        return false;
    for (size_t i = 1; i < symbols.n / sizeof(Elf64_Sym); i++) {
        Elf64_Sym symbol;
        uint32_t index;
        (void)get(symbols, i * sizeof symbol, &symbol, sizeof symbol);
        index = symbol.st_shndx;
        if (index == SHN_XINDEX && !get(extended, i * sizeof index, &index, sizeof index))
            return false;
        if (index == SHN_UNDEF || (index >= SHN_LORESERVE && symbol.st_shndx != SHN_XINDEX) ||
            index >= o->n_sections)
            continue;
        const char *name = get_string(names, symbol.st_name);
        if (name == NULL || name[0] == '\0')
            continue;
        items->names += layout_hash(name);
        items->ifunc |= ELF64_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC;
        offer(&best[index], &symbol, name);
        note_symbol(items, &best[index], &symbol, name);
    }
    return true;
}

static bool has_prefix(const struct object *o, const Elf64_Shdr *section, const char *prefix)
{
    size_t n = strlen(prefix);
    return section->sh_name < o->names.n && o->names.n - section->sh_name > n &&
           memcmp(o->names.at + section->sh_name, prefix, n) == 0;
}

/* Whether all groups of sections are COMDAT ones. Their words stand together, mostly at the file's
 * beginning. */
static bool all_groups_comdat(const struct object *o)
{
    uint64_t from = UINT64_MAX, to = 0;
    Elf64_Shdr section;
    for (size_t i = 1; i < o->n_sections && get_section(o, i, &section); i++)
        if (section.sh_type == SHT_GROUP && section.sh_offset < o->file->size) {
            from = section.sh_offset < from ? section.sh_offset : from;
            to = section.sh_offset + 4 > to ? section.sh_offset + 4 : to;
        }
    if (to == 0)
        return true;
    struct layout_bytes words =
        layout_file_part(o->store, o->file, from, to - from, LAYOUT_SYMBOLS);
    for (size_t i = 1; i < o->n_sections && get_section(o, i, &section); i++) {
        uint32_t flags;
        if (section.sh_type == SHT_GROUP &&
            (!get(words, section.sh_offset - from, &flags, sizeof flags) ||
             (flags & GRP_COMDAT) == 0))
            return false;
    }
    return true;
}

/* What each section is by itself, without its symbols. */
static void look_at_section(struct layout_items *items, const struct object *o,
                            const Elf64_Shdr *section, bool comdat, struct candidate *best)
{
    const char *name = get_string(o->names, section->sh_name);
    items->gimple |= has_prefix(o, section, ".gnu.lto_");
    best->comdat = (comdat && (section->sh_flags & SHF_GROUP) != 0) ||
                   has_prefix(o, section, ".gnu.linkonce.");
    if (name == NULL || (section->sh_flags & SHF_ALLOC) == 0 || section->sh_size == 0)
        return;
    best->walked = dependence_walked(name);
    if (best->walked == WALKED_NOT)
        return;
    struct layout_bytes bytes = {(const unsigned char *)name, strlen(name) + 1};
    name = (const char *)layout_store_keep(o->store, o->file, bytes).at;
    if (name != NULL)
        dependence_note_section(&items->dependence, name, best->walked);
}

/* Fills best; false for a damaged file. */
static bool find_symbols(struct layout_items *items, const struct object *o, struct candidate *best)
{
    Elf64_Shdr section, table = {.sh_type = SHT_NULL};
    struct layout_bytes extended = {NULL, 0};
    const bool comdat = all_groups_comdat(o);
    for (size_t i = 1; i < o->n_sections; i++) {
        if (!get_section(o, i, &section))
            return false;
        if (section.sh_type == SHT_SYMTAB)
            table = section;
        if (section.sh_type == SHT_SYMTAB_SHNDX)
            extended = section_bytes(o, &section, LAYOUT_INDICES);
        look_at_section(items, o, &section, comdat, &best[i]);
    }
    return table.sh_type == SHT_NULL || read_symbols(items, o, &table, extended, best);
}

/* False when memory is short. */
static bool add_section(struct layout_items *items, const struct object *o, size_t i,
                        const struct candidate *best)
{
    Elf64_Shdr section;
    const char *name = get_section(o, i, &section) ? get_string(o->names, section.sh_name) : NULL;
    if (name == NULL || !is_movable(items, &section, name)) {
        items->n_fixed += best->functions;
        return true;
    }
    if (is_usual(name, best->name))
        return add_item(items, best->name, NULL, best);
    struct layout_bytes bytes = {(const unsigned char *)name, strlen(name) + 1};
    name = (const char *)layout_store_keep(o->store, o->file, bytes).at;
    return name != NULL && add_item(items, best->name, name, best);
}

static void read_object(struct layout_items *items, const struct layout_file *file)
{
    struct object o;
    if (!open_object(&o, &items->store, file)) {
        items->unread = true;
        return;
    }
    items->dependence.file++;
    if (items->machine == EM_NONE) {
        items->machine = o.head.e_machine;
        items->flags = o.head.e_flags;
    }
    OWNED struct candidate *best = calloc(o.n_sections, sizeof *best);
    if (best == NULL) {
        items->no_memory = true;
        return;
    }
    if (!find_symbols(items, &o, best))
        items->unread = true;
    for (size_t i = 1; i < o.n_sections; i++)
        if (best[i].name != NULL && !add_section(items, &o, i, &best[i]))
            break;
}

enum layout_kind layout_read_object(struct layout_items *items, const struct layout_file *file)
{
    unsigned char head[EI_NIDENT + 2] = {0};
    size_t n = file->size < sizeof head ? file->size : sizeof head;
    (void)get(layout_file_part(&items->store, file, 0, n, LAYOUT_SYMBOLS), 0, head, n);
    if (memcmp(head, "BC\xC0\xDE", 4) == 0 || memcmp(head, "\xDE\xC0\x17\x0B", 4) == 0) {
        items->bitcode = true;
        return LAYOUT_OBJECT;
    }
    if (memcmp(head, ELFMAG, SELFMAG) != 0 ||
        (head[EI_NIDENT] != ET_REL && head[EI_NIDENT + 1] != ET_REL))
        return LAYOUT_OTHER;
    read_object(items, file);
    items->no_memory |= items->store.no_memory || items->dependence.no_memory;
    return LAYOUT_OBJECT;
}
