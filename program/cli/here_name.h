/* SPDX-License-Identifier: GPL-3.0-or-later */
/* here_name.h -- names that a command which is told can hold as they stand. */
#pragma once

#include <stdbool.h>
#include <string.h>

/* No sign of the shell is in it, and it is no option. */
static inline bool here_is_plain(const char *name)
{
    return name[0] != '-' && strpbrk(name, " \t\n'\"\\$`*?[](){}<>|&;#~!") == NULL;
}
