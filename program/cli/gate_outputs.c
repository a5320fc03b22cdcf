/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate_outputs.c -- a comparison into files, and its comment to a forge. */
#include "cli/gate_outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/exit.h"
#include "cli/fail.h"
#include "cli/forge.h"
#include "cli/report_options.h"
#include "view/page/gate_report.h"
#include "view/text/view_memory.h"

/* A summary among others in one file.
 * Source:   services show a file that all commands of a step write to ($GITHUB_STEP_SUMMARY).
 * Edge:     summaries stand at the top, the newest first, each ended by a line that no reader sees and that says what
 *           it is of; what follows the last of these lines is somebody else's. Names of a summary cannot look like
 *           that line: their "<" is written as "&lt;". */

static const char line_begin[] = "<!-- assay";

struct kept {
    const struct gate_report *report;
    const char *line; /* that ends it */
    char *before;     /* what the file held; NULL: nothing */
};

/* "<!-- assay: fft: new against old -->" */
static char *end_line(const struct gate_report *report)
{
    const char *name = report->mark != NULL ? report->mark : report->name;
    OWNED char *what = VIEW_TEXT(stream, {
        fputs(name != NULL ? name : "", stream);
        for (size_t i = 0; i < report->pairs->n; i++)
            fprintf(stream, "%s%s against %s", i > 0 || name != NULL ? ": " : "",
                    report->pairs->items[i].new_system, report->pairs->items[i].old_system);
    });
    const struct gate_report named = {.name = what};
    return what != NULL ? comment_marker(&named) : NULL;
}

static void close_file(FILE **file)
{
    if (*file != NULL)
        (void)fclose(*file);
}

/* All of a file, to be freed; NULL: there is none. */
static char *text_of(const char *path)
{
    SCOPED(close_file) FILE *file = fopen(path, "re");
    if (file == NULL)
        return NULL;
    return VIEW_TEXT(stream, {
        char block[4096];
        size_t n;
        while ((n = fread(block, 1, sizeof block, file)) > 0)
            fwrite(block, 1, n, stream);
    });
}

/* The next line that ends a summary, or NULL. */
static const char *find_end(const char *at)
{
    for (; at != NULL && *at != '\0'; at = strchr(at, '\n'), at += at != NULL)
        if (strncmp(at, line_begin, sizeof line_begin - 1) == 0)
            return at;
    return NULL;
}

static void print(FILE *stream, void *context)
{
    const struct kept *kept = context;
    summary_print(stream, kept->report);
    if (kept->line != NULL)
        fprintf(stream, "\n%s\n", kept->line);
    if (kept->line != NULL && kept->before != NULL) {
        const char *at = kept->before, *end;
        for (; (end = find_end(at)) != NULL; at = end) {
            const size_t line = strcspn(end, "\n");
            const bool same = strlen(kept->line) == line && strncmp(end, kept->line, line) == 0;
            end += line + (end[line] == '\n');
            if (!same)
                fwrite(at, 1, (size_t)(end - at), stream);
        }
        fputs(at != NULL ? at : "", stream);
    }
}

/* Writes the summary to the top of the file, in place of what stands there of the same manifest and systems. All else
 * stays: summaries of other manifests and comparisons, and what others wrote there. A pipe, a device and "-" are
 * written to. Says what it cannot do. */
static enum exit_code summary_file_write(const char *path, const struct gate_report *report)
{
    /* Whether it is, or will be, a file that holds what is written to it. */
    struct stat status;
    const bool among =
        strcmp(path, "-") != 0 && (stat(path, &status) != 0 || S_ISREG(status.st_mode));
    OWNED char *line = among ? end_line(report) : NULL, *before = among ? text_of(path) : NULL;
    struct kept kept = {report, line, before};
    return report_write_file(path, print, &kept);
}

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
    report.gate = report.measured != NULL
                      ? comparison_gate_measured(report.pairs, report.primary, report.measured)
                      : comparison_gate_of(report.pairs, report.primary);
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
