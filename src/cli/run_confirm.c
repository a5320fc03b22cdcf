/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_confirm.c -- is what seems slower slower once more, in rounds of its own?
 *
 * Values of the baseline are of another day: a machine that has changed since would be slower twice.
 * So the baseline's commit is checked out beside, built, and measured in the same rounds as the new
 * version. Where that cannot be, the new version alone is measured again, and the finding says so.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/baseline.h"
#include "cli/fail.h"
#include "cli/git.h"
#include "cli/run_ci.h"
#include "cli/run_judge.h"
#include "cli/run_place.h"
#include "manifest/manifest.h"
#include "render/terminal.h"

/* The baseline's sources, checked out. */
struct rebuilt {
    char label[256];
    struct git_tree sources; /* with the manifest's directory */
};

static bool is_suspect(const struct judged *judged, const char *benchmark)
{
    for (size_t i = 0; i < judged->pairs.n; i++)
        for (size_t j = 0; j < judged->pairs.items[i].n; j++) {
            const struct shown_comparison *row = &judged->pairs.items[i].rows[j];
            if (row->finding.verdict == ASSAY_SLOWER &&
                input_is_primary(&judged->input, row->old_series) &&
                baseline_is_of(row->old_series->benchmark, benchmark))
                return true;
        }
    return false;
}

/* The baseline's sources before the system that is there: the first is the old one. */
static bool add_baseline(struct design *design, const struct rebuilt *old)
{
    struct design_system *systems = design_alloc(design, 2 * sizeof *systems);
    if (systems == NULL)
        return false;
    systems[0] = systems[1] = design->systems[0];
    const bool same = strcmp(old->label, systems[1].name) == 0;
    char name[300];
    (void)snprintf(name, sizeof name, same ? "%s (old)" : "%s", old->label);
    systems[0].name = design_string(design, name);
    systems[0].source = design_string(design, old->sources.source);
    design->systems = systems;
    design->n_systems = 2;
    return systems[0].name != NULL && systems[0].source != NULL;
}

/* The design again with the suspects only, and a seed of its own. */
static struct design *suspects_of(const struct session *session, const struct judged *judged,
                                  const struct rebuilt *old)
{
    struct assay_error error;
    struct design *design = NULL;
    const struct design *whole = session->design;
    if (manifest_parse(whole->manifest, strlen(whole->manifest), "the manifest", whole->source,
                       &design, &error) != ASSAY_OK) {
        terminal_complain("%s", error.text);
        return NULL;
    }
    size_t n = 0;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        if (is_suspect(judged, design->benchmarks[i].name))
            design->benchmarks[n++] = design->benchmarks[i];
    design->n_benchmarks = n;
    design->margin = whole->margin;
    design->ignore_failure = whole->ignore_failure;
    design->quick = whole->quick;
    design->rounds = whole->rounds;
    design->experiment = design_string(design, "confirmation");
    if (old != NULL && !add_baseline(design, old)) {
        design_free(&design);
        return NULL;
    }
    design->seed = whole->seed + 1; /* fresh, and the same again when the run is repeated */
    char *text = manifest_write(design);
    design->manifest = text != NULL ? design_string(design, text) : NULL;
    free(text);
    if (n == 0 || design->manifest == NULL)
        design_free(&design);
    return design;
}

/* ---- the baseline's sources ---- */

/* Why the baseline cannot be built again; NULL: it can, as far as is known. */
static const char *obstacle(const struct session *session, const struct store_entry *entry)
{
    if (entry == NULL)
        return "it is not one experiment";
    if (session->design->quick)
        return "commands on the command line are not built";
    if (session->design->n_systems != 1)
        return "the manifest has several systems";
    if (entry->version.commit == NULL)
        return "its commit is not known";
    if (entry->version.dirty)
        return "its work tree had changes that are in no commit";
    return NULL;
}

/* False: *why says what stands against it. */
static bool rebuild(const struct session *session, struct store *store, struct rebuilt *old,
                    const char **why)
{
    struct store_entry *entries = NULL;
    struct assay_error error;
    const struct store_entry *entry = NULL;
    size_t n = 0;
    *old = (struct rebuilt){.label = "the baseline", .sources = {.lock = -1}};
    (void)store_entries(store, &entries, &n, &error);
    for (size_t i = 0; i < n; i++)
        if (strspn(session->baseline, "0123456789") == strlen(session->baseline) &&
            entries[i].id == strtoll(session->baseline, NULL, 10))
            entry = &entries[i];
    *why = obstacle(session, entry);
    if (entry != NULL)
        store_entry_label(entry, old->label, sizeof old->label);
    if (*why == NULL &&
        !git_checkout(session->design->source, entry->version.commit, &old->sources))
        *why = "git cannot check its commit out here";
    store_entries_free(&entries, n);
    return *why == NULL;
}

static void rebuilt_fini(const struct session *session, struct rebuilt *old)
{
    git_remove_checkout(session->design->source, &old->sources);
}

/* ---- measuring again ---- */

/* What has just been measured is no baseline of itself; measured in the same rounds, the first
 * system is the baseline. */
static void set_baseline(const struct session *session, bool paired, struct session *again)
{
    if (paired)
        again->baseline[0] = '\0';
    else if (strncmp(session->baseline, "last:", 5) == 0)
        (void)snprintf(again->baseline, sizeof again->baseline, "%.10s@%" PRId64, session->baseline,
                       session->experiment);
    else
        memcpy(again->baseline, session->baseline, sizeof again->baseline);
}

static void say(const struct session *again, bool paired, bool has_baseline,
                const struct global_options *global)
{
    const size_t n = again->design->n_benchmarks;
    if (!global->quiet)
        fprintf(stderr, "assay: %zu benchmark%s slower: measuring %sagain in fresh rounds\n", n,
                n == 1 ? " seems" : "s seem",
                paired         ? "both versions "
                : has_baseline ? "the new version "
                               : "");
}

/* Versions are for what stands for one: an experiment of both has none. */
static enum exit_code measure(struct session *again, const struct run_options *options,
                              const struct global_options *global, struct launcher *launcher,
                              bool paired)
{
    enum exit_code code = session_begin(again);
    if (code == EXIT_DONE && !paired)
        code = run_ci_version(again, options);
    return code == EXIT_DONE ? session_run_design(again, global, launcher) : code;
}

enum exit_code run_confirm(struct session *session, const struct run_options *options,
                           const struct global_options *global, struct launcher *launcher,
                           const struct judged *first)
{
    struct rebuilt old = {.sources = {.lock = -1}};
    struct judged judged;
    const char *why = NULL;
    const bool has_baseline = session->baseline[0] != '\0';
    const bool paired = has_baseline && rebuild(session, session->store, &old, &why);
    struct session again = {.design = suspects_of(session, first, paired ? &old : NULL),
                            .store_path = strdup(session->store_path)};
    enum exit_code code =
        again.design != NULL && again.store_path != NULL ? EXIT_DONE : EXIT_SYSTEM;
    set_baseline(session, paired, &again);
    code = fail_closing(&session->store, code); /* a process has one writing handle */
    if (code == EXIT_DONE) {
        say(&again, paired, has_baseline, global);
        code = measure(&again, options, global, launcher, paired);
    }
    if (code == EXIT_DONE)
        code = run_place_check(&again, launcher);
    const struct global_options reading = run_place_reading(&again, global);
    if (code == EXIT_DONE)
        code = run_judge(&again, &reading, &judged);
    if (code == EXIT_DONE) {
        if (has_baseline && !paired)
            (void)snprintf(judged.note, sizeof judged.note,
                           "Only the new version was measured again: %s cannot be (%s). Its values "
                           "are those of its own day.",
                           old.label, why);
        code = run_tell(&judged, options, &reading);
        judged_fini(&judged);
    }
    session->failures += again.failures;
    code = run_place_end(&again, code);
    run_place_fini(&again);
    design_free(&again.design);
    rebuilt_fini(session, &old);
    return code;
}
