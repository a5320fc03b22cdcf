/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compiler.h -- which compiler, of which version, makes a system. */
#pragma once

#include "design/design.h"

/* The program that compiles a system: what its manifest says; else CC of its environment or of its
 * build command (make CC=clang); else the first word there that is a compiler's name; else $CC, else
 * cc. In memory of the caller; NULL: nothing is built, or memory is out. */
char *compiler_of(const struct design *design, size_t system);

/* The first line of what it says of its version; false when it says nothing. Starts a program. */
bool compiler_version(const char *compiler, char *line, size_t size);
