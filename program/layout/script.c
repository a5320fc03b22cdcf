/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script.c -- texts that stand for files.
 * Source:   ld(1) of binutils 2.40, "Commands Dealing with Files". What a text includes again is not
 *           followed.
 * Checked:  tests/cc, a_text_that_names_objects_is_read.
 */
#include "layout/object.h"

#include <ctype.h>
#include <stdio.h>
#include <unistd.h>

#include "layout/words.h"

enum { MOST = 16 << 10, MOST_NAME = 4096 };

/* The text, or "" for a file that holds other bytes. */
static void read_text(struct layout_items *items, const char *path, char text[MOST + 1])
{
    struct layout_file file;
    text[0] = '\0';
    if (!layout_file_open(&items->store, &file, path))
        return;
    struct layout_bytes bytes = {NULL, 0};
    if (file.size <= MOST)
        bytes = layout_file_part(&items->store, &file, 0, file.size, LAYOUT_SYMBOLS);
    if (bytes.n > 0 && memchr(bytes.at, '\0', bytes.n) == NULL) {
        memcpy(text, bytes.at, bytes.n);
        text[bytes.n] = '\0';
    }
    layout_file_close(&file);
}

static void read_named(const char *name, const char *const *directories, size_t n,
                       struct layout_items *items)
{
    char path[MOST_NAME];
    if (access(name, R_OK) == 0) {
        (void)layout_read(items, name);
        return;
    }
    for (size_t i = 0; i < n && name[0] != '/'; i++) {
        const int length = snprintf(path, sizeof path, "%s/%s", directories[i], name);
        if (length > 0 && (size_t)length < sizeof path && access(path, R_OK) == 0) {
            (void)layout_read(items, path);
            return;
        }
    }
}

/* The end of a comment that begins here, else the place itself. */
static char *skip_comment(char *at)
{
    if (at[0] != '/' || at[1] != '*')
        return at;
    char *end = strstr(at + 2, "*/");
    return end != NULL ? end + 2 : at + strlen(at);
}

void script_read(const char *path, const char *const *directories, size_t n_directories,
                 struct layout_items *items)
{
    static const char commands[] = "INPUT GROUP AS_NEEDED";
    char text[MOST + 1];
    int depth = 0;
    bool names = false; /* inside one of the commands */
    read_text(items, path, text);
    for (char *at = text; *at != '\0';) {
        char *begin = skip_comment(at);
        if (begin != at || isspace((unsigned char)*at) || *at == ',') {
            at = begin != at ? begin : at + 1;
            continue;
        }
        depth += *at == '(';
        depth -= *at == ')';
        names &= depth > 0;
        if (*at == '(' || *at == ')') {
            at++;
            continue;
        }
        at += strcspn(at, "(), \t\r\n");
        const char end = *at;
        *at = '\0';
        if (word_is_one_of(begin, commands))
            names = true;
        else if (names && depth > 0)
            read_named(begin, directories, n_directories, items);
        *at = end;
    }
}
