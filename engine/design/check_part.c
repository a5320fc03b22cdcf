/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check_part.c -- where a mistake stands, and the placeholders of a text. */
#include "design/check_part.h"

#include <stdio.h>
#include <string.h>

#include "design/template.h"

/* Where an item of a list of the design stands in that of the manifest. */
static size_t written_at(const struct design *d, const char *list, size_t index)
{
    if (strcmp(list, "systems") == 0 && index < d->n_systems)
        return d->systems[index].place;
    if (strcmp(list, "benchmarks") == 0 && index < d->n_benchmarks)
        return d->benchmarks[index].place;
    return index;
}

struct place place_of(struct reader *reader, yaml_node_t *root, const char *list, size_t index,
                      const char *key)
{
    struct place place;
    index = written_at(reader->design, list, index);
    yaml_node_t *sequence = node_get(reader, root, list);
    yaml_node_t *item = node_item(reader, sequence, index);
    yaml_node_t *value = key != NULL ? node_get(reader, item, key) : item;
    (void)snprintf(place.path, sizeof place.path, "%s[%zu]%s%s", list, index,
                   key != NULL ? "." : "", key != NULL ? key : "");
    place.node = value != NULL ? value : item != NULL ? item : sequence;
    return place;
}

static void add_name(struct names *names, const char *name)
{
    if (names->n < sizeof names->items / sizeof names->items[0])
        names->items[names->n++] = name;
}

static void add_names(struct names *names, const struct design_environment *parameters)
{
    for (size_t i = 0; i < parameters->n; i++)
        add_name(names, parameters->names[i]);
}

bool check_template(struct reader *reader, struct place place, const char *text,
                    const struct names *names)
{
    const char *bad;
    size_t length;
    if (text == NULL || template_check(text, names->items, names->n, &bad, &length))
        return true;
    if (length == 1)
        return mistake_at(reader, place.path, place.node,
                          "a single brace stands in %s (write {{ or }} for a brace)",
                          shown(text).text);
    char allowed[300] = "";
    size_t used = 0;
    for (size_t i = 0; i < names->n && used < sizeof allowed; i++) {
        int n = snprintf(allowed + used, sizeof allowed - used, "%s{%s}", i > 0 ? ", " : "",
                         names->items[i]);
        used += n > 0 ? (size_t)n : 0;
    }
    return mistake_at(reader, place.path, place.node,
                      "%.*s is no placeholder (write any of: %s; {{ and }} for braces)",
                      (int)(length < 60 ? length : 60), bad, allowed);
}

struct names names_for(const struct design *d, size_t system, size_t benchmark)
{
    struct names names = {{"dir", "source", "seed", "system"}, 4};
    add_names(&names, &d->systems[system].parameters);
    if (benchmark < d->n_benchmarks) {
        add_name(&names, "benchmark");
        add_names(&names, &d->benchmarks[benchmark].parameters);
    }
    const struct design_services *services = design_services_of(d, system);
    for (size_t i = 0; i < services->n; i++)
        add_name(&names, services->items[i].port_name);
    if (services->n > 0)
        add_name(&names, "port");
    add_name(&names, "iterations");
    add_name(&names, "warmup");
    return names;
}
