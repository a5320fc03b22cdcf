/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_confirm.c -- is what seems slower slower once more, in rounds of its own; and what is it, where the
 * first rounds were too few to say?
 *
 * Values of the baseline are of another day: a machine that has changed since would be slower twice.
 * So the baseline's commit is checked out beside, built, and measured in the same rounds as the new
 * version. Where that cannot be, the new version alone is measured again, and the finding says so.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/failure.h"
#include "design/design_stop.h"
#include "design/manifest.h"
#include "git/git.h"
#include "session/rounds_instead.h"
#include "session/session.h"
#include "session/session_parts.h"
#include "session/session_verdict.h"
#include "source/baseline.h"

/* The baseline's sources, checked out. */
struct rebuilt {
    char label[256], commit[65];
    struct git_tree sources; /* with the manifest's directory */
};

/* What is measured again, and by which rule: benchmarks that the first rounds called slower; to decide,
 * all that they did not call equivalent. */
struct again {
    const struct verdict *first;
    bool all;        /* whatever they said */
    double budget_s; /* to decide, by the anytime rule; 0: at the counts */
};

static bool is_asked(const struct again *asked, enum assay_verdict verdict)
{
    return asked->all || verdict == ASSAY_SLOWER ||
           (asked->budget_s > 0 && verdict != ASSAY_EQUIVALENT);
}

static bool is_suspect(const struct again *asked, const char *benchmark, assay_warnings *doubts)
{
    const struct verdict *first = asked->first;
    bool suspect = false;
    for (size_t i = 0; i < first->pairs.n; i++)
        for (size_t j = 0; j < first->pairs.items[i].n; j++) {
            const struct system_pair *pair = &first->pairs.items[i];
            const struct assay_series *series = pair->rows[j].old_series;
            if (!is_asked(asked, comparison_gated_verdict(pair, j)) ||
                !comparison_is_gated(pair, j, &first->input) ||
                !(baseline_is_of(series->benchmark, benchmark) ||
                  strncmp(series->metric, "build_", 6) == 0))
                continue;
            suspect = true;
            *doubts |= comparison_beside_doubts(&pair->rows[j]);
        }
    return suspect;
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
    systems[0].built_from = design_string(design, old->commit);
    design->systems = systems;
    design->n_systems = 2;
    return systems[0].name != NULL && systems[0].source != NULL;
}

/* Leaves the suspects only, as another experiment with a seed of its own. */
static enum assay_status narrow(struct design *design, const struct session *session,
                                const struct again *asked, const struct rebuilt *old,
                                struct assay_error *error)
{
    const struct design *whole = session->design;
    const char *name = session->reported_as != NULL ? session->reported_as : whole->experiment;
    assay_warnings doubts = 0;
    size_t n = 0;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        if (is_suspect(asked, design->benchmarks[i].name, &doubts))
            design->benchmarks[n++] = design->benchmarks[i];
    design->n_benchmarks = n;
    design->margin = whole->margin;
    design->ignore_failure = whole->ignore_failure;
    design->quick = whole->quick;
    design->rounds = whole->rounds;
    design->file = whole->file != NULL ? design_string(design, whole->file) : NULL;
    design->experiment = design_string(design, asked->budget_s > 0 ? "decision" : "confirmation");
    design->reported_as = name != NULL ? design_string(design, name) : NULL;
    TRY(rounds_instead(design, doubts, error));
    if (asked->budget_s > 0)
        run_stop_decide(design, asked->budget_s);
    design->stop.told_after = asked->budget_s > 0;
    design->seed = whole->seed + 1; /* fresh, and the same again when the run is repeated */
    if (n == 0)
        return assay_fail(error, ASSAY_SYSTEM, "no benchmark is to be measured again");
    if (design->experiment == NULL || (old != NULL && !add_baseline(design, old)))
        return fail_no_memory(error);
    return run_rewrite(design, error);
}

static enum assay_status suspects_of(const struct session *session, const struct again *asked,
                                     const struct rebuilt *old, struct design **out,
                                     struct assay_error *error)
{
    const struct design *whole = session->design;
    TRY(manifest_parse(whole->manifest, strlen(whole->manifest), "the manifest", whole->source, out,
                       error));
    return narrow(*out, session, asked, old, error);
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
    if (entry != NULL && entry->version.commit != NULL)
        (void)snprintf(old->commit, sizeof old->commit, "%s", entry->version.commit);
    if (*why == NULL &&
        !git_checkout(session->design->source, entry->version.commit, &old->sources))
        *why = "git cannot check its commit out here";
    store_entries_free(&entries, n);
    return *why == NULL;
}

/* True when a word of the command is a file or a directory below the source. */
static bool names_source(const struct design *design, const char *command)
{
    static const char between[] = " \t\n\"'";
    char path[4096];
    if (command == NULL)
        return false;
    if (strstr(command, "{source}") != NULL)
        return true;
    for (const char *word = command + strspn(command, between); *word != '\0';) {
        const int n = (int)strcspn(word, between);
        (void)snprintf(path, sizeof path, "%s/%.*s", design_source(design, 0), n, word);
        if (word[0] != '/' && access(path, F_OK) == 0)
            return true;
        word += n;
        word += strspn(word, between);
    }
    return false;
}

/* A program that was installed elsewhere would be measured beside itself, and never be slower. */
static bool is_of_source(const struct design *design)
{
    const struct design_system *system = &design->systems[0];
    bool all = true;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        all = all &&
              names_source(design, system->run != NULL ? system->run : design->benchmarks[i].run);
    return all || system->build != NULL;
}

static void rebuilt_fini(const struct session *session, struct rebuilt *old)
{
    git_remove_checkout(session->design->source, &old->sources);
}

/* The sources stay as long as the session that measured them: who asks which functions are slower runs them once more. */
static void hand_over(const struct session *session, struct rebuilt *old, struct session *again)
{
    if (old->sources.lock < 0 || again->store == NULL) {
        rebuilt_fini(session, old);
        return;
    }
    char *commit = strdup(old->commit), *repository = strdup(session->design->source);
    if (commit == NULL || repository == NULL ||
        !array_more(&again->trees, again->n_trees, &again->trees_room)) {
        free(commit);
        free(repository);
        rebuilt_fini(session, old);
        return;
    }
    again->trees[again->n_trees++] =
        (struct session_tree){.commit = commit, .repository = repository, .tree = old->sources};
    old->sources = (struct git_tree){.lock = -1};
}

/* ---- measuring again ---- */

/* Versions are for what stands for one: an experiment of both has none. */
static enum assay_status measure(struct session *again, const struct confirmation *asked,
                                 bool paired, struct assay_error *error)
{
    const double budget_s = again->design->stop.budget_s;
    session_tell(again,
                 &(struct session_event){.kind = budget_s > 0 ? SESSION_DECIDES : SESSION_CONFIRMS,
                                         .n = again->design->n_benchmarks,
                                         .seconds = budget_s,
                                         .paired = paired,
                                         .apart = asked->first->gate != COMPARISON_INCONCLUSIVE});
    TRY(session_begin(again, error));
    if (!paired)
        TRY(session_set_version(again, &asked->version, error));
    TRY(budget_s > 0      ? session_run_sequential(again, error)
        : asked->end_s > 0 ? session_run_until(again, asked->end_s, error)
                           : session_run_design(again, error));
    return run_place_keep(again, error);
}

/* In the same store, where the first one was. */
static enum assay_status prepare(struct session *session, const struct again *asked,
                                 const struct rebuilt *old, struct session *again,
                                 struct assay_error *error)
{
    *again = (struct session){.store_path = strdup(session->store_path),
                              .launcher = session->launcher,
                              .confidence = session->confidence,
                              .limits = asked->first->request.limits,
                              .events = session->events};
    /* What has just been measured is no baseline of itself; measured in the same rounds, the first
     * system is the baseline. */
    if (old != NULL)
        again->baseline[0] = '\0';
    else if (strncmp(session->baseline, "last:", 5) == 0)
        (void)snprintf(again->baseline, sizeof again->baseline, "%.10s@%" PRId64, session->baseline,
                       session->experiment);
    else
        memcpy(again->baseline, session->baseline, sizeof again->baseline);
    enum assay_status status = again->store_path != NULL
                                   ? suspects_of(session, asked, old, &again->design, error)
                                   : fail_no_memory(error);
    if (status == ASSAY_OK && again->design->order.by != session->design->order.by)
        session_tell(again, &(struct session_event){.kind = SESSION_NOT_BESIDE,
                                                    .text = again->design->order.because});
    struct assay_error closing; /* in any case */
    if (session_close(session, status == ASSAY_OK ? error : &closing) != ASSAY_OK)
        status = status == ASSAY_OK ? error->status : status;
    return status;
}

enum assay_status session_confirm(struct session *session, const struct confirmation *asked,
                                  struct session *again, struct verdict *out,
                                  struct assay_error *error)
{
    struct rebuilt old = {.sources = {.lock = -1}};
    const char *why = NULL;
    const bool has_baseline = session->baseline[0] != '\0';
    const bool paired = has_baseline && rebuild(session, session->store, &old, &why);
    const struct compare_request request = asked->first->request;
    *out = (struct verdict){0};
    const struct again slower = {.first = asked->first};
    enum assay_status status = prepare(session, &slower, paired ? &old : NULL, again, error);
    if (status == ASSAY_OK)
        status = measure(again, asked, paired, error);
    if (status == ASSAY_OK)
        status = session_reach_verdict(again, &request, asked->others_too, out, error);
    if (has_baseline && !paired) {
        out->not_again = why;
        memcpy(out->baseline, old.label, sizeof out->baseline);
    }
    hand_over(session, &old, again);
    return status;
}

enum assay_status session_decide(struct session *session, const struct confirmation *asked,
                                 double budget_s, bool all, struct session *again,
                                 struct verdict *out, const char **obstacle,
                                 struct assay_error *error)
{
    struct rebuilt old = {.sources = {.lock = -1}};
    const bool has_baseline = session->baseline[0] != '\0';
    const struct compare_request request = asked->first->request;
    const struct again open = {asked->first, all, budget_s};
    *out = (struct verdict){0};
    *obstacle = NULL;
    if (has_baseline && !all && asked->first->gate != COMPARISON_INCONCLUSIVE &&
        !is_of_source(session->design)) {
        *obstacle = "a command names nothing below {source}";
        return ASSAY_OK;
    }
    if (has_baseline && !rebuild(session, session->store, &old, obstacle))
        return ASSAY_OK;
    enum assay_status status = prepare(session, &open, has_baseline ? &old : NULL, again, error);
    if (status == ASSAY_OK)
        status = measure(again, asked, true, error);
    if (status == ASSAY_OK)
        status = session_reach_verdict(again, &request, asked->others_too, out, error);
    hand_over(session, &old, again);
    return status;
}
