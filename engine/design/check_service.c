/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check_service.c -- the texts of services, and what does not go with them. */
#include <stdio.h>
#include <string.h>

#include "design/check_part.h"

static const char *const words[] = {"user+system", "max_rss", "voluntary_switches",
                                    "involuntary_switches", "ready", "user+system/request", NULL};

const char *service_metric_word(size_t index)
{
    return words[index];
}

static bool is_of(const struct design_services *services, const char *name)
{
    for (size_t i = 0; i < services->n; i++) {
        const size_t n = strlen(services->items[i].name);
        if (strncmp(services->items[i].name, name, n) != 0 || name[n] != '.')
            continue;
        for (size_t j = 0; words[j] != NULL; j++)
            if (strcmp(words[j], name + n + 1) == 0)
                return true;
    }
    return false;
}

bool metric_is_of_service(const struct design *design, const char *name)
{
    bool is = is_of(&design->services, name) ||
              (strcmp(name, SERVICE_LOAD_BUSY) == 0 && design_has_services(design));
    for (size_t i = 0; i < design->n_systems; i++)
        is = is || is_of(&design->systems[i].services, name);
    return is;
}

/* Where services are written: those of the design, or a system's own. */
struct list {
    char path[48];
    yaml_node_t *node;
};

static struct place place_in(struct reader *reader, const struct list *list, size_t index,
                             const char *key)
{
    struct place place;
    const bool several = list->node != NULL && list->node->type == YAML_SEQUENCE_NODE;
    yaml_node_t *item = several ? node_item(reader, list->node, index) : list->node;
    yaml_node_t *value = node_get(reader, item, key);
    char number[24] = "";
    if (several)
        (void)snprintf(number, sizeof number, "[%zu]", index);
    (void)snprintf(place.path, sizeof place.path, "%s%s.%s", list->path, number, key);
    place.node = value != NULL ? value : item;
    return place;
}

/* What a service's texts may name: nothing of a benchmark where it lives longer than one execution, and of services
 * none that begins behind it. */
static struct names names_of(const struct design *d, size_t system, size_t benchmark,
                             const struct design_services *services, size_t index)
{
    struct names names = names_for(d, system, services->items[index].of_build ? SIZE_MAX : benchmark);
    for (size_t i = 0; i < names.n; i++)
        for (size_t later = index + 1; later < services->n; later++)
            if (names.items[i] == services->items[later].port_name)
                names.items[i] = names.items[--names.n];
    return names;
}

static bool check_texts(struct reader *reader, const struct list *list, size_t index,
                        const struct design_service *service, const struct names *names)
{
    const struct place run = place_in(reader, list, index, "run");
    if (!service->shell && !check_words(reader, run, service->run))
        return false;
    if (!check_template(reader, run, service->run, names))
        return false;
    for (size_t i = 0; i < service->n_ready; i++)
        if (service->ready[i].by != SERVICE_READY_LINE &&
            !check_template(reader, place_in(reader, list, index, "ready"), service->ready[i].what,
                            names))
            return false;
    for (size_t i = 0; i < service->environment.n; i++)
        if (!check_template(reader, place_in(reader, list, index, "env"),
                            service->environment.values[i], names))
            return false;
    return true;
}

static bool check_level(struct reader *reader, const struct list *list, size_t index,
                        const struct design_service *service)
{
    const struct place place = place_in(reader, list, index, "waiting");
    return service->of_build || !service->waits ||
           mistake_at(reader, place.path, place.node,
                      "a service of one execution never waits (write level: build, or drop it)");
}

static bool check_system(struct reader *reader, yaml_node_t *root, size_t system)
{
    struct list list = {.path = "service", .node = node_get(reader, root, "service")};
    if (reader->design->systems[system].services.n > 0) {
        const struct place place = place_of(reader, root, "systems", system, "service");
        (void)snprintf(list.path, sizeof list.path, "%.47s", place.path);
        list.node = place.node;
    }
    /* All of the system's services; those before it are there while the next one begins. */
    const struct design *d = reader->design;
    const struct design_services *services = design_services_of(d, system);
    for (size_t i = 0; i < services->n; i++) {
        if (!check_level(reader, &list, i, &services->items[i]))
            return false;
        for (size_t b = 0; b < d->n_benchmarks; b++) {
            const struct names names = names_of(d, system, b, services, i);
            if (!check_texts(reader, &list, i, &services->items[i], &names))
                return false;
        }
    }
    return true;
}

/* Where systems are there at the same time, each would measure the other one's load. */
static bool check_order_of(struct reader *reader, yaml_node_t *root)
{
    const struct design *d = reader->design;
    return d->order.by == ORDER_ROUNDS ||
           mistake_at(reader, "order", node_get(reader, root, "order"),
                      "what talks to services is measured in rounds (write order: rounds, or drop "
                      "it)");
}

static bool check_counts(struct reader *reader, yaml_node_t *root)
{
    const struct design *d = reader->design;
    for (size_t i = 0; i < d->n_metrics; i++)
        if (design_counted_metric(d, d->metrics[i]) != NULL)
            return mistake_at(reader, "metrics", node_get(reader, root, "metrics"),
                              "%s is counted in executions of its own, and no service is there for them "
                              "(drop it; instructions can be counted by perf)",
                              shown(d->metrics[i]).text);
    return true;
}

bool check_services(struct reader *reader, yaml_node_t *root)
{
    const struct design *d = reader->design;
    if (!design_has_services(d))
        return true;
    if (!check_order_of(reader, root) || !check_counts(reader, root))
        return false;
    for (size_t i = 0; i < d->n_systems; i++)
        if (!check_system(reader, root, i))
            return false;
    return true;
}
