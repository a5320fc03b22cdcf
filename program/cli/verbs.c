/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verbs.c -- the table of verbs, in the order of --help: that of verbs.txt. */
#include "cli/verbs.h"

#include <stddef.h>

#define VERB(name, group, words) &verb_##name,
const struct verb *const verbs[] = {
#include "cli/verbs.inc"
    NULL};
#undef VERB
#define VERB(name, group, words) group,
const char *const verb_groups[] = {
#include "cli/verbs.inc"
    NULL};
#undef VERB
#define VERB(name, group, words) words,
const char *const verb_words[] = {
#include "cli/verbs.inc"
    NULL};
