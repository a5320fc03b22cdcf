/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.c -- how the parts of a manifest fit together. */
#include "design/check_part.h"

#include <stdlib.h>
#include <string.h>

#include <assay/dataset.h>

#include "design/command_words.h"

/* ---- names ---- */

static bool check_unique(struct reader *reader, yaml_node_t *root, const char *list, size_t index,
                         const char *name, const char *other, size_t other_index)
{
    if (strcmp(name, other) != 0)
        return true;
    struct place place = place_of(reader, root, list, index, "name");
    struct place first = place_of(reader, root, list, other_index, "name");
    return mistake_at(reader, place.path, place.node,
                      "%s stands here twice, first in line %zu; names must differ",
                      shown(name).text, first.node->start_mark.line + 1);
}

static bool check_length(struct reader *reader, yaml_node_t *root, const char *list, size_t index,
                         const char *name)
{
    if (strlen(name) <= ASSAY_LONGEST_NAME)
        return true;
    struct place place = place_of(reader, root, list, index, "name");
    return mistake_at(reader, place.path, place.node,
                      "%s is a name of %zu bytes (write at most %d)", shown(name).text,
                      strlen(name), ASSAY_LONGEST_NAME);
}

static bool check_names(struct reader *reader, yaml_node_t *root)
{
    const struct design *d = reader->design;
    for (size_t i = 0; i < d->n_systems; i++)
        if (!check_length(reader, root, "systems", i, d->systems[i].name))
            return false;
    for (size_t i = 0; i < d->n_benchmarks; i++)
        if (!check_length(reader, root, "benchmarks", i, d->benchmarks[i].name))
            return false;
    for (size_t i = 1; i < d->n_systems; i++)
        for (size_t j = 0; j < i; j++)
            if (!check_unique(reader, root, "systems", i, d->systems[i].name, d->systems[j].name,
                              j))
                return false;
    for (size_t i = 1; i < d->n_benchmarks; i++)
        for (size_t j = 0; j < i; j++)
            if (!check_unique(reader, root, "benchmarks", i, d->benchmarks[i].name,
                              d->benchmarks[j].name, j))
                return false;
    return true;
}

/* ---- levels ---- */

/* Top to bottom. Days and machines may change places; the others may not. */
static const char *const level_names[] = {"day", "machine", "build", "execution", "iteration"};
static const int level_ranks[] = {0, 0, 1, 2, 3};

static int level_rank(const char *name)
{
    for (size_t i = 0; i < sizeof level_names / sizeof level_names[0]; i++)
        if (strcmp(level_names[i], name) == 0)
            return level_ranks[i];
    return -1;
}

static bool check_level(struct reader *reader, yaml_node_t *root, size_t i)
{
    const struct design *d = reader->design;
    struct place place = place_of(reader, root, "levels", i, "name");
    int rank = level_rank(d->levels[i].name);
    if (rank < 0)
        return mistake_at(reader, place.path, place.node,
                          "%s is not a level (write, from top to bottom, any of: day, machine, "
                          "build, execution, iteration)",
                          shown(d->levels[i].name).text);
    for (size_t j = 0; j < i; j++)
        if (!check_unique(reader, root, "levels", i, d->levels[i].name, d->levels[j].name, j))
            return false;
    if (i > 0 && rank < level_rank(d->levels[i - 1].name))
        return mistake_at(reader, place.path, place.node,
                          "%s stands below %s (write levels from top to bottom: build, execution, "
                          "iteration)",
                          shown(d->levels[i].name).text, shown(d->levels[i - 1].name).text);
    if (d->levels[i].batch > 0 && rank < 3) {
        place = place_of(reader, root, "levels", i, "batch");
        return mistake_at(reader, place.path, place.node,
                          "only iterations repeat their work, not %s",
                          shown(d->levels[i].name).text);
    }
    if (d->levels[i].warmup > 0 && rank < 2) {
        place = place_of(reader, root, "levels", i, "warmup");
        return mistake_at(reader, place.path, place.node,
                          "only executions and iterations warm up, not %s",
                          shown(d->levels[i].name).text);
    }
    return true;
}

static bool check_levels(struct reader *reader, yaml_node_t *root)
{
    struct design *d = reader->design;
    bool executes = false;
    for (size_t i = 0; i < d->n_levels; i++) {
        if (!check_level(reader, root, i))
            return false;
        executes = executes || strcmp(d->levels[i].name, "execution") == 0;
    }
    if (!executes)
        return mistake_at(reader, "levels", node_get(reader, root, "levels"),
                          "there is no level \"execution\" (add {name: execution, count: 10})");
    const double executions = design_executions(d);
    if (executions > DESIGN_MOST_EXECUTIONS)
        return mistake_at(reader, "levels", node_get(reader, root, "levels"),
                          "the counts make %.3g executions (make it at most %d)", executions,
                          DESIGN_MOST_EXECUTIONS);
    return true;
}

static bool check_rounds(struct reader *reader, yaml_node_t *root)
{
    const struct design *d = reader->design;
    if (!d->rounds.find || design_execution_level(d) == 0)
        return true;
    return mistake_at(reader, "rounds", node_get(reader, root, "rounds"),
                      "rounds are found only where nothing stands above \"execution\" (drop "
                      "rounds, or the levels and builds above)");
}

/* ---- builds ---- */

static size_t build_count(const struct design *d)
{
    for (size_t i = 0; i < d->n_levels; i++)
        if (strcmp(d->levels[i].name, "build") == 0)
            return d->levels[i].count;
    return 0;
}

static bool check_builds(struct reader *reader, yaml_node_t *root)
{
    struct design *d = reader->design;
    size_t count = build_count(d), built = 0;
    for (size_t i = 0; i < d->n_systems; i++) {
        built += d->systems[i].build != NULL;
        if (count > 1 && d->systems[i].build == NULL) {
            struct place place = place_of(reader, root, "systems", i, NULL);
            return mistake_at(reader, place.path, place.node,
                              "has no \"build\", but levels ask for %zu builds: without building "
                              "again they would be one (add build: COMMAND, or drop the level)",
                              count);
        }
    }
    if (built > 0 && count == 0) {
        /* A build that no level names is made once. */
        size_t at = design_execution_level(d);
        memmove(&d->levels[at + 1], &d->levels[at], (d->n_levels - at) * sizeof d->levels[0]);
        static char name[] = "build";
        d->levels[at] = (struct design_level){.name = name, .count = 1};
        d->n_levels++;
    }
    return true;
}

/* ---- commands ---- */

bool check_words(struct reader *reader, struct place place, const char *command)
{
    char operator[3];
    size_t n;
    const char *problem;
    char **words = command_words_split(command, &n, &problem);
    bool ok = words != NULL;
    free(words);
    if (!ok && problem == NULL)
        return out_of_memory(reader);
    if (!ok)
        return mistake_at(reader, place.path, place.node, "%s in %s", problem, shown(command).text);
    if (n == 0)
        return mistake_at(reader, place.path, place.node, "is empty (write a command)");
    if (command_shell_syntax(command, operator) != NULL)
        return mistake_at(reader, place.path, place.node,
                          "the command contains \"%s\" and no shell was asked for (add shell: "
                          "true to the benchmark, or put it into quotes)",
                          operator);
    return true;
}

/* A name that stands in a path and leads out of its directory. */
static bool leads_out(const char *name)
{
    for (const char *part = name; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
            return true;
    }
    return name[0] == '/';
}

/* Names are only names: what is written to stays where the manifest says. */
static bool check_output(struct reader *reader, struct place place, size_t s, size_t b)
{
    const struct design *d = reader->design;
    const struct {
        const char *placeholder, *name;
    } used[] = {{"{system}", d->systems[s].name}, {"{benchmark}", d->benchmarks[b].name}};
    const char *output = d->benchmarks[b].output;
    for (size_t i = 0; output != NULL && i < sizeof used / sizeof used[0]; i++)
        if (strstr(output, used[i].placeholder) != NULL && leads_out(used[i].name))
            return mistake_at(reader, place.path, place.node,
                              "%s is %s here, which leads out of the directory; name it without "
                              "\"..\" and without a slash at its beginning",
                              used[i].placeholder, shown(used[i].name).text);
    return true;
}

/* The command of one system on one benchmark, and what surrounds it. */
static bool check_command(struct reader *reader, yaml_node_t *root, size_t s, size_t b)
{
    const struct design *d = reader->design;
    const struct design_benchmark *benchmark = &d->benchmarks[b];
    const char *command = design_command(d, s, b);
    struct names names = names_for(d, s, b);
    if (command == NULL) {
        struct place place = place_of(reader, root, "benchmarks", b, NULL);
        return mistake_at(reader, place.path, place.node,
                          "the key \"run\" is missing (write a command)");
    }
    struct place place = d->systems[s].run != NULL ? place_of(reader, root, "systems", s, "run")
                                                   : place_of(reader, root, "benchmarks", b, "run");
    if (!benchmark->shell && !check_words(reader, place, command))
        return false;
    return check_template(reader, place, command, &names) &&
           check_template(reader, place_of(reader, root, "benchmarks", b, "directory"),
                          benchmark->directory, &names) &&
           check_template(reader, place_of(reader, root, "benchmarks", b, "input"),
                          benchmark->input, &names) &&
           check_template(reader, place_of(reader, root, "benchmarks", b, "output"),
                          benchmark->output, &names) &&
           check_output(reader, place_of(reader, root, "benchmarks", b, "output"), s, b);
}

static bool check_commands(struct reader *reader, yaml_node_t *root)
{
    const struct design *d = reader->design;
    for (size_t s = 0; s < d->n_systems; s++) {
        struct names names = names_for(d, s, SIZE_MAX);
        if (!check_template(reader, place_of(reader, root, "systems", s, "build"),
                            d->systems[s].build, &names))
            return false;
        for (size_t b = 0; b < d->n_benchmarks; b++)
            if (!check_command(reader, root, s, b))
                return false;
    }
    return check_hooks(reader, root);
}

static bool default_shell(struct reader *reader)
{
    static char sh[] = "sh";
    struct design *d = reader->design;
    for (size_t i = 0; i < d->n_benchmarks; i++)
        if (d->benchmarks[i].shell && d->shell == NULL)
            d->shell = sh;
    return true;
}

bool check_design(struct reader *reader, yaml_node_t *root)
{
    return check_names(reader, root) && check_levels(reader, root) && check_builds(reader, root) &&
           check_rounds(reader, root) && check_eliminate(reader, root) &&
           check_values(reader, root) && check_services(reader, root) && check_commands(reader, root) && default_shell(reader);
}
