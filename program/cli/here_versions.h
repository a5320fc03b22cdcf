/* SPDX-License-Identifier: GPL-3.0-or-later */
/* here_versions.h -- which commits one would measure in this work tree. */
#pragma once

#include "store/store.h"

struct here_versions {
    char *base; /* the branch that this one left; NULL: it left none, or has nothing of its own */
    const char *before; /* the commit before this tree; NULL: there is none */
    char *range;        /* some commits up to this one; NULL: there are few, or there is a base */
};

/* End with here_versions_fini. */
void here_versions_look(const struct store_version *version, struct here_versions *out);
void here_versions_fini(struct here_versions *versions);
