/* SPDX-License-Identifier: GPL-3.0-or-later */
/* here_manifest.h -- the smallest manifest of what lies in this directory, to be copied as it is printed. */
#pragma once

#include <stdio.h>

/* Indented by two blanks; below it what one has to write oneself, where nothing here says it. */
void here_manifest_print(FILE *stream);
