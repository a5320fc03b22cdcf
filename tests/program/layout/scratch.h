/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scratch.h -- a directory for files of the layout's tests, and whole files. */
#ifndef LAYOUT_SCRATCH_H
#define LAYOUT_SCRATCH_H

#include "support/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct scratch {
    char directory[64], path[96], other[96];
};

static inline void scratch_init(struct scratch *scratch)
{
    strcpy(scratch->directory, "/tmp/assay-test-XXXXXX");
    assert_non_null(mkdtemp(scratch->directory));
    (void)snprintf(scratch->path, sizeof scratch->path, "%s/a file.o", scratch->directory);
    (void)snprintf(scratch->other, sizeof scratch->other, "%s/b.a", scratch->directory);
}

static inline void scratch_fini(struct scratch *scratch)
{
    (void)unlink(scratch->path);
    (void)unlink(scratch->other);
    (void)rmdir(scratch->directory);
}

static inline void write_bytes(const char *path, const void *bytes, size_t n)
{
    (void)unlink(path); /* what is truncated and written again, disks are waited for */
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

static inline size_t read_bytes(const char *path, unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    size_t n = fread(bytes, 1, size, file);
    (void)fclose(file);
    assert_true(n < size);
    return n;
}

#endif
