/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_verdict.c -- what a session says against its baseline. */
#include "session/session_verdict.h"

#include "source/baseline.h"

/* The baseline and what was just measured. */
static enum assay_status read_beside_baseline(const struct session *session,
                                              const struct name_list *metrics, struct input *input,
                                              struct assay_error *error)
{
    const struct source_request primary = {.stored = true, .metrics = *metrics};
    struct remarks remarks = {0};
    enum assay_status status = session_check_uid(session, error);
    if (status == ASSAY_OK)
        status = baseline_input(&primary, session->store, session->baseline, session->experiment,
                                input, &remarks, error);
    session_tell_remarks(session, &remarks);
    return status;
}

enum assay_status session_reach_verdict(const struct session *session,
                                        const struct compare_request *asked, bool all_metrics,
                                        struct verdict *out, struct assay_error *error)
{
    const char *decides = session->design->decides;
    struct name_list metrics =
        asked->limits != NULL ? asked->limits->metrics : (struct name_list){NULL, 0};
    if (metrics.n == 0 && decides != NULL && session->baseline[0] != '\0')
        metrics = (struct name_list){&decides, 1}; /* also of a baseline that wall decided on */
    const struct source_request request = {
        .stored = true, .metrics = metrics, .all_metrics = all_metrics};
    *out = (struct verdict){.request = *asked};
    enum assay_status status = session->baseline[0] != '\0'
                                   ? read_beside_baseline(session, &metrics, &out->input, error)
                                   : session_input(session, &request, &out->input, error);
    if (status != ASSAY_OK)
        return status;
    out->request.input = &out->input;
    out->request.margin = session->design->margin;
    out->input.design = session->design; /* beside a baseline, too */
    status = compare_systems(&out->request, &out->pairs, error);
    if (status == ASSAY_OK)
        out->gate = comparison_gate_of(&out->pairs, &out->input);
    return status;
}

void verdict_fini(struct verdict *verdict)
{
    comparison_fini(&verdict->pairs);
    input_fini(&verdict->input);
}
