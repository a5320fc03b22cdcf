/* SPDX-License-Identifier: GPL-3.0-or-later */
/* support.h -- reading texts of any format in tests. */
#ifndef TESTS_FORMAT_SUPPORT_H
#define TESTS_FORMAT_SUPPORT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/format.h"
#include "support/oracle.h"

static inline size_t n_values(const struct assay_sample *sample)
{
    return sample->shape.count[0] == 0
               ? 0
               : assay_shape_units(&sample->shape, sample->shape.n_levels - 1);
}

/* Recognises the text, reads it and finishes the dataset; NULL with *error set when it is refused.
 */
static inline struct assay_dataset *import_text(const char *text, size_t size,
                                                const char *expected_format, bool partial,
                                                struct format_summary *summary,
                                                struct assay_error *error)
{
    const struct format_options options = {.system = "file",
                                           .benchmark = "file",
                                           .alone = true,
                                           .partial = partial,
                                           .summary = summary};
    const struct format_text whole = {text, size};
    const struct format *format = format_recognise(&whole, "file");
    assert_non_null(format);
    assert_string_equal(format->name, expected_format);
    struct assay_dataset *dataset = assay_dataset_new();
    struct assay_error cause;
    *error = (struct assay_error){.status = ASSAY_OK};
    if (format_read(format, &whole, &options, dataset, error) != ASSAY_OK) {
        assert_true(error->text[0] != '\0');
        assay_dataset_free(&dataset);
        return NULL;
    }
    if (assay_dataset_finish(dataset, &cause) != ASSAY_OK)
        fail_msg("%s", cause.text);
    return dataset;
}

static inline size_t skipped(const struct format_summary *summary, const char *reason)
{
    for (size_t i = 0; i < summary->n; i++)
        if (strcmp(summary->skipped[i].reason, reason) == 0)
            return summary->skipped[i].n;
    return 0;
}

#endif
