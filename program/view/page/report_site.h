/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_site.h -- pages of a site: what their heads say. */
#pragma once

#include <stdbool.h>

/* True when the page at path was made from what the fingerprint stands for; then *headline is what its head says of it,
 * as HTML, to be freed, or NULL. Else that is left alone. */
bool site_page_is(const char *path, const char *fingerprint, char **headline);
