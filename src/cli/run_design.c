/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_design.c -- the design of a run: a manifest's or that of commands given, and what options say.
 */
#include "cli/run_design.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/run_append.h"
#include "cli/run_stop.h"
#include "cli/run_surroundings.h"
#include "cli/run_values.h"
#include "manifest/manifest.h"
#include "render/terminal.h"

static const char default_manifest[] = "assay.yaml";

static bool is_manifest_name(const char *name)
{
    const char *suffix = strrchr(name, '.');
    return suffix != NULL && (strcmp(suffix, ".yaml") == 0 || strcmp(suffix, ".yml") == 0) &&
           strpbrk(name, " \t") == NULL;
}

static enum exit_code change_count(struct design *design, long runs)
{
    design->levels[design_execution_level(design)].count = (size_t)runs;
    design->rounds.find = false;
    return run_rewrite(design);
}

static enum exit_code apply_surroundings(const struct run_options *options, struct design *design)
{
    if (!run_surroundings_given(options))
        return EXIT_DONE;
    if (!run_surroundings_apply(options, design))
        return EXIT_USAGE;
    return run_rewrite(design);
}

static enum exit_code design_from_manifest(const struct run_options *options, const char *path,
                                           struct design **out)
{
    struct assay_error error;
    const char *quick_only = run_quick_only(options);
    if (quick_only != NULL) {
        terminal_complain("assay: %s is for commands given here; %s says it itself", quick_only,
                          path);
        return EXIT_USAGE;
    }
    if (options->runs == 0) {
        fputs("assay: the number of runs must be 1 or more\n", stderr);
        return EXIT_USAGE;
    }
    if (manifest_read(path, out, &error) != ASSAY_OK) {
        terminal_complain("%s", error.text);
        return error.status == ASSAY_NO_MEMORY ? EXIT_SYSTEM : EXIT_USAGE;
    }
    return options->runs > 0 ? change_count(*out, options->runs) : EXIT_DONE;
}

/* What may be said on the command line whatever the design comes from. */
static enum exit_code apply_options(const struct run_options *options,
                                    const struct global_options *global, struct design *design)
{
    if (options->name != NULL)
        design->experiment = design_string(design, options->name);
    if (!isnan(options->margin))
        design->margin = options->margin;
    design->ignore_failure = design->ignore_failure || options->ignore_failure;
    if (options->keep_builds && !design->keep_builds) {
        design->keep_builds = true;
        enum exit_code code = run_rewrite(design);
        if (code != EXIT_DONE)
            return code;
    }
    if (global->seed.given)
        design->seed = global->seed.value;
    else if (!design->seed_given) {
        /* Short enough to be typed again. */
        uint32_t drawn;
        if (getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn) {
            perror("assay: no random seed");
            return EXIT_SYSTEM;
        }
        design->seed = drawn % 1000000;
    }
    return EXIT_DONE;
}

enum exit_code run_design(const struct run_options *options,
                          const struct option_arguments *arguments,
                          const struct global_options *global, struct design **out,
                          const char **manifest)
{
    enum exit_code code;
    *manifest = NULL;
    if (arguments->n == 0)
        *manifest = default_manifest;
    else if (arguments->n == 1 && is_manifest_name(arguments->items[0]))
        *manifest = arguments->items[0];
    if (arguments->n == 0 && access(default_manifest, F_OK) != 0) {
        fputs("assay: there is no assay.yaml here. Name a manifest, or give commands: assay run "
              "'old command' 'new command'\n",
              stderr);
        return EXIT_USAGE;
    }
    code = *manifest != NULL ? design_from_manifest(options, *manifest, out)
                             : run_quick_design(options, arguments, out);
    if (code == EXIT_DONE)
        code = apply_options(options, global, *out);
    if (code == EXIT_DONE)
        code = run_select(options, *out);
    if (code == EXIT_DONE)
        code = run_stop_apply(options, *out);
    if (code == EXIT_DONE)
        code = run_values_check(*out);
    return code == EXIT_DONE ? apply_surroundings(options, *out) : code;
}
