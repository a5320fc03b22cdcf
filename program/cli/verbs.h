/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verbs.h -- the verbs, each in a file of its name: those of verbs.txt. */
#pragma once

#include "cli/verb.h"

#define VERB(name, group, words) extern const struct verb verb_##name;
#include "cli/verbs.inc"
#undef VERB
