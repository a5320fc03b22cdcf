/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expand.c -- systems and benchmarks of several parameter values: one for each combination that is left, the last
 * parameter fastest, named after its values. */
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "base/text_buffer.h"
#include "design/factors.h"
#include "design/reader_part.h"
#include "design/template.h"

/* One item of a list and what is said of its parameters; the item NULL: what the manifest says of all. */
struct origin {
    struct reader *reader;
    yaml_node_t *root, *item;
    const char *list;
    size_t index;
    struct factors factors;
};

/* The node of a key, with the reader's path there. */
static yaml_node_t *go_to(const struct origin *origin, bool top, const char *key)
{
    reader_leave(origin->reader, 0);
    if (!top) {
        (void)reader_enter(origin->reader, origin->list, 0);
        (void)reader_enter(origin->reader, NULL, origin->index);
    }
    (void)reader_enter(origin->reader, key, 0);
    return node_get(origin->reader, top ? origin->root : origin->item, key);
}

/* What stands at the top is of every benchmark, in front of its own. */
static bool read_factors(struct origin *origin)
{
    const bool of_all = strcmp(origin->list, "benchmarks") == 0;
    for (int own = of_all ? 0 : 1; own < 2; own++)
        if (!factors_read(origin->reader, go_to(origin, own == 0, "parameters"), &origin->factors))
            return false;
    for (int own = of_all ? 0 : 1; own < 2; own++)
        if (!factors_zip(origin->reader, go_to(origin, own == 0, "zip"), &origin->factors))
            return false;
    return true;
}

/* ---- combinations ---- */

/* The next combination, those of a zip together; false: all have been. */
static bool next_combination(const struct factors *factors, size_t *chosen)
{
    for (size_t i = factors->n; i-- > 0;) {
        const size_t zip = factors->items[i].zip;
        bool counted = false; /* a later one of its zip has moved it */
        for (size_t j = i + 1; zip > 0 && j < factors->n; j++)
            counted |= factors->items[j].zip == zip;
        if (counted)
            continue;
        const size_t next = chosen[i] + 1 < factors->items[i].n ? chosen[i] + 1 : 0;
        for (size_t j = 0; j <= i; j++)
            if (j == i || (zip > 0 && factors->items[j].zip == zip))
                chosen[j] = next;
        if (next > 0)
            return true;
    }
    return false;
}

static bool is_left(const struct origin *origin, const size_t *chosen, bool *out)
{
    const bool of_all = strcmp(origin->list, "benchmarks") == 0;
    *out = true;
    for (int own = of_all ? 0 : 1; own < 2; own++)
        for (int except = 0; except < 2; except++) {
            yaml_node_t *node = go_to(origin, own == 0, except ? "except" : "only");
            bool holds = true;
            if (node != NULL &&
                !condition_holds(origin->reader, node, &origin->factors, chosen, except, &holds))
                return false;
            *out = *out && (node == NULL || holds != (bool)except);
        }
    return true;
}

static bool refuse(const struct origin *origin, const char *sentence)
{
    const yaml_node_t *node = go_to(origin, false, "parameters");
    return mistake(origin->reader, node != NULL ? node : origin->item, "%s", sentence);
}

/* The combinations that are left, one row of choices each. */
static bool choose(const struct origin *origin, size_t **rows, size_t *n_rows)
{
    const size_t n = origin->factors.n;
    OWNED size_t *chosen = calloc(n + 1, sizeof *chosen);
    size_t tried = 0;
    bool ok = chosen != NULL || out_of_memory(origin->reader), more = true;
    while (ok && more) {
        bool left = false;
        if (++tried > RANGE_MOST)
            ok = refuse(origin, "make more than 10000 combinations with one another");
        ok = ok && is_left(origin, chosen, &left);
        if (ok && left) {
            size_t *grown = realloc(*rows, (*n_rows + 1) * (n + 1) * sizeof *grown);
            ok = grown != NULL || out_of_memory(origin->reader);
            *rows = ok ? grown : *rows;
            if (ok)
                memcpy(grown + (*n_rows)++ * n, chosen, n * sizeof *chosen);
        }
        more = next_combination(&origin->factors, chosen);
    }
    if (!ok || *n_rows > 0)
        return ok;
    return refuse(origin, "have no combination that \"only\" and \"except\" leave");
}

/* ---- names and values ---- */

static bool fill_environment(struct design *design, const struct factors *factors,
                             const size_t *row, struct design_environment *out)
{
    *out = (struct design_environment){0};
    out->names = design_alloc(design, (factors->n + 1) * sizeof *out->names);
    out->values = design_alloc(design, (factors->n + 1) * sizeof *out->values);
    for (size_t i = 0; out->names != NULL && out->values != NULL && i < factors->n; i++) {
        out->names[i] = design_string(design, factors->items[i].name);
        out->values[i] = factors->items[i].values[row[i]];
        if (out->names[i] == NULL)
            return false;
        out->n++;
    }
    return out->n == factors->n;
}

/* "sort/n=1000/threads=4"; a parameter that the name mentions stands there instead: "sort-{n}". */
static char *name_cell(struct design *design, const char *name, const struct factors *factors,
                       const struct design_environment *values)
{
    struct text_buffer buffer;
    OWNED struct template_value *known = calloc(factors->n + 1, sizeof *known);
    FILE *out = known != NULL ? text_buffer_open(&buffer) : NULL;
    size_t n = 0;
    for (size_t i = 0; out != NULL && i < factors->n; i++)
        if (factors->items[i].varies)
            known[n++] = (struct template_value){values->names[i], values->values[i]};
    OWNED char *expanded = out != NULL ? template_expand(name, known, n) : NULL;
    if (expanded != NULL)
        fputs(expanded, out);
    for (size_t i = 0; out != NULL && i < n; i++)
        if (!template_mentions(name, known[i].name))
            fprintf(out, "/%s=%s", known[i].name, known[i].value);
    OWNED char *text = out != NULL ? text_buffer_close(&buffer) : NULL;
    return text != NULL && expanded != NULL ? design_string(design, n > 0 ? text : name) : NULL;
}

/* ---- what nothing uses would measure the same ---- */

static bool hooks_mention(const struct design_hooks *hooks, const char *name)
{
    bool found = template_mentions(hooks->setup, name) || template_mentions(hooks->cleanup, name);
    for (size_t i = 0; i < hooks->n_prepare; i++)
        found = found || template_mentions(hooks->prepare[i], name);
    for (size_t i = 0; i < hooks->n_conclude; i++)
        found = found || template_mentions(hooks->conclude[i], name);
    return found;
}

static bool benchmark_mentions(const struct design_benchmark *b, const char *name)
{
    return template_mentions(b->run, name) || template_mentions(b->directory, name) ||
           template_mentions(b->input, name) || template_mentions(b->output, name) ||
           template_mentions(b->values_file, name) || template_mentions(b->name, name);
}

static bool services_mention(const struct design_services *services, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < services->n; i++) {
        const struct design_service *service = &services->items[i];
        found = found || template_mentions(service->run, name);
        for (size_t j = 0; j < service->n_ready; j++)
            found = found || template_mentions(service->ready[j].what, name);
        for (size_t j = 0; j < service->environment.n; j++)
            found = found || template_mentions(service->environment.values[j], name);
    }
    return found;
}

static bool system_mentions(const struct design_system *s, const char *name)
{
    return services_mention(&s->services, name) || template_mentions(s->run, name) || template_mentions(s->build, name) ||
           template_mentions(s->name, name);
}

static bool is_mentioned(const struct origin *origin, const char *name)
{
    const struct design *d = origin->reader->design;
    const bool is_system = strcmp(origin->list, "systems") == 0;
    bool found = hooks_mention(&d->hooks, name) || services_mention(&d->services, name);
    for (size_t i = 0; i < d->n_levels; i++)
        found = found || hooks_mention(&d->levels[i].hooks, name);
    for (size_t i = 0; i < d->n_systems; i++)
        if (!is_system || i == origin->index)
            found = found || system_mentions(&d->systems[i], name);
    for (size_t i = 0; i < d->n_benchmarks; i++)
        if (is_system || i == origin->index)
            found = found || benchmark_mentions(&d->benchmarks[i], name);
    return found;
}

static bool are_mentioned(const struct origin *origin)
{
    const struct factors *factors = &origin->factors;
    for (size_t i = 0; i < factors->n; i++) {
        const struct factor *factor = &factors->items[i];
        bool found = factor->n < 2 || is_mentioned(origin, factor->name);
        for (size_t j = 0; !found && factor->zip > 0 && j < factors->n; j++)
            found = factors->items[j].zip == factor->zip &&
                    is_mentioned(origin, factors->items[j].name);
        if (found)
            continue;
        const yaml_node_t *node = go_to(origin, false, "parameters");
        return mistake(origin->reader, node != NULL ? node : origin->item,
                       "the parameter \"%s\" is used nowhere here: write {%s} where its values "
                       "belong, or give it to those that use it",
                       factor->name, factor->name);
    }
    return true;
}

/* ---- systems and benchmarks ---- */

/* A list of systems or benchmarks as it grows; both begin with what is replaced in each cell. */
struct cells {
    char *items;
    size_t n, size;
    void (*set)(void *item, char *name, const struct design_environment *parameters, size_t place);
};

static void set_system(void *item, char *name, const struct design_environment *parameters,
                       size_t place)
{
    struct design_system *system = item;
    system->name = name;
    system->parameters = *parameters;
    system->place = place;
}

static void set_benchmark(void *item, char *name, const struct design_environment *parameters,
                          size_t place)
{
    struct design_benchmark *benchmark = item;
    benchmark->name = name;
    benchmark->parameters = *parameters;
    benchmark->place = place;
}

static bool add_cells(const struct origin *origin, const void *item, const char *name,
                      const size_t *rows, size_t n_rows, struct cells *cells)
{
    struct design *design = origin->reader->design;
    char *grown = realloc(cells->items, (cells->n + n_rows) * cells->size);
    if (grown == NULL)
        return out_of_memory(origin->reader);
    cells->items = grown;
    for (size_t i = 0; i < n_rows; i++) {
        struct design_environment parameters;
        char *at = grown + cells->n * cells->size;
        if (!fill_environment(design, &origin->factors, rows + i * origin->factors.n, &parameters))
            return out_of_memory(origin->reader);
        char *cell = name_cell(design, name, &origin->factors, &parameters);
        if (cell == NULL)
            return out_of_memory(origin->reader);
        memcpy(at, item, cells->size);
        cells->set(at, cell, &parameters, origin->index);
        cells->n++;
    }
    return true;
}

static bool expand_one(struct origin *origin, const void *item, const char *name,
                       struct cells *cells)
{
    size_t *rows = NULL, n_rows = 0;
    bool ok = read_factors(origin);
    for (size_t i = 0; i < origin->factors.n; i++)
        origin->reader->design->changed |= origin->factors.items[i].varies;
    ok = ok && are_mentioned(origin) && choose(origin, &rows, &n_rows) &&
         add_cells(origin, item, name, rows, n_rows, cells);
    free(rows);
    reader_leave(origin->reader, 0);
    return ok;
}

static bool expand_list(struct reader *reader, yaml_node_t *root, const char *list,
                        const void *items, size_t n, struct cells *cells)
{
    for (size_t i = 0; i < n; i++) {
        const char *item = (const char *)items + i * cells->size;
        struct origin origin = {.reader = reader,
                                .root = root,
                                .list = list,
                                .index = i,
                                .item = node_item(reader, node_get(reader, root, list), i)};
        const char *name = cells->set == set_system
                               ? ((const struct design_system *)(const void *)item)->name
                               : ((const struct design_benchmark *)(const void *)item)->name;
        if (!expand_one(&origin, item, name, cells))
            return false;
    }
    return true;
}

/* One for each system as written becomes one for each that there is. */
static bool repeat_hooks(struct design *design, size_t written, char ***commands, size_t *n)
{
    if (*n != written || *n < 2 || *n == design->n_systems)
        return true;
    char **repeated = design_alloc(design, design->n_systems * sizeof *repeated);
    for (size_t i = 0; repeated != NULL && i < design->n_systems; i++)
        repeated[i] = (*commands)[design->systems[i].place];
    *commands = repeated;
    *n = design->n_systems;
    return repeated != NULL;
}

static bool repeat_all_hooks(struct design *design, size_t written)
{
    bool ok = true;
    for (size_t i = 0; i <= design->n_levels; i++) {
        struct design_hooks *hooks =
            i < design->n_levels ? &design->levels[i].hooks : &design->hooks;
        ok = ok && repeat_hooks(design, written, &hooks->prepare, &hooks->n_prepare) &&
             repeat_hooks(design, written, &hooks->conclude, &hooks->n_conclude);
    }
    return ok;
}

/* The design owns what has been made. */
static void *take(struct design *design, struct cells *cells)
{
    void *items = design_alloc(design, cells->n * cells->size + 1);
    if (items != NULL && cells->n > 0)
        memcpy(items, cells->items, cells->n * cells->size);
    return items;
}

static bool take_both(struct reader *reader, struct cells *systems, struct cells *benchmarks)
{
    struct design *d = reader->design;
    const size_t written = d->n_systems;
    if (d->changed && systems->n * benchmarks->n > RANGE_MOST)
        return mistake(reader, NULL,
                       "%zu systems on %zu benchmarks are too many (make it at most %d together)",
                       systems->n, benchmarks->n, RANGE_MOST);
    void *all = take(d, systems), *of_all = take(d, benchmarks);
    if (all == NULL || of_all == NULL)
        return out_of_memory(reader);
    d->systems = all;
    d->n_systems = systems->n;
    d->benchmarks = of_all;
    d->n_benchmarks = benchmarks->n;
    return repeat_all_hooks(d, written) || out_of_memory(reader);
}

bool manifest_expand(struct reader *reader, yaml_node_t *root)
{
    const struct design *d = reader->design;
    struct cells systems = {NULL, 0, sizeof *d->systems, set_system},
                 benchmarks = {NULL, 0, sizeof *d->benchmarks, set_benchmark};
    const bool ok =
        expand_list(reader, root, "systems", d->systems, d->n_systems, &systems) &&
        expand_list(reader, root, "benchmarks", d->benchmarks, d->n_benchmarks, &benchmarks) &&
        take_both(reader, &systems, &benchmarks);
    free(systems.items);
    free(benchmarks.items);
    return ok;
}
