/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader_part.h -- what the files of reader.h share. */
#pragma once

#include "design/reader.h"

/* Adds ".name", or "[index]" when name is NULL, to the path; returns the length to go back to. */
size_t reader_enter(struct reader *reader, const char *name, size_t index);
void reader_leave(struct reader *reader, size_t length);

/* False after the mistake that the pair's key stands in the mapping before. */
bool check_key_is_new(struct reader *reader, yaml_node_t *mapping, const yaml_node_pair_t *pair,
                      const char *name);

/* A name of letters, digits and _; NULL after a mistake. */
const char *read_name(struct reader *reader, yaml_node_t *key);

/* Numbers of processors, as text: 0-2,5. */
bool reader_cpus(struct reader *reader, yaml_node_t *node, char **cpus);

/* Reads a field of any kind but FIELD_LIST and FIELD_OTHER into its place in target. False after a
 * mistake. */
bool read_value(struct reader *reader, yaml_node_t *node, const struct field *field, void *target);

/* The keys of a manifest that hold more than one value; entries of the tables of manifest.c.
 *
 * Each reads its node into the target that its table describes. False after a mistake, which is then
 * in the reader's error.
 */
/* Of struct design_benchmark. */
bool key_values(struct reader *reader, yaml_node_t *node, void *target);
extern const char key_values_allowed[]; /* what to write there */
bool key_exit_codes(struct reader *reader, yaml_node_t *node, void *target);

/* Of struct design_system. */
bool key_service_of_system(struct reader *reader, yaml_node_t *node, void *target);

/* Of struct design. */
bool key_service(struct reader *reader, yaml_node_t *node, void *target);
bool key_randomise(struct reader *reader, yaml_node_t *node, void *target);
bool key_isolate(struct reader *reader, yaml_node_t *node, void *target);
bool key_counts(struct reader *reader, yaml_node_t *node, void *target);
bool key_order(struct reader *reader, yaml_node_t *node, void *target);
bool key_rounds(struct reader *reader, yaml_node_t *node, void *target);
bool key_stop(struct reader *reader, yaml_node_t *node, void *target);
