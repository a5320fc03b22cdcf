/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate.c -- what coverage and false-alarm rate does this design have? */
#include "cli/simulate.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "render/json.h"
#include "render/terminal.h"

static const char *const drifts[] = {"none", "linear", "step", "ar1", NULL};
static const char *const orders[] = {"rounds", "shuffled", "blocked", NULL};

#define FIELD(field) offsetof(struct simulate_options, field)

static const struct option options_table[] = {
    {0, "shape", OPTION_STRING, FIELD(shape), "5x10x10",
     "Counts from the top level to the lowest; lists make a grid: 3,5,10x10x10.", NULL},
    {0, "sd", OPTION_STRING, FIELD(sd), "S,…",
     "What each level adds, as a share of the mean, top to lowest: 3.4%,8.2%,1.4%.", NULL},
    {0, "shape-new", OPTION_STRING, FIELD(shape_new), "5x10x10",
     "Counts of the new system (default: as --shape).", NULL},
    {0, "sd-new", OPTION_STRING, FIELD(sd_new), "S,…", "Of the new system (default: as --sd).",
     NULL},
    {0, "ratio", OPTION_STRING, FIELD(ratio), "R,…",
     "True ratio new / old (default 0.95 and 1): 1 shows false alarms, others coverage and power.",
     NULL},
    {0, "margin", OPTION_STRING, FIELD(margin), "M,…",
     "Smallest changes that matter, for alarms (default 0 and 1%).", NULL},
    {0, "method", OPTION_LIST, FIELD(methods), "NAME,…",
     "fieller, paired, paper, normal, pooled, bootstrap, rrr, rrn, rnn, flat, visual, kt2006, or "
     "all (default: fieller, paper, bootstrap).",
     NULL},
    {0, "statistic", OPTION_STRING, FIELD(statistic), "STATISTIC",
     "mean (default), median, or a quantile such as p95 (by bootstrap, rnn and flat).", NULL},
    {'n', "experiments", OPTION_COUNT, FIELD(experiments), "N",
     "Experiments in each cell (default 1000).", NULL},
    {0, "replicates", OPTION_COUNT, FIELD(replicates), "B",
     "Replicates of the bootstrap (default: as the method needs).", NULL},
    {0, "distribution", OPTION_STRING, FIELD(distribution), "NAME,…",
     "normal (default), lognormal, gamma, bimodal: of all levels, or one for each.", NULL},
    {0, "gamma-shape", OPTION_NUMBER, FIELD(gamma_shape), "K",
     "Shape of gamma (default 1: exponential).", NULL},
    {0, "drift", OPTION_CHOICE, FIELD(drift), "KIND", "none (default), linear, step or ar1.",
     drifts},
    {0, "drift-sd", OPTION_FRACTION, FIELD(drift_sd), "S",
     "Standard deviation of the drift (default 2%).", NULL},
    {0, "order", OPTION_CHOICE, FIELD(order), "ORDER",
     "Order of measurement, which matters under drift: rounds (default), shuffled or blocked.",
     orders},
    {0, "tick", OPTION_FRACTION, FIELD(tick), "S",
     "Round values to the tick of a clock, as a share of old's mean.", NULL},
    {0, "outliers", OPTION_FRACTION, FIELD(outlier_share), "P", "Share of the values.", NULL},
    {0, "outlier-size", OPTION_NUMBER, FIELD(outlier_size), "X",
     "An outlier is longer by X times its value (default 1).", NULL},
    {0, "every-value", OPTION_FLAG, FIELD(every_value), NULL,
     "Make every value, also where means of top units would do.", NULL},
    {0, "coverage-only", OPTION_FLAG, FIELD(coverage_only), NULL,
     "rrr, rrn, rnn, flat: only decide whether the truth is held, from as few replicates as leave "
     "no doubt.",
     NULL},
    {0, "from", OPTION_STRING, FIELD(from), "EXPERIMENT",
     "Take the designs and components of a stored experiment or a file: are its intervals to be "
     "trusted?",
     NULL},
    {0, "resampled", OPTION_FLAG, FIELD(resampled), NULL,
     "With --from: draw effects from its own values instead of normal ones.", NULL},
    {0, "aa", OPTION_STRING, FIELD(aa), "EXPERIMENT",
     "Compare disjoint sets of top units of one system of an experiment or a file: false alarms on "
     "real data. --shape N,… gives the units on either side.",
     NULL},
    {0, "clt", OPTION_STRING, FIELD(clt), "EXPERIMENT",
     "From which size do means and medians of these values look normal?", NULL},
    {0, "paper", OPTION_STRING, FIELD(paper), "GRID",
     "A grid of the papers: tr-fig3, tr-fig4, tr-fig5, tr-fig6, tr-fig7, tr-fig8, tr-fig9, "
     "kt06-fig2, st-table1.",
     NULL},
    {0, "check", OPTION_STRING, FIELD(check), "GRID",
     "A grid with published results beside it: ratio, bootstrap, stopping, quantile, order or "
     "fit-test.",
     NULL},
    {0, "thin", OPTION_COUNT, FIELD(thin), "N",
     "tr-fig7, tr-fig9: every N-th count of 100 (default 10).", NULL},
    {0, "part", OPTION_STRING, FIELD(part), "I/N", "Only this part of all experiments.", NULL},
    {0, "merge", OPTION_FLAG, FIELD(merge), NULL, "Put together the --json of parts.", NULL},
    {0, "checkpoint", OPTION_OUTPUT, FIELD(checkpoint), "FILE",
     "Keep what is done in FILE, and go on from there when it exists.", NULL},
    {0, "csv", OPTION_OUTPUT, FIELD(csv), "FILE", "Also write the cells as CSV.", NULL},
    INPUT_OPTIONS(struct simulate_options, input),
    OPTION_END,
};

uint64_t simulate_seed(const struct global_options *global)
{
    return global->seed.given ? global->seed.value : 1;
}

/* "3/16" */
static bool read_part(const char *text, size_t *part, size_t *n_parts)
{
    int end = 0;
    *part = 0, *n_parts = 1;
    if (text == NULL)
        return true;
    if (sscanf(text, "%zu/%zu%n", part, n_parts, &end) == 2 && text[end] == '\0' && *part >= 1 &&
        *part <= *n_parts && *n_parts <= 100000 && strchr(text, '-') == NULL) {
        --*part;
        return true;
    }
    terminal_complain("assay simulate: --part %s: write I/N with 1 <= I <= N, as 3/16", text);
    return false;
}

static enum exit_code present(const struct simulate_result *result,
                              const struct simulate_options *options,
                              const struct global_options *global)
{
    if (options->csv != NULL && !simulate_csv(result, options->csv)) {
        terminal_complain("assay simulate: %s: %s", options->csv, strerror(errno));
        return EXIT_SYSTEM;
    }
    if (global->json)
        render_json_print(stdout, simulate_document(result));
    else
        simulate_screen(result, global);
    return EXIT_DONE;
}

static enum exit_code merge(const struct option_arguments *files,
                            const struct simulate_options *options,
                            const struct global_options *global)
{
    struct simulate_result sum = {0};
    if (files->n == 0) {
        fputs("assay simulate: --merge puts together the files of the parts; name them\n", stderr);
        return EXIT_USAGE;
    }
    enum exit_code code = simulate_result_read(files->items[0], &sum);
    if (code == EXIT_DONE)
        code = simulate_result_finished(&sum, files->items[0]);
    for (size_t i = 1; code == EXIT_DONE && i < files->n; i++) {
        struct simulate_result part = {0};
        code = simulate_result_read(files->items[i], &part);
        if (code == EXIT_DONE)
            code = simulate_result_finished(&part, files->items[i]);
        if (code == EXIT_DONE)
            code = simulate_result_add(&sum, &part, files->items[i]);
        simulate_result_fini(&part);
    }
    if (code == EXIT_DONE)
        code = present(&sum, options, global);
    simulate_result_fini(&sum);
    return code;
}

static enum exit_code simulate(const struct simulate_options *options,
                               const struct global_options *global)
{
    struct simulate_grid grid = {0};
    struct simulate_result result = {0};
    size_t part, n_parts;
    if (!read_part(options->part, &part, &n_parts))
        return EXIT_USAGE;
    enum exit_code code = simulate_grid_make(options, global, &grid);
    if (code == EXIT_DONE && !simulate_result_init(&result, &grid, global, part, n_parts)) {
        perror("assay simulate");
        code = EXIT_SYSTEM;
    }
    if (code == EXIT_DONE)
        code = simulate_run_grid(&grid, options, global, &result);
    if (code == EXIT_DONE)
        code = present(&result, options, global);
    simulate_result_fini(&result);
    simulate_grid_fini(&grid);
    return code;
}

static enum exit_code choose(const struct simulate_options *options,
                             const struct option_arguments *arguments,
                             const struct global_options *global)
{
    int asked = (options->shape != NULL && options->aa == NULL) + (options->paper != NULL) +
                (options->check != NULL) + (options->from != NULL) + (options->aa != NULL) +
                (options->clt != NULL) + options->merge;
    if (asked != 1) {
        fputs("assay simulate: give one of --shape (with --sd), --from, --aa, --clt, --paper, "
              "--check "
              "and --merge\n",
              stderr);
        return EXIT_USAGE;
    }
    if (options->merge)
        return merge(arguments, options, global);
    if (arguments->n > 0) {
        terminal_complain(
            "assay simulate: what is \"%s\"? Experiments are given to --from, --aa or "
            "--clt",
            arguments->items[0]);
        return EXIT_USAGE;
    }
    if (options->clt != NULL)
        return simulate_clt(options, global);
    if (options->paper != NULL && strcmp(options->paper, "st-table1") == 0)
        return simulate_minimum(options, global);
    return simulate(options, global);
}

static enum exit_code run(const struct verb *verb, int argc, char **argv,
                          struct global_options *global)
{
    struct simulate_options options = {.drift_sd = 0.02, .outlier_size = 1};
    struct option_arguments arguments;
    enum exit_code code;
    if (!verb_parse(verb, argc, argv, global, &options, &arguments, &code))
        return code;
    code = choose(&options, &arguments, global);
    input_options_fini(&options.input);
    option_list_fini(&options.methods);
    option_arguments_fini(&arguments);
    return code;
}

const struct verb verb_simulate = {
    .name = "simulate",
    .question = "what coverage and false-alarm rate does this design have?",
    .synopsis = "[OPTIONS] [--merge FILE…]",
    .description =
        "Makes experiments whose truth is known, asks the methods of `assay compare` about them, "
        "and counts: how often does the interval hold the truth (coverage), how wide is it, how "
        "often does it see a difference where there is none (false alarms) or find the one there "
        "is (power)? Every number comes with its standard error.\n\n"
        "The same seed gives the same document on any number of threads, whole or in parts.",
    .examples =
        "  assay simulate --from latest\tAre the intervals of my experiment to be trusted?\n"
        "  assay simulate --shape 3,5,10x10x10 --sd 3.4%,8.2%,1.4%\tHow many builds does "
        "coverage take?\n"
        "  assay simulate --aa latest --shape 5,10\tFalse alarms on my own measurements\n"
        "  assay simulate --check stopping\tWhat do rules of stopping do to coverage?\n"
        "  assay simulate --paper tr-fig7 --part 1/4 --json > 1.json\tA quarter of a paper's grid\n"
        "  assay simulate --merge 1.json 2.json 3.json 4.json\tAll of it",
    .options = options_table,
    .run = run,
};
