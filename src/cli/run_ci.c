/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_ci.c -- versions, baselines, confirmation and summaries of runs. */
#include "cli/run_ci.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/git.h"
#include "cli/run_judge.h"
#include "cli/run_place.h"
#include "render/terminal.h"

/* ---- the version ---- */

/* Checkouts of a service are of a commit, not of a branch; it says the branch beside it. */
static const char *branch_of_service(void)
{
    static const char *const names[] = {"GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME",
                                        "CHANGE_BRANCH", "BRANCH_NAME"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return value;
    }
    return NULL;
}

enum exit_code run_ci_version(const struct session *session, const struct run_options *options)
{
    struct store_version version = {0};
    struct assay_error error;
    enum exit_code code = EXIT_DONE;
    git_describe(session->design->source != NULL ? session->design->source : ".", &version);
    char *commit = version.commit, *branch = version.branch;
    if (version.commit != NULL && version.branch == NULL)
        version.branch = (char *)branch_of_service();
    version.label = (char *)options->version_label;
    if (version.label != NULL || version.commit != NULL)
        if (store_set_version(session->store, session->experiment, &version, &error) != ASSAY_OK)
            code = fail_with(&error);
    free(commit);
    free(branch);
    return code;
}

enum exit_code run_ci_baseline(struct session *session, const struct run_options *options)
{
    const char *which = options->compare_with;
    struct store *store = NULL;
    struct assay_error error;
    struct experiment_info info;
    if (which == NULL)
        return EXIT_DONE;
    if (strncmp(which, "last:", 5) == 0) {
        if (strspn(which + 5, "0123456789") != strlen(which + 5) || strlen(which) > 10 ||
            strtoul(which + 5, NULL, 10) == 0) {
            terminal_complain("assay: --compare-with %s: say how many, as last:5", which);
            return EXIT_USAGE;
        }
        (void)snprintf(session->baseline, sizeof session->baseline, "%s", which);
        return EXIT_DONE;
    }
    enum assay_status status = store_open(session->store_path, STORE_READ, &store, &error);
    if (status == ASSAY_OK)
        status = store_find(store, which, &info, &error);
    store_close(&store);
    if (status != ASSAY_OK)
        return fail_with(&error);
    (void)snprintf(session->baseline, sizeof session->baseline, "%" PRId64, info.id);
    experiment_info_fini(&info);
    return EXIT_DONE;
}

/* ---- the report ---- */

bool run_ci_wanted(const struct run_options *options)
{
    return options->compare_with != NULL || options->summary != NULL || options->confirm;
}

enum exit_code run_ci_report(struct session *session, const struct run_options *options,
                             const struct global_options *global, struct launcher *launcher)
{
    struct judged judged;
    const struct global_options reading = run_place_reading(session, global);
    enum exit_code code = run_judge(session, &reading, &judged);
    if (code == EXIT_DONE && options->confirm && judged.code == EXIT_SLOWER)
        code = run_confirm(session, options, &reading, launcher, &judged);
    else if (code == EXIT_DONE)
        code = run_tell(&judged, options, &reading);
    judged_fini(&judged);
    return code;
}

int run_ci_bisect_code(enum exit_code code)
{
    enum { CANNOT_SAY = 125 };
    switch (code) {
    case EXIT_DONE:
    case EXIT_SLOWER:
    case EXIT_INTERRUPTED: return (int)code;
    default: return CANNOT_SAY;
    }
}
