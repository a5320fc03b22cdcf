/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_read.h -- findings that were saved as JSON, as what a page is written from. */
#pragma once

#include "view/page/report.h"

/* Everything borrows from the document but the arrays. */
struct report_document {
    json_t *findings; /* as report_json makes them */
    struct assay_series *series;
    struct sample_finding *samples;
    size_t n_samples;
    struct comparison_finding *rows;
    size_t n_rows;
    char (*trouble)[256];
    struct system_pair *pairs;
    size_t n_pairs;
    const char **benchmarks;
    size_t n_benchmarks;
    double confidence;
};

/* True when the text is a document of `assay show`, `compare` or `report`, by its first bytes. */
bool report_is_findings(const char *text, size_t n);

/* What a file of this name holds; ASSAY_INVALID when it is no such document or says what cannot be. End
 * with report_document_fini in any case. A document of show or compare has no charts but the changes
 * and the variances. */
enum assay_status report_read(const char *name, const char *text, size_t n,
                              struct report_document *document, struct assay_error *error);
void report_document_fini(struct report_document *document);

