/* SPDX-License-Identifier: GPL-3.0-or-later */
/* artefact.c -- fuzz target: broken ELF files and archives of objects are read to the end or taken as bytes,
 * twice alike, whatever their offsets say. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/artefact.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void take(void *context, const char *library, const char *search)
{
    *(size_t *)context += strlen(library) + strlen(search);
}

static struct artefact read_copy(const uint8_t *data, size_t size)
{
    const struct artefact_place place = {{"/tmp/build", "/tmp"}, 1000, 2000};
    unsigned char *copy = malloc(size > 0 ? size : 1);
    size_t needs = 0;
    if (copy == NULL)
        abort();
    memcpy(copy, data, size);
    const struct artefact artefact = artefact_of(copy, size, &place);
    artefact_needs(copy, size, take, &needs);
    free(copy);
    return artefact;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct artefact a = read_copy(data, size), b = read_copy(data, size);
    if (a.digest != b.digest || a.counts != b.counts) {
        puts("fuzz: the same bytes are two programs");
        abort();
    }
    return 0;
}
