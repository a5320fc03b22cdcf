/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_versions.c -- commits in the place of the only system, and their values in histories. */
#include "cli/run_versions.h"

#include "cli/fail.h"
#include "cli/history.h"
#include "session/versions_run.h"
#include "view/text/terminal.h"

enum assay_status run_versions_expand(struct session *session, const struct run_options *options,
                                      const struct global_options *global,
                                      struct assay_error *error)
{
    const struct versions_request request = {
        options->versions, options->sample > 0 ? (size_t)options->sample : 0, session->store_path};
    size_t n_known = 0;
    if (options->against != NULL)
        return versions_against(session->design, options->against, error);
    if (options->versions == NULL)
        return ASSAY_OK;
    const enum assay_status status = versions_expand(session->design, &request, &n_known, error);
    if (status == ASSAY_OK && n_known > 0 && !global->quiet)
        terminal_complain(
            "assay: %zu of the versions are in the store already, measured or failed, and are left "
            "out",
            n_known);
    return status;
}

enum exit_code run_versions_keep(struct session *session, const struct global_options *global)
{
    struct imported imported;
    struct assay_error error;
    if (versions_keep(session, &imported, &error) != ASSAY_OK)
        return fail_with(&error);
    if (!global->quiet)
        terminal_complain("assay: kept %zu version%s for histories", imported.n_versions,
                          imported.n_versions == 1 ? "" : "s");
    return EXIT_DONE;
}

enum exit_code run_versions_show(const struct session *session, const struct global_options *global)
{
    const enum exit_code code =
        history_of(session->design->experiment, session->store_path, global);
    return code == EXIT_DATA ? EXIT_DONE : code;
}
