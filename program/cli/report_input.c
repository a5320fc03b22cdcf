/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_input.c -- a page from files or from experiments of the store. */
#include "cli/fail.h"
#include "cli/report_options.h"
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

enum exit_code report_of_input(const struct report_request *request, const struct report_page *page)
{
    struct report_finding finding;
    struct remarks remarks = {0};
    struct assay_error error;
    enum assay_status status =
        report_analyse(request, &finding, page->quiet ? NULL : &remarks, &error);
    enum exit_code code = conclude(status, &remarks, &error);
    if (code == EXIT_DONE) {
        struct writing writing = {page, &finding.input, EXIT_SYSTEM};
        status = report_present(&finding, &page->look, request->compare.n_threads, write_view,
                                &writing, &error);
        code = status == ASSAY_OK ? writing.code : fail_with(&error);
    }
    report_finding_fini(&finding);
    return code;
}
