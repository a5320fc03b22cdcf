/* SPDX-License-Identifier: GPL-3.0-or-later */
/* line.c -- a linker's command line.
 * Source:   ld(1) of binutils 2.40, ld.lld(1) of LLVM 14: long options stand behind one dash or two.
 */
#include "layout/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "layout/link.h"
#include "layout/object.h"
#include "layout/order.h"
#include "layout/words.h"

/* Options, without dashes, whose value is the next word. */
static const char with_value[] =
    "o output L library-path l library T script dT default-script z m e entry h soname rpath R "
    "rpath-link dynamic-linker I plugin plugin-opt u undefined Map y trace-symbol G a A b format "
    "c f F auxiliary filter Y P audit depaudit version-script dynamic-list defsym wrap init fini "
    "Tbss Tdata Ttext section-start exclude-libs require-defined assert sysroot oformat "
    "retain-symbols-file symbol-ordering-file section-ordering-file out-implib dependency-file "
    "just-symbols mllvm";

/* The option's name without dashes; "" for a word that is none. */
static const char *option_name(const char *word)
{
    if (word[0] != '-' || word[1] == '\0')
        return "";
    return word + (word[1] == '-' ? 2 : 1);
}

/* The value of an option with two spellings, attached or in the next word; NULL when it is another
 * option. Short ones may be attached at once, long ones by "=". */
static const char *value_of(char *const *words, size_t i, const char *letter, const char *name)
{
    const char *option = option_name(words[i]);
    if (letter != NULL && words[i][0] == '-' && words[i][1] == letter[0])
        return words[i][2] != '\0' ? words[i] + 2 : words[i + 1];
    if (!word_begins_with(option, name))
        return NULL;
    option += strlen(name);
    return *option == '=' ? option + 1 : *option == '\0' ? words[i + 1] : NULL;
}

/* "-Tbss=…" and "-Ttext=…" are no scripts. */
static bool names_script(const char *word)
{
    const char *option = option_name(word);
    if (word_begins_with(option, "script") || strcmp(option, "T") == 0)
        return true;
    return word[0] == '-' && word[1] == 'T' && !word_begins_with(option, "Tbss") &&
           !word_begins_with(option, "Tdata") && !word_begins_with(option, "Ttext");
}

/* Of -z; NULL where the line ends there. */
static void read_keyword(struct layout_line *line, const char *word)
{
    if (word == NULL)
        return;
    line->says_collecting |= strstr(word, "start-stop-gc") != NULL;
    line->says_stack |= strstr(word, "execstack") != NULL;
    line->binds_now |= strcmp(word, "now") == 0;
    line->binds_now &= strcmp(word, "lazy") != 0;
}

/* What the options say of the whole link. */
static void read_option(struct layout_line *line, size_t i)
{
    static const char relocatable[] = "r i Ur relocatable";
    char *const *words = line->words.items;
    const char *option = option_name(words[i]);
    const char *output =
        word_begins_with(words[i], "-oformat") ? NULL : value_of(words, i, "o", "output");
    if (output != NULL && !word_begins_with(option, "oformat"))
        line->output = output;
    line->relocatable |= word_is_one_of(option, relocatable);
    line->relocated |= word_is_one_of(option, "pie pic-executable shared Bshareable");
    line->relocated &= !word_is_one_of(option, "no-pie");
    line->binds_now |= strcmp(option, "no-dynamic-linker") == 0;
    line->script |= names_script(words[i]);
    line->collects |= strcmp(option, "gc-sections") == 0;
    line->collects &= strcmp(option, "no-gc-sections") != 0;
    if (words[i][0] == '-' && words[i][1] == 'z')
        read_keyword(line, words[i][2] != '\0' ? words[i] + 2 : words[i + 1]);
    line->ordered |= word_begins_with(option, "symbol-ordering-file") ||
                     word_begins_with(option, "section-ordering-file") ||
                     word_begins_with(option, "shuffle-sections") ||
                     word_begins_with(option, "call-graph-ordering-file");
}

/* ---- libraries ------------------------------------------------------------------------------- */

struct search {
    const char **directories;
    size_t n;
    bool only_archives; /* -Bstatic, -static */
};

/* The compiler's own: little of them gets in, they have many members, and the order of these is
 * theirs to care for. */
static const char own_libraries[] =
    "gcc gcc_s gcc_eh c m pthread dl rt util stdc++ supc++ c++ c++abi atomic gomp gfortran "
    "quadmath gcov ssp";

/* A runtime library that the compiler names by its path. */
static bool is_own_archive(const char *path)
{
    const char *base = strrchr(path, '/');
    base = base != NULL ? base + 1 : path;
    if (word_begins_with(base, "libclang_rt."))
        return true;
    const size_t n = strlen(base);
    return word_begins_with(base, "lib") && n > 5 && strcmp(base + n - 2, ".a") == 0 &&
           letters_are_one_of(base + 3, n - 5, own_libraries);
}

/* The file behind -l, an archive or a shared library; NULL when there is none, and for the compiler's
 * own that are mostly shared. */
static char *find_library(const struct search *search, const char *name)
{
    if (!search->only_archives && word_is_one_of(name, own_libraries))
        return NULL;
    for (size_t i = 0; i < search->n; i++) {
        char *path = NULL;
        const char *directory = search->directories[i];
        if (name[0] == ':') {
            if (asprintf(&path, "%s/%s", directory, name + 1) < 0)
                return NULL;
        } else {
            if (asprintf(&path, "%s/lib%s.so", directory, name) < 0)
                return NULL;
            if (!search->only_archives && access(path, R_OK) == 0)
                return path;
            free(path);
            if (asprintf(&path, "%s/lib%s.a", directory, name) < 0)
                return NULL;
        }
        if (access(path, R_OK) == 0)
            return path;
        free(path);
    }
    return NULL;
}

static bool read_directories(const struct layout_line *line, struct search *search)
{
    search->directories = calloc(line->words.n + 1, sizeof *search->directories);
    if (search->directories == NULL)
        return false;
    for (size_t i = 1; i < line->words.n; i++) {
        const char *directory = value_of(line->words.items, i, "L", "library-path");
        if (directory != NULL)
            search->directories[search->n++] = directory;
    }
    return true;
}

static void follow_mode(struct search *search, const char *word)
{
    static const char statics[] = "Bstatic dn non_shared static";
    static const char dynamics[] = "Bdynamic dy call_shared";
    if (word_is_one_of(option_name(word), statics))
        search->only_archives = true;
    if (word_is_one_of(option_name(word), dynamics))
        search->only_archives = false;
}

/* ---- inputs ---------------------------------------------------------------------------------- */

/* The pieces that begin and end a program: their places matter. */
static bool is_frame(const char *path)
{
    static const char names[] = "Scrt1.o gcrt1.o Mcrt1.o rcrt1.o grcrt1.o";
    const char *base = strrchr(path, '/');
    base = base != NULL ? base + 1 : path;
    return word_begins_with(base, "crt") || word_is_one_of(base, names);
}

static void note_object(struct layout_line *line, size_t i, bool archive, uint64_t seed,
                        uint64_t names)
{
    line->slots[i] = archive ? SLOT_ARCHIVE : SLOT_OBJECT;
    line->n_objects++;
    if (names != 0) {
        line->keys[i] = layout_key_of_names(seed, names);
    } else { /* without names only its place tells it from others */
        char name[32];
        (void)snprintf(name, sizeof name, "object %zu", line->n_objects);
        line->keys[i] = layout_key(seed, name);
    }
}

/* A file that stays where it is; a text that names others is read through. */
static enum layout_kind read_fixed(const struct search *search, const char *path,
                                   struct layout_items *items)
{
    items->dependence.own = is_own_archive(path);
    enum layout_kind kind = layout_read(items, path);
    items->dependence.positional = false;
    if (kind == LAYOUT_OTHER)
        script_read(path, search->directories, search->n, items);
    items->dependence.own = false;
    return kind;
}

static void read_input(struct layout_line *line, const struct search *search, size_t i,
                       uint64_t seed, bool group, struct layout_items *items)
{
    const char *path = line->words.items[i];
    line->asks = false;
    if (is_frame(path))
        return;
    const uint64_t before = items->names;
    items->dependence.positional = true;
    items->dependence.group = group;
    const enum layout_kind kind = read_fixed(search, path, items);
    if (kind == LAYOUT_OBJECT || (kind == LAYOUT_ARCHIVE && group))
        note_object(line, i, kind == LAYOUT_ARCHIVE, seed, items->names - before);
    line->archives_first |= kind == LAYOUT_OBJECT && line->n_archives > 0;
    line->n_archives += kind == LAYOUT_ARCHIVE;
}

static bool read_words(struct layout_line *line, uint64_t seed, struct layout_items *items)
{
    struct search search = {0};
    bool group = false;
    if (!read_directories(line, &search))
        return false;
    for (size_t i = 1; i < line->words.n; i++) {
        const char *word = line->words.items[i], *option = option_name(word);
        if (option[0] == '\0') {
            line->profiled |= strcmp(layout_base(word), "gcrt1.o") == 0;
            read_input(line, &search, i, seed, group, items);
            continue;
        }
        read_option(line, i);
        follow_mode(&search, word);
        if (strcmp(option, "start-group") == 0 || strcmp(option, "(") == 0)
            group = true;
        if (strcmp(option, "end-group") == 0 || strcmp(option, ")") == 0)
            group = false;
        const char *library = value_of(line->words.items, i, "l", "library");
        char *path = library != NULL ? find_library(&search, library) : NULL;
        if (path != NULL)
            line->n_archives += read_fixed(&search, path, items) == LAYOUT_ARCHIVE;
        free(path);
        i += word_is_one_of(option, with_value) && i + 1 < line->words.n;
    }
    free(search.directories);
    return !items->no_memory;
}

bool layout_line_read(struct layout_line *line, char *const *argv, uint64_t seed,
                      struct layout_items *items)
{
    *line = (struct layout_line){.output = "a.out", .asks = true};
    if (!response_expand(argv, &line->words, &line->response))
        return false;
    line->slots = calloc(line->words.n + 1, sizeof *line->slots);
    line->keys = calloc(line->words.n + 1, sizeof *line->keys);
    if (line->slots != NULL && line->keys != NULL && read_words(line, seed, items)) {
        /* Words with a neighbour of their kind can change places. */
        for (size_t i = 1; i < line->words.n; i++)
            line->n_movable += line->slots[i] != SLOT_FIXED &&
                               (line->slots[i - 1] == line->slots[i] ||
                                (i + 1 < line->words.n && line->slots[i + 1] == line->slots[i]));
        return true;
    }
    layout_line_fini(line);
    return false;
}

void layout_line_fini(struct layout_line *line)
{
    words_fini(&line->words);
    free(line->slots);
    free(line->keys);
    *line = (struct layout_line){0};
}

/* Stable insertion by key: equal keys keep their order. Runs are short or nearly free beside a
 * link: moved words are pointers. */
static void sort_run(struct layout_line *line, size_t from, size_t to)
{
    char **words = line->words.items;
    for (size_t i = from + 1; i < to; i++) {
        char *word = words[i];
        uint64_t key = line->keys[i];
        size_t at = i;
        for (; at > from && line->keys[at - 1] > key; at--) {
            words[at] = words[at - 1];
            line->keys[at] = line->keys[at - 1];
        }
        words[at] = word;
        line->keys[at] = key;
    }
}

void layout_line_shuffle(struct layout_line *line)
{
    for (size_t from = 1, to; from < line->words.n; from = to) {
        to = from + 1;
        while (to < line->words.n && line->slots[to] == line->slots[from])
            to++;
        if (line->slots[from] != SLOT_FIXED)
            sort_run(line, from, to);
    }
}
