/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cc.h -- the verb `cc`. */
#ifndef CLI_CC_H
#define CLI_CC_H

#include "cli/verb.h"

extern const struct verb verb_cc;

#endif
