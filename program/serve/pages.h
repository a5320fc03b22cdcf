/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pages.h -- what the addresses of `assay serve` show:
 *
 *     (nothing)                the experiments of the store, newest first
 *     ?old=1                   the same, to choose what experiment 1 is compared with
 *     experiment/1             the page that assay report writes
 *     compare/1/2              the page of two experiments; ?hosts=any: also of different hosts
 *     history                  the page that assay history writes
 */
#pragma once

#include "analysis/report_analyse.h"
#include "serve/http.h"

struct serve_pages {
    const char *store; /* its path; NULL: the default one */
    struct compare_request compare;
};

/* For http_begin, with a struct serve_pages as context. */
enum http_status serve_page(void *context, const char *address, FILE *page);
