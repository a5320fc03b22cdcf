/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export.c -- experiments and files written in the formats of other programs. */
#include "cli/verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/comparison.h"
#include "base/failure.h"
#include "base/replace.h"
#include "cli/compare.h"
#include "cli/fail.h"
#include "cli/history.h"
#include "cli/report_options.h"
#include "cli/suggestion.h"
#include "cli/words/export.h"
#include "export/export.h"
#include "view/document/experiment.h"
#include "view/medium/form.h"
#include "view/text/sentences.h"
#include "view/text/view_memory.h"

struct verb_options {
    struct input_options input;
    const char *to;
    const char *output, *observation, *chart, *width;
    int of;
    double margin;
    bool with_warmup;
};

static const char *format_word(size_t index)
{
    return exporters[index] != NULL ? exporters[index]->name : NULL; /* asked for in order */
}

/* Verbs whose tables --of takes; "components" are in those of show. */
static const char *const of_names[] = {"show",    "compare",    "steady",   "modes", "plan",
                                       "speedup", "components", "simulate", "sweep", NULL};

static int place_of(const char *name, const char *const *names)
{
    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

/* Markdown and LaTeX are tables of screens; what goes into files has its exporter. */
static enum form form_of(const char *to)
{
    const int at = to != NULL ? place_of(to, verb_table_forms) : FORM_SCREEN;
    return at == FORM_LATEX || at == FORM_MARKDOWN ? (enum form)at : FORM_SCREEN;
}

static const struct exporter *find_exporter(const char *name)
{
    const struct exporter *exporter = exporter_named(name != NULL ? name : "csv");
    if (exporter != NULL)
        return exporter;
    fputs("assay: --to: there is no format \"", stderr);
    terminal_say_name(name, strlen(name));
    fputc('"', stderr);
    const bool near = suggestion_say(name, format_word);
    for (size_t i = 0; !near && exporters[i] != NULL; i++)
        fprintf(stderr, "%s %s", i > 0 ? "," : "; known are", exporters[i]->name);
    fputs(near ? "\n" : ", markdown, latex\n", stderr);
    return NULL;
}

/* To the file, or to standard output. */
static enum assay_status write_out(const struct exporter *exporter, const struct input *input,
                                   const struct export_options *how, struct remarks *remarks,
                                   struct assay_error *error)
{
    struct replacement file = {.stream = stdout};
    if (how->output != NULL)
        TRY(packed_stream_begin(how->output, &file, error));
    enum assay_status status =
        export_series(exporter, file.stream, input->series, input->n, how, remarks, error);
    return how->output != NULL ? packed_stream_end(&file, status, error) : status;
}

/* What is no text stays off the screen, and is packed already. */
static const char *cannot_write(const struct exporter *exporter, const char *output)
{
    const size_t n = output != NULL ? strlen(output) : 0;
    if (!exporter->bytes)
        return NULL;
    if (output == NULL && isatty(STDOUT_FILENO))
        return "assay: Parquet is no text for a terminal: name a file with -o";
    return n > 3 && strcmp(output + n - 3, ".gz") == 0
               ? "assay: Parquet is packed already: name the file without .gz"
               : NULL;
}

static enum exit_code export_input(const struct verb_options *options,
                                   const struct exporter *exporter,
                                   const struct global_options *global, const struct input *input)
{
    OWNED char *stopping = experiment_stopping(input);
    struct export_options how = {.confidence = global->confidence,
                                 .with_warmup = options->with_warmup,
                                 .input = input,
                                 .version = input_version(input),
                                 .observation = options->observation,
                                 .output = options->output};
    struct remarks remarks = {0}, *said = global->quiet ? NULL : &remarks;
    struct assay_error error;
    if (input->n > 0)
        comparison_stopping(input, assay_shape_repeated(&input->series[0].live.shape),
                            &how.stopped);
    how.stopped.seed = input->told.plan != NULL ? input->told.plan->seed : 0;
    const enum assay_status status = write_out(exporter, input, &how, said, &error);
    const bool kept =
        exporter->plan || (exporter->watched && how.stopped.stopping != ASSAY_STOPPED_FIXED);
    if (status == ASSAY_OK && stopping != NULL && !kept)
        remark(said, "%s",
               how.stopped.stopping != ASSAY_STOPPED_FIXED && !exporter->intervals
                   ? "the values were watched while they were measured: plain intervals from them "
                     "cover less than they say; --to json keeps the rule"
                   : stopping);
    return conclude(status, &remarks, &error);
}

/* ---- charts ---- */

static enum exit_code export_chart(const struct verb_options *options,
                                   const struct option_arguments *arguments,
                                   const struct global_options *global)
{
    const char *output = options->output != NULL ? options->output : "-";
    struct report_page page = {.command = &global->command,
                               .look = {.redact = options->input.redact},
                               .output = output,
                               .quiet = true};
    struct figure *figure = &page.look.figure;
    struct report_request request;
    if (!report_figure_read("--chart", options->chart, options->width, NULL, figure))
        return EXIT_USAGE;
    if (options->to != NULL && !report_figure_format(options->to, &figure->format))
        return fail_saying(EXIT_USAGE, "assay: --chart: --to is svg, png, pdf, pgf or csv");
    if (figure_is_history(figure))
        return history_figure(&options->input, figure, output, arguments, global);
    const enum exit_code code = report_request_of(&options->input, arguments, global, &request);
    request.compare.margin = options->margin;
    return code != EXIT_DONE ? code : report_of(&options->input, arguments, &request, &page);
}

/* ---- the tables of other verbs ---- */

static enum exit_code fail_output(const char *output)
{
    return fail_saying(EXIT_SYSTEM, "assay: cannot write %s: %s", output, strerror(errno));
}

/* The option's value, which leaves the command line with it; NULL: it is not there. */
static const char *take_option(int *argc, char **argv, const char *name, const char *letter)
{
    const size_t length = strlen(name);
    for (int i = 0; i < *argc && strcmp(argv[i], "--") != 0; i++) {
        const bool joined = strncmp(argv[i], name, length) == 0 && argv[i][length] == '=';
        if (!joined &&
            (i + 1 == *argc || (strcmp(argv[i], name) != 0 && strcmp(argv[i], letter) != 0)))
            continue;
        const char *value = joined ? argv[i] + length + 1 : argv[i + 1];
        const int taken = joined ? 1 : 2;
        memmove(&argv[i], &argv[i + taken], (size_t)(*argc - i - taken) * sizeof *argv);
        *argc -= taken;
        return value;
    }
    return NULL;
}

/* What an answer prints, into a file that takes its place when all is well; NULL: to standard output. */
static enum exit_code with_output(const char *output, enum exit_code (*answer)(const void *context),
                                  const void *context)
{
    struct replacement file;
    if (output == NULL)
        return answer(context);
    if (store_claims(output))
        return fail_saying(EXIT_USAGE, "assay: --output %s: that is a store", output);
    if (!replace_begin(&file, output))
        return fail_output(output);
    FILE *const screen = stdout;
    stdout = file.stream;
    const enum exit_code code = answer(context);
    form_end(); /* what stands behind the tables */
    stdout = screen;
    const bool done = code == EXIT_DONE || code == EXIT_SLOWER || code == EXIT_INCONCLUSIVE;
    return replace_end(&file, done && view_whole()) || !done ? code : fail_output(output);
}

struct called {
    const struct verb *verb;
    int argc;
    char **argv;
    struct global_options *global;
};

static enum exit_code call_verb(const void *context)
{
    const struct called *called = context;
    return verb_call(called->verb, called->argc, called->argv, called->global);
}

/* assay export --of VERB is that verb with its tables in another form. */
static enum exit_code export_of(const char *of, int argc, char **argv,
                                struct global_options *global)
{
    const char *form = take_option(&argc, argv, "--to", "-t"),
               *output = take_option(&argc, argv, "--output", "-o");
    const char *name = strcmp(of, "components") == 0 ? "show" : of;
    global->tables = place_of(form != NULL ? form : "csv", verb_table_forms);
    if (place_of(of, of_names) < 0 || global->tables < FORM_LATEX)
        return fail_saying(
            EXIT_USAGE,
            "assay: --of is show, compare, steady, modes, plan, speedup, components, simulate or "
            "sweep, with --to latex, markdown or csv");
    size_t i = 0;
    while (strcmp(verbs[i]->name, name) != 0)
        i++;
    if (verbs[i] == &verb_compare && global->tables == FORM_CSV) {
        global->rows = true;
        global->tables = FORM_SCREEN;
    }
    const struct called called = {verbs[i], argc, argv, global};
    return with_output(output, call_verb, &called);
}

/* ---- the verb ---- */

struct tabled {
    const struct input *input;
    double margin;
    const struct global_options *global;
};

/* The comparison of its systems, or of one system the means. */
static enum exit_code print_tables(const void *context)
{
    const struct tabled *tabled = context;
    const struct input *input = tabled->input;
    if (export_has_one_system(input->series, input->n))
        return show_present(input, tabled->global);
    struct compare_request request = compare_request_of(input, tabled->global);
    request.margin = tabled->margin;
    return compare_present(&request, COMPARE_NO_GATE, NULL, NULL, NULL, tabled->global);
}

static enum exit_code export_tables(const struct verb_options *options, enum form form,
                                    struct option_arguments *arguments,
                                    const struct global_options *global)
{
    SCOPED(input_fini) struct input input = {0};
    const enum exit_code code = input_options_read(&options->input, arguments, global, &input);
    const struct tabled tabled = {&input, options->margin, global};
    if (code != EXIT_DONE)
        return code;
    form_want(form, global->caption, global->label);
    sentences_want_all(true);
    return with_output(options->output, print_tables, &tabled);
}

static const struct verb_options defaults = {.margin = (double)NAN};

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    static const char *every[] = {
        "*"}; /* but for the metrics of builds, which would be one more benchmark */
    const struct verb_options *options = given;
    SCOPED(input_fini) struct input input = {0};
    if (options->chart != NULL)
        return export_chart(options, arguments, global);
    if (form_of(options->to) != FORM_SCREEN)
        return export_tables(options, form_of(options->to), arguments, global);
    const struct exporter *exporter = find_exporter(options->to);
    if (exporter != NULL && options->input.statistic != NULL && !exporter->statistic) {
        terminal_complain("assay: --statistic is of bmf, markdown and latex: %s has a place for "
                          "values, or columns of its own",
                          exporter->name);
        exporter = NULL;
    }
    if (exporter != NULL && cannot_write(exporter, options->output) != NULL)
        return fail_saying(EXIT_USAGE, "%s", cannot_write(exporter, options->output));
    struct input_options reading = options->input;
    if (reading.metrics.n == 0)
        reading.metrics = (struct name_list){every, 1}; /* files keep all, tables the first */
    reading.occasions |= exporter != NULL && exporter->occasions;
    const enum exit_code code =
        exporter == NULL ? EXIT_USAGE : input_options_read(&reading, arguments, global, &input);
    return code == EXIT_DONE ? export_input(options, exporter, global, &input) : code;
}

static enum exit_code run(const struct verb *verb, int argc, char **argv,
                          struct global_options *global)
{
    const char *of = take_option(&argc, argv, "--of", "--of");
    return of != NULL ? export_of(of, argc, argv, global) : verb_answer(verb, argc, argv, global);
}

const struct verb verb_export = {
    VERB_PAGE, .takes_experiments = true, .defaults = &defaults, .answer = answer, .run = run,
};
