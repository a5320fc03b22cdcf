/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program_tree.c -- walks directories, reads files, follows shared libraries.
 * Source:   ld.so(8) for where libraries are sought. Its cache is not read: the directories in it are
 *           the usual ones, and a library found nowhere makes the whole unknown.
 */
#include "measure/program_tree.h"

#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/hash.h"
#include "measure/kept_file.h"

/* ---- what does not count --------------------------------------------------------------------- */

/* What build tools write down for themselves: no program reads it. */
static const char *const by_products[] = {
    ".git",       ".ninja_deps", ".ninja_log",    "CMakeCache.txt", "CMakeFiles",
    "meson-info", "meson-logs",  "meson-private", "__pycache__",    "compile_commands.json",
};
static const char *const by_product_ends[] = {".d", ".dwo", ".dwp", ".gcno"};
/* What is compiled, or read by people. */
static const char *const source_ends[] = {
    ".c",          ".h",          ".cc",
    ".hh",         ".cpp",        ".hpp",
    ".cxx",        ".hxx",        ".C",
    ".H",          ".inl",        ".s",
    ".S",          ".asm",        ".rs",
    ".go",         ".f",          ".f90",
    ".F90",        ".d",          ".zig",
    ".swift",      ".ld",         ".md",
    ".rst",        ".o",          ".a",
    ".cmake",      ".mk",         "Makefile",
    "makefile",    "GNUmakefile", "CMakeLists.txt",
    "meson.build", "Cargo.toml",  "Cargo.lock",
    ".gitignore",
};

static bool ends_with(const char *name, const char *end)
{
    const size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

bool program_tree_is_by_product(const char *name)
{
    for (size_t i = 0; i < sizeof by_products / sizeof *by_products; i++)
        if (strcmp(name, by_products[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof by_product_ends / sizeof *by_product_ends; i++)
        if (ends_with(name, by_product_ends[i]))
            return true;
    return false;
}

static bool is_apart(const struct program_tree *tree, const FTSENT *entry)
{
    if (program_tree_is_by_product(entry->fts_name))
        return true;
    for (size_t i = 0; tree->sources_apart && i < sizeof source_ends / sizeof *source_ends; i++)
        if (ends_with(entry->fts_name, source_ends[i]))
            return true;
    return entry->fts_info == FTS_F && kept_file_is(entry->fts_accpath, tree->kept);
}

/* ---- files ----------------------------------------------------------------------------------- */

static void add(struct program_tree *tree, const char *name, uint64_t digest)
{
    uint64_t hash = artefact_hash(tree->place, HASH_START, name, strlen(name) + 1);
    tree->digest += hash_bytes(hash, (const char *)&digest, sizeof digest);
}

/* The file's bytes, *n of them, to be freed; NULL: it cannot be read, or is too much. */
static unsigned char *read_whole(struct program_tree *tree, const char *path, size_t *n)
{
    struct stat info;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    unsigned char *bytes = NULL;
    *n = 0;
    if (fd < 0 || fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        tree->unread = true;
    } else if ((uint64_t)info.st_size > tree->most_bytes - tree->bytes) {
        tree->too_much = true;
    } else if ((bytes = malloc((size_t)info.st_size + 1)) != NULL) {
        tree->bytes += (uint64_t)info.st_size;
        for (ssize_t got; *n < (size_t)info.st_size; *n += (size_t)got)
            if ((got = read(fd, bytes + *n, (size_t)info.st_size - *n)) <= 0)
                break;
        tree->unread = tree->unread || *n < (size_t)info.st_size;
    }
    tree->unread = tree->unread || (bytes == NULL && !tree->too_much);
    if (fd >= 0)
        close(fd);
    return bytes;
}

/* ---- shared libraries ------------------------------------------------------------------------ */

/* The file that asks, while its libraries are sought. */
struct asking {
    struct program_tree *tree;
    const char *path;
};

static void add_library(struct program_tree *tree, const char *path, const char *name);

static bool is_new(struct program_tree *tree, const char *path)
{
    for (size_t i = 0; i < tree->n_libraries; i++)
        if (strcmp(tree->libraries[i], path) == 0)
            return false;
    const bool fits = array_more(&tree->libraries, tree->n_libraries, &tree->room);
    char *own = fits ? strdup(path) : NULL;
    if (own == NULL) {
        tree->unread = true;
        return false;
    }
    tree->libraries[tree->n_libraries++] = own;
    return true;
}

/* The directory's name, with that of the asking file for $ORIGIN. False: it is too long. */
static bool expand_origin(const struct asking *asking, const char *item, size_t n, char *out)
{
    static const char *const origins[] = {"$ORIGIN", "${ORIGIN}"};
    const char *slash = strrchr(asking->path, '/');
    const int length = slash != NULL ? (int)(slash - asking->path) : 0;
    for (size_t i = 0; i < 2; i++) {
        const size_t m = strlen(origins[i]);
        if (n >= m && strncmp(item, origins[i], m) == 0)
            return snprintf(out, PATH_MAX, "%.*s%.*s", length, asking->path, (int)(n - m),
                            item + m) < PATH_MAX;
    }
    return snprintf(out, PATH_MAX, "%.*s", (int)n, item) < PATH_MAX;
}

/* In one of a list of directories. */
static bool add_from(const struct asking *asking, const char *list, const char *name)
{
    char directory[PATH_MAX], path[PATH_MAX + NAME_MAX + 2];
    for (const char *item = list; item != NULL && *item != '\0';) {
        const size_t n = strcspn(item, ":");
        if (n > 0 && strlen(name) <= NAME_MAX && expand_origin(asking, item, n, directory)) {
            (void)snprintf(path, sizeof path, "%s/%s", directory, name);
            if (access(path, R_OK) == 0) {
                add_library(asking->tree, path, name);
                return true;
            }
        }
        item += n + (item[n] == ':');
    }
    return false;
}

static void take_need(void *context, const char *library, const char *search)
{
    const struct asking *asking = context;
    static const char usual[] =
        "/usr/local/lib:/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:"
        "/lib/aarch64-linux-gnu:/usr/lib/aarch64-linux-gnu:/lib64:/usr/lib64:"
        "/lib:/usr/lib";
    if (strchr(library, '/') != NULL) {
        add_library(asking->tree, library, library);
        return;
    }
    if (!add_from(asking, asking->tree->search_path, library) &&
        !add_from(asking, search, library) && !add_from(asking, usual, library))
        asking->tree->unread = true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void read_file(struct program_tree *tree, const char *path, const char *name, bool ours)
{
    size_t n;
    unsigned char *bytes = tree->too_much ? NULL : read_whole(tree, path, &n);
    if (bytes == NULL)
        return;
    struct asking asking = {tree, path};
    const struct artefact file = artefact_of(bytes, n, tree->place);
    if (file.counts)
        add(tree, name, file.digest);
    if (ours) {
        uint64_t *sums = file.linked ? tree->linked : tree->loose;
        sums[0] += file.text;
        sums[1] += file.data;
        sums[2] += file.bss;
        if (file.linked)
            tree->linked_bytes += n;
    }
    if (file.linked)
        artefact_needs(bytes, n, take_need, &asking);
    free(bytes);
}

static void add_library(struct program_tree *tree, const char *path, const char *name)
{
    if (is_new(tree, path))
        read_file(tree, path, name, false);
}

void program_tree_add_file(struct program_tree *tree, const char *path, const char *name)
{
    if (is_new(tree, path))
        read_file(tree, path, name, false);
}

/* A link, and the file behind it; a directory behind it only when that lies in the tree, too. */
static void add_link(struct program_tree *tree, const FTSENT *entry, const char *name)
{
    char target[PATH_MAX];
    struct stat info;
    const ssize_t n = readlink(entry->fts_accpath, target, sizeof target - 1);
    if (n < 0) {
        tree->unread = true;
        return;
    }
    target[n] = '\0';
    add(tree, name, artefact_hash(tree->place, HASH_START, target, (size_t)n));
    if (stat(entry->fts_accpath, &info) != 0)
        return;
    if (S_ISREG(info.st_mode))
        read_file(tree, entry->fts_accpath, name, false);
    else if (target[0] == '/' || strstr(target, "..") != NULL)
        tree->unread = true;
}

static void add_entry(struct program_tree *tree, const FTSENT *entry, const char *name)
{
    tree->files++;
    tree->too_much = tree->too_much || tree->files > tree->most_files;
    switch (entry->fts_info) {
    case FTS_F: read_file(tree, entry->fts_accpath, name, true); break;
    case FTS_SL:
    case FTS_SLNONE: add_link(tree, entry, name); break;
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS: tree->unread = true; break;
    default: break; /* directories, sockets */
    }
}

void program_tree_add_directory(struct program_tree *tree, const char *directory)
{
    char *const roots[] = {(char *)directory, NULL};
    size_t n =
        strlen(directory); /* of a name below it: the same with a slash at its end and without */
    while (n > 0 && directory[n - 1] == '/')
        n--;
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR | FTS_XDEV, NULL);
    if (walk == NULL) {
        tree->unread = true;
        return;
    }
    for (FTSENT *entry; !tree->too_much && (entry = fts_read(walk)) != NULL;) {
        if (entry->fts_level > 0 && is_apart(tree, entry))
            (void)fts_set(walk, entry, FTS_SKIP);
        else
            add_entry(tree, entry, entry->fts_path + n);
    }
    (void)fts_close(walk);
}

void program_tree_fini(struct program_tree *tree)
{
    for (size_t i = 0; i < tree->n_libraries; i++)
        free(tree->libraries[i]);
    free(tree->libraries);
}
