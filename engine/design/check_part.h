/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check_part.h -- what the checks of a manifest share: where a mistake stands, and the placeholders
 * of a text. */
#pragma once

#include "design/reader.h"

struct place {
    char path[96];
    yaml_node_t *node;
};

/* Where "list[index].key" stands; without such a key, where the item or the list stands. */
struct place place_of(struct reader *reader, yaml_node_t *root, const char *list, size_t index,
                      const char *key);

/* Names that a text may use as placeholders. */
struct names {
    const char *items[64];
    size_t n;
};
/* Those of a system's commands on a benchmark; benchmark SIZE_MAX: before all benchmarks. */
struct names names_for(const struct design *design, size_t system, size_t benchmark);

bool check_template(struct reader *reader, struct place place, const char *text,
                    const struct names *names);

/* A command that is split into words without a shell. */
bool check_words(struct reader *reader, struct place place, const char *command);

/* What each benchmark's values and metrics allow each other; the design's metrics become all that any
 * benchmark asks for. */
bool check_values(struct reader *reader, yaml_node_t *root);

/* What cannot be measured in the order that is asked for; and what decides there. */
bool check_order(struct reader *reader, yaml_node_t *root);

/* What the rule that eliminates needs, and what it has ended so far. */
bool check_eliminate(struct reader *reader, yaml_node_t *root);

/* Commands and texts of services, and what does not go with them. */
bool check_services(struct reader *reader, yaml_node_t *root);

/* Commands around units; prepare and conclude of the level execution become the design's own. */
bool check_hooks(struct reader *reader, yaml_node_t *root);

/* Checks the reader's design, and fills what follows from it: the shell's default, every
 * benchmark's metrics, the level of a build that is made once. False after a mistake. */
bool check_design(struct reader *reader, yaml_node_t *root);

/* True for a metric that says nothing of programs that are there at the same time; shared: on one processor. */
bool metric_needs_alone(const char *name, bool shared);

/* True for a metric that assay takes of a whole process. */
bool metric_is_of_process(const char *name);
