/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiments.h -- the experiments of a store or of a site, and what changed over their versions. */
#pragma once

#include <stdio.h>

#include "store/store.h"
#include "view/page/history_page.h"
#include "view/page/page.h"

struct experiment_line {
    const struct experiment_info *info;
    const struct store_version *version;
    const char *subject;  /* of its commit; NULL: not known */
    const char *verdicts; /* as HTML: "new against old: 1 faster; …"; NULL: not known */
    const char *systems;  /* "O1, O2"; NULL: not known */
    char address[48];     /* of its page */
};

struct experiments {
    const struct experiment_line *lines; /* the newest first */
    size_t n;
    struct page_shell shell;
    const struct history_finding *history; /* of their versions; NULL: there is none */
    const char *fingerprint;               /* of a page of a site; else NULL */
    bool compares; /* any two, at compare/OLD/NEW and ?old=ID of this page */
    int64_t old;   /* chosen to be compared with; 0: none is */
};

void experiments_print(FILE *stream, const struct experiments *experiments);

/* For a page of versions beside it; they last as long as the lines. */
struct history_ways experiments_ways(const struct experiments *experiments);

/* "nightly v1.24, 2026-11-20 10:00, box (EPYC)": to be freed; NULL: no memory. */
char *experiment_words(const struct experiment_info *info, const struct store_version *version);
