/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formats.c -- the table of formats. */
#include "format/format.h"

extern const struct format format_csv;
extern const struct format format_plain;

const struct format *const formats[] = {
    &format_csv,
    &format_plain,
    NULL,
};
