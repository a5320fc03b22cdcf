/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive.c -- fuzz target: broken tar and zip archives are unpacked or refused with a reason, nothing is
 * written outside the directory made for them, and nothing of that stays. Sums of tar headers
 * are repaired first: else hardly an input would pass them. */
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "source/archive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BLOCK = 512, SUM_AT = 148, SUM_SIZE = 8 };

static void must(bool condition, const char *what)
{
    if (!condition) {
        printf("fuzz: %s\n", what);
        abort();
    }
}

static char directory[64];

static void remove_directory(void)
{
    (void)rmdir(directory);
}

/* A directory of our own, which holds the archive, and nothing else before and after; in memory
 * where there is such a place. */
static const char *place(void)
{
    if (directory[0] == '\0') {
        (void)snprintf(directory, sizeof directory, "%s/fuzz-archive-XXXXXX",
                       access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        must(mkdtemp(directory) != NULL && setenv("TMPDIR", directory, 1) == 0 &&
                 atexit(remove_directory) == 0,
             "no directory");
    }
    return directory;
}

static void repair_sums(char *bytes, size_t size)
{
    for (size_t at = 0; at + BLOCK <= size; at += BLOCK) {
        char *block = bytes + at, text[SUM_SIZE + 1];
        unsigned sum = 0;
        for (size_t i = 0; i < BLOCK; i++)
            sum += i >= SUM_AT && i < SUM_AT + SUM_SIZE ? ' ' : (unsigned char)block[i];
        (void)snprintf(text, sizeof text, "%07o", sum);
        if (block[0] != '\0')
            memcpy(block + SUM_AT, text, SUM_SIZE);
    }
}

static void write_archive(const char *path, const uint8_t *data, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    must(copy != NULL, "out of memory");
    memcpy(copy, data, size);
    if (size < 2 || memcmp(copy, "PK", 2) != 0)
        repair_sums(copy, size);
    FILE *file = fopen(path, "we");
    must(file != NULL && fwrite(copy, 1, size, file) == size && fclose(file) == 0, "no archive");
    free(copy);
}

static void check(const char *path)
{
    const char *item = path;
    struct archives archives;
    struct assay_error error;
    const struct name_list arguments = {.items = &item, .n = 1};
    enum assay_status status = archives_open(&archives, &arguments, &error);
    must(status != ASSAY_OK || archives.items[0] != path, "an archive was left as it is");
    must(status == ASSAY_OK || error.text[0] != '\0', "no word of what is wrong");
    archives_fini(&archives);
}

static void check_nothing_stays(const char *where, const char *name)
{
    DIR *entries = opendir(where);
    must(entries != NULL, "no directory");
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;)
        must(entry->d_name[0] == '.' || strcmp(entry->d_name, name) == 0, "a file was left");
    (void)closedir(entries);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[sizeof directory + 16];
    (void)snprintf(path, sizeof path, "%s/it.tar", place());
    write_archive(path, data, size);
    check(path);
    check_nothing_stays(place(), "it.tar");
    must(unlink(path) == 0, "the archive is gone");
    return 0;
}
