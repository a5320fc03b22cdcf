/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady.c -- when is each benchmark warm, and are its iterations independent? */
#include "cli/steady.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "render/finding_json.h"
#include "render/json.h"
#include "render/terminal.h"

static const char *const costs[] = {"auto", "normal", "nonparametric", NULL};

static const struct option options_table[] = {
    {0, "from", OPTION_COUNT, offsetof(struct steady_options, from), "N",
     "Record by hand that iteration N is the first live one, of the experiment or of what "
     "--benchmark and --system select. It overrides the automatic choice in every later finding.",
     NULL},
    {0, "automatic", OPTION_FLAG, offsetof(struct steady_options, automatic), NULL,
     "Record what assay recommends as the choice, in place of one by hand.", NULL},
    {0, "write", OPTION_FLAG, offsetof(struct steady_options, write), NULL,
     "Write the recommendation into the manifest: the warm-up and count of the level iteration.",
     NULL},
    {0, "manifest", OPTION_STRING, offsetof(struct steady_options, manifest), "FILE",
     "The manifest to write (default: assay.yaml where the experiment's stood).", NULL},
    {0, "plots", OPTION_FLAG, offsetof(struct steady_options, plots), NULL,
     "Draw every execution, however many; with --json add the steady parts, shuffled twins and "
     "autocorrelations.",
     NULL},
    {0, "penalty", OPTION_STRING, offsetof(struct steady_options, penalty), "P",
     "What a change must gain: default (15 log n; nonparametric 6 log n), mbic, or a number on the "
     "scale of -2 "
     "log-likelihood.",
     NULL},
    {0, "cost", OPTION_CHOICE, offsetof(struct steady_options, cost), "COST",
     "How changes are found: auto (normal likelihood, confirmed by ranks), normal, or "
     "nonparametric "
     "(for iterations of several modes).",
     costs},
    {0, "min-segment", OPTION_COUNT, offsetof(struct steady_options, min_segment), "N",
     "Fewest iterations between two changes (default 2).", NULL},
    {0, "margin", OPTION_FRACTION, offsetof(struct steady_options, margin), "M",
     "Means closer than this are the same (default 1%).", NULL},
    {0, "share", OPTION_FRACTION, offsetof(struct steady_options, least_share), "SHARE",
     "The steady part is at least this share of the iterations (default 25%).", NULL},
    INPUT_OPTIONS(struct steady_options, input),
    OPTION_END,
};

/* ---- options ---- */

static bool read_penalty(const char *text, struct assay_changepoint_options *changes)
{
    if (text == NULL || strcmp(text, "default") == 0)
        return true;
    if (strcmp(text, "mbic") == 0) {
        changes->penalty = ASSAY_PENALTY_MBIC;
        return true;
    }
    char *end;
    changes->penalty = ASSAY_PENALTY_GIVEN;
    changes->penalty_value = strtod(text, &end);
    if (end != text && *end == '\0' && isfinite(changes->penalty_value) &&
        changes->penalty_value > 0)
        return true;
    terminal_complain("assay: --penalty is default, mbic or a positive number, is \"%s\"", text);
    return false;
}

static bool options_are_sound(const struct steady_options *options)
{
    const char *problem = NULL;
    if (options->from == 0)
        problem = "--from counts iterations from 1";
    else if (options->from > 0 && (options->automatic || options->write))
        problem = "--from records a choice by hand; leave out --automatic and --write";
    else if (options->least_share >= 1)
        problem = "--share must be below 100%";
    else if (options->min_segment == 0)
        problem = "--min-segment is 1 or more";
    if (problem != NULL)
        terminal_complain("assay: %s", problem);
    return problem == NULL;
}

static bool steady_options_of(const struct steady_options *options,
                              const struct global_options *global,
                              struct assay_steady_options *steady)
{
    *steady = (struct assay_steady_options){
        .changes = {.cost = (enum assay_changepoint_cost)options->cost,
                    .min_segment = (size_t)options->min_segment},
        .margin = options->margin,
        .least_share = options->least_share,
        .seed = global->seed.given ? global->seed.value : 1,
        .n_threads = (size_t)global->threads};
    return options_are_sound(options) && read_penalty(options->penalty, &steady->changes);
}

/* ---- states ---- */

static void say_too_short(const struct shown_state *row, size_t n)
{
    terminal_complain("assay: %s on %s (%s): %s", row->series->benchmark, row->series->system,
                      row->series->metric, row->problem.text);
    if (n > 1)
        fprintf(stderr, "assay: %zu more like this\n", n - 1);
}

/* A series with too few iterations is left without a state; any other failure ends. */
static enum exit_code find_state(struct shown_state *row,
                                 const struct assay_steady_options *options)
{
    struct assay_steady_options own = *options;
    own.more_is_better = row->series->more_is_better;
    enum assay_status status =
        assay_benchmark_state_of(&row->series->all, &own, &row->state, &row->problem);
    if (status == ASSAY_OK)
        row->problem.status = ASSAY_OK;
    if (status == ASSAY_OK || status == ASSAY_UNDEFINED)
        return EXIT_DONE;
    say_too_short(row, 1);
    return fail_code(status);
}

/* The states of the series of primary metrics, or of all when --metric was given. */
static enum exit_code find_states(const struct input *input, bool all_metrics,
                                  const struct assay_steady_options *options,
                                  struct shown_state *rows, size_t *n)
{
    const struct shown_state *first_short = NULL;
    size_t n_short = 0;
    for (size_t i = 0; i < input->n; i++) {
        const struct assay_series *series = &input->series[i];
        if ((!all_metrics && !input_is_primary(input, series)) || series->live.shape.count[0] == 0)
            continue;
        struct shown_state *row = &rows[(*n)++];
        row->series = series;
        enum exit_code code = find_state(row, options);
        if (code != EXIT_DONE)
            return code;
        if (row->problem.status != ASSAY_OK && n_short++ == 0)
            first_short = row;
    }
    if (n_short > 0)
        say_too_short(first_short, n_short);
    return n_short < *n ? EXIT_DONE : EXIT_DATA;
}

static void print_json(const struct shown_state *rows, size_t n,
                       const struct global_options *global, bool plots)
{
    json_t *document = render_json_document("steady", global->confidence);
    json_t *array = render_json_array();
    for (size_t i = 0; i < n; i++) {
        finding_json_warn(document, rows[i].series->warnings | rows[i].state.warnings,
                          rows[i].series);
        render_json_append(
            array, steady_json(&rows[i], plots, global->seed.given ? global->seed.value : 1));
    }
    render_json_set(document, "benchmarks", array);
    render_json_print(stdout, document);
}

static void print_screen(const struct shown_state *rows, size_t n,
                         const struct global_options *global, bool plots)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    steady_view_print(&terminal, &(struct steady_view){
                                     .rows = rows, .n = n, .plots = plots, .quiet = global->quiet});
}

static enum exit_code present(const struct steady_options *options, const struct input *input,
                              const struct assay_steady_options *steady,
                              const struct global_options *global)
{
    struct shown_state *rows = calloc(input->n, sizeof *rows);
    size_t n = 0;
    if (rows == NULL)
        return fail_memory();
    enum exit_code code = find_states(input, options->input.metrics.n > 0, steady, rows, &n);
    if (code == EXIT_DONE && options->write)
        code = steady_check_write(options, input, rows, n);
    if (code == EXIT_DONE && global->json)
        print_json(rows, n, global, options->plots);
    else if (code == EXIT_DONE)
        print_screen(rows, n, global, options->plots);
    if (code == EXIT_DONE && options->automatic)
        code = steady_record(options, input, rows, n, global);
    if (code == EXIT_DONE && options->write)
        code = steady_write(options, input, rows, n);
    for (size_t i = 0; i < n; i++)
        assay_benchmark_state_fini(&rows[i].state);
    free(rows);
    return code;
}

static enum exit_code run(const struct verb *verb, int argc, char **argv,
                          struct global_options *global)
{
    /* A flat list of values is iterations here: what else would be asked about warming up? */
    struct steady_options options = {
        .input.level = 1, .from = -1, .min_segment = 2, .margin = 0.01, .least_share = 0.25};
    struct assay_steady_options steady;
    struct option_arguments arguments;
    struct input input;
    enum exit_code code;
    if (!verb_parse(verb, argc, argv, global, &options, &arguments, &code))
        return code;
    code = EXIT_USAGE;
    if (steady_options_of(&options, global, &steady))
        code = input_options_read(&options.input, &arguments, global, &input);
    if (code == EXIT_DONE) {
        code = options.from > 0 ? steady_record(&options, &input, NULL, 0, global)
                                : present(&options, &input, &steady, global);
        input_fini(&input);
    }
    input_options_fini(&options.input);
    option_arguments_fini(&arguments);
    return code;
}

const struct verb verb_steady = {
    .name = "steady",
    .question = "when is each benchmark warm, and are its iterations independent?",
    .synopsis = "[OPTIONS] [FILE|EXPERIMENT]…",
    .description =
        "Looks for changes in the iterations of each execution, says from which one on its time is "
        "steady, and whether the iterations after it are independent of one another. It recommends "
        "a warm-up, or one iteration to take from every execution, and shows beside it what "
        "DaCapo's and Georges' rules would have chosen.\n\n"
        "Your own eye has the last word: --from records a choice by hand in the store, and every "
        "later finding says so.\n\n"
        "Reads the files named, or experiments of the store by id, name or \"latest\" (default); "
        "- is standard input. A flat list of values is taken for the iterations of one execution. "
        "Warm-up that was measured is looked at too.",
    .examples = "  assay steady\tThe latest experiment\n"
                "  assay steady times.csv --benchmark fft --plots\tOne benchmark of a file, drawn\n"
                "  assay steady --from 37 --benchmark fft\tFrom the eye: iteration 37 is the first "
                "live one\n"
                "  assay steady --write\tPut the recommendation into the manifest",
    .options = options_table,
    .run = run,
};
