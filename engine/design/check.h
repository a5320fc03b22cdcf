/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.h -- what no single key of a manifest can say: how its parts fit together. */
#pragma once

#include "design/reader.h"

/* Checks the reader's design, and fills what follows from it: the shell's default, every
 * benchmark's metrics, the level of a build that is made once. False after a mistake. */
bool check_design(struct reader *reader, yaml_node_t *root);

/* True for a metric that assay takes of a whole process. */
bool metric_is_of_process(const char *name);
