/* SPDX-License-Identifier: GPL-3.0-or-later */
/* here_programs.h -- what could be measured in a directory: programs, and functions of Python. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <time.h>

struct here_program {
    char *name;
    bool is_script;
    bool runs; /* as it stands; else somebody has to name what runs it */
    struct timespec written;
};

struct here_programs {
    struct here_program *items;
    size_t n;
    char *python; /* a file of functions; NULL: there is none */
    const char
        *server; /* one that waits for requests, and does not end by itself; NULL: none is seen */
};

/* Takes a file of this directory where it is a program or Python. End with here_programs_fini. */
void here_programs_take(struct here_programs *programs, const char *name,
                        const struct stat *status);
/* The old one and the new one, by their names, else two that are compiled, by age. What else a script does nobody
 * knows: two that no names bring together are no pair, which stays as it was; neither is one beside a server. */
void here_programs_pair(struct here_programs *programs, const char *pair[2]);
/* The compiled one that was written last, by its name; NULL: there is none. */
const char *here_programs_compiled(const struct here_programs *programs);
void here_programs_fini(struct here_programs *programs);
