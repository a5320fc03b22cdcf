/* SPDX-License-Identifier: GPL-3.0-or-later */
/* declared_roles.h -- what an item of a declaration may be, and which keys it has then. */
#pragma once

#include "design/reader.h"
#include "import/declaration.h"

/* Ways to say where: bits. */
enum declared_way {
    DECLARED_TABLE = 1,
    DECLARED_JSON = 2,
    DECLARED_LINES = 4,
    DECLARED_METRIC = 8
};

struct declared_role {
    const char *name;
    enum shape_role role;
    unsigned ways;    /* in which it can be said */
    const char *keys; /* beside `at` and `is`: "metric unit" */
};
/* By its name; NULL: none. */
const struct declared_role *declared_role_named(const char *name);
const struct declared_role *declared_role_of(enum shape_role role);
extern const char declared_roles_allowed[]; /* their names */

enum declared_way declared_way_of(const struct declaration *declaration);

/* What no single key can say; false after a mistake. */
bool declared_roles_check(struct reader *reader, yaml_node_t *root,
                          const struct declarations *declarations);
