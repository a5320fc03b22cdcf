/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_findings.c -- a page from findings that were saved as JSON. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report_options.h"
#include "render/json.h"
#include "render/report_read.h"
#include "render/terminal.h"

enum { HEAD = 256 };

/* All of the stream behind what was read already; to be freed. NULL: no memory, or unreadable. */
static char *read_rest(FILE *stream, const char *head, size_t n_head, size_t *n)
{
    size_t room = 1 << 16;
    char *text = malloc(room);
    *n = n_head;
    if (text != NULL)
        memcpy(text, head, n_head);
    while (text != NULL && !feof(stream) && !ferror(stream)) {
        if (*n + HEAD > room) {
            room *= 2;
            char *more = realloc(text, room);
            if (more == NULL)
                free(text);
            text = more;
        }
        if (text != NULL)
            *n += fread(text + *n, 1, room - *n, stream);
    }
    if (text != NULL && ferror(stream)) {
        free(text);
        text = NULL;
    }
    return text;
}

/* The findings' own title, else the file's name. */
static void set_title(const struct report_options *options, const char *path, json_t *findings)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    if (options->title != NULL || !json_is_string(json_object_get(findings, "title")))
        render_json_set(findings, "title",
                        render_json_text(options->title != NULL ? options->title : name));
}

static enum exit_code write_document(const struct report_options *options, const char *path,
                                     struct report_document *document,
                                     const struct global_options *global)
{
    set_title(options, path, document->findings);
    const struct report_view view = {
        .title = json_string_value(json_object_get(document->findings, "title")),
        .samples = document->samples,
        .n_samples = document->n_samples,
        .benchmarks = document->benchmarks,
        .n_benchmarks = document->n_benchmarks,
        .pairs = document->pairs,
        .n_pairs = document->n_pairs,
        .confidence = document->confidence,
        .sources = &path,
        .n_sources = 1,
        .saved = true,
    };
    return report_write(options, &view, document->findings, global);
}

/* What was found cannot be found in another way without the values. */
static bool asks_for_values(const struct report_options *options)
{
    return options->raw || !isnan(options->margin) || options->old_system != NULL ||
           options->new_systems.n > 0 || options->input.systems.n > 0 ||
           options->input.benchmarks.n > 0 || options->input.metrics.n > 0;
}

enum exit_code report_of_findings(const struct report_options *options, const char *path,
                                  const struct global_options *global, bool *taken)
{
    char head[HEAD], problem[256] = "";
    struct report_document document = {0};
    FILE *stream = fopen(path, "r");
    *taken = false;
    if (stream == NULL) /* an experiment's name; or whoever reads it as a file says why not */
        return EXIT_DONE;
    const size_t n_head = fread(head, 1, sizeof head, stream);
    *taken = report_is_findings(head, n_head);
    if (*taken && asks_for_values(options)) {
        (void)fclose(stream);
        terminal_complain("assay: %s holds findings, not values: leave out --raw, --margin, --old, "
                          "--new, --system, --benchmark and --metric, or name the experiment",
                          path);
        return EXIT_USAGE;
    }
    enum exit_code code = EXIT_DATA;
    size_t n;
    char *text = *taken ? read_rest(stream, head, n_head, &n) : NULL;
    if (*taken && text == NULL)
        terminal_complain("assay: %s cannot be read: %s", path, strerror(errno));
    else if (*taken && !report_read(text, n, &document, problem))
        terminal_complain("assay: %s: %s", path, problem);
    else if (*taken)
        code = write_document(options, path, &document, global);
    report_document_fini(&document);
    free(text);
    (void)fclose(stream);
    return code;
}
