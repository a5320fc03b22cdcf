/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness.c -- fuzz target: what a benchmark says about itself is read or refused with a reason;
 * what is read is finite. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/values.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "fuzz: %s\n", what);
        abort();
    }
}

static void check(const struct value_buffer *series)
{
    must(series->metric[0] != '\0' && series->unit[0] != '\0' && series->batch > 0,
         "a bare series");
    for (size_t i = 0; i < series->n; i++)
        must(isfinite(series->values[i]) != 0, "a value that is not finite");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct values values = {0};
    struct assay_error error = {ASSAY_OK, ""};
    char *text = malloc(size + 1);
    must(text != NULL, "out of memory");
    memcpy(text, data, size);
    text[size] = '\0';
    if (harness_read(text, &values, &error) != ASSAY_OK)
        must(error.text[0] != '\0', "refused without a reason");
    else
        for (size_t i = 0; i < values.n; i++)
            check(&values.items[i]);
    values_fini(&values);
    free(text);
    return 0;
}
