/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_parts.h -- what the files of the screen of `assay compare` share. */
#ifndef VIEW_TERMINAL_COMPARE_PARTS_H
#define VIEW_TERMINAL_COMPARE_PARTS_H

#include "view/terminal/compare.h"

/* Whether all rows are of one metric and one statistic. */
bool compare_one_metric(const struct compare_view *view);

/* As wide as the terminal allows. */
void compare_table_print(const struct terminal *terminal, const struct compare_view *view);

/* What several machines say of themselves; nothing where there are none. */
void compare_machines_print(const struct terminal *terminal, const struct compare_view *view);

#endif
