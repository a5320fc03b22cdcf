/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_map.c -- functions that a process compiled as it ran.
 * Source:   Linux, tools/perf/Documentation/jit-interface.txt; V8's marks are those of its log of code events
 *           ("~" interpreted, "^" baseline, "+" Maglev, "*" optimised).
 * Edge:     code moves: of lines that hold an address the last one counts, and of those that begin before it the nearest NEAR
 *           are looked at.
 * Checked:  tests/engine/profile/test_symbols.c; damaged ones by tests/fuzz/perf_map.c.
 */
#include "profile/perf_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/text_buffer.h"

enum { NEAR = 64, NAME_MOST = 4096 };
static const size_t file_most = (size_t)1 << 30;

/* ---- names ---- */

/* Where the last path of the name begins, of which only the file's own name is kept; NULL: there is none. */
static const char *path_in(const char *name, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((name[i] == '/' && (i == 0 || strchr(" :(", name[i - 1]) != NULL)) ||
            (n - i > 7 && memcmp(name + i, "file://", 7) == 0 && (i == 0 || name[i - 1] == ' ')))
            return name + i;
    return NULL;
}

/* ":12:3" behind a path: a line that is put in before a function moves it. */
static size_t without_place(const char *text, size_t n)
{
    size_t end = n;
    while (end > 0 && ((text[end - 1] >= '0' && text[end - 1] <= '9') || text[end - 1] == ':'))
        end--;
    return end < n && text[end] == ':' ? end : n;
}

static char *name_in_source(struct arena *memory, const char *name, size_t n)
{
    const char *colon = memchr(name, ':', n);
    if (colon != NULL && (size_t)(colon - name) + 1 < n && strchr("~^+*'", colon[1]) != NULL) {
        n -= (size_t)(colon + 2 - name);
        name = colon + 2;
    }
    const char *path = path_in(name, n);
    if (path == NULL)
        return arena_print(memory, "%.*s", (int)n, name);
    const size_t end = without_place(path, n - (size_t)(path - name));
    size_t base = end;
    while (base > 0 && path[base - 1] != '/')
        base--;
    return arena_print(memory, "%.*s%.*s", (int)(path - name), name, (int)(end - base),
                       path + base);
}

/* ---- lines ---- */

static const char *hexadecimal(const char *at, const char *end, uint64_t *out)
{
    const char *const begin = at;
    uint64_t x = 0;
    if (end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        at += 2;
    for (; at < end && at - begin < 18; at++) {
        const char *const digits = "0123456789abcdef0123456789ABCDEF";
        const char *digit = *at != '\0' ? strchr(digits, *at) : NULL;
        if (digit == NULL)
            break;
        x = x << 4 | (uint64_t)((digit - digits) & 15);
    }
    *out = x;
    return at > begin && at < end && *at == ' ' ? at + 1 : NULL;
}

/* False: no memory. */
static bool add_line(struct perf_map *map, const char *at, const char *end, size_t line)
{
    struct perf_map_entry entry = {.line = line};
    if ((at = hexadecimal(at, end, &entry.address)) == NULL ||
        (at = hexadecimal(at, end, &entry.size)) == NULL || at == end || entry.size == 0 ||
        end - at > NAME_MOST || memchr(at, '\0', (size_t)(end - at)) != NULL)
        return true;
    entry.name = name_in_source(&map->memory, at, (size_t)(end - at));
    if (entry.name == NULL || !array_more(&map->items, map->n, &map->room))
        return false;
    map->items[map->n++] = entry;
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct perf_map_entry *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

bool perf_map_read(struct perf_map *map, const char *text, size_t n)
{
    const char *const end = text + n;
    *map = (struct perf_map){0};
    for (size_t line = 1; text < end; line++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline != NULL ? newline : end;
        if (!add_line(map, text, stop, line)) {
            perf_map_fini(map);
            return false;
        }
        text = newline != NULL ? newline + 1 : end;
    }
    if (map->n > 1)
        qsort(map->items, map->n, sizeof *map->items, compare);
    return true;
}

bool perf_map_open(struct perf_map *map, int process, int64_t since_s)
{
    char path[64];
    struct stat info;
    *map = (struct perf_map){0};
    (void)snprintf(path, sizeof path, "/tmp/perf-%d.map", process);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return true;
    size_t n = 0;
    OWNED char *text = NULL;
    if (fstat(fileno(file), &info) == 0 && S_ISREG(info.st_mode) && info.st_mtim.tv_sec >= since_s)
        text = stream_text("", 0, file, file_most, &n);
    (void)fclose(file);
    return text == NULL || perf_map_read(map, text, n);
}

void perf_map_fini(struct perf_map *map)
{
    free(map->items);
    arena_fini(&map->memory);
    *map = (struct perf_map){0};
}

const char *perf_map_at(const struct perf_map *map, uint64_t address)
{
    size_t below = 0, above = map->n;
    while (below < above) {
        const size_t middle = below + (above - below) / 2;
        if (map->items[middle].address <= address)
            below = middle + 1;
        else
            above = middle;
    }
    const struct perf_map_entry *found = NULL;
    for (size_t i = below; i > 0 && below - i < NEAR; i--) {
        const struct perf_map_entry *entry = &map->items[i - 1];
        if (address - entry->address < entry->size && (found == NULL || entry->line > found->line))
            found = entry;
    }
    return found != NULL ? found->name : NULL;
}
