/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen.h -- tables on a terminal. */
#pragma once

#include "view/face/table.h"

/* Prints it in the first of its fits that the terminal has room for, else in the last, indented by two, without trailing
 * spaces; in another form where one is wanted (form.h). Frees it. Returns the fit. */
struct table_fit table_print(const struct terminal *terminal, struct table **table);

/* Whether one of its fits has room. */
bool table_has_room(const struct terminal *terminal, const struct table *table);
