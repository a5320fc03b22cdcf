/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_write.c -- counts into a manifest on disk. */
#include "design/manifest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/owned.h"
#include "base/replace.h"

/* An error leaves the old one as it was; a link stays a link. */
static bool replace(const char *path, const char *text)
{
    struct replacement replacement;
    char *target = realpath(path, NULL);
    const bool done = target != NULL && replace_begin(&replacement, target) &&
                      replace_end(&replacement, fputs(text, replacement.stream) >= 0 &&
                                                    fflush(replacement.stream) == 0 &&
                                                    fsync(fileno(replacement.stream)) == 0);
    const int cause = errno;
    free(target);
    errno = cause;
    return done;
}

/* Without it there is no replacement. */
static bool is_replaceable(const char *path, const char *text)
{
    (void)text;
    char *target = realpath(path, NULL);
    char *slash = target != NULL ? strrchr(target, '/') : NULL;
    if (slash != NULL)
        slash[slash == target] = '\0';
    const bool can = slash != NULL && access(target, W_OK) == 0;
    const int cause = errno;
    free(target);
    errno = cause;
    return can;
}

/* *text: the manifest with these counts, to be freed. */
static enum assay_status rewritten(const char *path, const struct manifest_count *counts, size_t n,
                                   char **text, struct assay_error *error)
{
    struct assay_error cause;
    SCOPED(design_free) struct design *design = NULL, *changed = NULL;
    TRY(manifest_read(path, &design, error));
    *text = manifest_set_counts(design->manifest, strlen(design->manifest), path, counts, n, error);
    enum assay_status status = ASSAY_OK;
    if (*text == NULL)
        status = error->status;
    else if (manifest_parse(*text, strlen(*text), path, design->source, &changed, &cause) !=
             ASSAY_OK)
        status = assay_fail(error, cause.status,
                            "the counts cannot be put into %s, which stays as it was; with them it "
                            "would say: %s",
                            path, cause.text);
    return status;
}

/* Tries it, or does it. */
static enum assay_status counts_into(const char *path, const struct manifest_count *counts,
                                     size_t n, bool (*put)(const char *path, const char *text),
                                     struct assay_error *error)
{
    OWNED char *text = NULL;
    TRY(rewritten(path, counts, n, &text, error));
    if (!put(path, text))
        return assay_fail(error, ASSAY_SYSTEM, "%s: cannot be written: %s", path, strerror(errno));
    return ASSAY_OK;
}

enum assay_status plan_check_counts(const char *path, const struct manifest_count *counts, size_t n,
                                    struct assay_error *error)
{
    return counts_into(path, counts, n, is_replaceable, error);
}

enum assay_status plan_write_counts(const char *path, const struct manifest_count *counts, size_t n,
                                    struct assay_error *error)
{
    return counts_into(path, counts, n, replace, error);
}
