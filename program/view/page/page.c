/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.c -- what all pages begin with, and end with. */
#include "view/page/page.h"

#include <string.h>

#include "view/page/html.h"
#include "view/text/view_memory.h"

#include <assay/assay.h>

static void page_print_pieces(FILE *stream, const struct report_asset *asset)
{
    for (size_t i = 0; asset->pieces[i] != NULL; i++)
        fputs(asset->pieces[i], stream);
}

void page_print_script(FILE *stream, const struct report_asset *script)
{
    fputs("<script>", stream);
    page_print_pieces(stream, script);
    fputs("</script>\n", stream);
}

/* Only the scripts that assay wrote may run, by their hashes; nothing may be fetched. Scripts set
 * styles on what they draw. */
void page_begin_head(FILE *stream, const char *title, const struct report_asset *const *scripts,
                     size_t n)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "base-uri 'none'; form-action 'none'; img-src data: blob:; style-src 'unsafe-inline'",
          stream);
    for (size_t i = 0; i < n; i++)
        html_printf(stream, "%s 'sha256-%s'", i == 0 ? "; script-src" : "", scripts[i]->sha256);
    html_printf(stream,
                "\">\n<meta name=\"viewport\" content=\"width=device-width, "
                "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta "
                "name=\"generator\" content=\"assay %s\">\n<title>%s \u00b7 assay</title>\n",
                assay_version(), title);
}

static void print_style(FILE *stream, const struct report_asset *style)
{
    fputs("<style>", stream);
    page_print_pieces(stream, style);
    fputs("</style>\n</head>\n<body>\n", stream);
}

void page_end_head(FILE *stream)
{
    print_style(stream, &report_style);
}

void page_end_series_head(FILE *stream)
{
    print_style(stream, &report_series_style);
}

/* ---- the shell ---- */

static const char ranges[] = "compare/";

/* Of "https://host/project/compare/" the bytes before "compare/"; 0: it is no such address. */
static size_t repository_length(const char *compare_url)
{
    const size_t n = compare_url != NULL ? strlen(compare_url) : 0;
    return n > strlen(ranges) && strcmp(compare_url + n - strlen(ranges), ranges) == 0
               ? n - strlen(ranges)
               : 0;
}

void page_print_commit(FILE *stream, const char *compare_url, const char *commit, const char *shown)
{
    enum { SHORT = 12 };
    const size_t n = repository_length(compare_url);
    if (n > 0)
        html_printf(stream, "<a href=\"%.*scommit/%s\">", (int)n, compare_url, commit);
    html_printf(stream, "%.*s", SHORT, shown);
    fputs(n > 0 ? "</a>" : "", stream);
}

/* "owner/name" of "https://host/owner/name/-/compare/": where it begins, and ends. */
static void find_name(const char *compare_url, size_t *begin, size_t *end)
{
    *end = repository_length(compare_url);
    if (*end >= 3 && strncmp(compare_url + *end - 3, "/-/", 3) == 0)
        *end -= 2;
    while (*end > 0 && compare_url[*end - 1] == '/')
        --*end;
    *begin = *end;
    for (size_t parts = 0; *begin > 0 && (compare_url[*begin - 1] != '/' || ++parts < 2);)
        --*begin;
}

char *page_repository(const char *compare_url)
{
    size_t begin, end;
    find_name(compare_url, &begin, &end);
    return end > begin ? view_format("%.*s", (int)(end - begin), compare_url + begin) : NULL;
}

static void print_repository(FILE *stream, const char *compare_url)
{
    size_t begin, end;
    find_name(compare_url, &begin, &end);
    html_printf(stream, "<a class=\"project\" href=\"%.*s\">%.*s</a>", (int)end, compare_url,
                (int)(end - begin), compare_url + begin);
}

/* The page itself has no link to itself. */
static void print_way(FILE *stream, const struct page_shell *shell, enum page_kind kind,
                      const char *address, const char *words)
{
    if (shell->kind == kind)
        html_printf(stream, " <span aria-current=\"page\">%s</span>", words);
    else if (address != NULL)
        html_printf(stream, " <a href=\"%s\">%s</a>", address, words);
}

static void print_version(FILE *stream, const struct page_shell *shell)
{
    const struct store_version *version = shell->version;
    if (version == NULL || (version->label == NULL && version->commit == NULL))
        return;
    const bool same = version->label != NULL && version->commit != NULL &&
                      strncmp(version->commit, version->label, strlen(version->label)) == 0;
    fputs("<span>", stream);
    if (version->label != NULL && !same)
        html_printf(stream, version->commit != NULL ? "%s " : "%s", version->label);
    if (version->commit != NULL)
        page_print_commit(stream, shell->compare_url, version->commit,
                          same ? version->label : version->commit);
    fputs(version->dirty ? " with changes</span> " : "</span> ", stream);
}

void page_begin_main(FILE *stream, const struct page_shell *shell)
{
    fputs("<header class=\"shell\">", stream);
    fputs("<nav aria-label=\"Pages\">", stream);
    if (shell->project != NULL)
        html_printf(stream, "<span class=\"project\">%s</span>", shell->project);
    else if (repository_length(shell->compare_url) > 0)
        print_repository(stream, shell->compare_url);
    else
        fputs("<span class=\"project\">assay</span>", stream);
    print_way(stream, shell, PAGE_EXPERIMENTS, shell->links.experiments, "All experiments");
    print_way(stream, shell, PAGE_HISTORY, shell->links.history, "History");
    print_way(stream, shell, PAGE_REPORT, NULL, "Report");
    print_way(stream, shell, PAGE_SWEEPS, NULL, "Sweeps");
    fputs("</nav>", stream);
    fputs("<p>", stream);
    if (shell->host != NULL && shell->host[0] != '\0')
        html_printf(stream, "<span>%s</span> ", shell->host);
    print_version(stream, shell);
    fputs("<span>", stream);
    if (shell->at_ns != 0)
        html_time(stream, "", shell->at_ns, "");
    fputs("</span></p>", stream);
    fputs("</header>\n<main>\n", stream);
}

void page_end_main(FILE *stream, const char *made)
{
    html_printf(stream, "</main>\n<footer>%s by assay %s.</footer>\n", made, assay_version());
}
