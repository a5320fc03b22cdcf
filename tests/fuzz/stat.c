/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat.c -- fuzz target: `assay stat` reads any bytes as numbers, or refuses them; what it has read
 * is finite and knows its lines. */
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/exit.h"
#include "cli/stat.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what)
{
    if (!condition) {
        printf("fuzz: %s\n", what);
        abort();
    }
}

/* The reader complains on stderr, thousands of times here. */
static bool read_quietly(const char *path, const char *column, struct stat_sample *sample)
{
    int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    must(kept >= 0 && nowhere >= 0 && dup2(nowhere, STDERR_FILENO) >= 0, "no descriptors");
    bool ok = stat_sample_read(path, column, sample) == EXIT_DONE;
    must(dup2(kept, STDERR_FILENO) >= 0, "no descriptors");
    close(nowhere);
    close(kept);
    return ok;
}

static void check(const char *path, const char *column, size_t size)
{
    struct stat_sample sample;
    bool ok = read_quietly(path, column, &sample);
    must(ok == (sample.n > 0), "a sample without values was taken");
    for (size_t i = 0; i < sample.n; i++) {
        must(isfinite(sample.values[i]) != 0, "a value is not finite");
        must(sample.line[i] >= 1 && sample.line[i] <= size + 1, "a line is out of range");
        must(i == 0 || sample.line[i] > sample.line[i - 1], "two values share a line");
    }
    stat_sample_fini(&sample);
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
