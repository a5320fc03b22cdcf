/* SPDX-License-Identifier: GPL-3.0-or-later */
/* same_command.c -- whether two systems that nothing builds run the same, word by word: then they are one program, whatever
 * it reads. It is what `assay run ./a ./a` asks for.
 * Edge:     only within one experiment, whose rounds share the files, the directory and the caller's environment. The name
 *           of a system counts where a command has it in its words, and as nothing else. A service may be another one for each. A program under another path is
 *           another one: it may read its own name, or what lies beside it.
 * Checked:  tests/engine/design/test_same_command.c. */
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "design/design.h"

/* Two systems on one benchmark. */
struct pair {
    const struct design *design;
    size_t systems[2], benchmark;
};

/* Both texts as they run, or neither is there. */
static bool reads_same(const struct pair *pair, const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    const struct design_place places[] = {
        {.system = pair->systems[0], .benchmark = pair->benchmark},
        {.system = pair->systems[1], .benchmark = pair->benchmark}};
    OWNED char *of_a = design_expand(pair->design, &places[0], a);
    OWNED char *of_b = design_expand(pair->design, &places[1], b);
    return of_a != NULL && of_b != NULL && strcmp(of_a, of_b) == 0;
}

static bool has_same_environment(const struct pair *pair, const struct design_environment *a,
                                 const struct design_environment *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same =
            strcmp(a->names[i], b->names[i]) == 0 && reads_same(pair, a->values[i], b->values[i]);
    return same;
}

static bool has_same_hooks(const struct pair *pair, const struct design_hooks *hooks)
{
    const size_t a = pair->systems[0], b = pair->systems[1];
    return reads_same(pair, hooks->setup, hooks->setup) &&
           reads_same(pair, hooks->cleanup, hooks->cleanup) &&
           reads_same(pair, design_hook(hooks->prepare, hooks->n_prepare, a),
                      design_hook(hooks->prepare, hooks->n_prepare, b)) &&
           reads_same(pair, design_hook(hooks->conclude, hooks->n_conclude, a),
                      design_hook(hooks->conclude, hooks->n_conclude, b));
}

static bool runs_same(const struct pair *pair)
{
    const struct design *design = pair->design;
    const struct design_benchmark *b = &design->benchmarks[pair->benchmark];
    const char *of_both[] = {b->directory, b->input, b->output, b->values_file};
    bool same = reads_same(pair, design_command(design, pair->systems[0], pair->benchmark),
                           design_command(design, pair->systems[1], pair->benchmark)) &&
                has_same_environment(pair, &b->environment, &b->environment) &&
                has_same_hooks(pair, &design->hooks);
    for (size_t i = 0; i < sizeof of_both / sizeof *of_both; i++)
        same = same && reads_same(pair, of_both[i], of_both[i]);
    for (size_t i = 0; i < design->n_levels; i++)
        same = same && has_same_hooks(pair, &design->levels[i].hooks);
    return same;
}

/* Nothing is built or slowed down for it, and its directory is no commit's. */
static bool is_plain(const struct design_system *system)
{
    return system->build == NULL && system->commit == NULL && system->dose == 0;
}

bool design_runs_same(const struct design *design, size_t a, size_t b)
{
    const struct design_system *x = &design->systems[a], *y = &design->systems[b];
    struct pair pair = {design, {a, b}, 0};
    bool same = is_plain(x) && is_plain(y) && !design_has_services(design) &&
                strcmp(design_source(design, a), design_source(design, b)) == 0 &&
                has_same_environment(&pair, &x->environment, &y->environment);
    for (; same && pair.benchmark < design->n_benchmarks; pair.benchmark++)
        same = runs_same(&pair);
    return same;
}
