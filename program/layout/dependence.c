/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dependence.c -- what a program does that hangs on the order of its files.
 * Source:   ld(1), "Output Section Data" and orphan sections; System V ABI, chapter 4 (weak symbols).
 *           lld takes members out of archives depth first, bfd and gold by the archive's index, over
 *           and over: seen with binutils 2.40, lld 14 and mold 1.10, tests/cc.
 * Checked:  tests/program/layout/test_dependence.c; programs before and after in tests/cc.
 */
#include "layout/dependence.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "layout/order.h"
#include "layout/words.h"

enum entry_kind { ENTRY_DEFINITION, ENTRY_SET, ENTRY_START, ENTRY_INSIDE };

struct dependence_entry {
    uint64_t hash;
    const char *name;
    uint32_t file;
    enum entry_kind kind;
    bool weak, member, moves;
};

enum layout_walked dependence_walked(const char *section)
{
    static const char *const starts[] = {".init_array", ".fini_array", ".preinit_array",
                                         ".ctors",      ".dtors",      NULL};
    for (size_t i = 0; starts[i] != NULL; i++)
        if (word_begins_with(section, starts[i]))
            return strcmp(section, ".init_array.00000") == 0 ? WALKED_NOT /* assemble.c's, one */
                                                             : WALKED_START;
    if (strcmp(section, ".init") == 0 || strcmp(section, ".fini") == 0)
        return WALKED_START;
    if (section[0] == '\0' || isdigit((unsigned char)section[0]))
        return WALKED_NOT;
    for (const char *c = section; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return WALKED_NOT;
    return WALKED_SET;
}

static void note(struct layout_dependence *d, const char *name, enum entry_kind kind, bool weak)
{
    const bool fits = !d->own && array_more(&d->entries, d->n, &d->capacity);
    d->no_memory |= !fits && !d->own;
    if (!fits)
        return;
    d->entries[d->n++] = (struct dependence_entry){
        layout_hash(kind == ENTRY_START ? "" : name), name, d->file, kind, weak, d->member,
        d->positional && (!d->member || d->group)};
}

void dependence_note_definition(struct layout_dependence *d, const char *name, bool weak)
{
    if (weak || d->member) /* one strong definition is all that a link of objects bears */
        note(d, name, ENTRY_DEFINITION, weak);
}

void dependence_note_section(struct layout_dependence *d, const char *name,
                             enum layout_walked walked)
{
    note(d, name, walked == WALKED_SET ? ENTRY_SET : ENTRY_START, false);
}

void dependence_note_inside(struct layout_dependence *d, const char *name)
{
    note(d, name, ENTRY_INSIDE, false);
}

static int compare(const void *a, const void *b)
{
    const struct dependence_entry *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->file > y->file) - (x->file < y->file);
}

static void say(char text[120], const struct dependence_entry *e)
{
    if (text[0] != '\0')
        return;
    if (e->kind == ENTRY_START)
        (void)snprintf(text, 120, "constructors are in more than one file");
    else if (e->kind == ENTRY_SET)
        (void)snprintf(text, 120, "section %.70s is in more than one piece", e->name);
    else
        (void)snprintf(text, 120, "%s%.70s is defined more than once", e->weak ? "the weak " : "",
                       e->name);
}

/* Entries of one name: in how many files that matter. */
static void judge(struct layout_dependent *found, const struct dependence_entry *e, size_t n)
{
    size_t moving = 0, members = 0;
    uint32_t last_moving = UINT32_MAX, last_member = UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        if (e[i].moves && e[i].file != last_moving) {
            moving++;
            last_moving = e[i].file;
        }
        if (e[i].member && e[i].file != last_member) {
            members++;
            last_member = e[i].file;
        }
    }
    if (moving > 1)
        say(found->objects, e);
    if (members > 1)
        say(found->members, e);
    if (n > 1 && e->kind == ENTRY_SET)
        say(found->sets, e);
}

struct layout_dependent dependence_find(struct layout_dependence *d)
{
    struct layout_dependent found = {"", "", ""};
    if (d->n > 0)
        qsort(d->entries, d->n, sizeof *d->entries, compare);
    for (size_t from = 0, to; from < d->n; from = to) {
        const struct dependence_entry *first = &d->entries[from];
        for (to = from;
             to < d->n && d->entries[to].kind == first->kind && d->entries[to].hash == first->hash;
             to++)
            ;
        if (first->kind != ENTRY_INSIDE)
            judge(&found, first, to - from);
    }
    return found;
}

bool dependence_is_inside(const struct layout_dependence *d, uint64_t hash)
{
    size_t low = 0, high = d->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct dependence_entry *e = &d->entries[middle];
        if (e->kind < ENTRY_INSIDE || e->hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < d->n && d->entries[low].hash == hash;
}

void dependence_fini(struct layout_dependence *d)
{
    free(d->entries);
    *d = (struct layout_dependence){0};
}
