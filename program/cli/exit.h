/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exit.h -- the exit codes that the command line promises. */
#pragma once

enum exit_code {
    EXIT_DONE = 0,         /* done; a gate that was asked for has passed */
    EXIT_SLOWER = 1,       /* gate: a benchmark is slower beyond the margin */
    EXIT_USAGE = 2,        /* unknown option, bad manifest */
    EXIT_DATA = 3,         /* unreadable data, or they cannot support the analysis */
    EXIT_COMMAND = 4,      /* a measured command failed */
    EXIT_SYSTEM = 5,       /* disk full, store locked or damaged, permission */
    EXIT_INCONCLUSIVE = 6, /* gate: nothing slower, something inconclusive */
    EXIT_INTERRUPTED = 130
};
