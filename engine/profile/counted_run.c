/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counted_run.c -- executions under callgrind, which counts each instruction of each function.
 * Source:   Valgrind manual, 6: callgrind's files, one a process.
 * Edge:     a process that became another program by exec leaves an empty file; one that is killed leaves none. The program of
 *           each process is "the program itself".
 * Checked:  tests/engine/profile/test_pairs.c, tests/stories/why_counts
 */
#include "profile/counted_run.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/private_directory.h"
#include "measure/command.h"
#include "measure/counting.h"
#include "measure/host.h"
#include "profile/profile_file.h"

enum assay_status counted_run_open(struct counted_run *run, struct assay_error *error)
{
    char version[40];
    *run = (struct counted_run){.directory = NULL};
    if (!compiler_version("valgrind", version, sizeof version))
        return assay_fail(error, ASSAY_MISSING, "instructions of functions: valgrind does not answer: "
                                                COUNTING_REMEDY);
    (void)snprintf(run->source, sizeof run->source, "callgrind of %s", version);
    run->directory = temporary_directory(temporary_parent(), error);
    return run->directory != NULL ? ASSAY_OK : error->status;
}

static void drop_words(struct counted_run *run)
{
    free(run->valgrind);
    free(run->files);
    free(run->words);
    run->valgrind = run->files = NULL;
    run->words = NULL;
}

/* Visits what was left: read where somebody wants it, and removed. */
static bool take_files(const struct counted_run *run, struct profile *out);

void counted_run_close(struct counted_run *run)
{
    drop_words(run);
    if (run->directory != NULL) {
        (void)take_files(run, NULL);
        (void)rmdir(run->directory);
    }
    free(run->directory);
    run->directory = NULL;
}

/* ---- around an execution ---- */

static const char *path_of(char *const *environment)
{
    for (; *environment != NULL; environment++)
        if (strncmp(*environment, "PATH=", 5) == 0)
            return *environment + 5;
    return NULL;
}

bool counted_run_begin(struct counted_run *run, struct spawn *spawn)
{
    drop_words(run);
    run->valgrind = command_resolve("valgrind", path_of(spawn->envp), spawn->directory);
    if (run->valgrind == NULL ||
        asprintf(&run->files, "--callgrind-out-file=%s/%%p", run->directory) < 0) {
        run->files = NULL;
        return false;
    }
    run->words = counting_words(
        (const char *const[]){"--tool=callgrind", "--combine-dumps=yes", run->files, NULL},
        spawn->argv, spawn->path);
    if (run->words == NULL)
        return false;
    spawn->path = run->valgrind;
    spawn->argv = run->words;
    spawn->timeout_s = counting_timeout_s(spawn->timeout_s);
    spawn->place.memory_bytes = 0; /* what counts needs room of its own */
    return true;
}

/* ---- what it left ---- */

/* The whole file; NULL: it is empty, or cannot be read. */
static char *read_whole(int directory, const char *name, size_t *n)
{
    const int file = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    struct stat facts;
    char *text = NULL;
    *n = 0;
    if (file >= 0 && fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0)
        text = malloc((size_t)facts.st_size);
    while (text != NULL && *n < (size_t)facts.st_size) {
        const ssize_t got = read(file, text + *n, (size_t)facts.st_size - *n);
        if (got <= 0)
            break;
        *n += (size_t)got;
    }
    if (file >= 0)
        close(file);
    return text;
}

static bool read_one(int directory, const char *name, struct profile *out)
{
    struct assay_error ignored;
    size_t n;
    char *text = read_whole(directory, name, &n);
    const struct format_text given = {.text = text, .size = n};
    const bool good = text == NULL || profile_read_text(out, &given, name, 0, 0, &ignored) == ASSAY_OK;
    free(text);
    return good;
}

static bool take_files(const struct counted_run *run, struct profile *out)
{
    DIR *files = opendir(run->directory);
    const struct dirent *entry;
    bool good = files != NULL;
    while (files != NULL && (entry = readdir(files)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        good = good && (out == NULL || read_one(dirfd(files), entry->d_name, out));
        (void)unlinkat(dirfd(files), entry->d_name, 0);
    }
    if (files != NULL)
        (void)closedir(files);
    return good;
}

bool counted_run_end(struct counted_run *run, struct profile *out)
{
    profile_init(out, 1, &(struct profile_origin){.sampler = "", .unit = ""});
    drop_words(run);
    return take_files(run, out) && out->n_executions > 0 && strcmp(out->origin.unit, "Ir") == 0;
}
