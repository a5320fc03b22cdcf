/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_site.c -- what a page of a site was made from. */
#include "view/page/report_site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"

/* The content of a meta element, still as HTML, to be freed; NULL: none. */
static char *meta_of(const char *head, const char *name)
{
    char opening[64];
    (void)snprintf(opening, sizeof opening, "<meta name=\"%s\" content=\"", name);
    const char *begin = strstr(head, opening);
    if (begin == NULL)
        return NULL;
    begin += strlen(opening);
    const char *end = strchr(begin, '"');
    const bool is_text = end != NULL && memchr(begin, '<', (size_t)(end - begin)) == NULL;
    return is_text ? strndup(begin, (size_t)(end - begin)) : NULL;
}

bool site_page_is(const char *path, const char *fingerprint, char **headline)
{
    enum { HEAD = 65536 }; /* names of systems may be long */
    OWNED char *head = calloc(HEAD + 1, 1);
    FILE *stream = head != NULL ? fopen(path, "r") : NULL;
    bool same = false;
    if (stream != NULL) {
        const size_t n = fread(head, 1, HEAD, stream);
        (void)fclose(stream);
        head[n] = '\0';
        OWNED char *made_from = meta_of(head, "assay-made-from");
        same = made_from != NULL && strcmp(made_from, fingerprint) == 0;
        if (same)
            *headline = meta_of(head, "description");
    }
    return same;
}
