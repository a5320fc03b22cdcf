/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_place.c -- the store of a run goes away underway: removed, moved, or another file in its place.
 *
 * A run may be the work of a night, and what it has measured is still in the open file: that is
 * copied into a new store beside it, where the run goes on. What has the name now is another's: it
 * is neither read nor written. */
#include "session/session.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/failure.h"
#include "session/session_rescue.h"

const char *run_place_words(enum store_place place)
{
    return place == STORE_REMOVED ? "was removed or moved" : "was replaced by something else";
}

/* The store that is gone is left when its copy is open: a session has one at any time. */
static enum assay_status move(struct session *session, struct assay_error *error)
{
    struct store *copy = NULL;
    char *path = NULL;
    /* The paths that were left stay until the end: others may hold them. */
    if (!array_resize(&session->left, session->n_left + 1))
        return fail_no_memory(error);
    enum assay_status status = store_rescue(session->store, &path, error);
    if (status == ASSAY_OK)
        status = store_open(path, STORE_WRITE, &copy, error);
    if (status == ASSAY_OK)
        status = store_resume(copy, session->experiment, error);
    if (status != ASSAY_OK) {
        store_close(&copy);
        free(path);
        return status;
    }
    store_abandon(&session->store);
    session->store = copy;
    session->left[session->n_left++] = session->store_path;
    session->store_path = path;
    return ASSAY_OK;
}

enum assay_status run_place_keep(struct session *session, struct assay_error *error)
{
    if (session->lost.status != ASSAY_OK) {
        *error = session->lost;
        return error->status;
    }
    const enum store_place place = store_place(session->store);
    if (place == STORE_IN_PLACE)
        return ASSAY_OK;
    struct assay_error why;
    if (move(session, &why) != ASSAY_OK) {
        (void)assay_fail(
            &session->lost, ASSAY_SYSTEM,
            "%.150s: %s while the experiment ran, and what it held cannot be kept: %.250s",
            session->store_path, run_place_words(place), why.text);
        *error = session->lost;
        return error->status;
    }
    run_rescue_begin(session);
    session_tell(session, &(struct session_event){.kind = SESSION_MOVED, .place = place});
    return ASSAY_OK;
}
