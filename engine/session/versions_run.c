/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_run.c -- one experiment of many versions.
 *
 * Each commit is a system with sources of its own, so that all are measured in the same rounds, in random order:
 * what the machine does between the first and the last of them meets all alike. A commit that is not built or fails is
 * recorded and gives no values. The values go into histories as versions, an experiment each, when all is measured.
 */
#include "session/versions_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "design/design_stop.h"
#include "git/git_call.h"
#include "session/rounds_instead.h"
#include "session/versions_design.h"

bool versions_are(const struct design *design)
{
    for (size_t i = 0; i < design->n_systems; i++)
        if (design->systems[i].commit == NULL)
            return false;
    return design->n_systems > 0;
}

bool versions_rest_on_few(const struct design *design)
{
    const struct design_level *top = &design->levels[design_top_level(design)];
    return strcmp(top->name, "execution") != 0 && top->count <= VERSIONS_FEW && top->count > 1;
}

/* ---- which ---- */

const char *versions_repository(const struct design *design)
{
    const struct design_system *only = &design->systems[0];
    return only->source != NULL ? only->source : design->source;
}

/* Commits are those of the repository around the sources; a manifest that lies in none tells what to do with those of the
 * working directory. */
static enum assay_status settle_repository(struct design *design, struct assay_error *error)
{
    struct design_system *only = &design->systems[0];
    if (git_place(versions_repository(design)) != GIT_NOWHERE || git_place(".") == GIT_NOWHERE)
        return ASSAY_OK;
    OWNED char *here = realpath(".", NULL);
    only->source = here != NULL ? design_string(design, here) : NULL;
    return only->source != NULL ? ASSAY_OK : fail_no_memory(error);
}

static struct git_commit *list(const struct design *design, const char *range, size_t *n,
                               struct assay_error *error)
{
    const char *dots = strstr(range, ".."), *repository = versions_repository(design);
    const size_t n_first = dots != NULL ? (size_t)(dots - range) : strlen(range);
    const char *last = dots != NULL && dots[2] != '\0' ? dots + 2 : "HEAD";
    char first[256];
    struct git_commit from, to;
    (void)snprintf(first, sizeof first, "%.*s", (int)(n_first < 255 ? n_first : 255), range);
    const char *unknown = n_first == 0 || !git_resolve(repository, first, &from) ? first
                          : !git_resolve(repository, last, &to)                  ? last
                                                                                     : NULL;
    if (unknown != NULL) {
        const struct git_unknown why = git_unknown_words(repository, unknown);
        const bool told = dots != NULL || why.text[0] == ';';
        (void)fail_naming(error, ASSAY_USAGE,
                          "@versions=%.100s: git knows no commit \"%.100s\" here%s%s", range, unknown,
                          why.text, told ? "" : "; say FIRST..LAST, such as v1.0..main");
        return NULL;
    }
    struct git_commit *commits = git_range(repository, &from, &to, n);
    if (commits == NULL)
        (void)fail_naming(error, ASSAY_SYSTEM, "@versions=%.100s: git does not list them", range);
    if (commits == NULL || *n > 1 || strcmp(from.name, to.name) == 0)
        return commits;
    free(commits);
    (void)fail_naming(
        error, ASSAY_USAGE,
        "@versions=%.100s: %.100s does not come after %.100s; say the older one first", range, last,
        first);
    return NULL;
}

/* ---- the design ---- */

static enum assay_status make_systems(struct design *design, const struct git_commit *commits,
                                      size_t n, struct assay_error *error)
{
    const struct design_system only = design->systems[0];
    design->systems = design_alloc(design, n * sizeof *design->systems);
    if (design->systems == NULL)
        return fail_no_memory(error);
    design->n_systems = n;
    for (size_t i = 0; i < n; i++) {
        char name[VERSION_LABEL + 1];
        (void)snprintf(name, sizeof name, "%.*s", VERSION_LABEL, commits[i].name);
        design->systems[i] = only;
        design->systems[i].name = design_string(design, name);
        design->systems[i].commit = design_string(design, commits[i].name);
        design->systems[i].version_of = only.name;
        if (design->systems[i].name == NULL || design->systems[i].commit == NULL)
            return fail_no_memory(error);
    }
    design->ignore_failure = true;
    return run_rewrite(design, error);
}

static enum assay_status check_single(const struct design *design, const char *option,
                                      struct assay_error *error)
{
    if (!design->quick && design->n_systems == 1)
        return ASSAY_OK;
    return fail_naming(
        error, ASSAY_USAGE, "@%s takes a manifest of one system, whose sources are checked out: %s",
        option,
        design->quick ? "there are commands"
                      : "this one has several. Say `commit: NAME` in those that are commits");
}

/* As people call it. What is a name to git alone, a whole hash or what was fetched last, is called by its digits, behind
 * the branch where a service tells that. */
static void name_commit(const struct design *design, const char *commit, char *text, size_t size)
{
    const bool hash = git_is_commit(commit) && strlen(commit) > VERSION_LABEL;
    const char *branch = git_base_of_service();
    struct git_commit found;
    if ((hash || strcmp(commit, "FETCH_HEAD") == 0) && git_resolve(versions_repository(design), commit, &found))
        (void)snprintf(text, size, "%.200s%s%.*s", branch != NULL ? branch : "",
                       branch != NULL ? " " : "", VERSION_LABEL, found.name);
    else
        (void)snprintf(text, size, "%.*s", hash ? VERSION_LABEL : 255, commit);
}

/* A system as it is at the commit. */
static enum assay_status put_commit(struct design *design, size_t place, const char *commit,
                                    const char *other, struct assay_error *error)
{
    struct design_system *system = &design->systems[place];
    char name[300];
    name_commit(design, commit, name, sizeof name);
    if (strcmp(name, other) == 0)
        (void)strncat(name, " (old)", sizeof name - strlen(name) - 1);
    system->name = design_string(design, name);
    system->commit = design_string(design, commit);
    return system->name != NULL && system->commit != NULL ? ASSAY_OK : fail_no_memory(error);
}

enum assay_status versions_against(struct design *design, const char *commits,
                                   struct assay_error *error)
{
    TRY(check_single(design, "against", error));
    TRY(settle_repository(design, error));
    const struct design_system only = design->systems[0];
    const char *dots = strstr(commits, ".."), *new_commit = dots != NULL ? dots + 2 : NULL;
    char old[256];
    (void)snprintf(old, sizeof old, "%.*s", dots != NULL && dots - commits < 255 ? (int)(dots - commits) : 255,
                   commits);
    if (dots != NULL && (*new_commit == '\0' || strcmp(old, new_commit) == 0))
        return fail_naming(error, ASSAY_USAGE,
                           "@against=%.100s: say OLD..NEW, two different commits, or OLD alone", commits);
    design->systems = design_alloc(design, 2 * sizeof *design->systems);
    if (design->systems == NULL)
        return fail_no_memory(error);
    design->systems[0] = design->systems[1] = only;
    design->n_systems = 2;
    if (dots != NULL)
        TRY(put_commit(design, 1, new_commit, "", error));
    TRY(put_commit(design, 0, old, dots != NULL ? design->systems[1].name : only.name, error));
    return run_rewrite(design, error);
}

/* By what told the two apart best before, unless somebody said what decides. */
static enum assay_status decide_in_fresh_rounds(struct design *design,
                                                const struct versions_found *found,
                                                struct assay_error *error)
{
    run_stop_decide(design, found->fresh_s);
    return found->metric[0] != '\0' && design->decides == NULL
               ? run_decide_by(design, found->metric, error)
               : ASSAY_OK;
}

/* A search measures a middle beside both of its neighbours: an order of two systems would end it in the middle. */
static enum assay_status check_search(const struct design *design, struct assay_error *error)
{
    const enum design_order_by by = design->order.by;
    if (by != ORDER_DUET && by != ORDER_LOCKSTEP)
        return ASSAY_OK;
    return fail_naming(error, ASSAY_USAGE,
                       "@versions with @bisect measures three versions and more at once, and %s of "
                       "two systems: say @order=slices or @order=rounds",
                       by == ORDER_DUET ? "a duet is" : "lockstep is");
}

/* Builds of another experiment are drawn anew: what is the same program in both is so whatever is drawn. */
static void choose_counts(struct design *design, struct versions_found *found)
{
    const bool anew = found->builds_s > 0;
    if (anew)
        versions_build_anew(design, found->n_asked);
    else
        found->builds = versions_build_once(design);
    if (!anew)
        versions_limit_rounds(design, found->rounds);
    if (anew || found->builds > 0)
        design->seed += found->n_known + found->n_asked;
}

enum assay_status versions_expand(struct design *design, const struct versions_request *request,
                                  struct versions_found *found, struct assay_error *error)
{
    size_t n = 0;
    *found = (struct versions_found){0};
    if (check_single(design, "versions", error) != ASSAY_OK)
        return error->status;
    if (request->bisect && design->experiment == NULL)
        return fail_naming(error, ASSAY_USAGE,
                           "@versions with @bisect finds what it has measured by the experiment's "
                           "name: say @name=NAME, or `experiment: NAME` in the manifest");
    if (request->bisect && check_search(design, error) != ASSAY_OK)
        return error->status;
    TRY(settle_repository(design, error));
    OWNED struct git_commit *commits = list(design, request->range, &n, error);
    if (commits == NULL)
        return error->status;
    if (request->bisect && n == 1)
        return fail_naming(
            error, ASSAY_USAGE,
            "@versions=%.100s: both ends are the same commit, and there is nothing to "
            "search between them",
            request->range);
    found->n = n;
    enum assay_status status = versions_choose(design, request, commits, &n, found, error);
    found->complete = n == 0;
    if (n == 0 || design->order.by == ORDER_ROUNDS)
        found->doubts = 0;
    if (status == ASSAY_OK)
        status = rounds_instead(design, found->doubts, error);
    if (status == ASSAY_OK && n > 0 && request->bisect)
        choose_counts(design, found);
    if (status == ASSAY_OK && found->fresh_s > 0)
        status = decide_in_fresh_rounds(design, found, error);
    if (status == ASSAY_OK && n > 0)
        status = make_systems(design, commits, n, error);
    else if (status == ASSAY_OK && !request->bisect)
        status = fail_naming(error, ASSAY_MISSING,
                             "@versions=%.100s: all %zu of them are in the store, measured or "
                             "failed; see assay history",
                             request->range, found->n_known);
    return status;
}

/* ---- into histories ---- */

static enum assay_status tell_versions(const struct session *session, struct input *input,
                                       struct assay_error *error)
{
    const struct design *design = session->design;
    for (size_t i = 0; i < design->n_systems; i++) {
        struct git_commit commit;
        const struct design_system *system = &design->systems[i];
        if (!git_resolve(system->source != NULL ? system->source : design->source, system->commit, &commit))
            commit = (struct git_commit){.time_s = 0};
        if (!format_versions_add(&input->versions, system->name, system->commit,
                                 1000 * (double)commit.time_s))
            return fail_no_memory(error);
        input->versions.items[input->versions.n - 1].of = system->version_of;
        input->versions.items[input->versions.n - 1].from = session->experiment;
    }
    return ASSAY_OK;
}

/* The systems that are no versions yet. */
static enum assay_status list_new(const struct session *session, struct name_list *names,
                                  struct assay_error *error)
{
    const struct design *design = session->design;
    const char *name = design->experiment != NULL ? design->experiment : "versions";
    struct store_entry *entries = NULL;
    size_t n = 0;
    names->items = calloc(design->n_systems + 1, sizeof *names->items);
    if (names->items == NULL)
        return fail_no_memory(error);
    const enum assay_status status = store_entries(session->store, &entries, &n, error);
    for (size_t i = 0; i < design->n_systems && status == ASSAY_OK; i++)
        if (!versions_is_measured(entries, n, name, design->systems[i].commit))
            names->items[names->n++] = design->systems[i].name;
    store_entries_free(&entries, n);
    return status;
}

enum assay_status versions_keep(struct session *session, struct imported *imported,
                                struct assay_error *error)
{
    const struct source_request all = {.stored = true, .others_too = true, .occasions = true};
    struct name_list fresh = {0};
    size_t n = 0;
    const char *name = session->design->experiment;
    SCOPED(input_fini) struct input input = {0};
    *imported = (struct imported){0};
    enum assay_status status = list_new(session, &fresh, error);
    if (status == ASSAY_OK && fresh.n > 0)
        status = session_input(session, &all, &input, error);
    for (size_t i = 0; i < input.n; i++) /* a system that failed has no series */
        if (name_list_has(&fresh, input.series[i].system))
            input.series[n++] = input.series[i];
    input.n = n;
    free(fresh.items);
    if (status != ASSAY_OK || n == 0)
        return status;
    status = tell_versions(session, &input, error);
    if (status == ASSAY_OK)
        status = import_versions(session->store, &input, name != NULL ? name : "versions", imported,
                                 error);
    return status;
}
