/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_write.c -- a plan's counts into a manifest. */
#include "cli/plan_write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/replace.h"
#include "manifest/rewrite.h"
#include "render/duration.h"
#include "render/quantity.h"
#include "render/terminal.h"

const struct shown_plan *planning_common(const struct planning *planning)
{
    if (planning->has_together)
        return &planning->together;
    return planning->n == 1 ? &planning->plans[0] : NULL;
}

const struct shown_target *plan_first_target(const struct shown_plan *shown)
{
    for (size_t i = 0; i < shown->n_targets; i++)
        if (shown->targets[i].possible)
            return &shown->targets[i];
    for (size_t i = 0; i < shown->n_budgets; i++)
        if (shown->budgets[i].planned.count[0] >= 2)
            return &shown->budgets[i];
    return NULL;
}

/* An error leaves the old one as it was; a link stays a link. */
static bool replace(const char *path, const char *text)
{
    struct replacement replacement;
    char *target = realpath(path, NULL);
    const bool done = target != NULL && replace_begin(&replacement, target) &&
                      replace_end(&replacement, fputs(text, replacement.stream) >= 0 &&
                                                    fflush(replacement.stream) == 0 &&
                                                    fsync(fileno(replacement.stream)) == 0);
    const int cause = errno;
    free(target);
    errno = cause;
    return done;
}

static enum exit_code fail_manifest(const struct assay_error *error)
{
    terminal_complain("%s", error->text);
    return error->status == ASSAY_NO_MEMORY ? EXIT_SYSTEM : EXIT_USAGE;
}

/* Without it there is no replacement. */
static bool is_replaceable(const char *path, const char *text)
{
    (void)text;
    char *target = realpath(path, NULL);
    char *slash = target != NULL ? strrchr(target, '/') : NULL;
    if (slash != NULL)
        slash[slash == target] = '\0';
    const bool can = slash != NULL && access(target, W_OK) == 0;
    const int cause = errno;
    free(target);
    errno = cause;
    return can;
}

/* The manifest with these counts, to be freed; NULL: said on stderr, *code is the exit code. */
static char *rewritten(const char *path, const struct manifest_count *counts, size_t n,
                       enum exit_code *code)
{
    struct assay_error error;
    struct design *design = NULL, *changed = NULL;
    if (manifest_read(path, &design, &error) != ASSAY_OK) {
        *code = fail_manifest(&error);
        return NULL;
    }
    char *text =
        manifest_set_counts(design->manifest, strlen(design->manifest), path, counts, n, &error);
    if (text == NULL) {
        *code = fail_manifest(&error);
    } else if (manifest_parse(text, strlen(text), path, design->source, &changed, &error) !=
               ASSAY_OK) {
        terminal_complain("assay: the counts cannot be put into %s, which stays as it was; with "
                          "them it would say: %s",
                          path, error.text);
        *code = error.status == ASSAY_NO_MEMORY ? EXIT_SYSTEM : EXIT_USAGE;
        free(text);
        text = NULL;
    }
    design_free(&changed);
    design_free(&design);
    return text;
}

/* Tries it, or does it. */
static enum exit_code counts_into(const char *path, const struct manifest_count *counts, size_t n,
                                  bool (*put)(const char *path, const char *text))
{
    enum exit_code code = EXIT_DONE;
    char *text = rewritten(path, counts, n, &code);
    if (text != NULL && !put(path, text)) {
        terminal_complain("assay: %s: cannot be written: %s", path, strerror(errno));
        code = EXIT_SYSTEM;
    }
    free(text);
    return code;
}

enum exit_code plan_check_counts(const char *path, const struct manifest_count *counts, size_t n)
{
    return counts_into(path, counts, n, is_replaceable);
}

enum exit_code plan_write_counts(const char *path, const struct manifest_count *counts, size_t n)
{
    return counts_into(path, counts, n, replace);
}

/* ---- of a plan ---- */

/* What is to be written; NULL: said on stderr that there is nothing. */
static const struct shown_target *target_of(const struct planning *planning)
{
    const struct shown_plan *shown = planning_common(planning);
    const struct shown_target *target = shown != NULL ? plan_first_target(shown) : NULL;
    if (target == NULL)
        terminal_complain("assay: %s",
                          shown == NULL
                              ? "the plans differ in their levels; select one with --benchmark "
                                "and --system to write it"
                              : "no count reaches what was asked for; nothing is written. What can "
                                "be reached is shown without --write");
    return target;
}

static size_t counts_of(const struct planning *planning, const struct shown_target *target,
                        struct manifest_count counts[ASSAY_MAX_LEVELS])
{
    const struct shown_plan *shown = planning_common(planning);
    for (size_t i = 0; i < shown->input.n_levels; i++)
        counts[i] = (struct manifest_count){.level = shown->level_name[shown->first + i],
                                            .count = target->planned.count[i]};
    return shown->input.n_levels;
}

enum exit_code plan_check_write(const struct planning *planning, const char *path)
{
    struct manifest_count counts[ASSAY_MAX_LEVELS];
    const struct shown_target *target = target_of(planning);
    return target == NULL ? EXIT_DATA
                          : plan_check_counts(path, counts, counts_of(planning, target, counts));
}

static void say(const char *path, const struct manifest_count *counts, size_t n, double time_s)
{
    terminal_say_name(path, strlen(path));
    fputs(" now says", stderr);
    for (size_t i = 0; i < n; i++)
        fprintf(stderr, "%s %s", i > 0 ? " \u00d7" : "",
                level_units(counts[i].count, counts[i].level).text);
    fprintf(stderr, ", about %s.\n", duration_of(time_s).text);
}

enum exit_code plan_write(const struct planning *planning, const char *path, bool quiet)
{
    struct manifest_count counts[ASSAY_MAX_LEVELS];
    const struct shown_target *target = target_of(planning);
    if (target == NULL)
        return EXIT_DATA;
    const size_t n = counts_of(planning, target, counts);
    enum exit_code code = plan_write_counts(path, counts, n);
    if (code == EXIT_DONE && !quiet)
        say(path, counts, n, target->planned.time_s);
    return code;
}
