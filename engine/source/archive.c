/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive.c -- tar and zip archives among the arguments, by libarchive.
 * Assumes:  a packed tar was unpacked by unpack.c, which checks more than libarchive's filters do.
 * Edge:     only plain files are written; a name that leads out of the archive is refused; links
 *           and devices are passed. Directories that hold nothing but one directory are entered.
 * Checked:  tests/golden/import/archive, archive-zip; tests/engine/source/test_files.c. */
#include "source/archive.h"

#include <dirent.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <archive.h>
#include <archive_entry.h>

#include "base/failure.h"
#include "base/owned.h"
#include "base/private_directory.h"
#include "measure/workspace.h"
#include "source/read_files.h"
#include "source/read_source.h"
#include "text/unpack.h"

enum { BLOCK = 512, MOST_FILES = 20000 };

/* ---- names ---- */

/* Where the suffix of an archive begins in a path, or NULL. */
static const char *suffix_of(const char *path)
{
    static const char *const suffixes[] = {".tar",     ".tar.gz",  ".tgz",      ".tar.xz",
                                           ".tar.bz2", ".tar.zst", ".tar.lzma", ".zip"};
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

struct unpacked {
    const char *path; /* for messages */
    const char *directory;
    const struct content *packed;
    struct archive *archive;
    size_t written; /* bytes */
};

static bool make_parents(char *path, size_t from)
{
    for (char *slash = path + from; (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
        *slash = '\0';
        if (mkdir(path, S_IRWXU) != 0 && errno != EEXIST)
            return false;
    }
    return true;
}

static enum assay_status fail_cut(const struct unpacked *unpacked, struct assay_error *error)
{
    return fail_located(error, ASSAY_INVALID, "%s: the archive is cut short", unpacked->path);
}

/* What libarchive says of what it cannot read. The list of a zip archive stands at its end. */
static enum assay_status fail_archive(const struct unpacked *unpacked, struct assay_error *error)
{
    const struct content *packed = unpacked->packed;
    const char *why = archive_error_string(unpacked->archive);
    if (archive_errno(unpacked->archive) == ENOMEM)
        return fail_no_memory(error);
    if (why != NULL && strncmp(why, "Truncated", 9) == 0)
        return fail_cut(unpacked, error);
    const bool is_known = archive_format(unpacked->archive) != 0 && why != NULL;
    if (!is_known && packed->size > 4 && memcmp(packed->text, "PK\3\4", 4) == 0)
        return fail_cut(unpacked, error);
    return fail_located(error, ASSAY_INVALID, "%s: %s", unpacked->path,
                        is_known && strcasestr(why, "passphrase") != NULL
                            ? "a password is needed to unpack it; unpack it first"
                        : is_known ? "the archive is damaged, or packed in a way that is not read"
                                   : "it is no tar or zip archive, or a damaged one");
}

static enum assay_status write_text(struct unpacked *unpacked, FILE *file,
                                    struct assay_error *error)
{
    char piece[1 << 16];
    for (;;) {
        const la_ssize_t n = archive_read_data(unpacked->archive, piece, sizeof piece);
        if (n < 0)
            return fail_archive(unpacked, error);
        if (n == 0)
            return ASSAY_OK;
        unpacked->written += (size_t)n;
        if (unpack_is_bomb(unpacked->packed->size, unpacked->written))
            return fail_located(error, ASSAY_INVALID, "%s: " UNPACK_BOMB_WORDS, unpacked->path);
        if (fwrite(piece, 1, (size_t)n, file) != (size_t)n)
            return fail_located(error, ASSAY_SYSTEM, "%s: cannot unpack it: %s", unpacked->path,
                                strerror(errno));
    }
}

static enum assay_status write_file(struct unpacked *unpacked, const char *given,
                                    struct assay_error *error)
{
    OWNED char *path = NULL;
    const char *name = strncmp(given, "./", 2) == 0 ? given + 2 : given;
    if (!is_inside(name))
        return fail_located(error, ASSAY_INVALID, "%s: it holds a file that leads out of it: %s",
                            unpacked->path, given);
    if (asprintf(&path, "%s/%s", unpacked->directory, name) < 0)
        return fail_no_memory(error);
    FILE *file = make_parents(path, strlen(unpacked->directory)) ? trusted_stream(path, "w") : NULL;
    enum assay_status status = file != NULL ? write_text(unpacked, file, error) : ASSAY_OK;
    if (file == NULL || (fclose(file) != 0 && status == ASSAY_OK))
        status = fail_located(error, ASSAY_SYSTEM, "%s: cannot unpack %s: %s", unpacked->path,
                              given, strerror(errno));
    return status;
}

static enum assay_status unpack_entries(struct unpacked *unpacked, struct assay_error *error)
{
    for (size_t n = 0;; n++) {
        struct archive_entry *entry;
        const int code = archive_read_next_header(unpacked->archive, &entry);
        if (code == ARCHIVE_EOF) {
            /* A tar archive ends with a block of zeros, which libarchive does not insist on. */
            const int family = archive_format(unpacked->archive) & ARCHIVE_FORMAT_BASE_MASK;
            const size_t end = (size_t)archive_read_header_position(unpacked->archive);
            if (family == ARCHIVE_FORMAT_TAR && end + BLOCK > unpacked->packed->size)
                return fail_cut(unpacked, error);
            return ASSAY_OK;
        }
        if (code != ARCHIVE_OK && code != ARCHIVE_WARN)
            return fail_archive(unpacked, error);
        if (n == MOST_FILES)
            return fail_located(error, ASSAY_INVALID, "%s: it holds more than %d entries",
                                unpacked->path, MOST_FILES);
        const char *name = archive_entry_pathname(entry);
        if (archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == NULL)
            TRY(write_file(unpacked, name != NULL ? name : "", error));
    }
}

/* Names are kept as they are in the archive, whatever the locale can write: zip archives and pax
 * headers have them in UTF-8. */
static enum assay_status unpack_archive(struct unpacked *unpacked, struct assay_error *error)
{
    const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    const locale_t before = utf8 != (locale_t)0 ? uselocale(utf8) : (locale_t)0;
    struct archive *archive = unpacked->archive = archive_read_new();
    enum assay_status status;
    if (archive == NULL || archive_read_support_format_tar(archive) != ARCHIVE_OK ||
        archive_read_support_format_zip_seekable(archive) != ARCHIVE_OK)
        status = fail_no_memory(error);
    else if (archive_read_open_memory(archive, unpacked->packed->text, unpacked->packed->size) !=
             ARCHIVE_OK)
        status = fail_archive(unpacked, error);
    else
        status = unpack_entries(unpacked, error);
    (void)archive_read_free(archive);
    if (utf8 != (locale_t)0) {
        (void)uselocale(before);
        freelocale(utf8);
    }
    return status;
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
    const char *slash = strrchr(path, '/'), *suffix = suffix_of(path);
    const char *name = slash != NULL ? slash + 1 : path;
    char *root = temporary_directory(temporary_parent(), error);
    if (root == NULL)
        return error->status;
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
    TRY(source_read_content(path, &content, error));
    enum assay_status status = make_directory(archives, path, &directory, error);
    if (status == ASSAY_OK) {
        struct unpacked unpacked = {.path = path, .directory = directory, .packed = &content};
        status = unpack_archive(&unpacked, error);
    }
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
    for (size_t i = 0; i < arguments->n; i++) {
        const char *path = files_path(arguments->items[i]);
        struct stat found;
        archives->items[i] = arguments->items[i];
        if (suffix_of(path) != NULL && stat(path, &found) == 0 && S_ISREG(found.st_mode))
            TRY(open_one(archives, i, arguments->items[i], error));
    }
    return ASSAY_OK;
}

void archives_name(const struct archives *archives, char *text)
{
    for (size_t i = 0; i < archives->n_roots; i++) {
        const size_t n = strlen(archives->roots[i]);
        for (char *p = text; (p = strstr(p, archives->roots[i])) != NULL;)
            memmove(p, p + n + (p[n] == '/'), strlen(p + n + (p[n] == '/')) + 1);
    }
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
