/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key.h -- the keys of a manifest that hold more than one value; entries of the tables of manifest.c.
 *
 * Each reads its node into the target that its table describes. False after a mistake, which is then
 * in the reader's error.
 */
#pragma once

#include "design/reader.h"

/* Of struct design_benchmark. */
bool key_values(struct reader *reader, yaml_node_t *node, void *target);
extern const char key_values_allowed[]; /* what to write there */
bool key_exit_codes(struct reader *reader, yaml_node_t *node, void *target);

/* Of struct design. */
bool key_randomise(struct reader *reader, yaml_node_t *node, void *target);
bool key_isolate(struct reader *reader, yaml_node_t *node, void *target);
bool key_rounds(struct reader *reader, yaml_node_t *node, void *target);
bool key_stop(struct reader *reader, yaml_node_t *node, void *target);
