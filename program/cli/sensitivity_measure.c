/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sensitivity_measure.c -- one system, slowed down by known doses, measured and judged. */
#include "cli/sensitivity_measure.h"

#include <unistd.h>

#include "analysis/sensitivity_analyse.h"
#include "cli/compare.h"
#include "cli/fail.h"
#include "cli/run_events.h"
#include "design/design_request.h"
#include "measure/launcher.h"
#include "measure/load.h"
#include "measure/reach.h"
#include "session/session.h"
#include "session/session_rescue.h"
#include "session/session_verdict.h"
#include "view/document/documents.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/terminal/sensitivity.h"

static enum assay_status begin(struct session *session, const struct sensitivity_request *request,
                               const struct global_options *global, struct assay_error *error)
{
    const char *manifest = NULL;
    const struct session_version version = {.label = request->version};
    enum assay_status status = design_of(&request->design, &session->design, &manifest, error);
    if (status == ASSAY_OK)
        status = design_dose(session->design, &request->doses, error);
    session->store_path = store_default_path(global->store, NULL);
    if (status == ASSAY_OK)
        status = session_begin(session, error);
    if (status == ASSAY_OK && request->version != NULL)
        status = session_set_version(session, &version, error);
    return status;
}

static void print_json(const struct sensitivity_finding *finding, const struct input *input,
                       const struct global_options *global)
{
    json_t *document = sensitivity_json(finding);
    provenance_set(input, &global->command, document);
    render_json_print(stdout, document);
}

static enum exit_code present(const struct session *session,
                              const struct sensitivity_request *request, const struct load *load,
                              const struct global_options *global)
{
    const struct source_request reading = {
        .stored = true, .draws = request->doses.function != NULL ? REACH_DRAW : NULL};
    const struct compare_request asked = compare_request_of(NULL, global);
    SCOPED(sensitivity_fini) struct sensitivity_finding finding = {.items = NULL};
    SCOPED(input_fini) struct input input = {0};
    struct assay_error error;
    enum assay_status status = session_input(session, &reading, &input, &error);
    if (status != ASSAY_OK)
        return fail_with(&error);
    status = sensitivity_analyse(&input, &request->doses, &asked, &finding, &error);
    finding.load = *load;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    if (status == ASSAY_OK && global->json)
        print_json(&finding, &input, global);
    else if (status == ASSAY_OK)
        sensitivity_view_print(&terminal, &finding);
    return status != ASSAY_OK                       ? fail_with(&error)
           : request->gate && !finding.promise_kept ? EXIT_SLOWER
                                                    : EXIT_DONE;
}

enum exit_code sensitivity_measure(const struct sensitivity_request *request,
                                   const struct global_options *global)
{
    struct run_listener listener;
    SCOPED(session_fini) struct session session = SESSION_DEFAULTS;
    struct load_reading before = {.n = 0}, after = {.n = 0};
    struct assay_error error;
    /* The launcher is forked while this process is small. */
    if (launcher_start(&session.launcher, &session_duties, &error) != ASSAY_OK)
        return fail_with(&error);
    session.confidence = global->confidence;
    session.events = run_listen(&listener, global);
    enum assay_status status = begin(&session, request, global, &error);
    enum exit_code code = status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
    if (code == EXIT_DONE) {
        before = load_read("/proc");
        status = session_run(&session, &error);
        after = load_read("/proc");
        if (status == ASSAY_OK)
            status = run_place_keep(&session, &error);
        code = run_say_end(&session, global, status, &error);
    }
    const struct load load = load_between(&before, &after, getpid());
    load_reading_fini(&before);
    load_reading_fini(&after);
    if (code == EXIT_DONE)
        code = present(&session, request, &load, global);
    launcher_stop(&session.launcher);
    code = run_close(&session, code);
    return code;
}
