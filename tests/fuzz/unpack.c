/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpack.c -- fuzz target: broken packed texts are unpacked or refused with a reason, and stay below
 * the size that a small file may grow to. Where the environment's FUZZ_ONLY names a packer, its
 * first bytes stand in the place of the input's, so that nothing else is tried. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/unpack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "fuzz: %s\n", what);
        abort();
    }
}

static const char *first_bytes(void)
{
    static const char *const packers[][2] = {{"gzip", "\x1f\x8b"},
                                             {"bzip2", "BZh"},
                                             {"zstd", "\x28\xb5\x2f\xfd"},
                                             {"xz", "\xfd"
                                                    "7zXZ"}};
    const char *only = getenv("FUZZ_ONLY");
    for (size_t i = 0; only != NULL && i < sizeof packers / sizeof packers[0]; i++)
        if (strcmp(only, packers[i][0]) == 0)
            return packers[i][1];
    return "";
}

static void check(const struct format_text *packed)
{
    enum { MOST = (1 << 28) + (1 << 21) };
    struct assay_error error = {.status = ASSAY_OK};
    struct spool spool;
    enum assay_status status = unpack(packed, &spool, &error);
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
    const char *first = first_bytes();
    memcpy(text, first, strlen(first) < size ? strlen(first) : size);
    check(&(const struct format_text){text, size, false});
    free(text);
    return 0;
}
