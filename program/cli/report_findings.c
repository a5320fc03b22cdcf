/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_findings.c -- a page from findings that were saved as JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/fail.h"
#include "cli/report_options.h"
#include "text/content.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/text/about.h"
#include "view/text/view_memory.h"

/* Of a document without charts those that need no values. */
static void set_charts(json_t *findings, const struct report_view *view)
{
    SCOPED(report_order_fini) struct report_order order = {0};
    struct report_view ordered = *view;
    if (json_is_array(json_object_get(findings, "charts")) || !report_order_init(&order, view))
        return;
    ordered.order = &order;
    render_json_set(findings, "charts", report_charts(&ordered, 1));
}

/* Commands of the page name what the findings are of. */
static void set_about(const json_t *findings)
{
    const json_t *sources = json_object_get(json_object_get(findings, "provenance"), "sources");
    const size_t n = json_array_size(sources);
    OWNED char **words = view_room(n + 1, sizeof *words);
    for (size_t i = 0; words != NULL && i < n; i++) {
        const json_t *source = json_array_get(sources, i),
                     *id = json_object_get(source, "experiment");
        const char *name = json_string_value(json_object_get(source, "source"));
        words[i] = json_is_integer(id) ? view_format("%lld", (long long)json_integer_value(id))
                                       : view_format("%s", name != NULL ? name : "-");
    }
    if (words != NULL && !view_lost())
        about_set((const char *const *)words, n);
    for (size_t i = 0; words != NULL && i < n; i++)
        free(words[i]);
}

static enum exit_code write_document(const char *path, struct report_document *document,
                                     const struct report_page *page)
{
    /* The findings' own title, else the file's name. */
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    if (page->look.title != NULL || !json_is_string(json_object_get(document->findings, "title")))
        render_json_set(document->findings, "title",
                        render_json_text(page->look.title != NULL ? page->look.title : name));
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
        .card = page->look.card,
    };
    set_charts(document->findings, &view);
    set_about(document->findings);
    return report_write(page, &view, document->findings);
}

/* What was found cannot be found in another way without the values. */
static bool asks_for_values(const struct report_request *request, const struct report_page *page)
{
    const struct compare_request *compare = &request->compare;
    const struct source_request *source = &request->source;
    return page->look.raw || !isnan(compare->margin) || compare->old_system != NULL ||
           compare->new_systems.n > 0 || source->systems.n > 0 || source->benchmarks.n > 0 ||
           source->metrics.n > 0 || source->has_question;
}

/* A pipe that was read for nothing is gone. */
static bool is_used_up(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

static enum assay_status read_document(const char *path, const struct content *content,
                                       bool for_values, struct report_document *document,
                                       struct assay_error *error)
{
    if (!report_is_findings(content->text, content->size)) {
        return assay_fail(
            error, ASSAY_USAGE,
            "%s can be read only once, and it holds values, not findings: give them on "
            "standard input, as -, or in a file",
            path);
    }
    if (for_values)
        return assay_fail(
            error, ASSAY_USAGE,
            "%s holds findings, not values: leave out --raw, --margin, "
            "--statistic, --old, --new, --system, --benchmark and --metric, or name the experiment",
            path);
    return report_read(path, content->text, content->size, document, error);
}

/* What is drawn of values alone comes from the experiment that the findings are of, where the store has it. */
static enum exit_code draw_from_values(const char *uid, const struct report_request *request,
                                       const struct report_page *page)
{
    struct report_request asked = *request;
    asked.source.arguments = (struct name_list){&uid, 1};
    asked.source.stored = true;
    return report_of_input(&asked, page);
}

static enum exit_code present(const char *path, struct report_document *document,
                              const struct report_request *request, const struct report_page *page)
{
    const char *uid = json_string_value(json_object_get(document->findings, "uid"));
    return figure_needs_values(&page->look.figure) && provenance_is_uid(uid)
               ? draw_from_values(uid, request, page)
               : write_document(path, document, page);
}

enum exit_code report_of_findings(const char *path, const struct report_request *request,
                                  const struct report_page *page, bool *taken)
{
    SCOPED(report_document_fini) struct report_document document = {.findings = NULL};
    SCOPED(content_fini) struct content content = {0};
    struct assay_error error;
    *taken = false;
    if (strcmp(path, "-") == 0 || !content_read(path, &content))
        return EXIT_DONE; /* an experiment's name; or whoever reads it as a file says why not */
    *taken =
        report_is_findings(content.text, content.size) || (content.size > 0 && is_used_up(path));
    enum exit_code code = EXIT_DONE;
    if (*taken)
        code = read_document(path, &content, asks_for_values(request, page), &document, &error) ==
                       ASSAY_OK
                   ? present(path, &document, request, page)
                   : fail_with(&error);
    return code;
}
