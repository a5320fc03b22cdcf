/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format.c -- fuzz target: broken texts are read or refused with a reason by every format of text,
 * and what is read is a sample that passes its own checks. Nothing behind the end is looked at.
 * Where the environment's FUZZ_ONLY names a format, its reader alone is called. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/format.h"

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

static void read_as(const struct format *format, bool partial, const char *text, size_t size)
{
    struct format_summary summary = {0};
    struct format_versions versions = {0};
    const struct format_options options = {.system = "file",
                                           .benchmark = "file",
                                           .level = partial ? NULL : "execution",
                                           .alone = partial,
                                           .partial = partial,
                                           .summary = &summary,
                                           .versions = &versions};
    const struct format_text whole = {text, size};
    struct assay_error error = {.status = ASSAY_OK};
    struct assay_dataset *dataset = assay_dataset_new();
    must(dataset != NULL, "out of memory");
    enum assay_status status = format_read(format, &whole, &options, dataset, &error);
    must(status == ASSAY_OK || (error.text[0] != '\0' && error.status == status),
         "a text was refused without a reason");
    if (status == ASSAY_OK && assay_dataset_finish(dataset, NULL) == ASSAY_OK)
        for (size_t i = 0; i < assay_dataset_count(dataset); i++)
            check_series(assay_dataset_get(dataset, i));
    (void)format_versions_find(&versions, "file");
    format_versions_fini(&versions);
    assay_dataset_free(&dataset);
}

static bool is_wanted(const struct format *format)
{
    const char *only = getenv("FUZZ_ONLY");
    return only == NULL || strcmp(only, format->name) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* A copy of exactly this size, so that reading behind its end is seen. */
    char *text = malloc(size > 0 ? size : 1);
    must(text != NULL, "out of memory");
    memcpy(text, data, size);
    const struct format_text whole = {text, size};
    must(getenv("FUZZ_ONLY") == NULL || format_named(getenv("FUZZ_ONLY")) != NULL,
         "FUZZ_ONLY names no format");
    for (size_t i = 0; formats[i] != NULL; i++) {
        if (!is_wanted(formats[i]))
            continue;
        (void)format_probe(formats[i], &whole);
        read_as(formats[i], false, text, size);
        read_as(formats[i], true, text, size);
    }
    free(text);
    return 0;
}
