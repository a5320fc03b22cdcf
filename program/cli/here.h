/* SPDX-License-Identifier: GPL-3.0-or-later */
/* here.h -- assay alone: what stands in this directory, and what one would do with it. */
#pragma once

#include "cli/verb.h"

/* The manifest, the store, other tools' results, git; and the three likely commands. */
void here_print(const struct terminal *terminal, const struct global_options *global);
