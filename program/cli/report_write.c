/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_write.c -- the page's file. */
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/replace.h"
#include "cli/fail.h"
#include "cli/report_options.h"
#include "view/document/json.h"
#include "view/page/card.h"
#include "view/text/view_memory.h"

extern char **environ;

static enum exit_code say_unwritable(const char *path)
{
    return fail_saying(EXIT_SYSTEM, "assay: %s cannot be written: %s", path, strerror(errno));
}

enum exit_code report_write_file(const char *path, void (*print)(FILE *stream, void *context),
                                 void *context)
{
    struct replacement replacement;
    if (strcmp(path, "-") == 0) {
        print(stdout, context);
        return EXIT_DONE;
    }
    bool written = replace_begin(&replacement, path);
    if (written) {
        print(replacement.stream, context);
        written = replace_end(&replacement, view_whole()); /* half a page takes no page's place */
    }
    return written ? EXIT_DONE : say_unwritable(path);
}

static void say_written(const struct report_page *page, const char *path)
{
    if (!page->quiet)
        terminal_complain("assay: wrote %s", path);
}

enum exit_code report_write_saying(const char *path, bool quiet,
                                   void (*print)(FILE *stream, void *context), void *context)
{
    const enum exit_code code = report_write_file(path, print, context);
    if (code == EXIT_DONE && strcmp(path, "-") != 0)
        say_written(&(struct report_page){.quiet = quiet}, path);
    return code;
}

void report_open(const char *address)
{
    char *const arguments[] = {(char *)"xdg-open", (char *)address, NULL};
    pid_t child;
    if (posix_spawnp(&child, arguments[0], NULL, NULL, arguments, environ) != 0)
        terminal_complain("assay: there is no xdg-open to open %s with", address);
}

struct content {
    const struct report_view *view;
    json_t *findings;
};

static void print_page(FILE *stream, void *context)
{
    const struct content *content = context;
    report_print(stream, content->view, content->findings);
}

void report_print_bytes(FILE *stream, void *context)
{
    const struct report_bytes *bytes = context;
    (void)fwrite(bytes->text, 1, bytes->n, stream);
}

static enum exit_code write_card(const struct report_page *page, const struct report_view *view)
{
    struct report_bytes picture = {NULL, 0};
    struct assay_error error;
    FILE *stream = open_memstream(&picture.text, &picture.n);
    if (stream == NULL)
        return fail_memory();
    const enum assay_status status = card_print(stream, view, &error);
    enum exit_code code = fclose(stream) != 0 ? fail_memory() : EXIT_DONE;
    if (status != ASSAY_OK)
        code = fail_with(&error);
    if (code == EXIT_DONE)
        code = report_write_file(page->card, report_print_bytes, &picture);
    if (code == EXIT_DONE)
        say_written(page, page->card);
    free(picture.text);
    return code;
}

static void print_badge(FILE *stream, void *context)
{
    badge_print(stream, context);
}

/* Beside the page, or in its place where none is named. */
static enum exit_code write_pictures(const struct report_page *page, const struct report_view *view)
{
    enum exit_code code = page->card != NULL ? write_card(page, view) : EXIT_DONE;
    if (code == EXIT_DONE && page->badge != NULL) {
        struct report_view shown = *view;
        code = report_write_file(page->badge, print_badge, &shown);
        if (code == EXIT_DONE)
            say_written(page, page->badge);
    }
    return code;
}

static enum exit_code write_page(const struct report_page *page, struct content content)
{
    const char *path = page->output != NULL ? page->output : "report.html";
    const enum exit_code code = report_write_file(path, print_page, &content);
    if (code != EXIT_DONE || strcmp(path, "-") == 0)
        return code;
    say_written(page, path);
    if (page->open)
        report_open(path);
    return code;
}

enum exit_code report_write(const struct report_page *page, const struct report_view *view,
                            json_t *findings)
{
    if (page->json) {
        render_json_print(stdout, json_incref(findings));
        return EXIT_DONE;
    }
    if (page->look.figure.kind != NULL)
        return report_figure_of(&page->look.figure, view, findings, page->output, page->quiet);
    const enum exit_code code = write_pictures(page, view);
    const bool alone = page->output == NULL && (page->card != NULL || page->badge != NULL);
    return code != EXIT_DONE || alone ? code : write_page(page, (struct content){view, findings});
}
