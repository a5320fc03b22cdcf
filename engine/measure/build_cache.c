/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build_cache.c -- build directories that are kept, one for each system and seed.
 *
 * Beside each directory stands a file NAME.built, written when the build has gone well: a directory
 * without it is half done, and made anew. NAME.lock keeps two processes from making the same one.
 */
#include "measure/build_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/owned.h"
#include "base/private_directory.h"
#include "measure/schedule.h"
#include "measure/workspace.h"

/* ---- the key --------------------------------------------------------------------------------- */

/* Of a text that may be none. */
static uint64_t hash_some(uint64_t hash, const char *text)
{
    return hash_text(hash, text != NULL ? text : "\001");
}

static uint64_t hash_pairs(uint64_t hash, const struct design_environment *pairs)
{
    for (size_t i = 0; i < pairs->n; i++)
        hash = hash_some(hash_some(hash, pairs->names[i]), pairs->values[i]);
    return hash_text(hash, "");
}

static uint64_t key_of(const char *scope, const struct design *design, const struct step *step,
                       uint32_t padding)
{
    const struct design_system *s = &design->systems[step->system];
    char seed[48];
    (void)snprintf(seed, sizeof seed, "%" PRIu32 " %" PRIu32, schedule_seed(design, step), padding);
    uint64_t hash = hash_some(HASH_START, scope);
    hash = hash_some(hash_some(hash_some(hash, design_source(design, step->system)), s->name),
                     s->build);
    hash = hash_some(hash, s->dose_in);
    hash = hash_pairs(hash_pairs(hash, &s->environment), &s->parameters);
    return hash_text(hash, seed);
}

/* ---- files ----------------------------------------------------------------------------------- */

static enum assay_status no_memory(struct assay_error *error)
{
    return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for a path");
}

/* Without a home: below /tmp, where the name may be taken. */
char *build_cache_directory(struct assay_error *error)
{
    static const char *const of_the_user[] = {"assay", "builds", NULL};
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache != NULL && cache[0] == '/')
        return private_directory_make(cache, of_the_user, error);
    char *base = NULL, name[40];
    const char *const of_all[] = {name, "builds", NULL};
    if (home == NULL || home[0] != '/') {
        (void)snprintf(name, sizeof name, "assay-%u", (unsigned)geteuid());
        return private_directory_make("/tmp", of_all, error);
    }
    if (asprintf(&base, "%s/.cache", home) < 0) {
        (void)no_memory(error);
        return NULL;
    }
    char *path = private_directory_make(base, of_the_user, error);
    free(base);
    return path;
}

static int open_beside(const char *dir, const char *suffix, int flags)
{
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s%s", dir, suffix);
    return trusted_open(path, flags);
}

/* "COST\n", then what assay cc recorded. */
static void read_built(struct cached_build *build, int fd)
{
    struct stat info;
    OWNED char *text = fstat(fd, &info) == 0 ? calloc(1, (size_t)info.st_size + 1) : NULL;
    if (text == NULL || pread(fd, text, (size_t)info.st_size, 0) != (ssize_t)info.st_size)
        return;
    char *end;
    build->cost_s = strtod(text, &end);
    build->start_ns = (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
    build->ready = *end == '\n' && access(build->dir, R_OK | X_OK) == 0;
    build->layout = build->ready && end[1] != '\0' ? strdup(end + 1) : NULL;
}

static void look_for_built(struct cached_build *build)
{
    int fd = open_beside(build->dir, ".built", O_RDONLY);
    if (fd < 0)
        return;
    if (private_directory_is(build->dir))
        read_built(build, fd);
    close(fd);
}

/* False when nothing could be made: errno says why. */
static bool begin_anew(struct cached_build *build)
{
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s.built", build->dir);
    (void)unlink(path);
    workspace_remove(build->dir);
    return mkdir(build->dir, S_IRWXU) == 0;
}

enum assay_status build_cache_open(const char *directory, const char *scope,
                                   const struct design *design, const struct step *step,
                                   uint32_t padding, struct cached_build *out,
                                   struct assay_error *error)
{
    char more[256];
    struct cached_build build = {.cost_s = NAN, .lock = -1};
    padding = padding < sizeof more ? padding : sizeof more - 1;
    memset(more, 'x', padding);
    more[padding] = '\0';
    if (asprintf(&build.dir, "%s/%016" PRIx64 "%s", directory, key_of(scope, design, step, padding),
                 more) < 0)
        return no_memory(error);
    build.lock = open_beside(build.dir, ".lock", O_RDWR | O_CREAT);
    if (build.lock >= 0)
        (void)flock(build.lock, LOCK_EX);
    look_for_built(&build);
    if (!build.ready && !begin_anew(&build)) {
        (void)assay_fail(error, ASSAY_INVALID, "cannot use the directory %.150s: %s", build.dir,
                         strerror(errno));
        free(build.dir);
        build_cache_fini(&build);
        return ASSAY_INVALID;
    }
    *out = build;
    return ASSAY_OK;
}

void build_cache_close(struct cached_build *build, const struct record *record)
{
    int fd = record->outcome == OUTCOME_OK
                 ? open_beside(build->dir, ".built", O_WRONLY | O_CREAT | O_TRUNC)
                 : -1;
    if (fd >= 0) {
        const bool told = dprintf(fd, "%.17g\n%s", record->cost_s,
                                  record->layout != NULL ? record->layout : "") >= 0 ||
                          ftruncate(fd, 0) == 0; /* half a file says nothing */
        (void)told;
        close(fd);
    }
    if (build->lock >= 0)
        close(build->lock);
    build->lock = -1;
}

void build_cache_fini(struct cached_build *build)
{
    if (build->lock >= 0)
        close(build->lock);
    free(build->layout);
    *build = (struct cached_build){.lock = -1};
}
