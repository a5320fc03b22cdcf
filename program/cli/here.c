/* SPDX-License-Identifier: GPL-3.0-or-later */
/* here.c -- assay alone: says what stands in this directory, and what one would do with it. */
#include "cli/here.h"

#include <inttypes.h>
#include <string.h>

#include "cli/here_look.h"
#include "cli/latest.h"
#include "import/side.h"
#include "view/text/view_memory.h"

enum {
    NAME = 14,    /* columns of what is seen */
    COMMAND = 28, /* of what to type */
    COMMANDS = 3, /* that are told */
    FILES_TOLD = 4
};

/* Commands are told in the order of their use; the first ones are printed. */
struct advice {
    const struct terminal *terminal;
    const struct here *here;
    int told;
};

/* ---- what is seen ---- */

static void see(const struct terminal *terminal, const char *name, const char *what)
{
    const int columns = terminal_columns(name);
    const bool beside = columns + 2 <= NAME;
    OWNED char *lead = view_format("%s%*s", beside ? name : "", beside ? NAME - columns : NAME, "");
    if (!beside)
        terminal_printf(terminal, STYLE_PLAIN, "%s\n", name);
    terminal_paragraph(terminal, lead, what);
}

static void see_manifest(const struct terminal *terminal, const struct here *here)
{
    if (here->design == NULL) {
        see(terminal, "assay.yaml", here->mistake.text); /* names the place */
        return;
    }
    const struct design *design = here->design;
    OWNED char *systems = VIEW_TEXT(stream, {
        for (size_t i = 1; i < design->n_systems; i++)
            view_say(stream, "%s%s", i > 1 ? ", " : "", design->systems[i].name);
        if (design->n_systems > 1)
            fputs(" against ", stream);
        view_say(stream, "%s", design->systems[0].name);
    });
    OWNED char *what =
        view_format("%zu benchmark%s, %s", design->n_benchmarks,
                    design->n_benchmarks == 1 ? "" : "s", systems != NULL ? systems : "?");
    see(terminal, "assay.yaml", what);
}

/* The newest, and the one before it. */
static void see_store(const struct terminal *terminal, const struct here *here)
{
    const struct store_listing *listing = &here->listing;
    OWNED char *place = terminal_place(here->store);
    OWNED char *what = VIEW_TEXT(stream, {
        fprintf(stream, "%zu experiment%s", listing->n, listing->n == 1 ? "" : "s");
        if (here->n_own == 0 && listing->n > 0)
            fputs(", none of this directory", stream);
        else if (here->n_own < listing->n)
            fprintf(stream, ", %zu of this directory", here->n_own);
        for (size_t i = 0; i < 2 && i < here->n_own; i++) {
            const struct store_entry *entry = here->own[here->n_own - 1 - i];
            OWNED char *when = latest_ago(entry->started_ns);
            OWNED char *name = terminal_shorten(entry->systems != NULL ? entry->systems : "?", 40);
            view_say(stream, "%s number %" PRId64 " (%s), %s%s",
                     i > 0             ? "; before it"
                     : here->n_own > 1 ? ". The newest is"
                                       : ":",
                     entry->id, name, when, entry->finished_ns == 0 ? ", not complete" : "");
        }
    });
    see(terminal, place != NULL ? place : here->store, what);
}

static void see_files(const struct terminal *terminal, const struct here *here)
{
    for (size_t i = 0; i < here->n_files && i < FILES_TOLD; i++)
        see(terminal, here->files[i].name, here->files[i].format->what);
    if (here->n_files <= FILES_TOLD)
        return;
    OWNED char *more = view_format("%zu more files of measurements", here->n_files - FILES_TOLD);
    see(terminal, "...", more);
}

static bool is_python(const struct here *here)
{
    return here->programs.python != NULL && !here->has_manifest &&
           (here->project == NULL || strcmp(here->project->topic, "python") != 0);
}

static void see_programs(const struct terminal *terminal, const struct here *here)
{
    for (int i = 0; here->pair[0] != NULL && i < 2; i++)
        see(terminal, here->pair[i], "a program");
    if (here->programs.server != NULL)
        see(terminal, here->programs.server, "a server: it waits for requests");
    if (is_python(here))
        see(terminal, here->programs.python, "functions of Python");
}

static void see_git(const struct terminal *terminal, const struct store_version *version)
{
    if (version->commit == NULL && version->branch == NULL)
        return;
    OWNED char *what = VIEW_TEXT(stream, {
        view_say(stream, "%s%s", version->branch != NULL ? version->branch : "no branch",
                 version->commit != NULL ? " at " : ", no commit yet");
        fprintf(stream, "%.12s%s", version->commit != NULL ? version->commit : "",
                version->dirty ? ", with changes" : "");
    });
    see(terminal, "git", what);
}

static bool is_nothing(const struct here *here)
{
    return !here->has_manifest && here->store == NULL && here->n_files == 0 && here->kept == NULL &&
           here->pair[0] == NULL && here->programs.server == NULL && !is_python(here);
}

static void see_all(const struct terminal *terminal, const struct here *here)
{
    if (here->has_manifest)
        see_manifest(terminal, here);
    if (!here->store_is_read)
        see(terminal, here->store, here->damage.text);
    else if (here->n_own > 0)
        see_store(terminal, here);
    see_files(terminal, here);
    if (here->kept != NULL)
        see(terminal, here->kept->place, here->kept->what);
    if (here->project != NULL)
        see(terminal, here->project->file, here->project->what);
    see_programs(terminal, here);
    see_git(terminal, &here->version);
    if (here->store_is_read && here->store != NULL && here->n_own == 0)
        see_store(terminal, here);
    if (is_nothing(here))
        terminal_sentence(terminal, "", "%s: no assay.yaml, no store, no results of another tool.",
                          here->project != NULL ? "Nothing is measured yet"
                                                : "Here is nothing yet that assay knows");
}

/* ---- what one would do ---- */

static void tell(struct advice *advice, const char *command, const char *why)
{
    const struct terminal *terminal = advice->terminal;
    if (advice->told++ >= COMMANDS)
        return;
    const int columns = terminal_columns(command);
    const bool beside =
        columns <= COMMAND && 2 + COMMAND + 2 + terminal_columns(why) <= terminal->width;
    if (beside)
        terminal_printf(terminal, STYLE_PLAIN, "  %s%*s  %s\n", command, COMMAND - columns, "",
                        why);
    else
        terminal_printf(terminal, STYLE_PLAIN, "  %s\n      %s\n", command, why);
}

/* Which of two the file is for, by the last word of its name: "bench-old.json". */
static enum column_side side_of(const char *name)
{
    const size_t end = strcspn(name, ".");
    size_t start = end;
    while (start > 0 && strchr("_-", name[start - 1]) == NULL)
        start--;
    return column_side_of(name + start, end - start);
}

static void tell_of_files(struct advice *advice)
{
    const struct here *here = advice->here;
    const struct found_file *files = here->files;
    size_t i = 1;
    while (i < here->n_files && files[i].format != files[i - 1].format)
        i++;
    if (i < here->n_files) {
        const char *first = files[i - 1].name, *second = files[i].name;
        const bool turned = side_of(first) == SIDE_NEWER && side_of(second) == SIDE_OLDER;
        OWNED char *command =
            view_said("assay compare %s %s", turned ? second : first, turned ? first : second);
        tell(advice, command != NULL ? command : "?", "the second against the first");
    } else if (here->n_files > 0) {
        OWNED char *command = view_said("assay show %s", files[0].name);
        tell(advice, command != NULL ? command : "?", "what these values say");
    }
}

static void tell_of_store(struct advice *advice)
{
    const struct here *here = advice->here;
    if (here->n_own == 0)
        return;
    OWNED char *on = view_format("assay run --resume %" PRId64, here->own[here->n_own - 1]->id);
    if (here->is_cut_short)
        tell(advice, on != NULL ? on : "?", "goes on with what was cut short");
    const struct store_entry *newest = here->answering;
    if (newest == NULL)
        return;
    const bool several = newest->systems != NULL && strchr(newest->systems, ',') != NULL;
    const bool is_last = newest == here_newest_with_values(here, here->listing.n);
    OWNED char *why = view_format("what experiment %" PRId64 " says", newest->id);
    OWNED char *command = view_format("assay %s", several ? "compare" : "show");
    OWNED char *named = view_format("assay %s %" PRId64, several ? "compare" : "show", newest->id);
    const char *told = is_last ? command : named;
    tell(advice, told != NULL ? told : "?", why != NULL ? why : "?");
}

/* What is there without a manifest: results in their tool's place, and something that can be measured. */
static void tell_of_project(struct advice *advice)
{
    const struct here *here = advice->here;
    if (here->kept != NULL) {
        OWNED char *command = view_said("assay show %s", here->kept->place);
        tell(advice, command != NULL ? command : "?", "what these values say");
    }
    if (here->project != NULL && !here->has_manifest) {
        OWNED char *command = view_format("assay help %s", here->project->topic);
        OWNED char *why = view_format("how to measure %s", here->project->what);
        tell(advice, command != NULL ? command : "?", why != NULL ? why : "?");
    }
}

/* Those that are there, in place of any. */
static void tell_of_programs(struct advice *advice)
{
    const struct here *here = advice->here;
    if (here->programs.server != NULL && !here->has_manifest)
        tell(advice, "assay help services", "how to measure a server, which does not end");
    if (here->pair[0] == NULL)
        return;
    OWNED char *command = view_said("assay run ./%s ./%s", here->pair[0], here->pair[1]);
    tell(advice, command != NULL ? command : "?", "the second against the first");
}

/* A branch beside the one that it left; on that one, what made it slower: history says it of what is measured, and how to search on. A search finds its experiment by a name. */
static void tell_of_versions(struct advice *advice)
{
    const struct here_versions *versions = &advice->here->versions;
    if (versions->base != NULL) {
        OWNED char *command =
            view_said("assay run --against %s --gate --time-budget 60s", versions->base);
        OWNED char *why = view_said("this tree against %s", versions->base);
        tell(advice, command != NULL ? command : "?", why != NULL ? why : "?");
    }
    if (advice->here->n_versions > 1) {
        OWNED char *why = view_format("which of %zu versions changed?", advice->here->n_versions);
        tell(advice, "assay history", why != NULL ? why : "?");
    } else if (versions->range != NULL) {
        OWNED char *command = view_said(
            "assay run%s --versions %s --bisect",
            advice->here->design->experiment != NULL ? "" : " --name search", versions->range);
        tell(advice, command != NULL ? command : "?", "which of these commits made it slower?");
    }
}

static void tell_of_commit_before(struct advice *advice)
{
    const struct here_versions *versions = &advice->here->versions;
    if (versions->before == NULL || versions->base != NULL)
        return;
    OWNED char *command = view_format("assay run --against %s", versions->before);
    tell(advice, command != NULL ? command : "?", "this tree against the commit before");
}

static void tell_all(struct advice *advice)
{
    const struct here *here = advice->here;
    const bool measured = here->n_own > 0;
    fputc('\n', advice->terminal->stream);
    if (here->has_manifest && here->design == NULL)
        tell(advice, "assay run --dry-run", "checks assay.yaml");
    else if (here->has_manifest)
        tell(advice, "assay run", measured ? "measures assay.yaml again" : "measures assay.yaml");
    tell_of_versions(advice);
    tell_of_store(advice);
    tell_of_files(advice);
    tell_of_programs(advice);
    tell_of_project(advice);
    if (is_python(here))
        tell(advice, "assay help python", "how to measure functions of Python");
    tell_of_commit_before(advice);
    if (measured)
        tell(advice, "assay store", "what else is stored");
    if (here->pair[0] == NULL)
        tell(advice, "assay run 'sleep 0.1' true", "compares two commands: take yours");
    if (!measured && here->listing.n > 0)
        tell(advice, "assay store", "what was measured elsewhere");
    tell(advice, "assay doctor", "is this machine fit to measure?");
    tell(advice, "assay help first-hour", "from the first run to a gate");
    terminal_paragraph(advice->terminal, "", "all verbs: assay -h");
}

void here_print(const struct terminal *terminal, const struct global_options *global)
{
    SCOPED(here_look_fini) struct here here = {0};
    here_look(global->store, &here);
    struct advice advice = {.terminal = terminal, .here = &here};
    see_all(terminal, &here);
    tell_all(&advice);
}
