/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_page.h -- a history as one HTML page that needs nothing else. */
#pragma once

#include <stdio.h>

#include "view/terminal/history.h"

/* home: as page_print_home has it. compare_url: of the repository, "https://host/project/compare/", to which "old...new" is added; NULL:
 * commits are not linked. */
void history_page_print(FILE *stream, const struct history_finding *history,
                        const char *compare_url, const char *home);
