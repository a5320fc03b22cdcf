/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.h -- what all pages begin with, and end with: who may run in them, their looks, what they belong to, the way to
 * the others. */
#pragma once

#include <stdio.h>

#include "store/store.h"
#include "view/page/report_assets.h"

/* The head of a page with this title, in which these n scripts of assay may run and nothing else; left
 * open for more. */
void page_begin_head(FILE *stream, const char *title, const struct report_asset *const *scripts,
                     size_t n);
/* The style; the body begins. */
void page_end_head(FILE *stream);
/* The same with the style of the pages of versions, of sweeps and of experiments. */
void page_end_series_head(FILE *stream);

/* ---- the shell ---- */

enum page_kind { PAGE_OTHER, PAGE_REPORT, PAGE_HISTORY, PAGE_SWEEPS, PAGE_EXPERIMENTS };

/* Where the other pages are, as this one has to call them; NULL: there is none. */
struct page_links {
    const char *experiments, *history;
};

struct page_shell {
    enum page_kind kind;
    struct page_links links;
    const char *project;     /* its name; NULL: as the repository is called, if that is known */
    const char *compare_url; /* as git_compare_url says it; NULL: commits are not linked */
    const char *host;        /* NULL or "": not known */
    const struct store_version *version; /* NULL: not known */
    int64_t at_ns;                       /* when it was measured, or the newest was; 0: not known */
};

/* Behind page_end_head: the band at the top, in which stands what is known of these; main begins. */
void page_begin_main(FILE *stream, const struct page_shell *shell);
/* Main ends, and a line says who made the page: "Written", "Served". The scripts may follow. */
void page_end_main(FILE *stream, const char *made);

/* "owner/name" of the repository whose compare_url it is, to be freed; NULL: that is not known. */
char *page_repository(const char *compare_url);

/* A commit by so much of its name, linked where ranges of commits are. */
void page_print_commit(FILE *stream, const char *compare_url, const char *commit,
                       const char *shown);

void page_print_script(FILE *stream, const struct report_asset *script);
