/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dose.h -- known slowdowns of named functions, put in between the compiler and the assembler. */
#pragma once

#include <stdbool.h>

/* "MILLIONTHS FUNCTION" in LAYOUT_DOSE_VARIABLE asks for it (measure/environment.h). Here gcc tells which calls it
 * inlined. */
#define LAYOUT_INLINED_VARIABLE "ASSAY_CC_INLINED"

/* True when this process was started in the place of the assembler by layout_wrap. */
bool layout_is_assembler(const char *program);
/* Becomes that assembler; returns only where it cannot: the exit code. */
int layout_assemble(char **argv);
