/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup.h -- the verb `assay speedup`. */
#ifndef CLI_SPEEDUP_H
#define CLI_SPEEDUP_H

#include "cli/verb.h"

extern const struct verb verb_speedup;

#endif
