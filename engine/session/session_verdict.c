/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_verdict.c -- what a session says against its baseline. */
#include "session/session_verdict.h"

#include <stdio.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/owned.h"
#include "design/manifest.h"
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
    if (status == ASSAY_OK) /* those of the baseline were told when it was measured */
        status = store_failures(session->store, session->experiment, &input->record.failures,
                                &input->record.n_failures, error);
    session_tell_remarks(session, &remarks);
    return status;
}

/* Where the old system's sources are checked out, and their manifest stands; NULL: they are not. */
static const char *old_sources(const struct design *design)
{
    const struct design_system *old = &design->systems[0];
    if (design->n_systems != 2 || design->file == NULL)
        return NULL;
    return old->tree != NULL ? old->tree : old->built_from != NULL ? old->source : NULL;
}

enum assay_status session_take_manifest(const struct design *design, struct input *input,
                                        struct assay_error *error)
{
    const char *directory = old_sources(design);
    SCOPED(design_free) struct design *there = NULL;
    struct assay_error unread;
    OWNED char *path = NULL;
    if (directory == NULL || input->has_around)
        return ASSAY_OK;
    if (asprintf(&path, "%s/%s", directory, design->file) < 0)
        return fail_no_memory(error);
    if (access(path, R_OK) == 0 && manifest_read(path, &there, &unread) == ASSAY_OK) {
        input->has_around = around_of_manifests(there, design, &input->around[0]);
        if (!input->has_around)
            return fail_no_memory(error);
    }
    return ASSAY_OK;
}

enum assay_status session_reach_verdict(const struct session *session,
                                        const struct compare_request *asked, bool others_too,
                                        struct verdict *out, struct assay_error *error)
{
    const char *decides = session->design->decides;
    struct name_list metrics =
        asked->limits != NULL ? asked->limits->metrics : (struct name_list){NULL, 0};
    if (metrics.n == 0 && decides != NULL && session->baseline[0] != '\0')
        metrics = (struct name_list){&decides, 1}; /* also of a baseline that wall decided on */
    const struct source_request request = {
        .stored = true, .metrics = metrics, .others_too = others_too};
    *out = (struct verdict){.request = *asked};
    TRY(session->baseline[0] != '\0' ? read_beside_baseline(session, &metrics, &out->input, error)
                                     : session_input(session, &request, &out->input, error));
    if (metrics.n == 0 && input_missed(&out->input) != NULL)
        return assay_fail(error, ASSAY_MISSING,
                          "the gate decides nothing: %s should decide and has no values", decides);
    TRY(session_take_manifest(session->design, &out->input, error));
    out->request.input = &out->input;
    out->request.margin = session->design->margin;
    out->input.told.design = session->design; /* beside a baseline, too */
    TRY(compare_systems(&out->request, &out->pairs, error));
    out->gate = comparison_gate_of(&out->pairs, &out->input);
    return ASSAY_OK;
}

void verdict_fini(struct verdict *verdict)
{
    comparison_fini(&verdict->pairs);
    input_fini(&verdict->input);
}
