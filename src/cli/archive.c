/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive.c -- tar archives among the arguments.
 * Source:   POSIX.1-2017 pax, ustar interchange format: blocks of 512 bytes, numbers in octal; long
 *           names as GNU tar (an entry L before) and pax (a record path=) write them.
 * Edge:     only plain files are unpacked; a name that leads out of the archive is refused; links
 *           and devices are passed. Directories that hold nothing but one directory are entered.
 * Checked:  tests/golden/import/archive, tests/src/cli/test_files.c. */
#include "cli/archive.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/content.h"
#include "cli/files.h"
#include "cli/source.h"
#include "measure/workspace.h"
#include "memory/failure.h"

enum { BLOCK = 512, NAME = 100, PREFIX_AT = 345, PREFIX = 155, SIZE_AT = 124, TYPE_AT = 156 };
enum { LONGEST = 1024, MOST_FILES = 20000 };

/* ---- names ---- */

/* Where the suffix of an archive begins in a path, or NULL. */
static const char *suffix_of(const char *path)
{
    static const char *const suffixes[] = {".tar",    ".tar.gz",  ".tgz",
                                           ".tar.xz", ".tar.bz2", ".tar.zst"};
    const size_t n = strlen(path);
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        const size_t m = strlen(suffixes[i]);
        if (n > m && strcmp(path + n - m, suffixes[i]) == 0 && path[n - m - 1] != '/')
            return path + n - m;
    }
    return NULL;
}

/* A name must stay below its directory. */
static bool is_inside(const char *name)
{
    if (name[0] == '/' || name[0] == '\0')
        return false;
    for (const char *p = name; p != NULL; p = strchr(p, '/')) {
        p += *p == '/';
        if (strncmp(p, "..", 2) == 0 && (p[2] == '/' || p[2] == '\0'))
            return false;
    }
    return true;
}

/* ---- one archive ---- */

struct tar {
    const char *path; /* for messages */
    const char *p, *end;
    char name[LONGEST]; /* of the next entry, when an entry before it said so */
};

static size_t octal(const char *p, size_t n)
{
    size_t x = 0;
    for (; n > 0 && *p == ' '; n--)
        p++;
    for (; n > 0 && *p >= '0' && *p <= '7'; n--)
        x = x * 8 + (size_t)(*p++ - '0');
    return x;
}

static bool sum_is_right(const char *block)
{
    enum { SUM_AT = 148, SUM_SIZE = 8 };
    size_t sum = 0;
    for (size_t i = 0; i < BLOCK; i++)
        sum += i >= SUM_AT && i < SUM_AT + SUM_SIZE ? ' ' : (unsigned char)block[i];
    return sum == octal(block + SUM_AT, SUM_SIZE);
}

static void keep_name(struct tar *tar, const char *text, size_t size)
{
    const int n = size < sizeof tar->name ? (int)size : (int)sizeof tar->name - 1;
    (void)snprintf(tar->name, sizeof tar->name, "%.*s", n, text);
}

/* The record path= of a pax header: "27 path=results/a.json\n". */
static void take_pax_name(struct tar *tar, const char *text, size_t size)
{
    const char *at = memmem(text, size, " path=", 6);
    if (at == NULL)
        return;
    const char *last = memchr(at, '\n', size - (size_t)(at - text));
    if (last != NULL)
        keep_name(tar, at + 6, (size_t)(last - at) - 6);
}

static void take_name(struct tar *tar, const char *block)
{
    if (tar->name[0] != '\0')
        return;
    if (memcmp(block + 257, "ustar", 6) == 0 && block[PREFIX_AT] != '\0')
        (void)snprintf(tar->name, sizeof tar->name, "%.*s/%.*s", PREFIX, block + PREFIX_AT, NAME,
                       block);
    else
        (void)snprintf(tar->name, sizeof tar->name, "%.*s", NAME, block);
}

static bool make_parents(char *path, size_t from)
{
    for (char *slash = path + from; (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
        *slash = '\0';
        if (mkdir(path, S_IRWXU) != 0 && errno != EEXIST)
            return false;
    }
    return true;
}

static enum assay_status write_file(const struct tar *tar, const char *directory, const char *text,
                                    size_t size, struct assay_error *error)
{
    char path[2 * LONGEST];
    const char *name = strncmp(tar->name, "./", 2) == 0 ? tar->name + 2 : tar->name;
    if (!is_inside(name))
        return fail_located(error, ASSAY_INVALID, "%s: it holds a file that leads out of it: %s",
                            tar->path, tar->name);
    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = make_parents(path, strlen(directory)) ? fopen(path, "we") : NULL;
    const bool done = file != NULL && fwrite(text, 1, size, file) == size;
    if ((file != NULL && fclose(file) != 0) || !done)
        return fail_located(error, ASSAY_SYSTEM, "%s: cannot unpack %s: %s", tar->path, tar->name,
                            strerror(errno));
    return ASSAY_OK;
}

static enum assay_status unpack_entries(struct tar *tar, const char *directory,
                                        struct assay_error *error)
{
    for (size_t n = 0; tar->end - tar->p >= BLOCK && tar->p[0] != '\0'; n++) {
        const char *block = tar->p, *text = block + BLOCK;
        const size_t size = octal(block + SIZE_AT, 12), left = (size_t)(tar->end - text);
        if (!sum_is_right(block) || size > left || n == MOST_FILES)
            return fail_located(error, ASSAY_INVALID,
                                n == MOST_FILES ? "%s: it holds more than 20000 entries"
                                : size > left   ? "%s: the archive is cut short"
                                                : "%s: it is no tar archive, or a damaged one",
                                tar->path);
        switch (block[TYPE_AT]) {
        case 'L': keep_name(tar, text, size); break;
        case 'x': take_pax_name(tar, text, size); break;
        case '0':
        case '\0': {
            take_name(tar, block);
            enum assay_status status = write_file(tar, directory, text, size, error);
            if (status != ASSAY_OK)
                return status;
        } /* fall through */
        default: tar->name[0] = '\0';
        }
        const size_t padded = (size + BLOCK - 1) / BLOCK * BLOCK;
        tar->p = text + (padded < left ? padded : left);
    }
    if (tar->p == tar->end || tar->p[0] != '\0') /* the end is a block of zeros */
        return fail_located(error, ASSAY_INVALID, "%s: the archive is cut short", tar->path);
    return ASSAY_OK;
}

/* The only entry of the directory, if it is a directory, appended to the path. */
static bool enter_only(char **path)
{
    DIR *directory = opendir(*path);
    char *only = NULL, *deeper = NULL;
    size_t n = 0;
    if (directory == NULL)
        return false;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        n++;
        free(only);
        only = strdup(entry->d_name);
    }
    (void)closedir(directory);
    if (n == 1 && only != NULL && asprintf(&deeper, "%s/%s", *path, only) < 0)
        deeper = NULL;
    free(only);
    const bool enters = deeper != NULL && files_is_directory(deeper);
    if (enters) {
        free(*path);
        *path = deeper;
    } else {
        free(deeper);
    }
    return enters;
}

/* ---- arguments ---- */

/* A fresh directory for the archive; the directory above it is kept to be removed. */
static enum assay_status make_directory(struct archives *archives, const char *path,
                                        char **directory, struct assay_error *error)
{
    const char *parent = getenv("TMPDIR"), *slash = strrchr(path, '/'), *suffix = suffix_of(path);
    const char *name = slash != NULL ? slash + 1 : path;
    char *root = NULL;
    if (asprintf(&root, "%s/assay-XXXXXX", parent != NULL && parent[0] == '/' ? parent : "/tmp") <
        0)
        return fail_no_memory(error);
    if (mkdtemp(root) == NULL) {
        (void)assay_fail(error, ASSAY_SYSTEM, "cannot make the directory %s: %s", root,
                         strerror(errno));
        free(root);
        return ASSAY_SYSTEM;
    }
    archives->roots[archives->n_roots++] = root;
    if (asprintf(directory, "%s/%.*s", root, (int)(suffix - name), name) < 0)
        return fail_no_memory(error);
    if (mkdir(*directory, S_IRWXU) == 0)
        return ASSAY_OK;
    (void)assay_fail(error, ASSAY_SYSTEM, "cannot make the directory %s: %s", *directory,
                     strerror(errno));
    free(*directory);
    return ASSAY_SYSTEM;
}

static enum assay_status open_one(struct archives *archives, size_t index, const char *argument,
                                  struct assay_error *error)
{
    const char *path = files_path(argument);
    struct content content;
    char *directory = NULL, *text = NULL;
    enum assay_status status = source_read_content(path, &content, error);
    if (status != ASSAY_OK)
        return status;
    struct tar tar = {.path = path, .p = content.text, .end = content.text + content.size};
    status = make_directory(archives, path, &directory, error);
    if (status == ASSAY_OK)
        status = unpack_entries(&tar, directory, error);
    content_fini(&content);
    while (status == ASSAY_OK && enter_only(&directory))
        ;
    if (status == ASSAY_OK &&
        asprintf(&text, "%.*s%s", (int)(path - argument), argument, directory) < 0)
        status = fail_no_memory(error);
    free(directory);
    if (status == ASSAY_OK)
        archives->items[index] = archives->made[archives->n_made++] = text;
    return status;
}

enum assay_status archives_open(struct archives *archives, const struct name_list *arguments,
                                struct assay_error *error)
{
    *archives = (struct archives){.items = calloc(arguments->n + 1, sizeof(char *)),
                                  .made = calloc(arguments->n + 1, sizeof(char *)),
                                  .roots = calloc(arguments->n + 1, sizeof(char *)),
                                  .n = arguments->n};
    if (archives->items == NULL || archives->made == NULL || archives->roots == NULL)
        return fail_no_memory(error);
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < arguments->n && status == ASSAY_OK; i++) {
        const char *path = files_path(arguments->items[i]);
        struct stat found;
        archives->items[i] = arguments->items[i];
        if (suffix_of(path) != NULL && stat(path, &found) == 0 && S_ISREG(found.st_mode))
            status = open_one(archives, i, arguments->items[i], error);
    }
    return status;
}

void archives_fini(struct archives *archives)
{
    for (size_t i = 0; i < archives->n_made; i++)
        free(archives->made[i]);
    for (size_t i = 0; i < archives->n_roots; i++) {
        workspace_remove(archives->roots[i]);
        free(archives->roots[i]);
    }
    free(archives->items);
    free(archives->made);
    free(archives->roots);
    *archives = (struct archives){0};
}
