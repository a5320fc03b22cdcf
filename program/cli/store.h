/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.h -- `assay store`. */
#ifndef CLI_STORE_H
#define CLI_STORE_H

#include "cli/verb.h"

extern const struct verb verb_store;

#endif
