/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manifest.c -- any bytes are a manifest or a message; a manifest reads back as itself. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design/manifest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_round_trip(const struct design *design)
{
    char *text = manifest_write(design);
    struct design *again = NULL;
    struct assay_error error;
    if (text == NULL)
        abort();
    if (manifest_parse(text, strlen(text), "written", "/", &again, &error) != ASSAY_OK) {
        fprintf(stderr, "%s\n%s", error.text, text);
        abort();
    }
    char *second = manifest_write(again);
    if (second == NULL || strcmp(text, second) != 0) {
        fprintf(stderr, "written twice:\n%s%s", text, second);
        abort();
    }
    free(second);
    free(text);
    design_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct design *design = NULL;
    struct assay_error error = {ASSAY_OK, ""};
    enum assay_status status =
        manifest_parse((const char *)data, size, "fuzz", "/", &design, &error);
    if (status == ASSAY_OK) {
        if (design == NULL)
            abort();
        check_round_trip(design);
        design_free(&design);
    } else if (design != NULL || error.status != status || error.text[0] == '\0') {
        abort();
    }
    return 0;
}
