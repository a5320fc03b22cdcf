/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exit_codes.c -- the exit codes by which a command says that it has done its work. */
#include "design/exit_codes.h"

bool exit_codes_have(const struct exit_codes *codes, int code)
{
    const uint64_t *set = codes->set;
    if ((set[0] | set[1] | set[2] | set[3]) == 0)
        return code == 0;
    return code >= 0 && code < 256 && (set[code / 64] >> code % 64 & 1) != 0;
}
