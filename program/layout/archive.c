/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive.c -- object files in archives, also in thin ones.
 * Source:   ar(5); binutils 2.40 on thin archives.
 * Checked:  tests/program/layout/test_object.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/owned.h"
#include "layout/object.h"
#include "layout/words.h"

enum { AR_HEAD = 60, AR_MAGIC = 8 };

/* A thin archive's member is a file beside it: the name stands in the table of long names. */
static void read_thin_member(struct layout_items *items, const char *archive,
                             struct layout_bytes names, const char *name)
{
    OWNED char *path = NULL;
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
    struct layout_file file;
    if (layout_file_open(&items->store, &file, path)) {
        (void)layout_read_object(items, &file);
        layout_file_close(&file);
    } else {
        items->unread = true;
    }
}

static void read_archive(struct layout_items *items, const struct layout_file *file,
                         const char *path, bool thin)
{
    struct layout_bytes names = {NULL, 0};
    size_t at = AR_MAGIC;
    while (at <= file->size && file->size - at >= AR_HEAD) {
        char name[17] = {0}, digits[11] = {0};
        memcpy(name, file->hand.at + at, 16);
        memcpy(digits, file->hand.at + at + 48, 10);
        size_t size = strtoul(digits, NULL, 10), left = file->size - at - AR_HEAD;
        bool index = word_begins_with(name, "/ ") || word_begins_with(name, "/SYM64/");
        bool table = word_begins_with(name, "//");
        bool inside = !thin || index || table;
        if (inside && size > left) {
            items->unread = true;
            return;
        }
        struct layout_file member = {
            .fd = -1, .size = size, .hand = {file->hand.at + at + AR_HEAD, inside ? size : 0}};
        if (table)
            names = member.hand;
        else if (!index && thin)
            read_thin_member(items, path, names, name);
        else if (!index)
            (void)layout_read_object(items, &member);
        at += AR_HEAD + (inside ? size + (size & 1) : 0);
    }
}

static enum layout_kind read_open(struct layout_items *items, struct layout_file *file,
                                  const char *path)
{
    struct layout_bytes magic = layout_file_part(&items->store, file, 0, AR_MAGIC, LAYOUT_SYMBOLS);
    bool thin = magic.n > 0 && memcmp(magic.at, "!<thin>\n", AR_MAGIC) == 0;
    if (!thin && (magic.n == 0 || memcmp(magic.at, "!<arch>\n", AR_MAGIC) != 0))
        return layout_read_object(items, file);
    items->dependence.member = true;
    if (layout_file_map(&items->store, file))
        read_archive(items, file, path, thin);
    else
        items->unread = true;
    items->dependence.member = false;
    items->no_memory |= items->store.no_memory;
    return LAYOUT_ARCHIVE;
}

enum layout_kind layout_read(struct layout_items *items, const char *path)
{
    SCOPED(layout_file_close) struct layout_file file = {.fd = -1};
    if (!layout_file_open(&items->store, &file, path))
        return LAYOUT_OTHER;
    return read_open(items, &file, path);
}
