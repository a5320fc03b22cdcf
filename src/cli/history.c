/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.c -- which versions changed performance? */
#include "cli/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/git.h"
#include "cli/report_options.h"
#include "render/history_page.h"
#include "render/json.h"
#include "render/terminal.h"

/* In the order of enum assay_history_rule. */
static const char *const methods[] = {"changepoints", "pair", "kt2006", "edivisive", "otava", NULL};
static const char *const adjustments[] = {"holm", "bh", "none", NULL};
static const char *const orders[] = {"auto", "commit", "time", NULL};

#define FIELD(field) offsetof(struct history_options, field)
static const struct option options_table[] = {
    INPUT_OPTIONS(struct history_options, input),
    {0, "method", OPTION_CHOICE, FIELD(method), "METHOD",
     "changepoints (default), pair (each version against the one before), edivisive; or a "
     "published "
     "one: kt2006, otava.",
     methods},
    {0, "margin", OPTION_FRACTION, FIELD(margin), "M",
     "Leave out changes that may be smaller than this (default 0: none).", NULL},
    {0, "adjust", OPTION_CHOICE, FIELD(adjust), "METHOD",
     "p values for the number of series: holm (default: the chance of any false change), bh (the "
     "share of false ones), none.",
     adjustments},
    {0, "order", OPTION_CHOICE, FIELD(order), "ORDER",
     "Of the store's versions: commit (git's topology), time; auto (default) is commit where git "
     "knows them.",
     orders},
    {0, "experiment", OPTION_LIST, FIELD(experiments), "NAME",
     "Only the store's experiments of this name; may be repeated; * and ? as in file names.", NULL},
    {0, "branch", OPTION_STRING, FIELD(branch), "NAME", "Only versions of this branch.", NULL},
    {0, "last", OPTION_COUNT, FIELD(last), "N", "Only the last N versions.", NULL},
    {0, "page", OPTION_OUTPUT, FIELD(page), "FILE",
     "Write a page with every series, its steps and the commits between; - is standard output.",
     NULL},
    {0, "gate", OPTION_FLAG, FIELD(gate), NULL,
     "Exit code 1 when a step to the slower is among the newest versions (see --recent).", NULL},
    {0, "recent", OPTION_COUNT, FIELD(recent), "N",
     "How many versions --gate looks at: a step needs some after it to be seen (default 10).",
     NULL},
    {0, "window", OPTION_COUNT, FIELD(window), "N", "Versions in a window of otava (default 50).",
     NULL},
    {0, "max-p", OPTION_NUMBER, FIELD(max_p), "P", "Largest p of otava (default 0.001).", NULL},
    {0, "permutations", OPTION_COUNT, FIELD(permutations), "N",
     "Permutations of edivisive (default 999).", NULL},
    OPTION_END,
};

static struct assay_history_options rule_of(const struct history_options *options,
                                            const struct global_options *global)
{
    return (struct assay_history_options){.rule = (enum assay_history_rule)options->method,
                                          .confidence = global->confidence,
                                          .margin = options->margin,
                                          .seed = global->seed.given ? global->seed.value : 1,
                                          .permutations = (size_t)options->permutations,
                                          .window = (size_t)options->window,
                                          .max_p = options->max_p};
}

/* Finds the changes of each series; one that allows none says why. */
static enum exit_code find_all(struct history *history, const struct assay_history_options *rule)
{
    size_t found = 0;
    struct assay_error error = {ASSAY_OK, ""};
    for (size_t i = 0; i < history->n; i++) {
        struct shown_history *series = &history->series[i];
        enum assay_status status =
            assay_history_find(series->points, series->n, rule, &series->finding, &error);
        if (status == ASSAY_NO_MEMORY || status == ASSAY_INVALID) {
            terminal_complain("assay: %s", error.text);
            return status == ASSAY_INVALID ? EXIT_USAGE : EXIT_SYSTEM;
        }
        if (status == ASSAY_OK)
            found++;
        else
            (void)snprintf(series->trouble, sizeof series->trouble, "%.254s.", error.text);
    }
    if (found > 0)
        return EXIT_DONE;
    if (history->n == 0)
        fputs("assay: there are no versions to compare; measure some with assay run "
              "--version-label, or name files\n",
              stderr);
    else
        terminal_complain("assay: %s", error.text);
    return EXIT_DATA;
}

static enum exit_code adjust_all(struct history *history, const struct assay_history_options *rule,
                                 enum assay_adjustment adjustment)
{
    const struct assay_history_version **points = calloc(history->n, sizeof *points);
    struct assay_history *findings = calloc(history->n, sizeof *findings);
    size_t *n = calloc(history->n, sizeof *n), *place = calloc(history->n, sizeof *place), used = 0;
    struct assay_error error = {ASSAY_NO_MEMORY, "out of memory"};
    enum assay_status status = ASSAY_NO_MEMORY;
    if (points != NULL && findings != NULL && n != NULL && place != NULL) {
        for (size_t i = 0; i < history->n; i++) {
            if (history->series[i].trouble[0] != '\0')
                continue;
            points[used] = history->series[i].points;
            n[used] = history->series[i].n;
            findings[used] = history->series[i].finding;
            place[used++] = i;
        }
        status = assay_history_adjust(points, n, used, rule, adjustment, findings, &error);
        for (size_t i = 0; i < used; i++)
            history->series[place[i]].finding = findings[i];
    }
    free(points);
    free(findings);
    free(n);
    free(place);
    if (status == ASSAY_OK)
        return EXIT_DONE;
    terminal_complain("assay: %s", error.text);
    return EXIT_SYSTEM;
}

/* Adjusted, the level is that of all series together, over all versions or (pairs) at each of them;
 * else each series has its own. */
static double rate_of(const struct history *history, const struct history_options *options,
                      double confidence)
{
    double sum = 0;
    for (size_t i = 0; i < history->n; i++)
        if (history->series[i].trouble[0] == '\0')
            sum += history->series[i].finding.false_per_1000;
    if (isnan(sum) || strcmp(adjustments[options->adjust], "none") == 0)
        return isnan(sum) ? sum : fmin(1000, sum);
    const double level = 1000 * (1 - confidence);
    return options->method == ASSAY_HISTORY_PAIR ? level : level / (double)history->n_versions;
}

/* Does what the series drifts by over the newest versions lie beyond the margin, to the slower? */
static bool drifts_slower(const struct shown_history *series, size_t recent, double margin)
{
    const struct assay_slope *slope = &series->finding.slope;
    if (!slope->beyond || history_slope_verdict(series) != ASSAY_SLOWER)
        return false;
    const struct assay_interval *interval = &slope->ratio.interval;
    const double range = (double)(series->n - 1);
    const double share = fmin((double)recent, range) / range;
    const double nearest = fmin(fabs(log(interval->lower)), fabs(log(interval->upper)));
    return share * nearest > log1p(margin);
}

/* A step is told at the version where it began, some versions after that. */
static enum exit_code gate(const struct history *history, const struct history_options *options)
{
    const size_t recent = options->recent > 0 ? (size_t)options->recent : 10;
    for (size_t i = 0; i < history->n; i++) {
        const struct shown_history *series = &history->series[i];
        if (series->trouble[0] == '\0' && drifts_slower(series, recent, options->margin))
            return EXIT_SLOWER;
        for (size_t k = 0; series->trouble[0] == '\0' && k < series->finding.n; k++) {
            const struct assay_change *change = &series->finding.changes[k];
            if (history_verdict(series, change) == ASSAY_SLOWER &&
                series->versions[change->at] + recent >= history->n_versions)
                return EXIT_SLOWER;
        }
    }
    return EXIT_DONE;
}

struct page {
    const struct history_view *view;
    char *compare_url;
};

static void print_page(FILE *stream, void *context)
{
    const struct page *page = context;
    history_page_print(stream, page->view, page->compare_url);
}

static enum exit_code write_page(const struct history_view *view,
                                 const struct history_options *options)
{
    struct page page = {view, git_compare_url(".")};
    enum exit_code code = EXIT_DONE;
    if (strcmp(options->page, "-") == 0)
        print_page(stdout, &page);
    else
        code = report_write_file(options->page, print_page, &page);
    free(page.compare_url);
    return code;
}

static enum exit_code present(struct history *history, const struct history_options *options,
                              const struct global_options *global)
{
    const struct assay_history_options rule = rule_of(options, global);
    enum exit_code code = find_all(history, &rule);
    if (code == EXIT_DONE && strcmp(adjustments[options->adjust], "none") != 0)
        code =
            adjust_all(history, &rule, options->adjust == 0 ? ASSAY_ADJUST_HOLM : ASSAY_ADJUST_BH);
    if (code != EXIT_DONE)
        return code;
    const struct history_view view = {.versions = history->versions,
                                      .n_versions = history->n_versions,
                                      .series = history->series,
                                      .n = history->n,
                                      .options = &rule,
                                      .adjustment = adjustments[options->adjust],
                                      .false_per_1000 =
                                          rate_of(history, options, global->confidence),
                                      .quiet = global->quiet};
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    if (options->page != NULL)
        code = write_page(&view, options);
    else if (global->json)
        render_json_print(stdout, history_json(&view));
    else
        history_view_print(&terminal, &view);
    return code == EXIT_DONE && options->gate ? gate(history, options) : code;
}

/* What is measured in another unit from some version on goes on as a series of its own. */
static void tell_split(const struct history *history)
{
    if (history->n_split == 0)
        return;
    const struct shown_history *a = &history->series[history->split[0]];
    const struct shown_history *b = &history->series[history->split[1]];
    terminal_complain("assay: %s (%s) is in %s in some versions and in %s in others%s: a series of "
                      "each",
                      a->benchmark, a->metric, a->unit, b->unit,
                      strcmp(a->unit, b->unit) == 0 ? ", where the better end is the other" : "");
    if (history->n_split > 1)
        terminal_complain("assay: %zu more are in several units", history->n_split - 1);
}

static enum exit_code find(const struct history_options *options,
                           const struct option_arguments *arguments,
                           const struct global_options *global)
{
    struct history history = {0};
    if (arguments->n > 0 && options->experiments.n > 0) {
        terminal_complain("assay: --experiment chooses among the store's versions: leave out %s",
                          arguments->items[0]);
        return EXIT_USAGE;
    }
    enum exit_code code = arguments->n > 0
                              ? history_from_files(&history, options, arguments, global)
                              : history_from_store(&history, options, global);
    if (code == EXIT_DONE && !global->quiet)
        tell_split(&history);
    if (code == EXIT_DONE)
        code = present(&history, options, global);
    if (code == EXIT_DATA && arguments->n == 1 && !files_is_there(arguments->items[0]))
        terminal_complain("assay: %s is one experiment; the versions of all of that name: assay "
                          "history --experiment %s",
                          arguments->items[0], arguments->items[0]);
    history_fini(&history);
    return code;
}

enum exit_code history_page(const struct input_options *input, const char *output,
                            const struct option_arguments *arguments,
                            const struct global_options *global)
{
    const struct history_options options = {.input = *input, .page = output};
    return find(&options, arguments, global);
}

static enum exit_code run(const struct verb *verb, int argc, char **argv,
                          struct global_options *global)
{
    struct history_options options = {0};
    struct option_arguments arguments;
    enum exit_code code;
    if (!verb_parse(verb, argc, argv, global, &options, &arguments, &code))
        return code;
    code = find(&options, &arguments, global);
    option_list_fini(&options.experiments);
    input_options_fini(&options.input);
    option_arguments_fini(&arguments);
    return code;
}

const struct verb verb_history = {
    .name = "history",
    .question = "which versions changed performance?",
    .synopsis = "[OPTIONS] [FILE|EXPERIMENT]\u2026",
    .description =
        "Orders the versions in the store by their commits, or by time, and finds where each "
        "benchmark changed: the step with its interval, the version from which it holds, and what "
        "moved together. Versions are named by assay run or assay import --version-label, or by "
        "the commit of the work tree.\n\n"
        "The default rule finds change points by what version means vary within and between "
        "versions; each change has the p value of the largest of all places, adjusted for the "
        "number of benchmarks. The rate of false alarms that follows is printed with it.\n\n"
        "With files each system is a version, in the order of the files, or of the commits' dates "
        "where all files tell them (asv, pytest-benchmark, github-action-benchmark). Of one "
        "directory each file is a version, in the order of the numbers in their names; of several "
        "each directory. Of one system alone each value is one.",
    .examples =
        "  assay history\tThe versions in the store\n"
        "  assay history --branch main --last 100 --margin 2%\tWhat matters of late\n"
        "  assay history --gate --margin 2%\tIn CI: exit code 1 after a step to the slower\n"
        "  assay history nightly/\tFiles, one a version\n"
        "  assay history data.js\tWhat github-action-benchmark kept: a commit is a version\n"
        "  assay history series.csv --method otava\tOne value a version, by another rule",
    .options = options_table,
    .run = run,
};
