/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_site.h -- pages of a site: what their heads say, and the index of them. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "finding/history_finding.h"
#include "store/store.h"

struct site_entry {
    const struct experiment_info *info;
    char file[48];  /* in the site's directory */
    char *headline; /* as HTML, from the page's head; NULL: none. To be freed. */
    struct store_version version;
    char *subject; /* of its commit; NULL: not known. To be freed. */
};

/* True when the page at path was made from what the fingerprint stands for; then the headline is
 * read. */
bool site_page_is(const char *path, const char *fingerprint, struct site_entry *entry);

struct site_index {
    const struct site_entry *entries;
    size_t n;
    const char *fingerprint;               /* of all entries */
    const char *history_file;              /* in the site's directory; NULL: there is none */
    const struct history_finding *history; /* of the versions, with that file */
    const char *compare_url;               /* as git_compare_url says it; NULL: none */
};
void site_print_index(FILE *stream, const struct site_index *site);
