/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.c -- how much faster is new than old, and how sure is that? */
#include "cli/compare.h"

#include "analysis/units_needed.h"
#include "cli/fail.h"
#include "cli/latest.h"
#include "cli/words/compare.h"
#include "measure/launcher.h"
#include "session/session_rescue.h"
#include "source/read_source.h"
#include "view/document/documents.h"
#include "view/document/experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "view/document/json.h"
#include "view/medium/face_screen.h"
#include "view/terminal/compare.h"
#include "view/terminal/why.h"
#include "view/text/about.h"
#include "view/text/plain.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

/* ---- options ---- */

struct compare_options {
    bool allow_different_hosts, allow_different_libc, allow_negative, distributions;
    struct input_options input;
    int method;
    int across; /* enum machines_across */
    double margin;
    const char *gate; /* "": by the margin of all; NULL: none */
    struct gate_outputs outputs;
    struct why_option why;
    const char *old_system;
    struct name_list new_systems;
};

/* ---- screen and gate ---- */

/* "A", "A and 3 more", "all": those whose trouble is that of row i; "": it was said before. */
static void name_troubled(const struct system_pair *pair, size_t i, char *subject, size_t size)
{
    size_t n = 0;
    subject[0] = '\0';
    for (size_t j = 0; j < pair->n; j++)
        if (strcmp(pair->trouble[j], pair->trouble[i]) == 0) {
            if (j < i)
                return;
            n++;
        }
    const char *name = pair->rows[i].old_series->benchmark;
    if (n == pair->n && n > 1)
        (void)snprintf(subject, size, "all");
    else if (n > 1)
        (void)snprintf(subject, size, "%.60s and %zu more", name, n - 1);
    else
        (void)snprintf(subject, size, "%s", name);
}

static void print_trouble(const struct terminal *terminal, const struct system_pair *pair)
{
    SCOPED(sentences_fini) struct sentences sentences = {0};
    for (size_t i = 0; i < pair->n; i++) {
        char subject[256] = "";
        if (pair->trouble[i][0] != '\0')
            name_troubled(pair, i, subject, sizeof subject);
        if (subject[0] != '\0')
            sentences_add(&sentences, subject, pair->trouble[i]);
    }
    for (size_t i = 0; i < pair->n_unpaired; i++)
        sentences_take(&sentences, pair->unpaired[i].series->benchmark,
                       unpaired_text(&pair->unpaired[i]));
    sentences_print(terminal, &sentences, NULL);
}

static struct compare_view screen_of(const struct compare_request *request,
                                     const struct system_pair *pair,
                                     const struct global_options *global)
{
    const struct experiment_info *experiment = request->input->experiment;
    return (struct compare_view){.old_system = pair->old_system,
                                 .new_system = pair->new_system,
                                 .rows = pair->rows,
                                 .n = pair->n,
                                 .machines = input_count_machines(request->input),
                                 .confidence = global->confidence,
                                 .margin = pair->rows[0].finding.margin,
                                 .unnamed = experiment != NULL && experiment->quick,
                                 .quiet = global->quiet,
                                 .joints = pair->joints,
                                 .n_joints = pair->n_joints,
                                 .suite = pair->has_suite ? &pair->suite : NULL};
}

static void print_screen(const struct compare_request *request, const struct comparison *pairs,
                         const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    OWNED struct compare_view *views = view_room(pairs->n, sizeof *views);
    for (size_t i = 0; views != NULL && i < pairs->n; i++)
        views[i] = screen_of(request, &pairs->items[i], global);
    const bool joined = views == NULL || compare_views_print(&terminal, views, pairs->n);
    for (size_t i = 0; i < pairs->n; i++) {
        if (!joined && i > 0)
            putchar('\n');
        if (!joined)
            compare_view_print(&terminal, &views[i]);
        if (!global->quiet)
            print_trouble(&terminal, &pairs->items[i]);
    }
    if (global->details)
        compare_checks(&terminal, pairs);
    for (size_t i = 0; faces[i] != NULL; i++)
        if (faces[i]->numbers != NULL)
            face_print(&terminal, faces[i]->numbers, pairs);
}

enum exit_code compare_gate_code(enum comparison_gate gate)
{
    return gate == COMPARISON_SLOWER         ? EXIT_SLOWER
           : gate == COMPARISON_INCONCLUSIVE ? EXIT_INCONCLUSIVE
                                             : EXIT_DONE;
}

struct compare_request compare_request_of(const struct input *input,
                                          const struct global_options *global)
{
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    request.input = input;
    request.confidence = global->confidence;
    request.seed = global->seed.value;
    request.seed_given = global->seed.given;
    request.n_threads = (size_t)global->threads;
    request.checked = true; /* half a millisecond a row: whoever prints it need not ask before */
    return request;
}

void compare_print_plain(const struct comparison *pairs, const struct input *input,
                         const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    const size_t open = comparison_inconclusive(pairs);
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t row = 0; row < pairs->items[i].n; row++) {
            const struct comparison_finding *comparison = &pairs->items[i].rows[row];
            struct units_needed needed;
            const bool known =
                pair_is_inconclusive(&pairs->items[i], row) &&
                units_needed_of(comparison, units_needed_replicates(open), &needed) == ASSAY_OK;
            OWNED char *sentence = plain_comparison(
                comparison, pairs->items[i].n > 1 ? comparison->new_series->benchmark : NULL,
                pairs->n > 1 ? pairs->items[i].old_system : NULL, known ? &needed : NULL);
            OWNED char *told = sentence != NULL ? about_told(sentence) : NULL;
            terminal_paragraph(&terminal, "", told);
        }
    experiment_print_failures(&terminal, input);
}

/* One of several metrics of a benchmark has what is known of all. */
static bool is_explained(const struct system_pair *pair, size_t row)
{
    for (size_t i = 0; i < pair->n; i++)
        if (pair->rows[i].why != NULL &&
            strcmp(pair->rows[i].old_series->benchmark, pair->rows[row].old_series->benchmark) == 0)
            return true;
    return false;
}

/* Of what is slower, whose functions nobody has looked for. */
static bool some_unexplained(const struct comparison *pairs)
{
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t row = 0; row < pairs->items[i].n; row++)
            if (pairs->items[i].rows[row].finding.verdict == ASSAY_SLOWER &&
                !is_explained(&pairs->items[i], row))
                return true;
    return false;
}

/* Functions are compared of versions of one program; others are sampled where somebody asks. */
static bool tells_where(const struct compare_request *request, const struct comparison *pairs)
{
    return comparison_can_explain(request) && request->input->sources[0].order.one_program &&
           some_unexplained(pairs);
}

/* What still moves is open however long it is measured. */
static bool some_move(const struct comparison *pairs)
{
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t row = 0; row < pairs->items[i].n; row++)
            if (pairs->items[i].rows[row].warm_up.open)
                return true;
    return false;
}

const char *compare_next(const struct compare_request *request, const struct comparison *pairs)
{
    return tells_where(request, pairs)          ? "why"
           : some_move(pairs)                   ? "show --steady"
           : comparison_inconclusive(pairs) > 0 ? "plan"
                                                : "show";
}

static void print_where(const struct terminal *terminal, const struct comparison *pairs)
{
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t row = 0; row < pairs->items[i].n; row++) {
            const struct comparison_finding *finding = &pairs->items[i].rows[row];
            if (finding->why != NULL)
                why_short_print(terminal, finding->why,
                                pairs->items[i].n > 1 ? finding->old_series->benchmark : NULL);
        }
}

/* Other programs read it as it stands; what is to be minded is said beside it. */
static void print_rows(const struct compare_request *request, const struct comparison *pairs,
                       const struct global_options *global)
{
    json_auto_t *document = compare_document(request, pairs, &global->command);
    compare_csv_print(stdout, document);
}

static void print(const struct compare_request *request, const struct comparison *pairs,
                  const char **next, const struct global_options *global)
{
    if (next != NULL)
        *next = compare_next(request, pairs);
    if (global->json)
        render_json_print(stdout, compare_document(request, pairs, &global->command));
    else if (global->rows)
        print_rows(request, pairs, global);
    else if (global->plain)
        compare_print_plain(pairs, request->input, global);
    else
        print_screen(request, pairs, global);
    if (global->json || global->plain || global->quiet)
        return;
    const struct terminal terminal =
        terminal_of(global->rows ? stderr : stdout, (enum terminal_color)global->color);
    SCOPED(sentences_fini) struct sentences notes = {0};
    experiment_print_stopping(&terminal, request->input);
    experiment_print_failures(&terminal, request->input);
    compare_hints(&terminal, pairs, &notes);
    compare_notes(&terminal, pairs, &notes);
    experiment_note_layouts(request->input, &notes);
    experiment_note_hooks(request->input, &notes);
    sentences_print_apart(&terminal, &notes);
    print_where(&terminal, pairs);
    if (next == NULL && tells_where(request, pairs))
        terminal_printf(&terminal, STYLE_PLAIN, "  where: assay why %lld\n",
                        (long long)request->input->experiment->id);
}

/* What the rounds are of: further ones of an experiment speak for it. NULL: files have none. */
static const char *name_of(const struct input *input)
{
    if (input->experiment == NULL)
        return NULL;
    const char *name = input->sources[0].reported_as;
    return name[0] != '\0' ? name : input->experiment->name;
}

static enum exit_code gate_of(const struct comparison *pairs, const struct input *primary,
                              const struct input *measured)
{
    const struct assay_series *series = comparison_withheld(pairs, primary);
    if (primary != NULL && input_missed(primary) != NULL)
        return fail_saying(EXIT_DATA,
                           "assay: the gate decides nothing: %.80s should decide and has no values",
                           primary->decides);
    return series != NULL ? fail_withheld(&series->told, series->metric, series->benchmark)
                          : compare_gate_code(comparison_gate_measured(pairs, primary, measured));
}

/* "1 %"; of metrics with margins of their own these are not told. */
static char *gate_margin(const struct comparison *pairs)
{
    const double first = pairs->items[0].rows[0].finding.margin;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t row = 0; row < pairs->items[i].n; row++)
            if (pairs->items[i].rows[row].finding.margin != first)
                return view_format("its margin");
    return view_format("%s", percent_rough(100 * first, 6).text);
}

/* What is worse in the metrics that are shown: memory is no time. */
static const char *gate_word(const struct comparison *pairs)
{
    bool sizes = false, others = false;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t row = 0; row < pairs->items[i].n; row++) {
            const bool size = strcmp(pairs->items[i].rows[row].old_series->unit, "byte") == 0;
            sizes = sizes || size;
            others = others || !size;
        }
    return !sizes ? "slower" : others ? "slower or larger" : "larger";
}

/* "gate: passes, nothing is slower by more than 1 %: exit code 0" */
static void print_gate(const struct comparison *pairs, enum exit_code code,
                       const struct global_options *global)
{
    if (global->json || global->rows || !fail_is_answer(code) || pairs->n == 0)
        return;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    OWNED char *margin = gate_margin(pairs);
    terminal_sentence(&terminal, "", "gate: %s %s by more than %s: exit code %d",
                      code == EXIT_DONE     ? "passes, nothing is"
                      : code == EXIT_SLOWER ? "fails, something is"
                                            : "open, something may be",
                      gate_word(pairs), margin != NULL ? margin : "?", (int)code);
}

enum exit_code compare_present(const struct compare_request *request, enum compare_gate asked,
                               const struct gate_outputs *outputs, const struct why_slower *why,
                               const char **next, const struct global_options *global)
{
    const enum compare_gate gate = asked & ~(unsigned)COMPARE_GATE_ENDS;
    const struct input *primary = gate == COMPARE_GATE_ALL ? NULL : request->input;
    SCOPED(comparison_fini) struct comparison pairs = {0};
    struct assay_error error;
    enum exit_code code = EXIT_DONE;
    if (compare_systems(request, &pairs, &error) != ASSAY_OK)
        code = fail_with(&error);
    else if (why != NULL)
        why_slower(why, request, primary, &pairs, global);
    if (code == EXIT_DONE) {
        if (outputs != NULL)
            code = gate_outputs_write(outputs,
                                      (struct gate_report){.pairs = &pairs,
                                                           .primary = primary,
                                                           .measured = request->input,
                                                           .name = name_of(request->input),
                                                           .base = "",
                                                           .note = ""},
                                      global);
        if (outputs == NULL || !gate_outputs_stdout(outputs))
            print(request, &pairs, next, global);
        if (gate != COMPARE_NO_GATE && code == EXIT_DONE)
            code = gate_of(&pairs, primary, request->input);
        if (gate != asked && (outputs == NULL || !gate_outputs_stdout(outputs)))
            print_gate(&pairs, code, global);
    }
    return code;
}

enum compare_gate compare_gate_ends(enum compare_gate gate, bool ends)
{
    return ends ? gate | (unsigned)COMPARE_GATE_ENDS : gate;
}

/* ---- the verb ---- */

/* Whether the method answers what --statistic asks, before files are read; says what is wrong. */
static bool method_answers(const struct compare_options *options)
{
    struct assay_question question = {.basis = ASSAY_BASIS_BOTH};
    struct assay_error error;
    if (options->input.statistic != NULL)
        (void)assay_question_parse(options->input.statistic, &question, NULL);
    if (comparison_check_method((enum assay_compare_method)options->method, &question, &error) ==
        ASSAY_OK)
        return true;
    return terminal_complain("assay: %s", error.text);
}

bool compare_read_limits(const char *gate, struct metric_limits *limits)
{
    struct assay_error error;
    if (gate == NULL || gate[0] == '\0' || metric_limits_parse(gate, limits, &error) == ASSAY_OK)
        return true;
    return terminal_complain("assay: %s", error.text);
}

/* A gate's metrics are decided together: others would only make that harder. */
static bool take_limits(struct compare_options *options, struct metric_limits *limits)
{
    if (!compare_read_limits(options->gate, limits))
        return false;
    if (limits->metrics.n > 0 && options->input.metrics.n > 0)
        return terminal_complain("assay: --gate %.100s names its metrics: leave out --metric",
                                 options->gate);
    bool taken = true;
    for (size_t i = 0; taken && i < limits->metrics.n; i++)
        taken = option_list_add(&options->input.metrics, limits->metrics.items[i]);
    if (!taken)
        terminal_complain("assay: out of memory");
    return taken;
}

static enum exit_code present(const struct compare_options *options,
                              const struct metric_limits *limits, const struct input *input,
                              struct launcher *launcher, const struct global_options *global)
{
    struct compare_request request = compare_request_of(input, global);
    OWNED char *store = source_store_path(global->store);
    const struct why_slower why = {
        .launcher = launcher, .store_path = store, .most_s = options->why.most_s};
    request.store = store;
    request.old_system = options->old_system;
    request.new_systems = options->new_systems;
    request.method = (enum assay_compare_method)options->method;
    request.margin = options->margin;
    request.allow_negative = options->allow_negative;
    request.allow_libc = options->allow_different_libc;
    request.across = (enum machines_across)options->across;
    request.limits = limits;
    request.with_distributions = options->distributions;
    request.jointly = options->input.metrics.n > 0;
    const struct gate_outputs *outputs =
        gate_outputs_any(&options->outputs) ? &options->outputs : NULL;
    const enum compare_gate gate = options->gate == NULL && outputs == NULL ? COMPARE_NO_GATE
                                   : options->input.metrics.n > 0           ? COMPARE_GATE_ALL
                                                                            : COMPARE_GATE_PRIMARY;
    const enum exit_code code =
        compare_present(&request, compare_gate_ends(gate, options->gate != NULL), outputs,
                        launcher != NULL ? &why : NULL, NULL, global);
    return options->gate != NULL || !fail_is_answer(code) ? code : EXIT_DONE;
}

static const struct compare_options defaults = {.margin = (double)NAN,
                                                .why = {.most_s = WHY_MOST_S}};

/* Without an experiment: who has files of another tool needs none. */
static void tell_of_files(const struct global_options *global)
{
    OWNED char *store = source_store_path(global->store);
    if (store != NULL && access(store, F_OK) != 0)
        terminal_complain("Files of another tool need no store: assay compare OLD NEW");
}

static enum exit_code compare_all(struct compare_options *options,
                                  const struct option_arguments *arguments,
                                  struct launcher *launcher, const struct global_options *global)
{
    SCOPED(input_fini) struct input input = {0};
    SCOPED(metric_limits_fini) struct metric_limits limits = {.text = NULL};
    enum exit_code code = gate_outputs_check(&options->outputs);
    if (code == EXIT_DONE)
        code = method_answers(options) && take_limits(options, &limits)
                   ? input_options_read(&options->input, arguments, global, &input)
                   : EXIT_USAGE;
    if (code == EXIT_DATA && arguments->n == 0)
        tell_of_files(global);
    struct assay_error error;
    if (code == EXIT_DONE && options->gate != NULL && arguments->n == 0)
        code = latest_gate(input.sources[0].experiment, global);
    if (code != EXIT_DONE)
        return code;
    return comparison_check_hosts(&input, options->allow_different_hosts, &error) == ASSAY_OK
               ? present(options, &limits, &input, launcher, global)
               : fail_with(&error);
}

/* The launcher is forked while this process is small. */
static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    struct compare_options *options = given;
    struct launcher *launcher = NULL;
    struct assay_error error;
    if (options->why.wanted && launcher_start(&launcher, &session_duties, &error) != ASSAY_OK)
        return fail_with(&error);
    const enum exit_code code = compare_all(options, arguments, launcher, global);
    launcher_stop(&launcher);
    return code;
}

const struct verb verb_compare = {
    VERB_PAGE,        .speaks_plainly = true, .takes_experiments = true, .defaults = &defaults,
    .answer = answer,
};
