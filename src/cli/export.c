/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export.c -- experiments and files written in the formats of other programs. */
#include "cli/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/input_options.h"
#include "cli/pairs.h"
#include "cli/stopping.h"
#include "format/export.h"
#include "render/terminal.h"

struct verb_options {
    struct input_options input;
    const char *to;
    const char *output;
    double margin;
};

static const struct option options_table[] = {
    {'t', "to", OPTION_STRING, offsetof(struct verb_options, to), "FORMAT",
     "csv (default), hyperfine, pyperf, go, bmf (Bencher Metric Format), markdown, latex or "
     "speedup-test.",
     NULL},
    {'o', "output", OPTION_OUTPUT, offsetof(struct verb_options, output), "FILE",
     "Where to write (default: standard output).", NULL},
    {0, "margin", OPTION_FRACTION, offsetof(struct verb_options, margin), "M",
     "The smallest change that matters, for the verdicts of tables (default: 1%).", NULL},
    REDACT_OPTION(struct verb_options, input),
    INPUT_OPTIONS(struct verb_options, input),
    OPTION_END,
};

static const struct exporter *find_exporter(const char *name)
{
    const struct exporter *exporter = exporter_named(name != NULL ? name : "csv");
    if (exporter != NULL)
        return exporter;
    fputs("assay: --to: there is no format \"", stderr);
    terminal_say_name(name, strlen(name));
    fputs("\"; known are", stderr);
    for (size_t i = 0; exporters[i] != NULL; i++)
        fprintf(stderr, "%s %s", i > 0 ? "," : "", exporters[i]->name);
    fputc('\n', stderr);
    return NULL;
}

static void say_report(const struct export_report *report, const struct exporter *exporter)
{
    if (report->n_warmup > 0)
        terminal_complain("assay: left out: %zu warm-up value%s, for which %s has no place",
                          report->n_warmup, report->n_warmup == 1 ? "" : "s", exporter->what);
    if (report->n_series > 0)
        terminal_complain("assay: left out: %zu series of other metrics, for which %s has no place",
                          report->n_series, exporter->what);
    if (report->n_unpaired > 0)
        terminal_complain("assay: left out: %zu series that the other system does not have, or has "
                          "in another unit",
                          report->n_unpaired);
    if (report->flattened)
        terminal_complain("assay: %s does not tell higher levels apart; their values stand in one "
                          "list",
                          exporter->what);
}

static enum exit_code write_all(FILE *stream, const struct exporter *exporter,
                                const struct input *input, const struct export_options *options,
                                bool quiet)
{
    struct export_report report = {0};
    bool done = exporter->write(stream, input->series, input->n, options, &report);
    if (report.no_memory)
        return fail_memory();
    if (report.problem[0] != '\0') {
        terminal_complain("assay: %s", report.problem);
        return EXIT_DATA;
    }
    if (!done || fflush(stream) != 0) {
        terminal_complain("assay: cannot write: %s", strerror(errno));
        return EXIT_SYSTEM;
    }
    if (report.n_series > 0 && report.n_series == input->n) {
        terminal_complain("assay: there is nothing to export: %s has no place for %s%s",
                          exporter->what, input->series[0].metric,
                          input->n > 1 ? " and the others" : "");
        return EXIT_DATA;
    }
    if (!quiet)
        say_report(&report, exporter);
    return EXIT_DONE;
}

static enum exit_code export_to(const struct exporter *exporter,
                                const struct global_options *global, const struct input *input,
                                const struct export_options *how)
{
    if (how->output == NULL)
        return write_all(stdout, exporter, input, how, global->quiet);
    FILE *file = fopen(how->output, "we");
    if (file == NULL) {
        terminal_complain("assay: cannot write %s: %s", how->output, strerror(errno));
        return EXIT_SYSTEM;
    }
    enum exit_code code = write_all(file, exporter, input, how, global->quiet);
    if (fclose(file) != 0 && code == EXIT_DONE) {
        terminal_complain("assay: cannot write %s: %s", how->output, strerror(errno));
        code = EXIT_SYSTEM;
    }
    return code;
}

static enum exit_code export_input(const struct verb_options *options,
                                   const struct exporter *exporter,
                                   const struct global_options *global, const struct input *input)
{
    char *remark = stopping_remark(input);
    struct export_options how = {.confidence = global->confidence,
                                 .margin = input_margin(input, options->margin),
                                 .remark = remark,
                                 .output = options->output};
    if (input->n > 0)
        pairs_stopping(input, assay_shape_repeated(&input->series[0].live.shape), &how.stopped);
    enum exit_code code = export_to(exporter, global, input, &how);
    if (code == EXIT_DONE && remark != NULL && !global->quiet)
        terminal_complain("assay: %s",
                          how.stopped.stopping != ASSAY_STOPPED_FIXED && !exporter->intervals
                              ? "the values were watched while they were measured: plain "
                                "intervals from them cover less than they say"
                              : remark);
    free(remark);
    return code;
}

static enum exit_code run(const struct verb *verb, int argc, char **argv,
                          struct global_options *global)
{
    static const char *every[] = {"all"};
    struct verb_options options = {.margin = 0.01};
    struct option_arguments arguments;
    struct input input;
    enum exit_code code;
    if (!verb_parse(verb, argc, argv, global, &options, &arguments, &code))
        return code;
    const struct exporter *exporter = find_exporter(options.to);
    struct input_options reading = options.input;
    if (reading.metrics.n == 0 && exporter != NULL && strcmp(exporter->name, "markdown") != 0 &&
        strcmp(exporter->name, "latex") != 0)
        reading.metrics = (struct name_list){every, 1}; /* files keep all, tables the first */
    code = exporter == NULL ? EXIT_USAGE : input_options_read(&reading, &arguments, global, &input);
    if (code == EXIT_DONE) {
        code = export_input(&options, exporter, global, &input);
        input_fini(&input);
    }
    input_options_fini(&options.input);
    option_arguments_fini(&arguments);
    return code;
}

const struct verb verb_export = {
    .name = "export",
    .question = "experiments and files, in the formats of other programs",
    .synopsis = "[--to FORMAT] [OPTIONS] [FILE|EXPERIMENT]…",
    .description =
        "Writes all values of experiments or files as assay CSV or as hyperfine, pyperf or Go "
        "benchmark files, their means with intervals for a tracker (bmf), or a table for a pull "
        "request (markdown) or a paper (latex, with the package booktabs), or the configuration "
        "and samples of the "
        "Speedup-Test software.\n\n"
        "Says on standard error what a format has no place for: warm-up, levels, metrics.",
    .examples = "  assay export -o values.csv\tAll values of the latest experiment\n"
                "  assay export --to go --system O2 | benchstat -\tOne system, for benchstat\n"
                "  assay export --to markdown old.json new.json\tA comparison for a pull request\n"
                "  assay export --to speedup-test -o suite.csv\tFor SpeedupTest.R",
    .options = options_table,
    .run = run,
};
