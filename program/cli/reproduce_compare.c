/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reproduce_compare.c -- reads both experiments, or the one and the finding of the other, and says how they agree. */
#include "cli/run_again.h"

#include <inttypes.h>

#include "analysis/repetition.h"
#include "cli/compare.h"
#include "cli/fail.h"
#include "text/content.h"
#include "view/document/finding_json.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/page/report_read.h"
#include "view/terminal/repetition.h"

/* An experiment, and its systems compared. */
struct measured {
    struct input input;
    struct comparison pairs;
};

static enum assay_status read_measured(const char *which, const struct run_made *made,
                                       const struct global_options *global,
                                       struct measured *measured, struct assay_error *error)
{
    const struct source_request request = {.arguments = {&which, 1},
                                           .stored = true,
                                           .store = made->store,
                                           .others_too = global->json};
    struct remarks remarks = {0};
    enum assay_status status = input_read(&request, &measured->input, &remarks, error);
    remarks_fini(&remarks);
    if (status != ASSAY_OK || measured->input.systems.n < 2)
        return status;
    struct compare_request compare = compare_request_of(&measured->input, global);
    compare.seed_given = false;
    compare.checked = false;
    compare.keep_hopeless = true;
    return compare_systems(&compare, &measured->pairs, error);
}

static void measured_fini(struct measured *measured)
{
    comparison_fini(&measured->pairs);
    input_fini(&measured->input);
}

static enum assay_status read_finding(const char *path, struct report_document *document,
                                      struct assay_error *error)
{
    SCOPED(content_fini) struct content content = {0};
    if (!content_read(path, &content))
        return assay_fail(error, ASSAY_MISSING,
                          "%s cannot be read once more: nothing to compare with", path);
    return report_is_findings(content.text, content.size)
               ? report_read(path, content.text, content.size, document, error)
               : assay_fail(error, ASSAY_MISSING,
                            "the store has no values of the experiment in %s, and that "
                            "holds no means to compare with",
                            path);
}

/* By its name in the world alone. */
static enum assay_status read_then(const char *uid, const struct run_made *made,
                                   const struct global_options *global, struct measured *then,
                                   struct assay_error *error)
{
    if (provenance_is_uid(uid))
        return read_measured(uid, made, global, then, error);
    return assay_fail(error, ASSAY_MISSING, "nothing says which experiment this repeats");
}

static void print(const struct reproduced *then, const struct run_made *made,
                  const struct repetition *repetition, const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    repetition_print(&terminal, repetition, made->experiment, then->name);
    if (!global->quiet)
        repetition_print_notes(&terminal, repetition);
}

/* What was found then takes the place of values that are not at hand. */
static void take_finding(const struct report_document *found, struct comparison *pairs,
                         struct repetition_request *request)
{
    *pairs = (struct comparison){.items = found->pairs, .n = found->n_pairs};
    request->pairs_then = pairs;
    request->samples = found->samples;
    request->n_samples = found->n_samples;
}

static enum assay_status analyse(const struct reproduced *then, const struct run_made *made,
                                 const struct measured *now, const struct global_options *global,
                                 json_t *document, struct assay_error *error)
{
    SCOPED(measured_fini) struct measured before = {0};
    SCOPED(report_document_fini) struct report_document found = {0};
    SCOPED(repetition_fini) struct repetition repetition = {0};
    struct comparison pairs = {0};
    struct repetition_request request = {.now = &now->input,
                                         .pairs_now = &now->pairs,
                                         .pairs_then = &before.pairs,
                                         .host_then = then->host,
                                         .confidence = global->confidence};
    enum assay_status status = read_then(then->uid, made, global, &before, error);
    if (status == ASSAY_OK) {
        request.then = &before.input;
    } else if (status == ASSAY_MISSING && then->path != NULL) {
        status = read_finding(then->path, &found, error);
        take_finding(&found, &pairs, &request);
    }
    if (status == ASSAY_OK)
        status = repetition_analyse(&request, &repetition, error);
    if (status == ASSAY_OK && global->json)
        render_json_set(document, "repetition", repetition_json(&repetition, made->experiment));
    else if (status == ASSAY_OK)
        print(then, made, &repetition, global);
    return status;
}

enum exit_code reproduce_compare(const struct reproduced *then, const struct run_made *made,
                                 json_t *document, const struct global_options *global)
{
    struct measured now = {0};
    struct assay_error error;
    char which[24];
    (void)snprintf(which, sizeof which, "%" PRId64, made->experiment);
    enum assay_status status = read_measured(which, made, global, &now, &error);
    if (status == ASSAY_OK)
        status = analyse(then, made, &now, global, document, &error);
    measured_fini(&now);
    if (status == ASSAY_OK && global->json)
        render_json_print(stdout, document);
    else
        json_decref(document);
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}
