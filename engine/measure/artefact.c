/* SPDX-License-Identifier: GPL-3.0-or-later */
/* artefact.c -- what of a file is loaded, as a number.
 * The loader's tables count by what they mean: artefact_dynamic.h.
 * Source:   System V ABI, chapters 4 and 5; ar(5); size(1) of binutils for what is text, data, bss.
 *           The hash multiplies words by 2^64 over the golden ratio (Knuth, TAOCP 3, 6.4) and folds them; it is not
 *           meant against who wants two programs to read alike, and differs between byte orders.
 * Edges:    a damaged ELF file, and one of another class or byte order, counts as bytes.
 * Checked:  tests/engine/measure/test_program.c, with programs that gcc made.
 */
#include "measure/artefact.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/hash.h"
#include "measure/artefact_dynamic.h"
#include "measure/artefact_elf.h"

/* ---- what reads alike ------------------------------------------------------------------------ */

/* The nearest of the paths; its length in *length, 0: none. */
static const char *find_path(const struct artefact_place *place, const char *from, size_t n,
                             size_t *length)
{
    const char *nearest = NULL;
    *length = 0;
    for (size_t i = 0; i < sizeof place->paths / sizeof *place->paths; i++) {
        const size_t size = place->paths[i] != NULL ? strlen(place->paths[i]) : 0;
        const char *found = size > 1 ? memmem(from, n, place->paths[i], size) : NULL;
        if (found != NULL && (nearest == NULL || found < nearest)) {
            nearest = found;
            *length = size;
            n = (size_t)(found - from) + size - 1; /* the other one only in front of it */
        }
    }
    return nearest;
}

/* A hash that takes eight bytes at a time, wherever the pieces end that it is fed with. */
struct mixer {
    uint64_t hash;
    unsigned char waiting[sizeof(uint64_t)];
    size_t n_waiting; /* fewer than all of them */
};

static uint64_t mix(uint64_t hash, const unsigned char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15); /* odd: nothing is lost of either */
    return hash ^ hash >> 32;                            /* else high bits never met low ones */
}

static void feed(struct mixer *m, const unsigned char *bytes, size_t n)
{
    enum { WORD = sizeof m->waiting };
    size_t i = 0;
    while (i < n) {
        if (m->n_waiting == 0)
            for (; n - i >= WORD; i += WORD)
                m->hash = mix(m->hash, bytes + i);
        while (i < n && m->n_waiting < WORD)
            m->waiting[m->n_waiting++] = bytes[i++];
        if (m->n_waiting == WORD) {
            m->hash = mix(m->hash, m->waiting);
            m->n_waiting = 0;
        }
    }
}

/* What waits counts with how much it is. */
static uint64_t finish(struct mixer *m)
{
    memset(m->waiting + m->n_waiting, 0, sizeof m->waiting - m->n_waiting);
    m->waiting[sizeof m->waiting - 1] = (unsigned char)m->n_waiting;
    return mix(m->hash, m->waiting);
}

uint64_t artefact_hash(const struct artefact_place *place, uint64_t hash, const void *bytes,
                       size_t n)
{
    enum {
        WINDOW = 1 << 16,
        LONGEST = 1 << 12
    }; /* a path that never comes is not sought to the end
                                                     again and again */
    static const unsigned char a_path[] = "\001path";
    struct mixer mixer = {.hash = hash};
    const char *at = bytes, *end = at + n;
    while (at < end) {
        const size_t left = (size_t)(end - at), window = left < WINDOW ? left : WINDOW;
        size_t length;
        const char *path = find_path(place, at, window, &length);
        const size_t before = path != NULL     ? (size_t)(path - at)
                              : window == left ? left
                                               : window - LONGEST;
        feed(&mixer, (const unsigned char *)at, before);
        if (path != NULL)
            feed(&mixer, a_path, sizeof a_path);
        at += before + length;
        while (path != NULL && end - at > 1 && at[0] == '/' && at[1] == '/')
            at++; /* however many slashes follow, one */
    }
    return finish(&mixer);
}

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

/* Seconds of the day behind "hh:mm:ss"; -1: it is none. */
static long time_at(const unsigned char *text)
{
    static const char form[] = "dd:dd:dd";
    for (size_t i = 0; form[i] != '\0'; i++)
        if (form[i] == ':' ? text[i] != ':' : !is_digit(text[i]))
            return -1;
    return ((text[0] - '0') * 10L + (text[1] - '0')) * 3600 +
           ((text[3] - '0') * 10L + (text[4] - '0')) * 60 + (text[6] - '0') * 10L + (text[7] - '0');
}

/* The day of a moment, as __DATE__ writes it, and its second of the day, here. */
struct moment {
    char date[12];
    long second;
};

static struct moment moment_of(int64_t s)
{
    struct moment moment = {"", 0};
    char text[32];
    const time_t time = (time_t)s;
    struct tm local;
    if (localtime_r(&time, &local) == NULL || asctime_r(&local, text) == NULL)
        return moment;
    (void)snprintf(moment.date, sizeof moment.date, "%.7s%.4s", text + 4, text + 20);
    moment.second = local.tm_hour * 3600L + local.tm_min * 60L + local.tm_sec;
    return moment;
}

/* __DATE__ and __TIME__ of the build itself become one text. */
static void blank_stamps(const struct artefact_place *place, unsigned char *bytes, size_t n)
{
    enum { DATE = 11, TIME = 8, DAY = 86400 };
    const struct moment from = moment_of(place->from_s), to = moment_of(place->to_s);
    const long lasted = (long)(place->to_s - place->from_s);
    for (size_t i = 0; i + TIME <= n; i++) {
        if (i + DATE <= n && from.date[0] != '\0' &&
            (bytes[i] == from.date[0] || bytes[i] == to.date[0]) &&
            (memcmp(bytes + i, from.date, DATE) == 0 || memcmp(bytes + i, to.date, DATE) == 0))
            memset(bytes + i, 'D', DATE);
        const long second = bytes[i + 2] == ':' ? time_at(bytes + i) : -1;
        if (second >= 0 && (second - from.second + DAY) % DAY <= lasted)
            memset(bytes + i, 'T', TIME);
    }
}

/* ---- ELF ------------------------------------------------------------------------------------- */

/* A file being read. A section may be read once: files in which many overlap are damaged. */
struct reading {
    struct artefact_elf elf;
    const struct artefact_place *place;
    unsigned char *bytes;
    uint64_t hash, left;
};

static void add(struct reading *r, const void *bytes, size_t n)
{
    r->hash = hash_bytes(r->hash, bytes, n);
}

static bool spend(struct reading *r, uint64_t offset, uint64_t n)
{
    if (!artefact_elf_has(&r->elf, offset, n) || n > r->left)
        return false;
    r->left -= n;
    return true;
}

/* Loaded bytes. */
static bool add_contents(struct reading *r, uint64_t offset, uint64_t n, bool code)
{
    if (!spend(r, offset, n))
        return false;
    if (!code)
        blank_stamps(r->place, r->bytes + offset, (size_t)n);
    r->hash = artefact_hash(r->place, r->hash, r->bytes + offset, (size_t)n);
    return true;
}

static void count(struct artefact *out, const Elf64_Shdr *section)
{
    if ((section->sh_flags & SHF_EXECINSTR) != 0 || (section->sh_flags & SHF_WRITE) == 0)
        out->text += section->sh_size;
    else if (section->sh_type != SHT_NOBITS)
        out->data += section->sh_size;
    else
        out->bss += section->sh_size;
}

static bool is_apart(const char *name)
{
    return strcmp(name, ".note.gnu.build-id") == 0 || strcmp(name, ".note.package") == 0;
}

static bool is_linked(const struct reading *r)
{
    return r->elf.head.e_type == ET_EXEC || r->elf.head.e_type == ET_DYN;
}

static bool add_section(struct reading *r, const Elf64_Shdr *section, struct artefact *out)
{
    const char *name = artefact_elf_name(&r->elf, section);
    if ((section->sh_flags & SHF_ALLOC) == 0)
        return true;
    count(out, section);
    if (is_apart(name))
        return true;
    out->counts = out->counts || section->sh_size > 0;
    const uint64_t facts[] = {section->sh_type, section->sh_flags, section->sh_addr,
                              section->sh_size};
    add(r, name, strlen(name) + 1);
    if (is_linked(r) && artefact_dynamic_is(section))
        return artefact_dynamic_add(&r->elf, section, r->place, &r->hash, &r->left);
    add(r, facts, sizeof facts);
    return section->sh_type == SHT_NOBITS || add_contents(r, section->sh_offset, section->sh_size,
                                                          (section->sh_flags & SHF_EXECINSTR) != 0);
}

/* What a relocation of an object means: its place and what it refers to by name, for numbers of
 * symbols move with debug information. */
static bool add_relocation(struct reading *r, const Elf64_Rela *rela, const Elf64_Shdr *symbols,
                           const Elf64_Shdr *strings)
{
    Elf64_Sym symbol;
    Elf64_Shdr in;
    const uint64_t at = ELF64_R_SYM(rela->r_info) * sizeof symbol;
    if (at >= symbols->sh_size || symbols->sh_size - at < sizeof symbol ||
        !artefact_elf_has(&r->elf, symbols->sh_offset, symbols->sh_size))
        return false;
    memcpy(&symbol, r->bytes + symbols->sh_offset + at, sizeof symbol);
    const char *name = artefact_elf_string(&r->elf, strings, symbol.st_name);
    if (name[0] == '\0' && symbol.st_shndx < r->elf.n_sections &&
        artefact_elf_section(&r->elf, symbol.st_shndx, &in))
        name = artefact_elf_name(&r->elf, &in);
    const uint64_t facts[] = {rela->r_offset, ELF64_R_TYPE(rela->r_info), (uint64_t)rela->r_addend,
                              symbol.st_value};
    const size_t length = strlen(name) + 1;
    if (length > r->left)
        return false;
    r->left -= length;
    add(r, name, length);
    add(r, facts, sizeof facts);
    return true;
}

/* Of an object: those of sections that are loaded. */
static bool add_relocations(struct reading *r, const Elf64_Shdr *section)
{
    Elf64_Shdr of, symbols, strings;
    Elf64_Rela rela;
    if (section->sh_type != SHT_RELA || !artefact_elf_section(&r->elf, section->sh_info, &of) ||
        (of.sh_flags & SHF_ALLOC) == 0)
        return true;
    if (!artefact_elf_section(&r->elf, section->sh_link, &symbols) ||
        !artefact_elf_section(&r->elf, symbols.sh_link, &strings) ||
        !spend(r, section->sh_offset, section->sh_size))
        return false;
    for (uint64_t at = 0; at + sizeof rela <= section->sh_size; at += sizeof rela) {
        memcpy(&rela, r->bytes + section->sh_offset + at, sizeof rela);
        if (!add_relocation(r, &rela, &symbols, &strings))
            return false;
    }
    return true;
}

static bool add_sections(struct reading *r, struct artefact *out)
{
    Elf64_Shdr section;
    for (size_t i = 0; i < r->elf.n_sections; i++)
        if (!artefact_elf_section(&r->elf, i, &section) || !add_section(r, &section, out) ||
            (r->elf.head.e_type == ET_REL && !add_relocations(r, &section)))
            return false;
    return true;
}

/* Of a file without sections what the loader maps. */
static bool add_segments(struct reading *r, struct artefact *out)
{
    Elf64_Phdr segment;
    for (size_t i = 0; i < r->elf.head.e_phnum; i++) {
        if (!artefact_elf_segment(&r->elf, i, &segment))
            return false;
        const uint64_t facts[] = {segment.p_vaddr, segment.p_memsz, segment.p_flags};
        if (segment.p_type != PT_LOAD)
            continue;
        add(r, facts, sizeof facts);
        out->counts = true;
        if (!add_contents(r, segment.p_offset, segment.p_filesz, (segment.p_flags & PF_X) != 0))
            return false;
    }
    return true;
}

static bool read_elf(unsigned char *bytes, size_t n, const struct artefact_place *place,
                     struct artefact *out)
{
    struct reading r = {.place = place, .bytes = bytes, .hash = HASH_START, .left = 4 * n + 64};
    struct artefact found = {0};
    if (!artefact_elf_open(&r.elf, bytes, n))
        return false;
    const uint64_t facts[] = {r.elf.head.e_type, r.elf.head.e_machine, r.elf.head.e_entry,
                              r.elf.head.e_flags};
    add(&r, facts, sizeof facts);
    if (!(r.elf.n_sections > 0 ? add_sections(&r, &found) : add_segments(&r, &found)))
        return false;
    found.digest = r.hash;
    found.linked = is_linked(&r);
    *out = found;
    return true;
}

static struct artefact read_plain(const unsigned char *bytes, size_t n,
                                  const struct artefact_place *place)
{
    return (struct artefact){.digest = artefact_hash(place, HASH_START, bytes, n), .counts = true};
}

static struct artefact read_file(unsigned char *bytes, size_t n, const struct artefact_place *place)
{
    struct artefact file;
    return read_elf(bytes, n, place, &file) ? file : read_plain(bytes, n, place);
}

/* ---- archives of objects --------------------------------------------------------------------- */

enum { AR_MAGIC = 8, AR_HEAD = 60, AR_SIZE_AT = 48, AR_SIZE = 10 };

/* Bytes of the member behind this head; SIZE_MAX: it is damaged. */
static size_t member_size(const unsigned char *head, size_t room)
{
    char text[AR_SIZE + 1] = "", *end;
    if (head[AR_HEAD - 2] != '`' || head[AR_HEAD - 1] != '\n')
        return SIZE_MAX;
    memcpy(text, head + AR_SIZE_AT, AR_SIZE);
    const unsigned long long size = strtoull(text, &end, 10);
    return end == text || size > room ? SIZE_MAX : (size_t)size;
}

/* In their order, and without their heads, in which times and owners stand. */
static bool read_archive(unsigned char *bytes, size_t n, const struct artefact_place *place,
                         struct artefact *out)
{
    struct artefact all = {.digest = HASH_START};
    for (size_t at = AR_MAGIC; n - at >= AR_HEAD;) {
        const unsigned char *head = bytes + at;
        const size_t size = member_size(head, n - at - AR_HEAD);
        if (size == SIZE_MAX)
            return false;
        at += AR_HEAD;
        const bool index = head[0] == '/' && (head[1] == ' ' || head[1] == '/' || head[1] == 'S');
        const struct artefact member =
            index ? (struct artefact){0} : read_file(bytes + at, size, place);
        if (member.counts) {
            all.counts = true;
            all.digest = hash_bytes(all.digest, (const char *)&member.digest, sizeof member.digest);
        }
        all.text += member.text;
        all.data += member.data;
        all.bss += member.bss;
        at += size;
        if (at < n && size % 2 == 1)
            at++;
    }
    *out = all;
    return true;
}

struct artefact artefact_of(unsigned char *bytes, size_t n, const struct artefact_place *place)
{
    struct artefact file;
    if (n >= AR_MAGIC && memcmp(bytes, "!<arch>\n", AR_MAGIC) == 0 &&
        read_archive(bytes, n, place, &file))
        return file;
    return read_file(bytes, n, place);
}

/* ---- shared libraries ------------------------------------------------------------------------ */

static bool get_entry(const struct artefact_elf *elf, const Elf64_Shdr *dynamic, uint64_t at,
                      Elf64_Dyn *out)
{
    if (at + sizeof *out > dynamic->sh_size)
        return false;
    memcpy(out, elf->bytes + dynamic->sh_offset + at, sizeof *out);
    return out->d_tag != DT_NULL;
}

static void tell_needs(const struct artefact_elf *elf, const Elf64_Shdr *dynamic,
                       const Elf64_Shdr *strings, artefact_need take, void *context)
{
    const char *search = "";
    Elf64_Dyn entry;
    for (uint64_t at = 0; get_entry(elf, dynamic, at, &entry); at += sizeof entry)
        if (entry.d_tag == DT_RUNPATH || (entry.d_tag == DT_RPATH && search[0] == '\0'))
            search = artefact_elf_string(elf, strings, entry.d_un.d_val);
    for (uint64_t at = 0; get_entry(elf, dynamic, at, &entry); at += sizeof entry)
        if (entry.d_tag == DT_NEEDED)
            take(context, artefact_elf_string(elf, strings, entry.d_un.d_val), search);
}

void artefact_needs(const unsigned char *bytes, size_t n, artefact_need take, void *context)
{
    struct artefact_elf elf;
    Elf64_Shdr dynamic, strings;
    if (!artefact_elf_open(&elf, bytes, n))
        return;
    for (size_t i = 0; i < elf.n_sections; i++)
        if (artefact_elf_section(&elf, i, &dynamic) && dynamic.sh_type == SHT_DYNAMIC) {
            if (artefact_elf_has(&elf, dynamic.sh_offset, dynamic.sh_size) &&
                artefact_elf_section(&elf, dynamic.sh_link, &strings))
                tell_needs(&elf, &dynamic, &strings, take, context);
            return;
        }
}
