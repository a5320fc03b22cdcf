/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpack.c -- fuzz target: broken packed texts are unpacked or refused with a reason, and stay below
 * the size that a small file may grow to. Where the environment's FUZZ_ONLY names a packer, its
 * first bytes stand in the place of the input's, so that nothing else is tried. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/unpack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "fuzz: %s\n", what);
        abort();
    }
}

static void put_first_bytes(char *text, size_t size)
{
    static const struct {
        const char *name, *bytes;
        size_t n;
    } packers[] = {{"gzip", "\x1f\x8b", 2},
                   {"bzip2", "BZh", 3},
                   {"zstd", "\x28\xb5\x2f\xfd", 4},
                   {"xz", "\xfd\x37zXZ", 5},
                   {"lzma", "\x5d\0\0", 3}};
    const char *only = getenv("FUZZ_ONLY");
    for (size_t i = 0; only != NULL && i < sizeof packers / sizeof packers[0]; i++)
        if (strcmp(only, packers[i].name) == 0)
            memcpy(text, packers[i].bytes, packers[i].n < size ? packers[i].n : size);
}

static void check(const struct format_text *packed)
{
    enum { MOST = (1 << 28) + (1 << 21) };
    struct assay_error error = {.status = ASSAY_OK};
    struct spool spool;
    size_t rest;
    enum assay_status status = unpack(packed, &spool, &rest, &error);
    must(status == ASSAY_OK || (error.text[0] != '\0' && error.status == status),
         "a packed text was refused without a reason");
    must(spool_size(&spool) <= MOST, "a small file grew without bounds");
    spool_abandon(&spool);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size > 0 ? size : 1);
    must(text != NULL, "out of memory");
    memcpy(text, data, size);
    put_first_bytes(text, size);
    check(&(const struct format_text){text, size, false});
    free(text);
    return 0;
}
