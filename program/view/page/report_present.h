/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_present.h -- what was analysed as the page, or the document, that it becomes. */
#pragma once

#include "analysis/report_analyse.h"
#include "view/page/figure.h"

struct report_look {
    const char *title; /* NULL: the experiment's or the files' name */
    const char *store; /* the path of that whose experiments are read; NULL: not known */
    bool raw, redact;
    const char *fingerprint; /* of one page of a site; else NULL */
    struct page_links links; /* to the pages beside it */
    const char *compare_url; /* as git_compare_url says it; NULL: commits are not linked */
    const char *card;        /* the picture of its answer, as the page has to call it; NULL: none */
    struct figure figure;    /* to be written in place of the page */
};

/* Gives the view with its findings to `take`; both last until it returns. ASSAY_NO_MEMORY: it was not
 * called. */
typedef void (*report_taker)(const struct report_view *view, json_t *findings, void *context);
enum assay_status report_present(const struct report_finding *finding,
                                 const struct report_look *look, size_t n_threads,
                                 report_taker take, void *context, struct assay_error *error);
