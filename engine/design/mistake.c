/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mistake.c -- a mistake in a manifest, in words and with its place. */
#include <stdarg.h>
#include <stdio.h>

#include "base/knob.h"
#include "base/utf8.h"
#include "design/reader_part.h"

struct shown shown(const char *text)
{
    struct shown result;
    size_t n = 0;
    result.text[n++] = '"';
    for (; *text != '\0' && n < sizeof result.text - 6; text++) {
        unsigned char c = (unsigned char)*text;
        result.text[n++] = (char)(c < ' ' || c == 127 ? '?' : c);
    }
    /* Do not cut a UTF-8 character in two. */
    while (n > 1 && utf8_goes_on(*text)) {
        text--;
        n--;
    }
    (void)snprintf(result.text + n, sizeof result.text - n, "%s\"", *text != '\0' ? "…" : "");
    return result;
}

__attribute__((format(printf, 4, 0))) static bool report(struct reader *reader, const char *path,
                                                         const yaml_node_t *node,
                                                         const char *format, va_list arguments)
{
    char sentence[700];
    (void)knob_vprint(sentence, sizeof sentence, format, arguments);
    char place[48] = "";
    if (node != NULL)
        (void)snprintf(place, sizeof place, ":%zu:%zu", node->start_mark.line + 1,
                       node->start_mark.column + 1);
    (void)fail_located(reader->error, ASSAY_USAGE, "%s%s: %s%s%s", reader->name, place, path,
                       path[0] != '\0' ? ": " : "", sentence);
    if (reader->error == NULL)
        return false;
    reader->error->line = node != NULL ? node->start_mark.line + 1 : 0;
    (void)snprintf(reader->error->field, sizeof reader->error->field, "%.63s", path);
    return false;
}

bool mistake(struct reader *reader, const yaml_node_t *node, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(reader, reader->path, node, format, arguments);
    va_end(arguments);
    return false;
}

bool mistake_at(struct reader *reader, const char *path, const yaml_node_t *node,
                const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(reader, path, node, format, arguments);
    va_end(arguments);
    return false;
}

bool out_of_memory(struct reader *reader)
{
    (void)fail_located(reader->error, ASSAY_NO_MEMORY, "%s: out of memory", reader->name);
    return false;
}

size_t reader_enter(struct reader *reader, const char *name, size_t index)
{
    size_t before = reader->path_length, room = sizeof reader->path - before;
    int written = name != NULL ? snprintf(reader->path + before, room, "%s%s",
                                          before > 0 ? "." : "", shown(name).text + 1)
                               : snprintf(reader->path + before, room, "[%zu]", index);
    size_t length = written < 0 ? 0 : (size_t)written;
    if (length >= room)
        length = room - 1;
    if (name != NULL && length > 0) /* shown() quotes; a path does not */
        length--;
    reader->path[before + length] = '\0';
    reader->path_length = before + length;
    return before;
}

void reader_leave(struct reader *reader, size_t length)
{
    reader->path_length = length;
    reader->path[length] = '\0';
}
