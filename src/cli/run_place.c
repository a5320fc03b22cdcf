/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_place.c -- the store of a run goes away underway: removed, moved, or another file in its place.
 *
 * A run may be the work of a night, and what it has measured is still in the open file: that is
 * copied into a new store beside it, where the run goes on. What has the name now is another's: it
 * is neither read nor written. */
#include "cli/run_place.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/fail.h"
#include "cli/run_rescue.h"
#include "render/terminal.h"

static const char *what_happened(enum store_place place)
{
    return place == STORE_REMOVED ? "was removed or moved" : "was replaced by something else";
}

/* The paths that were left stay until the end: others may hold them. */
static bool make_room(struct session *session)
{
    char **left = realloc(session->left, (session->n_left + 1) * sizeof *left);
    if (left != NULL)
        session->left = left;
    return left != NULL;
}

/* The store that is gone is left when its copy is open: a session has one at any time. */
static enum assay_status move(struct session *session, struct assay_error *error)
{
    struct store *copy = NULL;
    char *path = NULL;
    (void)snprintf(error->text, sizeof error->text, "out of memory.");
    if (!make_room(session))
        return ASSAY_SYSTEM;
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

enum assay_status run_place_keep(struct session *session, struct launcher *launcher,
                                 struct assay_error *error)
{
    *error = session->lost;
    if (error->status != ASSAY_OK)
        return error->status;
    const enum store_place place = store_place(session->store);
    if (place == STORE_IN_PLACE)
        return ASSAY_OK;
    struct assay_error why;
    if (move(session, &why) != ASSAY_OK) {
        (void)assay_fail(
            &session->lost, ASSAY_SYSTEM,
            "%.150s: %s while the experiment ran, and what it held cannot be kept: %.250s",
            session->store_path, what_happened(place), why.text);
        *error = session->lost;
        return error->status;
    }
    run_rescue_begin(launcher, session);
    terminal_complain("assay: %s: %s while the experiment runs. Everything stored so far is in %s, "
                      "and the run goes on there.",
                      session->left[session->n_left - 1], what_happened(place),
                      session->store_path);
    return ASSAY_OK;
}

enum exit_code run_place_check(struct session *session, struct launcher *launcher)
{
    struct assay_error error;
    if (session->lost.status != ASSAY_OK)
        return EXIT_SYSTEM;
    return run_place_keep(session, launcher, &error) == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}

enum exit_code run_place_end(struct session *session, enum exit_code code)
{
    const bool lost = session->lost.status != ASSAY_OK;
    if (lost)
        store_abandon(&session->store);
    else
        code = fail_closing(&session->store, code);
    if (session->n_left == 0)
        return code;
    if (!lost)
        terminal_complain(
            "assay: %s went away while this ran: everything is in %s. Merge it into a "
            "store with: assay store merge %s",
            session->left[0], session->store_path, session->store_path);
    return code == EXIT_DONE || code == EXIT_SLOWER || code == EXIT_INCONCLUSIVE ? EXIT_SYSTEM
                                                                                 : code;
}

struct global_options run_place_reading(const struct session *session,
                                        const struct global_options *global)
{
    struct global_options reading = *global;
    reading.store = session->store_path;
    reading.uid = session->uid;
    return reading;
}

void run_place_fini(struct session *session)
{
    for (size_t i = 0; i < session->n_left; i++)
        free(session->left[i]);
    free(session->left);
    free(session->store_path);
    session->left = NULL;
    session->store_path = NULL;
    session->n_left = 0;
}
