/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pages.c -- each address made anew from the store, which is opened for reading alone. */
#include "serve/pages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/history_analyse.h"
#include "base/failure.h"
#include "git/git.h"
#include "source/read_source.h"
#include "view/page/experiments.h"
#include "view/page/html.h"
#include "view/page/page.h"
#include "view/page/report_present.h"
#include "view/text/view_memory.h"

/* ---- addresses ---- */

enum { ID = 20 };

/* The digits at *at, which stands behind them then. False: there are none, or too many. */
static bool take_id(const char **at, char id[ID])
{
    const size_t n = strspn(*at, "0123456789");
    if (n == 0 || n >= ID)
        return false;
    memcpy(id, *at, n);
    id[n] = '\0';
    *at += n;
    return true;
}

/* Where all pages begin, from an address. */
static const char *home_of(const char *address)
{
    static const char *const home[] = {".", "..", "../.."};
    size_t depth = 0;
    for (const char *at = strchr(address, '/'); at != NULL && depth < 2; at = strchr(at + 1, '/'))
        depth++;
    return home[depth];
}

static bool takes(const char **at, const char *word)
{
    const size_t n = strlen(word);
    if (strncmp(*at, word, n) != 0)
        return false;
    *at += n;
    return true;
}

/* ---- what is not a page of measurements ---- */

/* other: the experiment to compare with although its host is another one; NULL: that is not offered. */
static void print_trouble(FILE *page, const char *what, const char *home, const char *other)
{
    page_begin_head(page, "Not shown", NULL, 0);
    page_end_head(page);
    page_begin_main(page, &(struct page_shell){.links = {.experiments = home}});
    fputs("<header><h1>Not shown</h1></header>\n<p>", page);
    html_text(page, what);
    fputs("</p>\n", page);
    if (other != NULL)
        html_printf(
            page, "<p><a href=\"%s?hosts=any\">Compare them although their hosts differ</a></p>\n",
            other);
    page_end_main(page, "Served");
    fputs("</body>\n</html>\n", page);
}

static enum http_status fail_page(FILE *page, const struct assay_error *error, const char *home,
                                  const char *other)
{
    print_trouble(page, error->text, home, other);
    switch (error->status) {
    case ASSAY_MISSING: return HTTP_NOT_FOUND;
    case ASSAY_SYSTEM:
    case ASSAY_NO_MEMORY: return HTTP_FAILED;
    default: return HTTP_NOT_SHOWN;
    }
}

/* ---- pages ---- */

/* The experiments of the store, and of as many as are quick to read what changed over their versions. */
struct listed {
    struct store_listing listing;
    struct experiment_line *lines;
    struct history history;
    bool has_history;
    char *compare_url;
    struct experiments all;
};

static enum assay_status read_listing(const struct serve_pages *pages, struct listed *listed,
                                      struct assay_error *error)
{
    struct store *store = NULL;
    OWNED char *path = source_store_path(pages->store);
    enum assay_status status =
        path == NULL ? fail_no_memory(error) : store_open(path, STORE_READ, &store, error);
    if (status == ASSAY_OK)
        status = store_listing_read(store, &listed->listing, error);
    store_close(&store);
    const size_t n = status == ASSAY_OK ? listed->listing.n : 0;
    listed->lines = calloc(n + 1, sizeof *listed->lines);
    if (listed->lines == NULL)
        return status == ASSAY_OK ? fail_no_memory(error) : status;
    for (size_t i = 0; i < n; i++) {
        struct experiment_line *line = &listed->lines[n - 1 - i];
        *line = (struct experiment_line){.info = &listed->listing.infos[i],
                                         .version = &listed->listing.entries[i].version,
                                         .systems = listed->listing.entries[i].systems};
        (void)snprintf(line->address, sizeof line->address, "experiment/%" PRId64, line->info->id);
    }
    listed->compare_url = git_compare_url(".");
    listed->all = (struct experiments){
        .lines = listed->lines,
        .n = n,
        .shell = {.links = {.history = "history"}, .compare_url = listed->compare_url},
        .compares = true};
    return status;
}

static enum assay_status read_history(const struct serve_pages *pages, struct listed *listed,
                                      struct assay_error *error)
{
    struct history_request request = HISTORY_REQUEST_DEFAULTS;
    request.rule.confidence = pages->compare.confidence;
    request.source.store = pages->store;
    const enum assay_status status = history_analyse(&request, &listed->history, NULL, error);
    listed->has_history = status == ASSAY_OK && listed->history.finding.n_versions > 1;
    if (listed->has_history)
        listed->all.history = &listed->history.finding;
    return status;
}

static void listed_fini(struct listed *listed)
{
    history_fini(&listed->history);
    store_listing_fini(&listed->listing);
    free(listed->lines);
    free(listed->compare_url);
}

static enum http_status print_index(const struct serve_pages *pages, const char *old, FILE *page)
{
    enum { QUICK = 400 }; /* experiments */
    SCOPED(listed_fini) struct listed listed = {.lines = NULL};
    struct assay_error error;
    enum http_status answer = HTTP_DONE;
    if (read_listing(pages, &listed, &error) == ASSAY_OK) {
        struct assay_error none; /* a store without versions has no history */
        listed.all.old = strtoll(old, NULL, 10);
        if (listed.all.n <= QUICK)
            (void)read_history(pages, &listed, &none);
        experiments_print(page, &listed.all);
    } else {
        answer = fail_page(page, &error, ".", NULL);
    }
    return answer;
}

static void print_view(const struct report_view *view, json_t *findings, void *page)
{
    report_print(page, view, findings);
}

static const struct experiment_line *find_line(const struct listed *listed, const char *id)
{
    for (size_t i = 0; i < listed->all.n; i++)
        if (listed->lines[i].info->id == strtoll(id, NULL, 10))
            return &listed->lines[i];
    return NULL;
}

/* "nightly v2, 2026-11-20 10:00, box against nightly v1, …", to be freed; NULL: they are not there. */
static char *title_of(const struct serve_pages *pages, const char *const ids[2])
{
    SCOPED(listed_fini) struct listed listed = {.lines = NULL};
    struct assay_error error;
    char *title = NULL;
    const enum assay_status status = read_listing(pages, &listed, &error);
    const struct experiment_line *old = status == ASSAY_OK ? find_line(&listed, ids[0]) : NULL,
                                 *new = status == ASSAY_OK ? find_line(&listed, ids[1]) : NULL;
    if (old != NULL && new != NULL) {
        OWNED char *before = experiment_words(old->info, old->version),
                   *after = experiment_words(new->info, new->version);
        if (before != NULL && after != NULL)
            title = view_format("%s against %s%s", after, before,
                                old->info->started_ns > new->info->started_ns
                                    ? ". Turned round: what it compares with was measured later"
                                    : "");
    }
    return title;
}

/* The page of one experiment, or of two. */
static enum http_status print_report(const struct serve_pages *pages, const char *const *ids,
                                     size_t n, bool any_host, const char *home, FILE *page)
{
    const struct report_request request = {
        .source = {.arguments = {(const char **)ids, n}, .stored = true, .store = pages->store},
        .compare = pages->compare,
        .allow_different_hosts = any_host};
    OWNED char *history = NULL, *title = n == 2 ? title_of(pages, ids) : NULL,
               *store = source_store_path(pages->store);
    if (asprintf(&history, "%s/history", home) < 0)
        history = NULL;
    /* Git, which may be slow, is asked for the page of versions alone. */
    const struct report_look look = {
        .title = title, .store = store, .links = {.experiments = home, .history = history}};
    SCOPED(report_finding_fini) struct report_finding finding = {0};
    struct assay_error error;
    enum http_status answer = HTTP_DONE;
    enum assay_status status = report_analyse(&request, &finding, NULL, &error);
    if (status == ASSAY_OK)
        status =
            report_present(&finding, &look, pages->compare.n_threads, print_view, page, &error);
    if (status != ASSAY_OK) {
        const bool of_hosts = n == 2 && !any_host && error.status != ASSAY_SYSTEM &&
                              strstr(error.text, "host") != NULL;
        answer = fail_page(page, &error, home, of_hosts ? ids[1] : NULL);
    }
    return answer;
}

static enum http_status print_history(const struct serve_pages *pages, FILE *page)
{
    SCOPED(listed_fini) struct listed listed = {.lines = NULL};
    struct assay_error error;
    enum http_status answer = HTTP_DONE;
    enum assay_status status = read_listing(pages, &listed, &error);
    if (status == ASSAY_OK)
        status = read_history(pages, &listed, &error);
    if (status == ASSAY_OK) {
        const struct history_view view = {.finding = &listed.history.finding, .stored = true};
        history_subjects(&listed.history.finding);
        const struct history_ways ways = experiments_ways(&listed.all);
        history_page_print(
            page, &view,
            &(struct page_shell){.links = {.experiments = "."}, .compare_url = listed.compare_url},
            &ways);
    } else {
        answer = fail_page(page, &error, ".", NULL);
    }
    return answer;
}

enum http_status serve_page(void *context, const char *address, FILE *page)
{
    const struct serve_pages *pages = context;
    const char *at = address;
    char first[ID] = "0", second[ID];
    const char *const ids[] = {first, second};
    if (*at == '\0' || (takes(&at, "?old=") && take_id(&at, first) && *at == '\0'))
        return print_index(pages, first, page);
    if (takes(&at, "experiment/") && take_id(&at, first) && *at == '\0')
        return print_report(pages, ids, 1, false, home_of(address), page);
    if (takes(&at, "compare/") && take_id(&at, first) && takes(&at, "/") && take_id(&at, second) &&
        (*at == '\0' || strcmp(at, "?hosts=any") == 0))
        return print_report(pages, ids, 2, *at != '\0', home_of(address), page);
    if (strcmp(address, "history") == 0)
        return print_history(pages, page);
    print_trouble(page, "There is no page of this address.", home_of(address), NULL);
    return HTTP_NOT_FOUND;
}
