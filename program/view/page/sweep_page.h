/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_page.h -- sweeps as one HTML page that needs nothing else. */
#pragma once

#include <stdio.h>

#include "view/terminal/sweep.h"

void sweep_page_print(FILE *stream, const struct sweep_view *view);
