/* SPDX-License-Identifier: GPL-3.0-or-later */
/* serve.c -- the store in a browser. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/owned.h"
#include "base/private_directory.h"
#include "cli/compare.h"
#include "cli/fail.h"
#include "cli/report_options.h"
#include "cli/words/serve.h"
#include "serve/pages.h"
#include "source/read_source.h"

struct serve_options {
    long port;
    bool open;
    double margin; /* NaN: the experiment's, else 0.01 */
};

/* Whether there is a store to show, before anybody waits for its pages. */
static enum assay_status look(const char *given, char **path, struct assay_error *error)
{
    SCOPED(store_close) struct store *store = NULL;
    *path = source_store_path(given);
    return *path != NULL ? store_open(*path, STORE_READ, &store, error)
                         : assay_fail(error, ASSAY_NO_MEMORY, "out of memory");
}

static void say_address(const struct http_server *server, const char *path, bool quiet)
{
    puts(http_url(server));
    (void)fflush(stdout); /* who waits for the address reads it from a pipe */
    if (!quiet)
        terminal_complain("assay: the experiments of %s, for browsers of this machine alone, and "
                          "only to read. Ctrl-C ends it.",
                          path);
}

/* A page that leads to the address, which only this user may read: what a program is started with can be read by all users of
 * the machine. To be removed and freed; NULL: there is none. */
static char *make_redirect(const char *url)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    const bool has_runtime = runtime != NULL && runtime[0] == '/';
    char *path;
    if (asprintf(&path, "%s/assay-XXXXXX.html", has_runtime ? runtime : temporary_parent()) < 0)
        return NULL;
    const int file = mkstemps(path, (int)strlen(".html"));
    FILE *page = file >= 0 ? fdopen(file, "w") : NULL;
    if (page == NULL) {
        if (file >= 0)
            close(file);
        free(path);
        return NULL;
    }
    fprintf(page,
            "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>assay serve</title>\n"
            "<meta http-equiv=\"refresh\" content=\"0;url=%s\">\n<p><a href=\"%s\">%s</a></p>\n",
            url, url, url);
    (void)fclose(page);
    return path;
}

static enum exit_code serve(const struct serve_options *options, const char *given,
                            const struct global_options *global)
{
    struct serve_pages pages = {.store = given, .compare = compare_request_of(NULL, global)};
    SCOPED(http_end) struct http_server *server = NULL;
    struct assay_error error;
    OWNED char *redirect = NULL;
    OWNED char *path = NULL;
    pages.compare.margin = options->margin;
    enum assay_status status = look(given, &path, &error);
    if (status == ASSAY_OK)
        status = http_begin((unsigned short)options->port, serve_page, &pages, &server, &error);
    if (status == ASSAY_OK) {
        say_address(server, path, global->quiet);
        redirect = options->open ? make_redirect(http_url(server)) : NULL;
        if (options->open) {
            if (redirect != NULL)
                report_open(redirect);
            else
                terminal_complain(
                    "assay: no file could be made to open a browser with; open the address above");
        }
        status = http_run(server, &error);
    }
    if (redirect != NULL)
        (void)unlink(redirect);
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}

static const struct serve_options defaults = {.margin = (double)NAN};

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct serve_options *options = given;
    if (arguments->n <= 1 && options->port <= 65535)
        return serve(options, arguments->n == 1 ? arguments->items[0] : global->store, global);
    return fail_saying(EXIT_USAGE, arguments->n > 1 ? "assay: serve shows one store"
                                                    : "assay: --port: ports end at 65535");
}

const struct verb verb_serve = {
    VERB_PAGE,
    .defaults = &defaults,
    .answer = answer,
};
