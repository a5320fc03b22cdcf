/* SPDX-License-Identifier: GPL-3.0-or-later */
/* driver.c -- runs a fuzz target without libFuzzer: each file of a corpus, then seeded mutations of
 * them. Usage: fuzz_TARGET MUTATIONS FILE…
 *
 * The same target links with libFuzzer instead of this file:
 *   clang -fsanitize=fuzzer,address,undefined target.c …
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/random.h>

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

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s MUTATIONS FILE...\n", argv[0]);
        return 2;
    }
    static struct input original, changed;
    long mutations = strtol(argv[1], NULL, 10);
    for (int i = 2; i < argc; i++) {
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
    printf("%d files, %ld mutations of each\n", argc - 2, mutations);
    return 0;
}
