/* SPDX-License-Identifier: GPL-3.0-or-later */
/* without_libpq.c -- what is said where assay was built without PostgreSQL. */
#include "postgres/postgres.h"

static enum assay_status fail_absent(struct assay_error *error)
{
    return assay_fail(
        error, ASSAY_SYSTEM,
        "this assay was built without PostgreSQL: install libpq-dev and build it again");
}

enum assay_status postgres_push(const char *url, struct store *store, const int64_t *experiments,
                                size_t n, struct postgres_moved *moved, struct remarks *remarks,
                                struct assay_error *error)
{
    (void)url, (void)store, (void)experiments, (void)n, (void)moved, (void)remarks;
    return fail_absent(error);
}

enum assay_status postgres_look(const char *url, struct assay_error *error)
{
    (void)url;
    return fail_absent(error);
}

enum assay_status postgres_pull(const char *url, const char *const *which, size_t n,
                                struct store *store, struct postgres_moved *moved,
                                struct remarks *remarks, struct assay_error *error)
{
    (void)url, (void)which, (void)n, (void)store, (void)moved, (void)remarks;
    return fail_absent(error);
}

enum assay_status postgres_fetch(const char *url, char **path, struct assay_error *error)
{
    (void)url;
    *path = NULL;
    return fail_absent(error);
}

void postgres_forget(char **path)
{
    *path = NULL;
}
