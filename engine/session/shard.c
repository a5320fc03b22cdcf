/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shard.c -- sessions that measure one machine of several.
 *
 * A shard knows nothing of the others. That they are one experiment follows from what they share: the
 * manifest with what was said beside it, the seed, and the version that is measured.
 */
#include "session/session_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/sha256.h"
#include "git/git.h"
#include "store/store.h"

static void write_text(FILE *out, const char *text)
{
    fprintf(out, "%zu:%s\n", text != NULL ? strlen(text) : 0, text != NULL ? text : "");
}

/* What all shards agree in; of directories and machines nothing. */
static bool write_facts(FILE *out, const struct session *session)
{
    const struct design *design = session->design;
    struct store_version version = {0};
    git_describe(design->source != NULL ? design->source : ".", &version);
    fprintf(out, "assay shard 1\n%" PRIu64 " %a %d %d\n", design->seed, design->margin,
            design->ignore_failure, version.dirty);
    write_text(out, design->manifest);
    write_text(out, design->experiment);
    write_text(out, session->version_label);
    write_text(out, version.commit);
    free(version.commit);
    free(version.branch);
    return ferror(out) == 0;
}

static enum assay_status fail_known(const struct session *session, int64_t experiment,
                                    struct assay_error *error)
{
    struct store_machine *machines;
    size_t n, shard = 0;
    if (store_machines(session->store, experiment, &machines, &n, error) != ASSAY_OK)
        return error->status;
    for (size_t i = 0; i < n; i++)
        if (machines[i].place + 1 == session->design->shard || shard == 0)
            shard = machines[i].place + 1;
    store_machines_free(&machines, n);
    if (shard != session->design->shard)
        return fail_naming(error, ASSAY_USAGE,
                           "%s holds shard %zu of this experiment: each shard is measured into a "
                           "store of its own (@store)",
                           session->store_path, shard);
    return fail_naming(error, ASSAY_USAGE,
                       "%s holds shard %zu already: assay run @resume=%" PRId64
                       " goes on with it; to measure it afresh name another store",
                       session->store_path, shard, experiment);
}

enum assay_status shard_name(const struct session *session, unsigned char uid[STORE_UID_BYTES],
                             struct assay_error *error)
{
    char *facts = NULL;
    size_t size;
    unsigned char digest[SHA256_BYTES];
    FILE *out = open_memstream(&facts, &size);
    const bool whole = out != NULL && write_facts(out, session);
    if ((out != NULL && fclose(out) != 0) || !whole) {
        free(facts);
        return fail_no_memory(error);
    }
    sha256(facts, size, digest);
    free(facts);
    memcpy(uid, digest, STORE_UID_BYTES);
    int64_t known;
    bool complete;
    const enum assay_status status = store_find_uid(session->store, uid, &known, &complete, error);
    return status == ASSAY_OK && known != 0 ? fail_known(session, known, error) : status;
}

enum assay_status shard_resume(struct session *session, struct assay_error *error)
{
    struct design *design = session->design;
    struct store_machine *machines;
    size_t n;
    if (!design_has_machines(design))
        return ASSAY_OK;
    TRY(store_machines(session->store, session->experiment, &machines, &n, error));
    const size_t shard = n > 0 ? machines[0].place + 1 : 0;
    store_machines_free(&machines, n);
    if (n == 0 || n == design->levels[0].count)
        return ASSAY_OK;
    if (n > 1)
        return assay_fail(error, ASSAY_INVALID,
                          "experiment %" PRId64 " is joined of the shards of %zu machines: resume "
                          "those that are not complete where they were measured",
                          session->experiment, n);
    design->shard = shard;
    return ASSAY_OK;
}
