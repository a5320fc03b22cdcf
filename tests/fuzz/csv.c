/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv.c -- fuzz target: broken texts are read or refused with a reason by every format of text,
 * and what is read is a sample that passes its own checks. Nothing behind the end is looked at. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "fuzz: %s\n", what);
        abort();
    }
}

static void check_series(const struct assay_series *series)
{
    struct assay_error error = {0};
    must(assay_sample_check(&series->live, &error) == ASSAY_OK, error.text);
}

static void read_as(const struct format *format, const char *text, size_t size)
{
    const struct format_options options = {"file", "file", "execution"};
    const struct format_text whole = {text, size};
    struct format_error error = {.status = ASSAY_OK};
    struct assay_dataset *dataset = assay_dataset_new();
    must(dataset != NULL, "out of memory");
    enum assay_status status = format->read(&whole, &options, dataset, &error);
    must(status == ASSAY_OK || (error.text[0] != '\0' && error.status == status),
         "a text was refused without a reason");
    if (status == ASSAY_OK && assay_dataset_finish(dataset, NULL) == ASSAY_OK)
        for (size_t i = 0; i < assay_dataset_count(dataset); i++)
            check_series(assay_dataset_get(dataset, i));
    assay_dataset_free(&dataset);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* A copy of exactly this size, so that reading behind its end is seen. */
    char *text = malloc(size > 0 ? size : 1);
    must(text != NULL, "out of memory");
    memcpy(text, data, size);
    const struct format_text whole = {text, size};
    for (size_t i = 0; formats[i] != NULL; i++) {
        (void)formats[i]->probe(&whole);
        read_as(formats[i], text, size);
    }
    free(text);
    return 0;
}
