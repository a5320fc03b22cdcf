/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.c -- what is written of a link: a line of JSON. docs/cc.md says what stands in it. */
#include "layout/record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <jansson.h>

#include "base/hash.h"
#include "base/owned.h"
#include "base/terminal_name.h"
#include "view/text/complain.h"

static int open_record(const struct layout_options *options)
{
    return open(options->record, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
}

bool record_is_writable(const struct layout_options *options)
{
    if (options->record == NULL)
        return true;
    int fd = open_record(options);
    if (fd < 0)
        terminal_complain("assay cc: cannot write the record %s: %s", options->record,
                          strerror(errno));
    else
        close(fd);
    return fd >= 0;
}

/* One write, so that parallel links do not mix. Takes the object over. */
static void append(const struct layout_options *options, json_t *record)
{
    OWNED char *text = record != NULL ? json_dumps(record, JSON_COMPACT) : NULL, *row = NULL;
    json_decref(record);
    int fd = open_record(options);
    if (fd < 0 || text == NULL || asprintf(&row, "%s\n", text) < 0 ||
        write(fd, row, strlen(row)) != (ssize_t)strlen(row))
        terminal_complain("assay cc: the record %s is not whole: %s", options->record,
                          strerror(errno));
    if (fd >= 0)
        close(fd);
}

static json_t *safe(const char *text)
{
    OWNED char *name = terminal_name(text); /* JSON takes UTF-8 only */
    return json_string(name != NULL ? name : "?");
}

/* Of a file's bytes, eight at a time; 0 when it cannot be read. */
static uint64_t digest_of(const char *path)
{
    uint64_t words[1 << 13], hash = HASH_START;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = 0;
    while (fd >= 0 && (n = read(fd, words, sizeof words)) > 0) {
        memset((char *)words + n, 0, (size_t)-n & 7);
        for (size_t i = 0; i < ((size_t)n + 7) / 8; i++) {
            hash = (hash ^ words[i]) * UINT64_C(0x100000001b3);
            hash ^= hash >> 32;
        }
    }
    if (fd >= 0)
        close(fd);
    return fd >= 0 && n == 0 ? hash : 0;
}

static json_t *hex(uint64_t digest)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%016" PRIx64, digest);
    return json_string(text);
}

static const char *ordered_name(const struct layout_link *link, const struct layout_moves *moves)
{
    static const char *const names[] = {"none", "objects", "sections", "functions"};
    if (link->how == HOW_FUNCTIONS && moves->functions == 0)
        return names[HOW_OBJECTS]; /* each as one piece */
    return names[link->how];
}

void record_append(const struct layout_link *link)
{
    if (link->options.record == NULL)
        return;
    const struct layout_moves moves = layout_moves_of(link);
    /* What an optimiser makes while it links has no names before. */
    const bool unknown = link->items.bitcode || link->items.gimple;
    append(&link->options,
           json_pack(
               "{s:o, s:s, s:s, s:o, s:o, s:I, s:I, s:I, s:s, s:I, s:I, s:o, s:o, s:s}", "output",
               safe(layout_base(link->line.output)), "ordered", ordered_name(link, &moves),
               "linker", layout_base(link->how != HOW_NOT ? link->linker : link->original),
               "functions", unknown ? json_null() : json_integer((json_int_t)moves.functions),
               "functions_present", unknown ? json_null() : json_integer((json_int_t)moves.present),
               "namesakes", (json_int_t)moves.namesakes, "objects", (json_int_t)moves.objects,
               "objects_present", (json_int_t)moves.n_objects, "kept",
               link->options.keep_objects ? "--keep-objects" : link->kept, "pads",
               (json_int_t)link->n_padded, "seed", (json_int_t)link->options.seed, "order",
               hex(link->how == HOW_NOT ? 0 : link->digest), "bytes",
               hex(digest_of(link->line.output)), "remark", link->remark));
}

void record_append_plain(const struct layout_options *options, const char *output,
                         const char *remark)
{
    if (options->record != NULL)
        append(options,
               json_pack("{s:o, s:s, s:s, s:I, s:s}", "output",
                         safe(output != NULL ? layout_base(output) : "?"), "ordered", "none",
                         "linker", "", "seed", (json_int_t)options->seed, "remark", remark));
}

void record_append_dose(const struct layout_options *options, const char *name, size_t entries,
                        size_t inlined)
{
    if (options->record != NULL && entries + inlined > 0)
        append(options, json_pack("{s:o, s:I, s:I}", "dose", safe(name), "entries",
                                  (json_int_t)entries, "inlined", (json_int_t)inlined));
}
