/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opened.c -- reads what a tracer wrote, and the files that it names.
 * Edges:    of a file that is another one by now, or changed since the command began, is not known what was read: the
 *           rest is a part. So does what lies behind 256 MiB. What a program learns of files without opening
 *           them (their sizes, that they are not there) is not seen.
 * Checked:  tests/engine/measure/test_opened.c.
 */
#include "measure/opened.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/hash.h"
#include "measure/kept_file.h"
#include "measure/program_tree.h"
#include "measure/trace.h"
#include "system/system.h"

#define MOST_BYTES (UINT64_C(256) << 20)
enum { SECOND_NS = 1000000000 };

/* A line of the trace. */
struct entry {
    char kind;
    dev_t device;
    ino_t inode;
    int64_t start_ns;
    const char *path;
};

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_below(const char *path, const char *directory)
{
    const size_t n = directory != NULL ? strlen(directory) : 0;
    return n > 1 && strncmp(path, directory, n) == 0 && (path[n] == '/' || path[n] == '\0');
}

/* As people know it; NULL: no memory. The build's directory may lie below the source, and the other way round. */
static char *name_of(const struct opened *opened, const char *path)
{
    const bool in_dir = is_below(path, opened->dir), in_source = is_below(path, opened->source);
    const bool by_dir = in_dir && (!in_source || strlen(opened->dir) >= strlen(opened->source));
    char *name = NULL;
    if (!in_dir && !in_source)
        return strdup(path);
    if (asprintf(&name, "%s%s", by_dir ? "{dir}" : "{source}",
                 path + strlen(by_dir ? opened->dir : opened->source)) < 0)
        return NULL;
    return name;
}

void opened_give_up(struct opened *opened, const char *why)
{
    if (opened->why[0] == '\0')
        (void)snprintf(opened->why, sizeof opened->why, "%s", why);
}

static void add(struct opened *opened, const char *path, uint64_t digest)
{
    char *name =
        array_more(&opened->items, opened->n, &opened->room) ? name_of(opened, path) : NULL;
    if (name == NULL)
        opened_give_up(opened, "there is not enough memory");
    else
        opened->items[opened->n++] = (struct opened_file){name, digest};
}

/* "…/__pycache__/m.cpython-311.pyc" stands for "…/m.py", where that is. */
static bool find_module(const char *path, char module[PATH_MAX])
{
    static const char cache[] = "/__pycache__/";
    const char *at = strstr(path, cache);
    if (at == NULL)
        return false;
    const char *file = at + sizeof cache - 1;
    return snprintf(module, PATH_MAX, "%.*s/%.*s.py", (int)(at - path), path,
                    (int)strcspn(file, "."), file) < PATH_MAX &&
           access(module, R_OK) == 0;
}

static bool is_left_out(const struct opened *opened, const char *path)
{
    return strcmp(path, "/etc/ld.so.cache") == 0 || strncmp(path, "/etc/ld.so.cache~", 17) == 0 ||
           kept_file_is(path, opened->kept);
}

/* ---- contents -------------------------------------------------------------------------------- */

/* All of an open file; NULL: it cannot be read, or is too much. */
static unsigned char *read_all(struct opened *opened, int fd, size_t n)
{
    unsigned char *bytes = n <= MOST_BYTES - opened->bytes ? malloc(n + 1) : NULL;
    size_t done = 0;
    for (ssize_t got; bytes != NULL && done < n; done += (size_t)got)
        if ((got = read(fd, bytes + done, n - done)) <= 0)
            break;
    if (done < n) {
        free(bytes);
        return NULL;
    }
    opened->bytes += n;
    return bytes;
}

/* False: it is not that file, or not as it was when the command began. */
static bool is_as_it_was(const struct entry *entry, const struct stat *info)
{
    return entry->kind == '\0' ||
           (info->st_dev == entry->device && info->st_ino == entry->inode &&
            info->st_ctim.tv_sec * (int64_t)SECOND_NS + info->st_ctim.tv_nsec <= entry->start_ns);
}

static void add_contents(struct opened *opened, const char *path, const struct entry *entry)
{
    struct stat info;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    unsigned char *bytes = NULL;
    if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && is_as_it_was(entry, &info))
        bytes = read_all(opened, fd, (size_t)info.st_size);
    if (bytes == NULL)
        opened_give_up(opened, "a file that it opens is changed meanwhile, or is too much to read");
    else
        add(opened, path, artefact_of(bytes, (size_t)info.st_size, opened->place).digest);
    free(bytes);
    if (fd >= 0)
        close(fd);
}

static void add_file(struct opened *opened, const struct entry *entry)
{
    static const struct entry any = {.kind = '\0'};
    char module[PATH_MAX];
    if (is_left_out(opened, entry->path))
        return;
    const bool compiled = find_module(entry->path, module);
    add_contents(opened, compiled ? module : entry->path, compiled ? &any : entry);
}

/* Whether the name was there when the command began, and is no by-product. */
static bool counts(const struct opened *opened, const struct entry *entry, int directory,
                   const char *name)
{
    char path[PATH_MAX];
    int64_t birth_ns;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || program_tree_is_by_product(name))
        return false;
    if (snprintf(path, sizeof path, "%s/%s", entry->path, name) < (int)sizeof path &&
        is_left_out(opened, path))
        return false;
    return !system_birth_ns(directory, name, &birth_ns) || birth_ns <= entry->start_ns;
}

static void add_directory(struct opened *opened, const struct entry *entry)
{
    DIR *directory = opendir(entry->path);
    uint64_t names = HASH_START;
    size_t n = 0;
    for (const struct dirent *item; directory != NULL && (item = readdir(directory)) != NULL;)
        if (++n <= TRACE_MOST_FILES && counts(opened, entry, dirfd(directory), item->d_name))
            names += hash_text(HASH_START, item->d_name); /* in any order */
    if (directory == NULL || n > TRACE_MOST_FILES)
        opened_give_up(opened, "a directory that it lists is gone, or is too much to read");
    else
        add(opened, entry->path, names);
    if (directory != NULL)
        closedir(directory);
}

void opened_add_file(struct opened *opened, const char *path)
{
    const struct entry entry = {.kind = '\0', .path = path};
    add_file(opened, &entry);
}

/* ---- the trace ------------------------------------------------------------------------------- */

static bool read_entry(const char *line, struct entry *entry)
{
    unsigned major, minor;
    unsigned long long inode;
    int n = 0;
    if (sscanf(line + 1, "%x:%x %llu %n", &major, &minor, &inode, &n) != 3 || n == 0)
        return false;
    entry->kind = line[0];
    entry->device = system_device(major, minor);
    entry->inode = (ino_t)inode;
    entry->path = line + 1 + n;
    return entry->path[0] == '/';
}

void opened_add_trace(struct opened *opened, const char *text, size_t n)
{
    struct entry entry = {.kind = '\0'};
    bool ended = false;
    for (size_t at = 0, length; at < n; at += length + 1) {
        const char *line = text + at;
        length = strnlen(line, n - at);
        if (at + length == n)
            break; /* cut off */
        switch (line[0]) {
        case '@': entry.start_ns = strtoll(line + 1, NULL, 10); break;
        case '.': ended = true; break;
        case '#': break; /* counted, not opened */
        case 'f':
        case 'd':
            if (!read_entry(line, &entry))
                opened_give_up(opened, "what it opens cannot be read");
            else if (line[0] == 'f')
                add_file(opened, &entry);
            else
                add_directory(opened, &entry);
            break;
        default: opened_give_up(opened, line + 1); break; /* '!' */
        }
    }
    if (!ended)
        opened_give_up(opened, "what it opens was not all written down");
}

/* ---- the whole ------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    const struct opened_file *x = a, *y = b;
    return strcmp(x->name, y->name);
}

uint64_t opened_digest(struct opened *opened)
{
    uint64_t digest = HASH_START;
    size_t n = 0;
    if (opened->n > 0)
        qsort(opened->items, opened->n, sizeof *opened->items, by_name);
    for (size_t i = 0; i < opened->n; i++) {
        const struct opened_file *item = &opened->items[i];
        if (n > 0 && by_name(item, &opened->items[n - 1]) == 0) {
            free(item->name); /* another benchmark opened it, too */
            continue;
        }
        digest = hash_text(digest, item->name);
        digest = hash_bytes(digest, (const char *)&item->digest, sizeof item->digest);
        opened->items[n++] = *item;
    }
    opened->n = n;
    return digest;
}

void opened_fini(struct opened *opened)
{
    for (size_t i = 0; i < opened->n; i++)
        free(opened->items[i].name);
    free(opened->items);
    opened->items = NULL;
    opened->n = opened->room = 0;
}
