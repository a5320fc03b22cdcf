/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.h -- what a compiler's command line does. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum layout_role {
    LAYOUT_PASS,    /* nothing that has a layout: preprocessing, questions */
    LAYOUT_COMPILE, /* makes objects or assembly */
    LAYOUT_LINK,    /* makes a program or library, maybe compiling before */
    LAYOUT_LD       /* is a linker itself */
};

struct layout_command {
    enum layout_role role;
    bool known;         /* its name says gcc or clang; else the role is what these would do */
    const char *output; /* NULL: not named */
    bool compiles;      /* some input is a source that a compiler reads */
    bool lto;
    bool own_linker;           /* named by a path, where nothing can be put in between */
    bool no_function_sections; /* the user says so: left alone */
    size_t driver;             /* the compiler's own word: launchers may stand before it */
};

/* argv with response files expanded. */
struct layout_command layout_classify(char *const *argv);

/* ---- whether a program of another name is gcc's or clang's driver, or hands over to one ---- */

