/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_input.c -- a page from files or from experiments of the store. */
#include "cli/fail.h"
#include "cli/report_options.h"
#include "git/git.h"
#include "view/document/provenance.h"

struct writing {
    const struct report_page *page;
    const struct input *input;
    enum exit_code code;
};

static void write_view(const struct report_view *view, json_t *findings, void *context)
{
    struct writing *writing = context;
    if (writing->page->json) /* the page says it in words */
        provenance_set(writing->input, writing->page->command, findings);
    writing->code = report_write(writing->page, view, findings);
}

/* A figure of one benchmark needs no other: what charts may hold is its alone. */
static struct report_request request_for(const struct figure *figure,
                                         const struct report_request *request)
{
    struct report_request asked = *request;
    if (figure_is_of_one(figure) && figure->benchmark != NULL)
        asked.source.benchmarks = (struct name_list){(const char **)&figure->benchmark, 1};
    return asked;
}

enum exit_code report_of_input(const struct report_request *request, const struct report_page *page)
{
    const struct report_request asked = request_for(&page->look.figure, request);
    SCOPED(report_finding_fini) struct report_finding finding = {0};
    struct remarks remarks = {0};
    struct assay_error error;
    enum assay_status status =
        report_analyse(&asked, &finding, page->quiet ? NULL : &remarks, &error);
    enum exit_code code = conclude(status, &remarks, &error);
    if (code == EXIT_DONE) {
        struct writing writing = {page, &finding.input, EXIT_SYSTEM};
        struct report_look look = page->look;
        const struct experiment_info *experiment = finding.input.experiment;
        OWNED char *url =
            experiment != NULL && experiment->version.commit != NULL ? git_compare_url(".") : NULL;
        look.compare_url = url;
        status = report_present(&finding, &look, request->compare.n_threads, write_view, &writing,
                                &error);
        code = status == ASSAY_OK ? writing.code : fail_with(&error);
    }
    return code;
}
