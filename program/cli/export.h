/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export.h -- the verb export. */
#ifndef CLI_EXPORT_H
#define CLI_EXPORT_H

#include "cli/verb.h"

extern const struct verb verb_export;

#endif
