/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request_quick.c -- quick mode: commands on the command line become a design.
 *
 * Every command is a system. Parameters make benchmarks, so that each system runs each combination;
 * but of a single command the combinations themselves are the systems, because then they are what
 * is compared. The design is written as a manifest and read back, so that what the store keeps is
 * what runs, and quick mode and manifests obey one set of checks.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/owned.h"
#include "design/manifest.h"
#include "design/request_parts.h"
#include "design/template.h"
#include "design/value.h"

/* The name of the only benchmark when no parameters make several. */
static const char only_benchmark[] = "command";

/* ---- texts ---- */

/* A command as the user wrote it, made a template: parameters in `own` are filled in now, those of
 * `kept` stay placeholders, all other braces are braces. */
static char *make_template(struct design *design, const char *text,
                           const struct design_environment *own,
                           const struct design_environment *kept)
{
    size_t n_own = own != NULL ? own->n : 0, n_kept = kept != NULL ? kept->n : 0;
    OWNED struct template_value *values = calloc(n_own + n_kept + 1, sizeof *values);
    if (values == NULL)
        return NULL;
    for (size_t i = 0; i < n_own; i++)
        values[i] = (struct template_value){own->names[i], own->values[i]};
    for (size_t i = 0; i < n_kept; i++) {
        size_t size = strlen(kept->names[i]) + 3;
        char *placeholder = design_alloc(design, size);
        if (placeholder == NULL)
            return NULL;
        (void)snprintf(placeholder, size, "{%s}", kept->names[i]);
        values[n_own + i] = (struct template_value){kept->names[i], placeholder};
    }
    OWNED char *result = template_expand_plain(text, values, n_own + n_kept);
    return result != NULL ? design_string(design, result) : NULL;
}

/* A name as people read it: parameters filled in, single braces. */
static char *make_name(struct design *design, const char *text,
                       const struct design_environment *own)
{
    char *plain = make_template(design, text, own, NULL);
    OWNED char *name = plain != NULL ? template_expand(plain, NULL, 0) : NULL;
    return name != NULL ? design_string(design, name) : NULL;
}

/* "size=1, level=9" */
static char *name_combination(struct design *design, const struct design_environment *parameters)
{
    size_t size = 1, n = 0;
    for (size_t i = 0; i < parameters->n; i++)
        size += strlen(parameters->names[i]) + strlen(parameters->values[i]) + sizeof ", =";
    char *text = design_alloc(design, size);
    for (size_t i = 0; text != NULL && i < parameters->n; i++)
        n += (size_t)snprintf(text + n, size - n, "%s%s=%s", i > 0 ? ", " : "",
                              parameters->names[i], parameters->values[i]);
    return text;
}

/* ---- systems and benchmarks ---- */

static bool is_taken(const struct design *design, size_t system)
{
    for (size_t i = 0; i < system; i++)
        if (strcmp(design->systems[i].name, design->systems[system].name) == 0)
            return true;
    return false;
}

/* Two equal commands are two systems all the same: `assay run true true` shows the noise. */
static bool make_name_unique(struct design *design, size_t system)
{
    const char *name = design->systems[system].name;
    for (size_t k = 2; is_taken(design, system); k++) {
        size_t size = strlen(name) + 24;
        char *numbered = design_alloc(design, size);
        if (numbered == NULL)
            return false;
        (void)snprintf(numbered, size, "%s (%zu)", name, k);
        design->systems[system].name = numbered;
    }
    return true;
}

static bool set_system(struct design *design, size_t system, const char *command, const char *name,
                       const struct design_environment *own, const struct design_environment *kept)
{
    struct design_system *s = &design->systems[system];
    s->run = make_template(design, command, own, kept);
    s->name = make_name(design, name, own);
    if (own != NULL)
        s->parameters = *own;
    return s->run != NULL && s->name != NULL && make_name_unique(design, system);
}

static bool set_systems(const struct design_request *options, const struct name_list *commands,
                        const struct combinations *combinations, struct design *design)
{
    bool are_systems = commands->n == 1 && combinations->n > 0;
    design->n_systems = are_systems ? combinations->n : commands->n;
    design->systems = design_alloc(design, design->n_systems * sizeof *design->systems);
    if (design->systems == NULL)
        return false;
    const struct design_environment *kept =
        !are_systems && combinations->n > 0 ? &combinations->items[0] : NULL;
    for (size_t i = 0; i < design->n_systems; i++) {
        const char *command = commands->items[are_systems ? 0 : i];
        const char *name = command;
        if (options->names.n > 0)
            name = options->names.items[options->names.n == 1 ? 0 : i];
        if (!set_system(design, i, command, name, are_systems ? &combinations->items[i] : NULL,
                        kept))
            return false;
    }
    return true;
}

static const char *output_of(const struct design_request *options)
{
    if (options->show_output)
        return "inherit";
    return options->output != NULL ? options->output : "null";
}

static bool set_benchmark(const struct design_request *options, struct design *design,
                          struct design_benchmark *benchmark)
{
    benchmark->metrics = design_process_metrics;
    benchmark->n_metrics = DESIGN_PROCESS_METRICS;
    benchmark->timeout_s = isnan(options->timeout_s) ? (double)INFINITY : options->timeout_s;
    if (options->exit_codes != NULL)
        (void)value_read_exit_codes(options->exit_codes, &benchmark->exit_codes); /* checked */
    benchmark->shell = design->shell != NULL;
    benchmark->output = design_string(design, output_of(options));
    benchmark->input =
        options->input != NULL ? make_template(design, options->input, NULL, NULL) : NULL;
    return benchmark->output != NULL && (options->input == NULL || benchmark->input != NULL);
}

static bool set_benchmarks(const struct design_request *options, const struct name_list *commands,
                           const struct combinations *combinations, struct design *design)
{
    bool are_benchmarks = commands->n > 1 && combinations->n > 0;
    design->n_benchmarks = are_benchmarks ? combinations->n : 1;
    design->benchmarks = design_alloc(design, design->n_benchmarks * sizeof *design->benchmarks);
    if (design->benchmarks == NULL)
        return false;
    for (size_t i = 0; i < design->n_benchmarks; i++) {
        struct design_benchmark *b = &design->benchmarks[i];
        if (are_benchmarks)
            b->parameters = combinations->items[i];
        b->name = are_benchmarks ? name_combination(design, &b->parameters)
                                 : design_string(design, only_benchmark);
        if (b->name == NULL || !set_benchmark(options, design, b))
            return false;
    }
    return true;
}

/* ---- hooks, levels, shell ---- */

static bool set_hook_list(struct design *design, const struct name_list *list,
                          const struct design_environment *kept, char ***commands, size_t *n)
{
    *commands = design_alloc(design, (list->n + 1) * sizeof **commands);
    if (*commands == NULL)
        return false;
    for (*n = 0; *n < list->n; ++*n) {
        (*commands)[*n] = make_template(design, list->items[*n], NULL, kept);
        if ((*commands)[*n] == NULL)
            return false;
    }
    return true;
}

static bool set_hooks(const struct design_request *options, const struct combinations *combinations,
                      bool combinations_are_systems, struct design *design)
{
    const struct design_environment *kept = combinations->n > 0 ? combinations->items : NULL;
    const struct design_environment *of_system = combinations_are_systems ? kept : NULL;
    struct design_hooks *hooks = &design->hooks;
    if (options->setup != NULL)
        hooks->setup = make_template(design, options->setup, NULL, of_system);
    if (options->cleanup != NULL)
        hooks->cleanup = make_template(design, options->cleanup, NULL, of_system);
    return (options->setup == NULL || hooks->setup != NULL) &&
           (options->cleanup == NULL || hooks->cleanup != NULL) &&
           set_hook_list(design, &options->prepare, kept, &hooks->prepare, &hooks->n_prepare) &&
           set_hook_list(design, &options->conclude, kept, &hooks->conclude, &hooks->n_conclude);
}

static void set_levels(const struct design_request *options, struct design *design)
{
    static char execution[] = "execution";
    design->levels[0] =
        (struct design_level){.name = execution,
                              .count = options->runs > 0 ? (size_t)options->runs : 1,
                              .warmup = options->warmup > 0 ? (size_t)options->warmup : 0};
    design->n_levels = 1;
    if (options->runs >= 0)
        return;
    struct design_rounds *rounds = &design->rounds;
    *rounds = (struct design_rounds){true, 10, 0, 3};
    if (options->max_runs > 0)
        rounds->most = (size_t)options->max_runs;
    if (options->min_runs > 0)
        rounds->least = (size_t)options->min_runs;
    else if (rounds->most > 0 && rounds->most < rounds->least)
        rounds->least = rounds->most;
}

static bool set_shell(const struct design_request *options, struct design *design)
{
    const char *shell = options->shell;
    if (options->no_shell || shell == NULL || strcmp(shell, "none") == 0)
        return true;
    design->shell = design_string(design, strcmp(shell, "default") == 0 ? "sh" : shell);
    return design->shell != NULL;
}

/* ---- the whole ---- */

/* What the design says once written and read. Mistakes found here are odd ones (bytes that are no
 * UTF-8, an unknown placeholder in a hook): the manifest's message names the place. */
static enum assay_status reread(const struct design *draft, struct design **out,
                                struct assay_error *error)
{
    OWNED char *text = manifest_write(draft);
    OWNED char *source = getcwd(NULL, 0);
    enum assay_status status =
        text != NULL && source != NULL
            ? manifest_parse(text, strlen(text), "commands", source, out, error)
            : fail_no_memory(error);
    error->located = false; /* not in a file that the user wrote */
    return status;
}

enum assay_status run_quick_design(const struct design_request *request,
                                   const struct name_list *commands, struct design **out,
                                   struct assay_error *error)
{
    TRY(run_quick_check(request, commands, error));
    SCOPED(design_free) struct design *draft = design_new();
    if (draft == NULL)
        return fail_no_memory(error);
    struct combinations combinations;
    enum assay_status status = run_combinations(request, draft, &combinations, error);
    if (status == ASSAY_OK) {
        bool ok = set_shell(request, draft) &&
                  set_systems(request, commands, &combinations, draft) &&
                  set_benchmarks(request, commands, &combinations, draft) &&
                  set_hooks(request, &combinations, commands->n == 1, draft);
        set_levels(request, draft);
        draft->quick = true;
        draft->ignore_failure = request->ignore_failure;
        status = ok ? reread(draft, out, error) : fail_no_memory(error);
    }
    return status;
}
