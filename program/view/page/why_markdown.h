/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_markdown.h -- which functions make a change, for those who read it beside a merge request. */
#pragma once

#include <stdio.h>

#include "finding/why_finding.h"
#include "view/text/markup.h"

/* A headline and a table: the functions that moved, at most five, then the sum. */
void why_markdown_put(const struct markup *out, const struct why_finding *finding);
void why_markdown_print(FILE *stream, const struct why_finding *finding);
