/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reproduce.c -- the verb `reproduce`: the run that measures the same once more, from the store or from a finding that
 * was saved as JSON. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/fail.h"
#include "cli/latest.h"
#include "cli/run_again.h"
#include "cli/words/reproduce.h"
#include "design/stop_text.h"
#include "git/git.h"
#include "source/read_source.h"
#include "view/document/finding_read.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/document/reproduce.h"

struct reproduce_options {
    bool run, dry_run;
    const char *directory;
};

/* ---- from where ---- */

static bool is_file(const char *which)
{
    return strcmp(which, "-") == 0 || access(which, F_OK) == 0;
}

/* The sources of a saved document that were experiments; NULL: said why not. */
static json_t *sources_of_file(const char *path)
{
    json_error_t problem;
    json_t *document =
        strcmp(path, "-") == 0 ? json_loadf(stdin, 0, &problem) : json_load_file(path, 0, &problem);
    json_t *found = json_array(), *source;
    size_t i;
    if (document == NULL)
        terminal_complain("assay: %s:%d: no JSON: %s", path, problem.line, problem.text);
    json_array_foreach(json_object_get(json_object_get(document, "provenance"), "sources"), i,
                       source) if (json_is_string(json_object_get(source, "manifest")))
        json_array_append(found, source);
    if (document != NULL && json_array_size(found) == 0)
        terminal_complain("assay: %s says of no experiment how it was measured: it has no manifest "
                          "under provenance.sources. Name the experiment, or save the finding anew "
                          "with --json",
                          path);
    json_decref(document);
    if (json_array_size(found) > 0)
        return found;
    json_decref(found);
    return NULL;
}

static json_t *source_of_store(const char *path, const char *which, struct assay_error *error)
{
    SCOPED(store_close) struct store *store = NULL;
    struct experiment_info info = {0};
    json_t *source = NULL;
    enum assay_status status = store_open(path, STORE_READ, &store, error);
    if (status == ASSAY_OK)
        status = store_find(store, which, &info, error);
    if (status == ASSAY_OK) {
        if (store_demand_facts(store, info.id, error) == ASSAY_OK)
            source = provenance_source(which != NULL ? which : "latest", &info);
        experiment_info_fini(&info);
    }
    return source;
}

/* Sets the store where a run of it belongs, to be freed, and *sources; EXIT_DONE, or what fail said. */
static enum exit_code sources_of_experiment(const char *which, struct global_options *global,
                                            char **path, json_t **sources)
{
    struct assay_error error;
    *path = source_store_path(global->store);
    if (*path == NULL)
        return fail_memory();
    json_t *source = source_of_store(*path, which, &error);
    if (source == NULL)
        return fail_with(&error);
    global->store = *path;
    if (which == NULL)
        latest_say(json_integer_value(json_object_get(source, "experiment")), global);
    *sources = render_json_array();
    render_json_append(*sources, source);
    return EXIT_DONE;
}

/* ---- once more ---- */

/* The sources of the commit that was measured, where others lie in the directory. Says what is not the same. */
static void check_out(const json_t *source, const char *directory, struct git_tree *tree)
{
    const json_t *version = json_object_get(source, "version");
    const char *commit = json_string_value(json_object_get(version, "commit"));
    SCOPED(store_version_fini) struct store_version now = {0};
    if (commit == NULL)
        return;
    git_describe(directory, &now);
    const bool same = now.commit != NULL && strcmp(now.commit, commit) == 0 && !now.dirty;
    if (!same && git_checkout(directory, commit, tree))
        terminal_complain("assay: measures commit %.12s in a temporary tree; %s holds %.12s%s",
                          commit, directory, now.commit != NULL ? now.commit : "none",
                          now.dirty ? " with changes" : "");
    else if (!same)
        terminal_complain("assay: commit %.12s, which was measured, cannot be checked out in %s: "
                          "measures what lies there",
                          commit, directory);
    if (json_is_true(json_object_get(version, "dirty")))
        terminal_complain("assay: what was measured had changes that are in no commit");
}

/* Of a copy and of what was imported the manifest is a remark. */
static bool has_commands(const json_t *source)
{
    const char *manifest = finding_text(source, "manifest");
    const long long id = json_integer_value(json_object_get(source, "experiment"));
    if (manifest != NULL && strncmp(manifest, KEPT_TEXT, strlen(KEPT_TEXT)) == 0)
        return terminal_complain(
            "assay: experiment %lld is a copy kept for histories; what was run: "
            "assay run --again %ld",
            id, strtol(manifest + strlen(KEPT_TEXT), NULL, 10));
    if (manifest != NULL && strncmp(manifest, IMPORTED_TEXT, strlen(IMPORTED_TEXT)) == 0)
        return terminal_complain(
            "assay: experiment %lld keeps values alone: nothing tells what was run. "
            "What can be run again: assay store",
            id);
    return true;
}

/* Whether one experiment can be measured there; says why not. */
static bool can_measure(const json_t *sources, const char *there)
{
    if (json_array_size(sources) > 1)
        return terminal_complain(
            "assay: --run measures one experiment; this finding rests on several: name one");
    if (!has_commands(json_array_get(sources, 0)))
        return false;
    if (access(there, X_OK) != 0)
        return terminal_complain(
            "assay: there is no directory \"%s\": say with --sources where its "
            "sources lie",
            there);
    return true;
}

static struct design_request request_of(const json_t *source, const char *place,
                                        const struct global_options *global)
{
    struct design_request request = DESIGN_REQUEST_DEFAULTS;
    request.manifest = finding_text(source, "manifest");
    request.source = realpath(place, NULL);
    request.margin = finding_number(source, "margin");
    request.ignore_failure = json_is_true(json_object_get(source, "ignore_failure"));
    request.seed = global->seed.given ? global->seed.value : reproduce_seed(source);
    request.seed_given = true;
    return request;
}

static enum exit_code measure(const json_t *source, const char *there,
                              struct global_options *global, struct run_made *made)
{
    struct git_tree tree = {0};
    check_out(source, there, &tree);
    const struct design_request request =
        request_of(source, tree.source != NULL ? tree.source : there, global);
    global->seed = (struct option_seed){request.seed, true};
    const enum exit_code code =
        request.source != NULL ? run_again(&request, global, made) : fail_memory();
    git_remove_checkout(there, &tree);
    free((char *)(uintptr_t)request.source);
    return code;
}

/* path: of the finding; NULL: there is none. */
static enum exit_code repeat(json_t *sources, const char *path, const char *directory,
                             struct global_options *global)
{
    const json_t *source = json_array_get(sources, 0);
    const char *there = directory != NULL ? directory : finding_text(source, "directory");
    char number[24], *host = json_dumps(json_object_get(source, "host"), 0);
    (void)snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT,
                   json_integer_value(json_object_get(source, "experiment")));
    const struct reproduced then = {.uid = finding_text(source, "uid"),
                                    .path = path,
                                    .name = path != NULL ? path : number,
                                    .host = host};
    struct run_made made = {0};
    enum exit_code code = EXIT_USAGE;
    if (can_measure(sources, there)) {
        terminal_complain("assay: executes the commands that stand in %s, with your rights",
                          path != NULL ? path : "the store");
        code = measure(source, there, global, &made);
    }
    if (code == EXIT_DONE && made.experiment > 0) {
        json_t *document = render_json_document("reproduce", global->confidence);
        reproduce_set(sources, directory, document);
        code = reproduce_compare(&then, &made, document, global);
    }
    free(made.store);
    free(host);
    json_decref(sources);
    return code;
}

static enum exit_code present(json_t *sources, const char *directory,
                              const struct global_options *global)
{
    if (global->json) {
        json_t *document = render_json_document("reproduce", global->confidence);
        reproduce_set(sources, directory, document);
        render_json_print(stdout, document);
    } else {
        reproduce_print(stdout, sources, directory);
    }
    json_decref(sources);
    return EXIT_DONE;
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct reproduce_options *options = given;
    const char *which = arguments->n > 0 ? arguments->items[0] : NULL;
    const bool saved = which != NULL && is_file(which);
    OWNED char *store = NULL;
    if (arguments->n > 1)
        return fail_saying(EXIT_USAGE,
                           "assay: run --again takes one experiment, or one finding saved as JSON");
    json_t *sources = saved ? sources_of_file(which) : NULL;
    if (saved && sources == NULL)
        return EXIT_DATA;
    const enum exit_code code =
        saved ? EXIT_DONE : sources_of_experiment(which, global, &store, &sources);
    if (code != EXIT_DONE)
        return code;
    return options->run && !options->dry_run
               ? repeat(sources, saved ? which : NULL, options->directory, global)
               : present(sources, options->directory, global);
}

const struct verb verb_reproduce = {
    VERB_PAGE,
    .takes_experiments = true,
    .answer = answer,
};
