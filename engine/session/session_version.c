/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_version.c -- which version a session measures, and what it will be compared with. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "git/git.h"
#include "session/session_verdict.h"

/* What is measured; commit and branch are to be freed, which may be not the version's. */
static struct store_version describe(const struct session *session,
                                     const struct session_version *given, char **commit,
                                     char **branch)
{
    struct store_version version = {0};
    git_describe(session->design->source != NULL ? session->design->source : ".", &version);
    *commit = version.commit;
    *branch = version.branch;
    if (version.commit != NULL && version.branch == NULL)
        version.branch = (char *)given->branch;
    version.label = (char *)given->label;
    return version;
}

enum assay_status session_set_version(const struct session *session,
                                      const struct session_version *given,
                                      struct assay_error *error)
{
    OWNED char *commit = NULL, *branch = NULL;
    enum assay_status status = ASSAY_OK;
    const struct store_version version = describe(session, given, &commit, &branch);
    if (version.label != NULL || version.commit != NULL)
        status = store_set_version(session->store, session->experiment, &version, error);
    return status;
}

enum assay_status session_set_baseline(struct session *session, const char *which,
                                       const struct session_version *given,
                                       struct assay_error *error)
{
    struct store *store = NULL;
    OWNED char *commit = NULL, *branch = NULL;
    int64_t id = 0;
    if (which == NULL)
        return ASSAY_OK;
    if (strncmp(which, "last:", 5) == 0) {
        /* "last:5" */
        const char *n = which + strlen("last:");
        if (strspn(n, "0123456789") != strlen(n) || strlen(which) > 10 || strtoul(n, NULL, 10) == 0)
            return fail_naming(error, ASSAY_USAGE, "@compare-with=%s: say how many, as last:5",
                               which);
        (void)snprintf(session->baseline, sizeof session->baseline, "%s", which);
        return ASSAY_OK;
    }
    TRY(store_open(session->store_path, STORE_READ, &store, error));
    const struct store_version tested = describe(session, given, &commit, &branch);
    const enum assay_status status = store_find_baseline(store, which, &tested, &id, error);
    store_close(&store);
    if (status == ASSAY_OK)
        (void)snprintf(session->baseline, sizeof session->baseline, "%" PRId64, id);
    return status;
}

static bool holds(struct store *store, const char *which)
{
    struct store_entry *entries = NULL;
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    struct assay_error none;
    size_t n = 0;
    if (strncmp(which, "last:", 5) != 0) {
        const enum assay_status status = store_find(store, which, &info, &none);
        return status != ASSAY_MISSING;
    }
    const bool any = store_entries(store, &entries, &n, &none) != ASSAY_OK || n > 0;
    store_entries_free(&entries, n);
    return any;
}

bool session_is_first(const struct session *session, const char *which)
{
    SCOPED(store_close) struct store *store = NULL;
    struct assay_error error;
    const enum assay_status status = store_open(session->store_path, STORE_READ, &store, &error);
    return status == ASSAY_OK ? !holds(store, which) : status == ASSAY_MISSING;
}

enum assay_status session_set_gate(const struct session *session, int64_t experiment,
                                   enum store_gate gate, struct assay_error *error)
{
    return store_set_gate(session->store, experiment, gate, error);
}
