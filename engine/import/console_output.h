/* SPDX-License-Identifier: GPL-3.0-or-later */
/* console_output.h -- what tools print for people, and what they write for programs. */
#pragma once

#include "import/format.h"

/* Of a text that no reader knows: what it is, and what of that tool can be read; NULL: not known
 * either. The sentence goes behind the file's name. */
const char *format_console_output(const struct format_text *text);
