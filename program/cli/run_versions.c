/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_versions.c -- commits in the place of the only system, and their values in histories. */

#include "cli/fail.h"
#include "cli/history.h"
#include "cli/run.h"
#include "session/versions_run.h"
#include "view/text/terminal.h"

/* Says which experiment this is. One that put nothing into the store would be begun again and again. */
static enum assay_status go_on(struct versions_fill *fill, const struct session *session,
                               const struct versions_found *found,
                               const struct global_options *global, struct assay_error *error)
{
    if (fill->waves > 0 && !found->complete && found->n_known == fill->n_known)
        return assay_fail(error, ASSAY_FAILED,
                          "--bisect: the last experiment left no version in the store, so that "
                          "another one would be the same");
    fill->n_known = found->n_known;
    fill->complete = found->complete;
    fill->waves++;
    if (global->quiet)
        return ASSAY_OK;
    if (fill->complete)
        terminal_complain("assay: %zu of %zu versions are measured or failed; no two with others "
                          "between are told apart, at a confidence of %g %% for all comparisons",
                          found->n_known, found->n, 100 * session->confidence);
    else
        terminal_complain("assay: %zu of %zu versions are measured or failed; measuring %zu",
                          found->n_known, found->n, session->design->n_systems);
    return ASSAY_OK;
}

enum assay_status run_versions_expand(struct session *session, const struct run_options *options,
                                      const struct global_options *global,
                                      struct assay_error *error)
{
    const struct versions_request request = {.range = options->versions,
                                             .sample =
                                                 options->sample > 0 ? (size_t)options->sample : 0,
                                             .store = session->store_path,
                                             .bisect = options->fill != NULL,
                                             .confidence = session->confidence};
    struct versions_found found;
    if (options->against != NULL)
        return versions_against(session->design, options->against, error);
    if (options->versions == NULL)
        return ASSAY_OK;
    const enum assay_status status = versions_expand(session->design, &request, &found, error);
    if (status != ASSAY_OK)
        return status;
    if (options->fill != NULL)
        return go_on(options->fill, session, &found, global, error);
    if (found.n_known > 0 && !global->quiet)
        terminal_complain(
            "assay: %zu of the versions are in the store already, measured or failed, and are left "
            "out",
            found.n_known);
    return ASSAY_OK;
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

bool run_versions_are_filled(const struct run_options *options)
{
    return options->fill != NULL && options->fill->complete;
}

enum exit_code run_versions_fill(const struct run_options *given,
                                 const struct option_arguments *arguments,
                                 const struct global_options *global, run_experiment *run)
{
    struct versions_fill fill = {0};
    struct run_options options = *given;
    enum exit_code code = EXIT_DONE;
    bool failed = false;
    if (run_ci_wanted(given) || given->resume)
        return fail_saying(
            EXIT_USAGE, "assay: --versions with --bisect fills a history: leave out --resume and "
                        "what compares or reports, such as --gate");
    options.fill = &fill;
    while (!fill.complete && (code == EXIT_DONE || code == EXIT_COMMAND)) {
        const size_t waves = fill.waves;
        code = run(&options, arguments, global);
        failed = failed || code == EXIT_COMMAND;
        if (options.dry_run || fill.waves == waves)
            break;
    }
    return code == EXIT_DONE && failed ? EXIT_COMMAND : code;
}
