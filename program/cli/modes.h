/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes.h -- the verb `assay modes`. */
#ifndef CLI_MODES_H
#define CLI_MODES_H

#include "cli/verb.h"

extern const struct verb verb_modes;

#endif
