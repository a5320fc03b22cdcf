/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_site.c -- an index of experiments, each with its page. */
#include "view/page/report_site.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "view/page/html.h"
#include "view/page/page.h"

#include <assay/assay.h>

/* ---- heads of pages ---- */

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
    return end != NULL ? strndup(begin, (size_t)(end - begin)) : NULL;
}

bool site_page_is(const char *path, const char *fingerprint, struct site_entry *entry)
{
    enum { HEAD = 65536 }; /* names of systems may be long */
    char *head = calloc(HEAD + 1, 1);
    FILE *stream = head != NULL ? fopen(path, "r") : NULL;
    bool same = false;
    if (stream != NULL) {
        const size_t n = fread(head, 1, HEAD, stream);
        (void)fclose(stream);
        head[n] = '\0';
        char *made_from = meta_of(head, "assay-made-from");
        same = made_from != NULL && strcmp(made_from, fingerprint) == 0;
        if (same)
            entry->headline = meta_of(head, "description");
        free(made_from);
    }
    free(head);
    return same;
}

/* ---- index ---- */

/* Its label, and which commit that is. */
static void print_version(FILE *stream, const struct store_version *version)
{
    enum { SHORT = 12 };
    const char *label = version->label != NULL ? version->label : "", *commit = version->commit;
    html_name(stream, label);
    if (commit != NULL && (label[0] == '\0' || strncmp(commit, label, strlen(label)) != 0))
        html_printf(stream, label[0] != '\0' ? " (%.*s)" : "%.*s", SHORT, commit);
}

static void print_entry(FILE *stream, const struct site_entry *entry)
{
    const struct experiment_info *info = entry->info;
    const time_t seconds = (time_t)(info->started_ns / 1000000000);
    struct tm parts;
    char started[32] = "";
    if (gmtime_r(&seconds, &parts) != NULL)
        (void)strftime(started, sizeof started, "%Y-%m-%d %H:%M", &parts);
    fprintf(stream, "<tr><td class=\"number\">%" PRId64 "</td><th scope=\"row\"><a href=\"%s\">",
            info->id, entry->file);
    if (info->name != NULL)
        html_name(stream, info->name);
    else
        fprintf(stream, "Experiment %" PRId64, info->id);
    fputs("</a></th><td>", stream);
    print_version(stream, &entry->version);
    fprintf(stream,
            "</td><td class=\"wide\">%s</td><td>%s</td><td class=\"number\">%zu<span "
            "class=\"narrow\"> executions</span></td><td>%s</td></tr>\n",
            entry->headline != NULL ? entry->headline : "", started, info->executions,
            info->finished_ns == 0 ? "not complete"
            : info->failures > 0   ? "some failed"
                                   : "complete");
}

void site_print_index(FILE *stream, const struct site_entry *entries, size_t n, const char *history)
{
    page_begin_head(stream, "Experiments", NULL, 0);
    page_end_head(stream);
    fputs("<main>\n<header><h1>Experiments</h1></header>\n", stream);
    if (history != NULL)
        fprintf(stream, "<p><a href=\"%s\">What changed over the versions</a></p>\n", history);
    fputs("<div class=\"scroll\"><table "
          "class=\"experiments\"><caption>The newest first</caption>\n<thead><tr><th scope=\"col\" "
          "class=\"number\">id</th><th scope=\"col\">experiment</th><th "
          "scope=\"col\">version</th><th scope=\"col\">verdicts</th>"
          "<th scope=\"col\">started (UTC)</th><th scope=\"col\" class=\"number\">executions</th>"
          "<th scope=\"col\">state</th></tr></thead>\n<tbody>\n",
          stream);
    for (size_t i = 0; i < n; i++)
        print_entry(stream, &entries[i]);
    fprintf(stream,
            "</tbody></table></div>\n</main>\n<footer>Written by assay %s.</footer>\n</body>\n"
            "</html>\n",
            assay_version());
}
