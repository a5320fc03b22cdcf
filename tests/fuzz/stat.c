/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat.c -- fuzz target: `assay stat` reads any bytes as numbers, or refuses them; what it has read
 * is finite and knows its lines. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "source/number_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what)
{
    if (!condition) {
        printf("fuzz: %s\n", what);
        abort();
    }
}

static void check(const char *path, const char *column, size_t size)
{
    struct number_file sample;
    struct assay_error error;
    const enum assay_status status = number_file_read(path, column, &sample, &error);
    must(status == ASSAY_OK || (error.status == status && error.text[0] != '\0'),
         "a refusal has no sentence");
    for (size_t i = 0; i < sample.n; i++) {
        must(isfinite(sample.values[i]) != 0, "a value is not finite");
        must(sample.line[i] >= 1 && sample.line[i] <= size + 1, "a line is out of range");
        must(i == 0 || sample.line[i] > sample.line[i - 1], "two values share a line");
    }
    number_file_fini(&sample);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int memory = memfd_create("fuzz", MFD_CLOEXEC);
    must(memory >= 0 && write(memory, data, size) == (ssize_t)size, "no memory file");
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    check(path, NULL, size);
    check(path, "wall, s", size);
    close(memory);
    return 0;
}
