/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate_outputs.c -- a comparison into files, and its comment to a forge. */
#include "cli/gate_outputs.h"

#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/forge.h"
#include "cli/report_options.h"
#include "cli/summary_file.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

const char *const gate_output_names[GATE_OUTPUTS] = {"summary", "comment", "junit", "openmetrics"};

enum { SUMMARY, COMMENT };
static void (*const printers[GATE_OUTPUTS])(FILE *stream, const struct gate_report *report) = {
    summary_print, comment_print, junit_print, openmetrics_print};

bool gate_outputs_any(const struct gate_outputs *outputs)
{
    for (size_t i = 0; i < GATE_OUTPUTS; i++)
        if (outputs->paths[i] != NULL)
            return true;
    return false;
}

bool gate_outputs_stdout(const struct gate_outputs *outputs)
{
    for (size_t i = 0; i < GATE_OUTPUTS; i++)
        if (outputs->paths[i] != NULL && strcmp(outputs->paths[i], "-") == 0)
            return true;
    return false;
}

/* Why nothing can be posted with it; NULL: it can. A line break would end the line of curl's configuration. */
static const char *refuses_token(const char *token)
{
    if (token == NULL || token[0] == '\0')
        return "is empty";
    return strpbrk(token, "\r\n") != NULL ? "holds a line break" : NULL;
}

static bool is_posted(const struct gate_outputs *outputs, size_t i)
{
    return i == COMMENT && outputs->paths[i] != NULL && forge_is_url(outputs->paths[i]);
}

enum exit_code gate_outputs_check(const struct gate_outputs *outputs)
{
    const char *why = is_posted(outputs, COMMENT) ? forge_refuses(outputs->paths[COMMENT]) : NULL;
    if (why == NULL)
        return EXIT_DONE;
    return fail_saying(EXIT_USAGE, "assay: --comment: \"%s\" %s", outputs->paths[COMMENT], why);
}

struct page {
    const struct gate_report *report;
    size_t printer;
};

static void print_page(FILE *stream, void *context)
{
    const struct page *page = context;
    printers[page->printer](stream, page->report);
}

static void post(const struct gate_outputs *outputs, const struct gate_report *report, bool quiet)
{
    static const char *const words[] = {"posted", "brought up to date",
                                        "not posted: nothing changed"};
    const char *token = getenv("ASSAY_COMMENT_TOKEN"), *why = refuses_token(token);
    if (why != NULL) {
        terminal_complain("assay: --comment: $ASSAY_COMMENT_TOKEN %s, so nothing is posted", why);
        return;
    }
    OWNED char *text = VIEW_TEXT(stream, comment_print(stream, report)),
               *marker = comment_marker(report);
    if (text != NULL && marker != NULL) {
        const enum forge_done done =
            forge_comment(outputs->paths[COMMENT], token, marker, text, comment_matters(report));
        if (done != FORGE_FAILED && !quiet)
            terminal_complain("assay: the comment was %s", words[done]);
    }
}

enum exit_code gate_outputs_write(const struct gate_outputs *outputs, struct gate_report report,
                                  const struct global_options *global)
{
    report.gate = comparison_gate_of(report.pairs, report.primary);
    report.confidence = global->confidence;
    enum exit_code code = EXIT_DONE;
    for (size_t i = 0; i < GATE_OUTPUTS; i++) {
        struct page page = {&report, i};
        const char *path = outputs->paths[i];
        if (path == NULL)
            continue;
        if (is_posted(outputs, i))
            post(outputs, &report, global->quiet);
        else if (i == SUMMARY) {
            if (summary_file_write(path, &report) != EXIT_DONE)
                code = EXIT_SYSTEM;
        } else if (report_write_file(path, print_page, &page) != EXIT_DONE)
            code = EXIT_SYSTEM;
    }
    return code;
}
