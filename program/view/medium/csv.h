/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv.h -- tables as CSV that a program can read. */
#pragma once

#include "view/face/table.h"

/* Numbers, their units and the ends of ranges in columns of their own. text writes a field. */
void csv_write(const struct table *table, void (*text)(FILE *stream, const char *text));
