/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check_hook.c -- the commands around units. */
#include "design/check_part.h"

#include <stdio.h>
#include <string.h>

static struct place top_place(struct reader *reader, yaml_node_t *root, const char *key)
{
    struct place place = {"", node_get(reader, root, key)};
    (void)snprintf(place.path, sizeof place.path, "%s", key);
    return place;
}

/* One for all systems, or one for each. */
static bool check_list(struct reader *reader, struct place place, char *const *commands, size_t n,
                       bool knows_benchmark)
{
    const struct design *d = reader->design;
    if (n > 1 && n != d->n_systems)
        return mistake_at(reader, place.path, place.node,
                          "%zu commands stand here (write one for all, or one for each of the %zu "
                          "systems)",
                          n, d->n_systems);
    for (size_t i = 0; i < n; i++)
        for (size_t b = 0; b < (knows_benchmark ? d->n_benchmarks : 1); b++) {
            struct names names = names_for(d, i, knows_benchmark ? b : SIZE_MAX);
            if (!check_template(reader, place, commands[i], &names))
                return false;
        }
    return true;
}

static bool check_once(struct reader *reader, struct place place, char *command)
{
    struct names names = names_for(reader->design, 0, SIZE_MAX);
    return check_template(reader, place, command, &names);
}

static bool check_level_hooks(struct reader *reader, yaml_node_t *root, const char *name,
                              size_t index, const struct design_hooks *hooks)
{
    const bool any = hooks->setup != NULL || hooks->cleanup != NULL || hooks->n_prepare > 0 ||
                     hooks->n_conclude > 0;
    struct place place = place_of(reader, root, "levels", index, NULL);
    if (any && strcmp(name, "iteration") == 0)
        return mistake_at(reader, place.path, place.node,
                          "iterations run inside the program: it has to prepare and clean up what "
                          "they need itself (write hooks at build or execution)");
    return check_once(reader, place_of(reader, root, "levels", index, "setup"), hooks->setup) &&
           check_once(reader, place_of(reader, root, "levels", index, "cleanup"), hooks->cleanup) &&
           check_list(reader, place_of(reader, root, "levels", index, "prepare"), hooks->prepare,
                      hooks->n_prepare, false) &&
           check_list(reader, place_of(reader, root, "levels", index, "conclude"), hooks->conclude,
                      hooks->n_conclude, false);
}

static bool move_list(struct reader *reader, struct place place, char ***from, size_t *n_from,
                      char ***to, size_t *n_to)
{
    if (*n_from == 0)
        return true;
    if (*n_to > 0)
        return mistake_at(reader, place.path, place.node,
                          "stands at the top, too, which means the same (write it once)");
    *to = *from;
    *n_to = *n_from;
    *from = NULL;
    *n_from = 0;
    return true;
}

/* What stands around each execution may be written at the top, as hyperfine's users expect it, or
 * at its level. */
static bool move_execution_hooks(struct reader *reader, yaml_node_t *root, size_t index)
{
    struct design *d = reader->design;
    struct design_hooks *level = &d->levels[design_execution_level(d)].hooks, *top = &d->hooks;
    return move_list(reader, place_of(reader, root, "levels", index, "prepare"), &level->prepare,
                     &level->n_prepare, &top->prepare, &top->n_prepare) &&
           move_list(reader, place_of(reader, root, "levels", index, "conclude"), &level->conclude,
                     &level->n_conclude, &top->conclude, &top->n_conclude);
}

/* Where a level stands in the text: an implied one stands nowhere. */
static bool find_level(struct reader *reader, yaml_node_t *root, const char *name, size_t *index)
{
    yaml_node_t *levels = node_get(reader, root, "levels");
    for (*index = 0;; ++*index) {
        yaml_node_t *item = node_item(reader, levels, *index);
        const yaml_node_t *node = item != NULL ? node_get(reader, item, "name") : NULL;
        if (node == NULL)
            return false;
        if (strcmp((const char *)node->data.scalar.value, name) == 0)
            return true;
    }
}

bool check_hooks(struct reader *reader, yaml_node_t *root)
{
    struct design *d = reader->design;
    size_t index;
    if (find_level(reader, root, "execution", &index) && !move_execution_hooks(reader, root, index))
        return false;
    for (size_t i = 0; i < d->n_levels; i++)
        if (find_level(reader, root, d->levels[i].name, &index) &&
            !check_level_hooks(reader, root, d->levels[i].name, index, &d->levels[i].hooks))
            return false;
    const struct design_hooks *hooks = &d->hooks;
    return check_once(reader, top_place(reader, root, "setup"), hooks->setup) &&
           check_once(reader, top_place(reader, root, "cleanup"), hooks->cleanup) &&
           check_list(reader, top_place(reader, root, "prepare"), hooks->prepare, hooks->n_prepare,
                      true) &&
           check_list(reader, top_place(reader, root, "conclude"), hooks->conclude,
                      hooks->n_conclude, true);
}
