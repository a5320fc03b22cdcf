/* SPDX-License-Identifier: GPL-3.0-or-later */
/* temporary.h -- the store that a benchmark fills: the file that was named, else one of its own. */
#ifndef BENCH_TEMPORARY_H
#define BENCH_TEMPORARY_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct bench_file {
    char directory[32]; /* ours; "": the file was named */
    char path[4096];
};

static void bench_file_remove(struct bench_file *file)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-run"};
    char path[sizeof file->path + 8];
    if (file->directory[0] == '\0')
        return;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        (void)snprintf(path, sizeof path, "%s%s", file->path, endings[i]);
        (void)unlink(path);
    }
    (void)rmdir(file->directory);
}

/* name: NULL or "-" asks for a temporary file. */
static bool bench_file_open(struct bench_file *file, const char *name)
{
    *file = (struct bench_file){.directory = ""};
    if (name != NULL && strcmp(name, "-") != 0)
        return snprintf(file->path, sizeof file->path, "%s", name) < (int)sizeof file->path;
    (void)strcpy(file->directory, "/tmp/assay-bench-XXXXXX");
    if (mkdtemp(file->directory) == NULL)
        return false;
    (void)snprintf(file->path, sizeof file->path, "%s/assay.db", file->directory);
    return true;
}

#endif
