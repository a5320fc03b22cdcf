/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jmh_table.h -- the table of results at the end of what JMH prints, where it stands alone. */
#pragma once

#include "import/importer.h"

/* True when one of the first lines is the head of such a table. */
bool jmh_table_probe(const struct format_text *text);

/* Adds each row's score, which is a mean. */
void jmh_table_read(struct importer *importer, const struct format_text *text);
