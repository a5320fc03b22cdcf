/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary_file.c -- a summary among others in one file.
 * Source:   services show a file that all commands of a step write to ($GITHUB_STEP_SUMMARY).
 * Edge:     summaries stand at the top, the newest first, each ended by a line that no reader sees and that says what
 *           it is of; what follows the last of these lines is somebody else's. Names of a summary cannot look like
 *           that line: their "<" is written as "&lt;". */
#include "cli/summary_file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/report_options.h"
#include "view/text/view_memory.h"

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

enum exit_code summary_file_write(const char *path, const struct gate_report *report)
{
    /* Whether it is, or will be, a file that holds what is written to it. */
    struct stat status;
    const bool among =
        strcmp(path, "-") != 0 && (stat(path, &status) != 0 || S_ISREG(status.st_mode));
    OWNED char *line = among ? end_line(report) : NULL, *before = among ? text_of(path) : NULL;
    struct kept kept = {report, line, before};
    return report_write_file(path, print, &kept);
}
