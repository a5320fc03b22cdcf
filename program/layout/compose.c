/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compose.c -- the command of an ordered link. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/owned.h"
#include "layout/link.h"
#include "layout/order.h"
#include "measure/workspace.h"

/* A file in memory, written through a few pages that stay. */
struct writer {
    int fd; /* -1: it could not be made, or not written */
    size_t n;
    char bytes[16 << 10];
};

static void flush(struct writer *writer)
{
    const char *bytes = writer->bytes;
    ssize_t done = 0;
    for (; writer->fd >= 0 && writer->n > 0; bytes += done, writer->n -= (size_t)done) {
        done = write(writer->fd, bytes, writer->n);
        if (done > 0)
            continue;
        close(writer->fd);
        writer->fd = -1;
        break;
    }
    writer->n = 0;
}

static void put(struct writer *writer, const char *text)
{
    for (;;) {
        size_t room = sizeof writer->bytes - writer->n;
        const char *end = memccpy(writer->bytes + writer->n, text, '\0', room);
        if (end != NULL) {
            writer->n = (size_t)(end - writer->bytes) - 1;
            return;
        }
        writer->n += room;
        text += room;
        flush(writer);
    }
}

static void put_line(struct writer *writer, const char *prefix, const char *name)
{
    put(writer, prefix);
    put(writer, name);
    put(writer, "\n");
}

/* gold knows sections by their names only; lld would move all that a symbol stands for, and with it
 * what lies under that name in a linker set. */
static bool can_move(const struct layout_link *link, const struct layout_item *item)
{
    if (layout_kind_of(link->linker) == LAYOUT_GOLD)
        return item->section == NULL || strcmp(item->section, ".text") != 0;
    return !dependence_is_inside(&link->items.dependence, item->hash);
}

struct layout_moves layout_moves_of(const struct layout_link *link)
{
    struct layout_moves moves = {.present = link->items.n_fixed, .n_objects = link->line.n_objects};
    for (size_t i = 0; i < link->items.n; i++) {
        const struct layout_item *item = &link->items.items[i];
        moves.present += item->functions;
        if (link->how == HOW_SECTIONS || (link->how == HOW_FUNCTIONS && can_move(link, item))) {
            moves.functions += item->alone;
            moves.namesakes += item->alone > 1 && link->how == HOW_FUNCTIONS ? item->alone : 0;
            moves.units++;
        }
    }
    moves.functions = moves.units > 1 ? moves.functions : 0;
    moves.objects = link->how != HOW_NOT && layout_shuffles(link) ? link->line.n_movable : 0;
    return moves;
}

/* lld takes symbols, gold names of sections (of a plain .text there are many: it stays). */
static void put_order(const struct layout_link *link, struct writer *writer)
{
    bool symbols = layout_kind_of(link->linker) == LAYOUT_LLD;
    for (size_t i = 0; i < link->items.n; i++) {
        const struct layout_item *item = &link->items.items[i];
        if (!can_move(link, item))
            continue;
        if (i < link->n_padded) {
            char pad[LAYOUT_PAD_NAME];
            layout_pad_name(i, pad);
            put_line(writer, symbols ? "" : ".text.", pad);
        }
        if (symbols || item->section == NULL)
            put_line(writer, symbols ? "" : ".text.", item->symbol);
        else if (strcmp(item->section, ".text") != 0)
            put_line(writer, "", item->section);
    }
}

/* Its name can only be opened by a child of ours. */
static bool write_order(struct layout_link *link)
{
    struct writer writer;
    writer.fd = memfd_create("assay-order", 0);
    writer.n = 0;
    put_order(link, &writer);
    flush(&writer);
    link->order = writer.fd;
    return link->order >= 0;
}

/* A path in a directory of ours, made for the first of them. */
static char *file_in_scratch(struct layout_link *link, const char *name)
{
    struct workspace workspace;
    struct assay_error error;
    char *path = NULL;
    if (link->scratch == NULL && workspace_open(&workspace, NULL, &error) == ASSAY_OK)
        link->scratch = workspace.path;
    if (link->scratch == NULL || asprintf(&path, "%s/%s", link->scratch, name) < 0)
        return NULL;
    return path;
}

/* Pads before as many functions as one object can hold. */
static bool make_pads(struct layout_link *link, const char *path)
{
    enum { MOST = 60000 };
    size_t n = link->items.n < MOST ? link->items.n : MOST;
    OWNED size_t *sizes = calloc(n + 1, sizeof *sizes);
    bool ok = sizes != NULL;
    for (size_t i = 0; ok && i < n; i++)
        sizes[i] =
            layout_pad(link->options.seed, link->items.items[i].symbol, link->options.padding);
    ok = ok && layout_pad_write(path, link->items.machine, link->items.flags, sizes, n);
    link->n_padded = ok ? n : 0;
    return ok;
}

/* One pad in front of each object that may change places, for linkers that know no functions. */
static bool insert_pads(struct layout_link *link, struct words *out)
{
    const struct layout_line *line = &link->line;
    size_t n = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < line->words.n; i++) {
        if (line->slots[i] == SLOT_OBJECT && link->items.machine != 0) {
            char name[48], *path;
            (void)snprintf(name, sizeof name, "pad-%zu.o", n++);
            path = file_in_scratch(link, name);
            size_t size =
                layout_pad(link->options.seed + line->keys[i], name, link->options.padding);
            ok = path != NULL &&
                 layout_pad_write(path, link->items.machine, link->items.flags, &size, 1) &&
                 words_append(out, path);
            free(path);
        }
        ok = ok && words_append(out, line->words.items[i]);
    }
    link->n_padded = n;
    return ok;
}

static bool append_line(const struct layout_link *link, struct words *out)
{
    bool ok = true;
    for (size_t i = 0; ok && i < link->line.words.n; i++)
        ok = words_append(out, link->line.words.items[i]);
    return ok;
}

static bool append_pads(struct layout_link *link, struct words *out)
{
    OWNED char *path = file_in_scratch(link, "pads.o");
    return path != NULL && make_pads(link, path) && words_append(out, path);
}

static bool append_functions(struct layout_link *link, struct words *out)
{
    bool lld = layout_kind_of(link->linker) == LAYOUT_LLD;
    char option[80];
    link->n_padded = 0;
    if (link->options.padding > 0 && link->items.n > 0 && !append_pads(link, out))
        return false;
    if (!write_order(link))
        return false;
    (void)snprintf(option, sizeof option, "--%s-ordering-file=/proc/self/fd/%d",
                   lld ? "symbol" : "section", link->order);
    return words_append(out, option) && (!lld || words_append(out, "--no-warn-symbol-ordering"));
}

/* What the linkers before lld and mold do without being asked: keep linker sets that only their
 * borders refer to, and make the stack executable for objects that want it so. */
static bool append_habits(const struct layout_link *link, struct words *out)
{
    enum layout_linker kind = layout_kind_of(link->linker),
                       original = layout_kind_of(link->original);
    const struct layout_line *line = &link->line;
    bool ok = true;
    if (kind == original || (kind != LAYOUT_LLD && kind != LAYOUT_MOLD) || original == LAYOUT_LLD ||
        original == LAYOUT_MOLD)
        return true;
    if (link->exec_stack && !line->says_stack)
        ok = words_append(out, "-z") && words_append(out, "execstack");
    if (line->collects && !line->says_collecting)
        ok = ok && words_append(out, "-z") && words_append(out, "nostart-stop-gc");
    return ok;
}

/* Of an attempt before. */
static void close_files(struct layout_link *link)
{
    if (link->order >= 0)
        close(link->order);
    if (link->words >= 0)
        close(link->words);
    link->order = link->words = -1;
}

/* The command of the ordered link. */
bool layout_compose(struct layout_link *link, struct words *out)
{
    *out = (struct words){calloc(1, sizeof *out->items), 0};
    if (out->items == NULL)
        return false;
    close_files(link);
    if (link->options.record != NULL)
        link->digest = layout_digest(&link->items);
    if (layout_shuffles(link))
        layout_line_shuffle(&link->line);
    bool by_objects = link->how != HOW_FUNCTIONS && link->options.padding > 0;
    bool ok = by_objects ? insert_pads(link, out) : append_line(link, out);
    ok = ok && append_habits(link, out);
    if (ok && link->how == HOW_FUNCTIONS)
        ok = append_functions(link, out);
    if (ok && link->how == HOW_SECTIONS) {
        char option[64]; /* 32 bits, of which the highest value means another thing to lld */
        bool lld = layout_kind_of(link->linker) == LAYOUT_LLD;
        (void)snprintf(option, sizeof option, "--shuffle-sections=%s%" PRIu64, lld ? ".text*=" : "",
                       layout_key(link->options.seed, "sections") % UINT32_MAX);
        ok = words_append(out, option);
    }
    if (!ok)
        words_fini(out);
    return ok;
}

bool layout_shorten(struct layout_link *link, struct words *words)
{
    char path[48], at[50];
    if (!link->line.response)
        return true;
    link->words = memfd_create("assay-words", 0);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", link->words);
    (void)snprintf(at, sizeof at, "@%s", path);
    if (link->words < 0 || !response_write(path, words->items + 1))
        return false;
    struct words shorter = {calloc(1, sizeof *shorter.items), 0};
    bool ok = shorter.items != NULL && words_append(&shorter, words->items[0]) &&
              words_append(&shorter, at);
    words_fini(ok ? words : &shorter);
    if (ok)
        *words = shorter;
    return ok;
}

void layout_link_fini(struct layout_link *link)
{
    if (link->scratch != NULL)
        workspace_remove(link->scratch);
    close_files(link);
    free(link->scratch);
    free(link->original);
    free(link->linker);
    layout_line_fini(&link->line);
    layout_items_fini(&link->items);
}
