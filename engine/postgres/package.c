/* SPDX-License-Identifier: GPL-3.0-or-later */
/* package.c -- one experiment as bytes: a store that holds nothing else, in a zstd frame.
 *
 * So every rule of the store holds for what goes through a server: what comes back is merged with its seal and its checksums,
 * by a reader that trusts no file, and is to the bit what was sent.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "base/failure.h"
#include "base/owned.h"
#include "measure/kept_file.h"
#include "postgres/archive_parts.h"
#include "text/content.h"
#include "text/unpack.h"

/* PostgreSQL keeps no more in one value; an unpacked store may have ten times as much. */
#define MOST_BYTES ((size_t)1000 << 20)
#define MOST_UNPACKED ((size_t)16 << 30)

static char *path_in(const char *directory, struct assay_error *error)
{
    char *path = NULL;
    if (asprintf(&path, "%s/experiment.db", directory) >= 0)
        return path;
    (void)fail_no_memory(error);
    return NULL;
}

/* The files beside it. */
static void remove_behind(const char *path)
{
    for (size_t i = 0; kept_file_suffixes[i] != NULL; i++) {
        char *name = NULL;
        if (asprintf(&name, "%s%s", path, kept_file_suffixes[i]) >= 0)
            (void)unlink(name);
        free(name);
    }
}

static const unsigned char archive_mark[WORKSPACE_OWNER_BYTES] = "assay archive";

static bool is_of_archive(void *context, const unsigned char owner[WORKSPACE_OWNER_BYTES])
{
    (void)context;
    return memcmp(owner, archive_mark, sizeof archive_mark) == 0;
}

enum assay_status package_place(struct workspace *place, struct assay_error *error)
{
    (void)workspace_remove_dead(is_of_archive, NULL);
    TRY(workspace_open(place, NULL, error));
    workspace_mark(place, archive_mark);
    return ASSAY_OK;
}

static enum assay_status pack(const struct content *content, struct package *package,
                              struct assay_error *error)
{
    const size_t most = ZSTD_compressBound(content->size);
    package->data = malloc(most);
    if (package->data == NULL)
        return fail_no_memory(error);
    package->size = ZSTD_compress(package->data, most, content->text, content->size, 3);
    if (ZSTD_isError(package->size) != 0 || package->size > MOST_BYTES) {
        free(package->data);
        return assay_fail(
            error, ASSAY_SYSTEM,
            "the experiment makes %.1f GB, and PostgreSQL keeps no more than 1 GB in one value",
            (double)package->size / 1e9);
    }
    if (unpack_is_bomb(package->size, content->size)) {
        free(package->data);
        return assay_fail(error, ASSAY_SYSTEM,
                          "the experiment makes a package that unpacks to more than 200 times its "
                          "size, which no pull takes; assay store compact makes it smaller");
    }
    return ASSAY_OK;
}

enum assay_status package_make(struct store *store, int64_t experiment, const char *directory,
                               struct package *package, struct assay_error *error)
{
    struct content content;
    OWNED char *path = path_in(directory, error);
    if (path == NULL)
        return ASSAY_NO_MEMORY;
    enum assay_status status = store_extract(store, experiment, path, error);
    if (status == ASSAY_OK && !content_read(path, &content))
        status = assay_fail(error, ASSAY_SYSTEM, "cannot read %s: %s", path, strerror(errno));
    else if (status == ASSAY_OK) {
        status = pack(&content, package, error);
        content_fini(&content);
    }
    remove_behind(path);
    (void)unlink(path);
    return status;
}

static enum assay_status fail_package(const struct package_row *row, const char *what,
                                      struct assay_error *error)
{
    const bool named = row->name[0] != '\0';
    return assay_fail(
        error, ASSAY_SYSTEM,
        "what the archive keeps of experiment %.20s%s%.80s%s is %s. Nothing of it was "
        "taken. DELETE FROM assay.experiment WHERE id = %.20s removes it there, and "
        "who has the experiment can push it again.",
        row->id, named ? " (" : "", row->name, named ? ")" : "", what, row->id);
}

/* Without a log (bytes 18 and 19 of the header, https://www.sqlite.org/fileformat.html): what is only read needs no
 * files beside it. */
static void forget_log(char *plain, size_t size)
{
    enum { WRITTEN_BY = 18, READ_BY = 19, WITH_JOURNAL = 1 };
    if (size > READ_BY)
        plain[WRITTEN_BY] = plain[READ_BY] = WITH_JOURNAL;
}

/* Over the one before: to make and remove a file costs more than to read it. */
static enum assay_status write_file(const char *path, const char *data, size_t size,
                                    struct assay_error *error)
{
    FILE *file = trusted_stream(path, "w");
    bool written = file != NULL && fwrite(data, 1, size, file) == size;
    if (file != NULL)
        written = fclose(file) == 0 && written;
    return written ? ASSAY_OK
                   : assay_fail(error, ASSAY_SYSTEM, "cannot write %s: %s", path, strerror(errno));
}

/* *fault: why the package is none; NULL: there is nothing to say. */
static enum assay_status unpack_to(const char *path, const char *data, size_t size,
                                   const char **fault, struct assay_error *error)
{
    static const char torn[] = "damaged: it is no whole zstd frame";
    const unsigned long long n = ZSTD_getFrameContentSize(data, size);
    *fault = NULL;
    if (n == ZSTD_CONTENTSIZE_ERROR || n == ZSTD_CONTENTSIZE_UNKNOWN)
        *fault = torn;
    else if (n > MOST_UNPACKED || unpack_is_bomb(size, (size_t)n))
        *fault = "no experiment: it unpacks to more than 200 times its size";
    if (*fault != NULL)
        return ASSAY_OK;
    OWNED char *plain = malloc((size_t)n + 1);
    if (plain == NULL)
        return fail_no_memory(error);
    const size_t got = ZSTD_decompress(plain, (size_t)n, data, size);
    forget_log(plain, (size_t)n);
    *fault = got == n ? NULL : torn;
    return got == n ? write_file(path, plain, (size_t)n, error) : ASSAY_OK;
}

static bool are_equal(const unsigned char *a, size_t n_a, const unsigned char *b, size_t n_b)
{
    return n_a == n_b && (n_a == 0 || memcmp(a, b, n_a) == 0);
}

/* What makes it another than push sends for this row; NULL: nothing. */
static const char *fault_of(const struct facts *facts, size_t n, bool sealed,
                            const struct package_row *row)
{
    if (n != 1)
        return "not one experiment";
    if (!are_equal(facts->uid, STORE_UID_BYTES, row->uid, row->uid_size))
        return "another experiment than its row says";
    if (!are_equal(facts->runs, facts->n_runs * STORE_UID_BYTES, row->runs, row->runs_size))
        return "measured by other runs than its row says";
    if (!facts->complete)
        return "not complete";
    return sealed ? NULL : "without a seal";
}

static enum assay_status check_package(const char *path, const struct package_row *row,
                                       const char **fault, struct assay_error *error)
{
    SCOPED(store_close) struct store *store = NULL;
    struct facts *facts = NULL;
    size_t n = 0;
    bool sealed = false;
    enum assay_status status = store_open(path, STORE_READ, &store, error);
    if (status == ASSAY_OK)
        status = facts_read_all(store, &facts, &n, error);
    if (status == ASSAY_OK && n == 1)
        status = store_is_sealed(store, facts->experiment, &sealed, error);
    *fault = status == ASSAY_OK ? fault_of(facts, n, sealed, row) : NULL;
    if (facts != NULL)
        facts_free(&facts, n);
    return status;
}

/* It was not merged: by its own fault, or for want of room here, say, which stops all others, too (NULL). */
static const char *fault_behind(const char *path, enum assay_status status)
{
    if (status == ASSAY_NO_MEMORY)
        return NULL;
    if (!store_file_is_whole(path))
        return "damaged, or of a newer assay than this one";
    return status == ASSAY_SYSTEM ? NULL : "at odds with what is here of the same experiment";
}

static enum assay_status take(const char *path, const struct package_row *row, struct store *store,
                              struct store_merged *merged, const char **fault,
                              struct remarks *remarks, struct assay_error *error)
{
    enum assay_status status = check_package(path, row, fault, error);
    if (status == ASSAY_OK && *fault == NULL)
        status = store_merge(store, path, merged, remarks, error);
    if (status != ASSAY_OK)
        *fault = fault_behind(path, status);
    return status;
}

enum assay_status package_merge(const char *data, size_t size, const char *directory,
                                const struct package_row *row, struct store *store,
                                enum package_fate *fate, struct remarks *remarks,
                                struct assay_error *error)
{
    struct store_merged merged = {0};
    const char *fault;
    OWNED char *path = path_in(directory, error);
    *fate = PACKAGE_KNOWN;
    if (path == NULL)
        return ASSAY_NO_MEMORY;
    enum assay_status status = unpack_to(path, data, size, &fault, error);
    if (status == ASSAY_OK && fault == NULL)
        status = take(path, row, store, &merged, &fault, remarks, error);
    remove_behind(path);
    *fate = fault != NULL                             ? PACKAGE_REFUSED
            : merged.added > 0 || merged.machines > 0 ? PACKAGE_ADDED
                                                      : PACKAGE_KNOWN;
    return fault != NULL ? fail_package(row, fault, error) : status;
}
