/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.c -- which versions changed performance? */
#include "cli/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <assay/finding.h>

#include "analysis/history_analyse.h"
#include "base/owned.h"
#include "cli/fail.h"
#include "cli/latest.h"
#include "cli/report_options.h"
#include "cli/suggestion.h"
#include "cli/words/history.h"
#include "design/manifest.h"
#include "git/git.h"
#include "session/versions_run.h"
#include "source/read_files.h"
#include "source/read_source.h"
#include "view/document/documents.h"
#include "view/document/json.h"
#include "view/page/history_page.h"
#include "view/text/view_memory.h"

struct history_options {
    struct input_options input;
    int method; /* enum assay_history_rule */
    int adjust, order, common_mode;
    double margin;
    struct name_list experiments;
    const char *branch, *page, *why, *statistic;
    long last, window, permutations, recent;
    double max_p;
    bool gate;
    const struct figure *figure;           /* in place of all else; NULL: none */
    const char *picture;                   /* its file */
    const struct versions_finding *search; /* whose document this is; NULL: none */
};

/* Says what is wrong. Of one version there are no rounds to pair with another's. */
static bool read_statistic(const struct history_options *options, struct history_request *request)
{
    struct assay_question question = {.basis = ASSAY_BASIS_STATISTIC};
    if (options->statistic != NULL &&
        (assay_question_parse(options->statistic, &question, NULL) != ASSAY_OK ||
         question.basis != ASSAY_BASIS_STATISTIC))
        return terminal_complain(
            "assay: --statistic: \"%s\" is not mean, median or pNN (p0 to p100); the "
            "typical run needs systems in paired rounds, as assay compare has them",
            options->statistic);
    if (question.statistic.kind != ASSAY_STATISTIC_MEAN &&
        request->rule.rule == ASSAY_HISTORY_KT2006)
        return terminal_complain("assay: --method kt2006 compares means; with --statistic %s take "
                                 "changepoints, pair, edivisive or otava",
                                 options->statistic);
    request->statistic = question.statistic;
    return true;
}

static enum exit_code make_request(const struct history_options *options,
                                   const struct option_arguments *arguments,
                                   const struct global_options *global,
                                   struct history_request *request)
{
    request->rule.rule = (enum assay_history_rule)options->method;
    request->rule.confidence = global->confidence;
    request->rule.margin = options->margin;
    if (global->seed.given)
        request->rule.seed = global->seed.value;
    request->rule.permutations = (size_t)options->permutations;
    request->rule.window = (size_t)options->window;
    request->rule.max_p = options->max_p;
    request->adjust = (enum history_adjust)options->adjust;
    request->common = options->common_mode == 1;
    request->order = (enum history_order)options->order;
    request->experiments = options->experiments;
    request->branch = options->branch;
    request->last = (size_t)options->last;
    request->n_threads = (size_t)global->threads;
    if (!read_statistic(options, request))
        return EXIT_USAGE;
    if (!warm_up_parse(options->input.warm_up, &request->warm_up, &request->first))
        return fail_saying(EXIT_USAGE,
                           "assay: --warm-up: \"%s\" is not keep, cut or a number of iterations",
                           options->input.warm_up);
    const enum exit_code code =
        input_options_request(&options->input, arguments, global, &request->source);
    request->source.others_too = false; /* more series, wider intervals for each */
    return code;
}

struct page {
    const struct history_view *view;
    char *compare_url;
};

static void print_page(FILE *stream, void *context)
{
    const struct page *page = context;
    history_page_print(stream, page->view, &(struct page_shell){.compare_url = page->compare_url},
                       NULL);
}

static enum exit_code write_page(struct history_finding *history, const struct history_view *view,
                                 const struct history_options *options)
{
    struct page page = {view, git_compare_url(".")};
    history_subjects(history);
    const enum exit_code code = report_write_saying(options->page, view->quiet, print_page, &page);
    free(page.compare_url);
    return code;
}

static enum exit_code write_figure(const struct history_finding *history,
                                   const struct history_options *options, bool quiet)
{
    SCOPED(figure_plots_fini) struct figure_plots plots = {0};
    struct assay_error error;
    return figure_history(options->figure, history, &plots, &error) == ASSAY_OK
               ? report_figure_write(options->figure, "History", &plots, options->picture, quiet)
               : fail_with(&error);
}

static bool is_measured(const struct history_finding *history, const char *commit)
{
    bool found = false;
    for (size_t i = 0; i < history->n_versions && !found; i++)
        found =
            history->versions[i].commit != NULL && strcmp(history->versions[i].commit, commit) == 0;
    return found;
}

/* What git knows of the newest change: both of its commits, and whether commits between them were never measured. */
struct newest_commits {
    bool known, between;
};

static bool some_unmeasured(const struct history_finding *history, const struct git_commit *first,
                            const struct git_commit *last)
{
    size_t n = 0;
    OWNED struct git_commit *commits = git_range(".", first, last, &n);
    bool found = false;
    for (size_t i = 1; i < n && !found; i++)
        found = !is_measured(history, commits[i].name);
    return found;
}

static struct newest_commits look_at_commits(const struct history_finding *history)
{
    const struct history_row *of = NULL;
    const struct assay_change *change = history_newest(history, &of);
    const char *before = NULL, *after = NULL;
    if (change != NULL && change->at > 0) {
        before = history->versions[of->versions[change->at - 1]].commit;
        after = history->versions[of->versions[change->at]].commit;
    }
    struct git_commit first, last;
    if (before == NULL || after == NULL || !git_resolve(".", before, &first) ||
        !git_resolve(".", after, &last))
        return (struct newest_commits){false, false};
    return (struct newest_commits){true, some_unmeasured(history, &first, &last)};
}

static const char *newest_name(const struct store_entry *entries, size_t n)
{
    return n > 0 ? entries[n - 1].name : NULL;
}

/* By which the versions are found, where the manifest that is here has no name: to be freed. NULL: it has one, or there is none. */
static char *name_missing(const struct history_options *options,
                          const struct global_options *global)
{
    OWNED char *path = source_store_path(global->store);
    SCOPED(store_close) struct store *store = NULL;
    struct store_entry *entries = NULL;
    struct design *design = NULL;
    struct assay_error none;
    size_t n = 0;
    const bool unnamed = access("assay.yaml", R_OK) == 0 &&
                         manifest_read("assay.yaml", &design, &none) == ASSAY_OK &&
                         design->experiment == NULL;
    design_free(&design);
    if (!unnamed || path == NULL || store_open(path, STORE_READ, &store, &none) != ASSAY_OK ||
        store_entries(store, &entries, &n, &none) != ASSAY_OK)
        return NULL;
    const char *name =
        options->experiments.n == 1 ? options->experiments.items[0] : newest_name(entries, n);
    char *found = name != NULL ? strdup(name) : NULL;
    store_entries_free(&entries, n);
    return found;
}

/* Did the oldest and the newest version share rounds, as the ends of a search do? What these say is not what each says apart. */
static bool are_beside(const struct history_finding *history, const struct history_options *options,
                       const struct global_options *global)
{
    OWNED char *path = source_store_path(global->store);
    OWNED int64_t *ids = NULL;
    SCOPED(store_close) struct store *store = NULL;
    struct store_entry *entries = NULL;
    struct assay_error none;
    size_t n_entries = 0, n = 0;
    if (path == NULL || history->n_versions < 2 ||
        store_open(path, STORE_READ, &store, &none) != ASSAY_OK ||
        store_entries(store, &entries, &n_entries, &none) != ASSAY_OK)
        return false;
    const char *name = options->experiments.n == 1 ? options->experiments.items[0]
                                                   : newest_name(entries, n_entries);
    if (name != NULL)
        (void)store_together(store, name, history->versions[0].label,
                             history->versions[history->n_versions - 1].label, &ids, &n, &none);
    store_entries_free(&entries, n_entries);
    return n > 0;
}

/* What a search of these versions came to, by the manifest that is here. Nothing is measured: it has no time. */
static bool look_at_search(const struct history_finding *history,
                           const struct history_options *options,
                           const struct global_options *global, const char *name,
                           struct versions_finding *out)
{
    const char *first = history->versions[0].commit,
               *last = history->versions[history->n_versions - 1].commit;
    OWNED char *path = source_store_path(global->store);
    struct design *design = NULL;
    struct versions_found found = {0};
    struct assay_error none;
    char range[128];
    if (first == NULL || last == NULL || path == NULL || access("assay.yaml", R_OK) != 0 ||
        manifest_read("assay.yaml", &design, &none) != ASSAY_OK)
        return false;
    if (name != NULL)
        design->experiment = design_string(design, name);
    (void)snprintf(range, sizeof range, "%.60s..%.60s", first, last);
    const struct versions_request request = {.range = range,
                                             .store = path,
                                             .bisect = true,
                                             .confidence = global->confidence,
                                             .timed = true};
    const bool asked = options->experiments.n == 0 ||
                       (design->experiment != NULL &&
                        strcmp(options->experiments.items[0], design->experiment) == 0);
    const bool told = asked && versions_expand(design, &request, &found, &none) == ASSAY_OK &&
                      found.complete && versions_count_found(&found.finding) > 0;
    design_free(&design);
    *out = found.finding;
    return told;
}

/* Of too few versions there is no history; what their search came to stands. */
static void print_search(const struct history_request *request,
                         const struct versions_finding *search, const struct global_options *global)
{
    const struct history none = {.finding = {.rule = request->rule,
                                             .false_per_1000 = (double)NAN,
                                             .adjustment = history_adjustments[request->adjust]}};
    render_json_print(stdout, history_document(&none, search, &global->command));
}

static size_t recent_of(const struct history_options *options)
{
    return options->recent > 0 ? (size_t)options->recent : 10;
}

static enum exit_code gate_of(const struct history_finding *history,
                              const struct history_options *options)
{
    const struct history_row *withheld = history_withheld(history);
    if (withheld != NULL)
        return fail_withheld(&withheld->told, withheld->metric, withheld->benchmark);
    if (history_is_slower(history, recent_of(options)))
        return EXIT_SLOWER;
    return history_is_undecided(history, recent_of(options)) ? EXIT_INCONCLUSIVE : EXIT_DONE;
}

/* "gate: fails, something became slower among the newest 10 versions: exit code 1" */
static void print_gate(const struct terminal *terminal, const struct history_options *options,
                       enum exit_code code)
{
    if (!fail_is_answer(code))
        return;
    const size_t recent = recent_of(options);
    OWNED char *where = recent == 1 ? view_format("at the newest version")
                                    : view_format("among the newest %zu versions", recent);
    terminal_sentence(terminal, "", "gate: %s %s: exit code %d",
                      code == EXIT_DONE     ? "passes, nothing became slower"
                      : code == EXIT_SLOWER ? "fails, something became slower"
                                            : "open, something may have become slower",
                      where != NULL ? where : "", (int)code);
}

static enum exit_code present(struct history *analysed, bool stored,
                              const struct history_options *options,
                              const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    struct history_finding *history = &analysed->finding;
    const struct newest_commits commits =
        stored && !global->json ? look_at_commits(history) : (struct newest_commits){false, false};
    const bool beside = stored && !global->json && are_beside(history, options, global);
    SCOPED(versions_finding_fini) struct versions_finding search = {0};
    OWNED char *name = beside ? name_missing(options, global) : NULL;
    history->searched = beside && look_at_search(history, options, global, name, &search);
    const struct history_view view = {history,
                                      global->details,
                                      global->quiet,
                                      stored,
                                      commits.between,
                                      commits.known && access("assay.yaml", R_OK) == 0,
                                      beside,
                                      history->searched ? &search : NULL,
                                      name};
    enum exit_code code = EXIT_DONE;
    if (options->figure != NULL)
        code = write_figure(history, options, global->quiet);
    else if (options->page != NULL)
        code = write_page(history, &view, options);
    else if (global->json)
        render_json_print(stdout, history_document(analysed, options->search, &global->command));
    else {
        history_subjects(history);
        history_print(&terminal, &view);
    }
    if (code != EXIT_DONE || !options->gate)
        return code;
    code = gate_of(history, options);
    if (options->figure == NULL && options->page == NULL && !global->json && !global->quiet)
        print_gate(&terminal, options, code);
    return code;
}

static enum exit_code find(const struct history_options *options,
                           const struct option_arguments *arguments,
                           const struct global_options *global)
{
    struct history_request request = HISTORY_REQUEST_DEFAULTS;
    SCOPED(history_fini) struct history history = {0};
    struct remarks remarks = {0};
    struct assay_error error;
    if (arguments->n > 0 && options->experiments.n > 0)
        return fail_saying(EXIT_USAGE,
                           "assay: --experiment chooses among the store's versions: leave out %s",
                           arguments->items[0]);
    enum exit_code code = make_request(options, arguments, global, &request);
    if (code != EXIT_DONE)
        return code;
    if (arguments->n + options->experiments.n == 0)
        latest_look(global);
    const enum assay_status status =
        history_analyse(&request, &history, global->quiet ? NULL : &remarks, &error);
    code = conclude(status, &remarks, &error);
    if (code == EXIT_DONE)
        code = present(&history, arguments->n == 0, options, global);
    else if (code == EXIT_DATA && options->search != NULL && global->json)
        print_search(&request, options->search, global);
    else if (code == EXIT_DATA && arguments->n == 1 && !files_is_there(arguments->items[0]))
        terminal_complain("assay: %s is one experiment; the versions of all of that name: assay "
                          "history --experiment %s",
                          arguments->items[0], arguments->items[0]);
    return code;
}

/* ---- what is said of changes ---- */

struct task {
    const struct history_request *request;
    const char **arguments; /* behind the action's name */
    size_t n;
    const char *why;
    bool quiet;
};

static enum exit_code rule(const struct task *task, enum store_ruling_kind kind, const char *word)
{
    struct assay_error error;
    const struct name_list benchmarks = {task->arguments + 1, task->n - 1};
    size_t n = 0;
    if (history_rule(task->request, kind, task->arguments[0], &benchmarks, task->why, &n, &error) !=
        ASSAY_OK)
        return fail_with(&error);
    if (!task->quiet)
        printf("%zu change%s %s\n", n, n == 1 ? "" : "s", word);
    return EXIT_DONE;
}

static enum exit_code accept(const struct task *task)
{
    return rule(task, RULING_ACCEPTED, "accepted");
}

static enum exit_code reject(const struct task *task)
{
    return rule(task, RULING_REJECTED, "rejected");
}

static enum exit_code rename_one(const struct task *task)
{
    struct assay_error error;
    return history_rename(task->request, task->arguments[0], task->arguments[1], task->why,
                          &error) == ASSAY_OK
               ? EXIT_DONE
               : fail_with(&error);
}

static const struct action {
    const char *name, *arguments;
    size_t least, most; /* of them */
    bool reason;        /* --reason must say one */
    enum exit_code (*run)(const struct task *task);
} actions[] = {
    {"accept", "VERSION [BENCHMARK]\u2026", 1, SIZE_MAX, true, accept},
    {"reject", "VERSION [BENCHMARK]\u2026", 1, SIZE_MAX, true, reject},
    {"rename", "OLD NEW", 2, 2, false, rename_one},
};
enum { ACTIONS = sizeof actions / sizeof *actions };

static const char *word(size_t index)
{
    return index < ACTIONS ? actions[index].name : NULL;
}

/* A file of that name is a file. */
static const struct action *chosen(const struct option_arguments *arguments)
{
    for (size_t i = 0; arguments->n > 0 && i < ACTIONS; i++)
        if (strcmp(arguments->items[0], actions[i].name) == 0 &&
            !files_is_there(arguments->items[0]))
            return &actions[i];
    return NULL;
}

static enum exit_code act(const struct action *action, const struct history_options *options,
                          const struct option_arguments *arguments,
                          const struct global_options *global)
{
    struct history_request request = HISTORY_REQUEST_DEFAULTS;
    const struct option_arguments none = {0};
    const struct task task = {&request, arguments->items + 1, arguments->n - 1, options->why,
                              global->quiet};
    if (task.n < action->least || task.n > action->most)
        return fail_saying(EXIT_USAGE, "assay: history %s takes %s; see assay history --help",
                           action->name, action->arguments);
    if (action->reason && (options->why == NULL || *options->why == '\0'))
        return fail_saying(
            EXIT_USAGE, "assay: history %s needs --reason TEXT: who reads the history later asks",
            action->name);
    const enum exit_code code = make_request(options, &none, global, &request);
    return code == EXIT_DONE ? action->run(&task) : code;
}

enum exit_code history_page(const struct input_options *input, const char *output,
                            const struct option_arguments *arguments,
                            const struct global_options *global)
{
    const struct history_options options = {.input = *input, .page = output};
    return find(&options, arguments, global);
}

enum exit_code history_figure(const struct input_options *input, const struct figure *figure,
                              const char *output, const struct option_arguments *arguments,
                              const struct global_options *global)
{
    const struct history_options options = {.input = *input, .figure = figure, .picture = output};
    return find(&options, arguments, global);
}

enum exit_code history_of(const char *experiment, const char *store,
                          const struct global_options *global)
{
    return history_of_search(experiment, store, NULL, global);
}

enum exit_code history_of_search(const char *experiment, const char *store,
                                 const struct versions_finding *search,
                                 const struct global_options *global)
{
    const struct option_arguments none = {0};
    const struct history_options options = {
        .experiments = {&experiment, experiment != NULL ? 1 : 0}, .search = search};
    struct global_options of_store = *global;
    of_store.store = store;
    return find(&options, &none, &of_store);
}

/* A reason is of an action. */
static enum exit_code refuse_action(const struct option_arguments *arguments)
{
    fputs("assay: --reason goes with history accept, reject or rename", stderr);
    if (arguments->n > 0)
        (void)suggestion_say(arguments->items[0], word);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

/* What was no experiment may have been meant as an action. */
static void say_near_action(const char *given)
{
    struct suggestion near = suggestion_for(given, strlen(given));
    for (size_t i = 0; word(i) != NULL; i++)
        suggestion_consider(&near, word(i));
    if (near.name != NULL)
        (void)terminal_complain("Or did you mean assay history %s?", near.name);
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    struct history_options *options = given;
    const struct action *action = chosen(arguments);
    if (action == NULL && options->why != NULL)
        return refuse_action(arguments);
    if (action != NULL)
        return act(action, options, arguments, global);
    const enum exit_code code = find(options, arguments, global);
    if (code == EXIT_DATA && arguments->n > 0)
        say_near_action(arguments->items[0]);
    return code;
}

const struct verb verb_history = {
    VERB_PAGE,
    .takes_experiments = true,
    .word = word,
    .answer = answer,
};
