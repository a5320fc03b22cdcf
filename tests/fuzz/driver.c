/* SPDX-License-Identifier: GPL-3.0-or-later */
/* driver.c -- runs a fuzz target without libFuzzer: each file of a corpus, then seeded mutations of
 * them, and without these what campaigns have kept. Usage: fuzz_TARGET MUTATIONS FILE… [KEPT.tar.gz…]
 *
 * The same target links with libFuzzer instead of this file: see campaign. An archive is tried by
 * the reader alone that it is named after.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>

#include "text/unpack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 1 << 16 };

struct input {
    uint8_t bytes[MAX_BYTES];
    size_t n;
};

static int read_input(const char *path, struct input *input)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 0;
    }
    input->n = fread(input->bytes, 1, MAX_BYTES, file);
    fclose(file);
    return 1;
}

static size_t below(struct assay_random *random, size_t n)
{
    return (size_t)assay_random_below(random, n);
}

/* A stretch is removed, doubled, or overwritten by another stretch. */
static void mutate_stretch(struct assay_random *random, struct input *input)
{
    size_t from = below(random, input->n), length = 1 + below(random, 32);
    if (length > input->n - from)
        length = input->n - from;
    uint8_t *bytes = input->bytes;
    switch (below(random, 3)) {
    case 0:
        memmove(bytes + from, bytes + from + length, input->n - from - length);
        input->n -= length;
        break;
    case 1:
        if (input->n + length > MAX_BYTES)
            break;
        memmove(bytes + from + length, bytes + from, input->n - from);
        input->n += length;
        break;
    default: memmove(bytes + below(random, input->n - length + 1), bytes + from, length);
    }
}

static void mutate(struct assay_random *random, struct input *input)
{
    static const uint8_t telling[] = "{}[]:,-'\"\\\n\t #&*!|>%@`\0\x7f\x80\xff"
                                     "0129";
    for (size_t left = 1 + below(random, 4); left > 0 && input->n > 0; left--) {
        switch (below(random, 3)) {
        case 0:
            input->bytes[below(random, input->n)] = telling[below(random, sizeof telling - 1)];
            break;
        case 1: input->bytes[below(random, input->n)] ^= (uint8_t)(1u << below(random, 8)); break;
        default: mutate_stretch(random, input);
        }
    }
}

/* The target sees memory of exactly the input's size, so that a sanitizer sees a step beyond it. */
static void run(const struct input *input)
{
    uint8_t *copy = malloc(input->n > 0 ? input->n : 1);
    if (copy == NULL)
        abort();
    memcpy(copy, input->bytes, input->n);
    (void)LLVMFuzzerTestOneInput(copy, input->n);
    free(copy);
}

/* The files of an archive as campaign writes it: ustar, plain files only. */
static int run_kept(const char *path)
{
    enum { BLOCK = 512, SIZE_AT = 124, MOST = 1 << 22 };
    static struct input input;
    static char packed[MOST];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return -1;
    }
    const struct format_text whole = {packed, fread(packed, 1, MOST, file), false};
    fclose(file);
    struct spool spool;
    size_t rest;
    struct assay_error error = {.status = ASSAY_OK};
    if (unpack(&whole, &spool, &rest, &error) != ASSAY_OK) {
        fprintf(stderr, "%s: %s\n", path, error.text);
        return -1;
    }
    int n = 0;
    for (size_t at = 0; at + BLOCK < spool.n && spool.text[at] != '\0'; n++) {
        input.n = strtoul(spool.text + at + SIZE_AT, NULL, 8);
        at += BLOCK;
        if (input.n > MAX_BYTES || input.n > spool.n - at)
            return -1;
        memcpy(input.bytes, spool.text + at, input.n);
        run(&input);
        at += (input.n + BLOCK - 1) / BLOCK * BLOCK;
    }
    spool_abandon(&spool);
    return n;
}

/* "jmh_log" of "…/kept/jmh_log.tar.gz", as the reader calls itself. */
static void choose_reader(const char *path, const char *suffix)
{
    char name[64];
    const char *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
    (void)snprintf(name, sizeof name, "%.*s", (int)(suffix - base), base);
    for (char *p = name; *p != '\0'; p++)
        *p = *p == '_' ? '-' : *p;
    (void)setenv("FUZZ_ONLY", name, 1);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s MUTATIONS FILE...\n", argv[0]);
        return 2;
    }
    static struct input original, changed;
    long mutations = strtol(argv[1], NULL, 10);
    int kept = 0;
    for (int i = 2; i < argc; i++) {
        const char *suffix = strstr(argv[i], ".tar.gz");
        if (suffix != NULL) {
            choose_reader(argv[i], suffix);
            const int n = run_kept(argv[i]);
            if (n < 0)
                return 2;
            kept += n;
            (void)unsetenv("FUZZ_ONLY");
            continue;
        }
        if (!read_input(argv[i], &original))
            return 2;
        run(&original);
        struct assay_random random;
        assay_random_init(&random, 1, ASSAY_RANDOM_TEST, (uint32_t)i, 0);
        for (long j = 0; j < mutations; j++) {
            changed = original;
            mutate(&random, &changed);
            run(&changed);
        }
    }
    printf("%d arguments, %ld mutations of each file, %d kept inputs\n", argc - 2, mutations, kept);
    return 0;
}
