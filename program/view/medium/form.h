/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form.h -- tables as LaTeX (booktabs), Markdown and CSV: all their columns, names whole, without drawings. */
#pragma once

#include "view/face/table.h"
#include "view/text/form.h"

/* Writes to standard output the words so far, then the table, in the form that is wanted. */
void form_write(const struct table *table);

/* The words behind the last table. */
void form_end(void);
