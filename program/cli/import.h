/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import.h -- the verb import. */
#ifndef CLI_IMPORT_H
#define CLI_IMPORT_H

#include "cli/verb.h"

extern const struct verb verb_import;

#endif
