/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checkouts.c -- systems that are commits: named for good when the experiment begins, and checked out
 * beside the work tree as long as the session lasts. */
#include "session/session_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/failure.h"
#include "base/private_directory.h"
#include "design/design_stop.h"

static const char *repository_of(const struct design *design, const struct design_system *system)
{
    return system->source != NULL ? system->source : design->source;
}

static enum assay_status fail_commit(const struct design *design,
                                     const struct design_system *system, struct assay_error *error)
{
    /* --against calls a system by its commit */
    const bool named = strncmp(system->name, system->commit, strlen(system->name)) != 0;
    return assay_fail(error, ASSAY_MISSING, "%s%.80s%sgit knows no commit %.80s here%s",
                      named ? "system " : "", named ? system->name : "", named ? ": " : "",
                      system->commit,
                      git_unknown_words(repository_of(design, system), system->commit).text);
}

enum assay_status checkouts_name(struct design *design, struct assay_error *error)
{
    bool changed = false;
    for (size_t i = 0; i < design->n_systems; i++) {
        struct design_system *system = &design->systems[i];
        struct git_commit commit;
        if (system->commit == NULL)
            continue;
        if (!git_resolve(repository_of(design, system), system->commit, &commit))
            return fail_commit(design, system, error);
        if (strcmp(system->commit, commit.name) == 0)
            continue;
        system->commit = design_string(design, commit.name);
        changed = true;
        if (system->commit == NULL)
            return fail_no_memory(error);
    }
    return changed ? run_rewrite(design, error) : ASSAY_OK;
}

static struct git_tree *find_tree(struct session *session, const char *commit)
{
    for (size_t i = 0; i < session->n_trees; i++)
        if (strcmp(session->trees[i].commit, commit) == 0)
            return &session->trees[i].tree;
    return NULL;
}

static enum assay_status check_out(struct session *session, const struct design_system *system,
                                   struct assay_error *error)
{
    if (!array_more(&session->trees, session->n_trees, &session->trees_room))
        return fail_no_memory(error);
    struct session_tree *fresh = &session->trees[session->n_trees];
    *fresh = (struct session_tree){.commit = strdup(system->commit),
                                   .repository = strdup(repository_of(session->design, system)),
                                   .tree = {.lock = -1}};
    session->n_trees++; /* what there is of it is removed with the session */
    if (fresh->commit == NULL || fresh->repository == NULL)
        return fail_no_memory(error);
    return git_checkout(fresh->repository, fresh->commit, &fresh->tree)
               ? ASSAY_OK
               : assay_fail(error, ASSAY_SYSTEM,
                            "system %.80s: git cannot check out %.80s in %.150s. Is there room, "
                            "and may it be written? Name another place for it by TMPDIR",
                            system->name, system->commit, temporary_parent_of_commands());
}

enum assay_status checkouts_make(struct session *session, struct assay_error *error)
{
    struct design *design = session->design;
    for (size_t i = 0; i < design->n_systems; i++) {
        struct design_system *system = &design->systems[i];
        if (system->commit == NULL)
            continue;
        if (find_tree(session, system->commit) == NULL)
            TRY(check_out(session, system, error));
        system->tree = design_string(design, find_tree(session, system->commit)->source);
        TRY(system->tree != NULL ? ASSAY_OK : fail_no_memory(error));
    }
    return ASSAY_OK;
}

void checkouts_remove(struct session *session)
{
    for (size_t i = 0; i < session->n_trees; i++) {
        struct session_tree *tree = &session->trees[i];
        if (tree->repository != NULL)
            git_remove_checkout(tree->repository, &tree->tree);
        free(tree->commit);
        free(tree->repository);
    }
    free(session->trees);
    session->trees = NULL;
    session->n_trees = session->trees_room = 0;
}
