/* SPDX-License-Identifier: GPL-3.0-or-later */
/* artefact_dynamic.c -- symbols, needs and versions by their names.
 * Source:   System V ABI, chapter 5, "Dynamic Section"; Linux Standard Base 5.0, 10.7 for versions of symbols.
 * Edges:    where the table of strings grows by a page, what stands behind it moves: another program.
 * Checked:  tests/engine/measure/test_program.c, with paths of other lengths; damaged ones by tests/fuzz/artefact.c.
 */
#include "measure/artefact_dynamic.h"

#include <string.h>

#include "base/hash.h"

#ifndef SHT_RELR
#define SHT_RELR 19
#endif

/* A table being read. */
struct table {
    const struct artefact_elf *elf;
    const Elf64_Shdr *section;
    Elf64_Shdr strings;
    const struct artefact_place *place;
    uint64_t hash, *left;
};

bool artefact_dynamic_is(const Elf64_Shdr *section)
{
    switch (section->sh_type) {
    case SHT_STRTAB:
    case SHT_DYNSYM:
    case SHT_DYNAMIC:
    case SHT_HASH:
    case SHT_GNU_HASH:
    case SHT_GNU_versym:
    case SHT_GNU_verneed:
    case SHT_GNU_verdef:
    case SHT_RELA:
    case SHT_REL:
    case SHT_RELR: return true;
    default: return false;
    }
}

static bool spend(struct table *t, uint64_t n)
{
    if (n > *t->left)
        return false;
    *t->left -= n;
    return true;
}

static void add(struct table *t, const void *bytes, size_t n)
{
    t->hash = hash_bytes(t->hash, bytes, n);
}

static bool add_name(struct table *t, uint64_t offset)
{
    const char *name = artefact_elf_string(t->elf, &t->strings, offset);
    const size_t n = strlen(name) + 1;
    if (!spend(t, n))
        return false;
    t->hash = artefact_hash(t->place, t->hash, name, n);
    return true;
}

/* An item of the table; false: it has no such. */
static bool get(const struct table *t, uint64_t at, void *out, size_t n)
{
    const Elf64_Shdr *section = t->section;
    if (at > section->sh_size || n > section->sh_size - at)
        return false;
    memcpy(out, t->elf->bytes + section->sh_offset + at, n);
    return true;
}

static bool add_symbols(struct table *t)
{
    Elf64_Sym symbol;
    for (uint64_t at = 0; get(t, at, &symbol, sizeof symbol); at += sizeof symbol) {
        const uint64_t facts[] = {symbol.st_info, symbol.st_other, symbol.st_shndx, symbol.st_value,
                                  symbol.st_size};
        if (!spend(t, sizeof symbol) || !add_name(t, symbol.st_name))
            return false;
        add(t, facts, sizeof facts);
    }
    return true;
}

/* Where the loader's other tables lie, and how long their strings are. */
static bool is_place(Elf64_Sxword tag)
{
    static const Elf64_Sxword places[] = {DT_STRTAB,   DT_SYMTAB, DT_STRSZ,   DT_HASH,
                                          DT_GNU_HASH, DT_VERSYM, DT_VERNEED, DT_VERDEF,
                                          DT_RELA,     DT_REL,    DT_JMPREL,  36 /* DT_RELR */};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (tag == places[i])
            return true;
    return false;
}

static bool is_name(Elf64_Sxword tag)
{
    return tag == DT_NEEDED || tag == DT_SONAME || tag == DT_RPATH || tag == DT_RUNPATH ||
           tag == DT_AUXILIARY || tag == DT_FILTER || tag == DT_AUDIT || tag == DT_DEPAUDIT;
}

static bool add_needs(struct table *t)
{
    Elf64_Dyn entry;
    for (uint64_t at = 0; get(t, at, &entry, sizeof entry) && entry.d_tag != DT_NULL;
         at += sizeof entry) {
        const uint64_t value = is_place(entry.d_tag) || is_name(entry.d_tag) ? 0 : entry.d_un.d_val;
        add(t, &entry.d_tag, sizeof entry.d_tag);
        add(t, &value, sizeof value);
        if (!spend(t, sizeof entry) || (is_name(entry.d_tag) && !add_name(t, entry.d_un.d_val)))
            return false;
    }
    return true;
}

/* Versions of one library's symbols that are asked for. */
static bool add_asked(struct table *t, uint64_t at, unsigned n)
{
    Elf64_Vernaux asked;
    for (unsigned i = 0; i < n; i++, at += asked.vna_next) {
        if (!get(t, at, &asked, sizeof asked) || !spend(t, sizeof asked) ||
            !add_name(t, asked.vna_name))
            return false;
        const uint64_t facts[] = {asked.vna_flags, asked.vna_other};
        add(t, facts, sizeof facts);
    }
    return true;
}

static bool add_versions_needed(struct table *t)
{
    Elf64_Verneed need;
    for (uint64_t at = 0;; at += need.vn_next) {
        if (!get(t, at, &need, sizeof need) || !spend(t, sizeof need) ||
            !add_name(t, need.vn_file) || !add_asked(t, at + need.vn_aux, need.vn_cnt))
            return false;
        if (need.vn_next == 0)
            return true;
    }
}

static bool add_versions_defined(struct table *t)
{
    Elf64_Verdef version;
    for (uint64_t at = 0;; at += version.vd_next) {
        if (!get(t, at, &version, sizeof version) || !spend(t, sizeof version))
            return false;
        const uint64_t facts[] = {version.vd_flags, version.vd_ndx, version.vd_hash};
        add(t, facts, sizeof facts);
        if (version.vd_next == 0)
            return true;
    }
}

static bool add_all(struct table *t)
{
    if (!spend(t, t->section->sh_size))
        return false;
    add(t, &t->section->sh_size, sizeof t->section->sh_size);
    add(t, t->elf->bytes + t->section->sh_offset, (size_t)t->section->sh_size);
    return true;
}

bool artefact_dynamic_add(const struct artefact_elf *elf, const Elf64_Shdr *section,
                          const struct artefact_place *place, uint64_t *hash, uint64_t *left)
{
    struct table t = {.elf = elf, .section = section, .place = place, .hash = *hash, .left = left};
    const uint64_t facts[] = {section->sh_type, section->sh_flags};
    bool sound = artefact_elf_has(elf, section->sh_offset, section->sh_size) &&
                 (section->sh_link >= elf->n_sections ||
                  artefact_elf_section(elf, section->sh_link, &t.strings));
    add(&t, facts, sizeof facts);
    switch (section->sh_type) {
    case SHT_STRTAB: break; /* each string where it is asked for */
    case SHT_DYNSYM: sound = sound && add_symbols(&t); break;
    case SHT_DYNAMIC: sound = sound && add_needs(&t); break;
    case SHT_GNU_verneed: sound = sound && add_versions_needed(&t); break;
    case SHT_GNU_verdef: sound = sound && add_versions_defined(&t); break;
    default: sound = sound && add_all(&t); break;
    }
    *hash = t.hash;
    return sound;
}
