/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup.c -- is the speedup of this suite significant (the Speedup-Test protocol)? */

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/speedup_suite.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/replace.h"
#include "cli/fail.h"
#include "cli/input_options.h"
#include "cli/words/speedup.h"
#include "view/document/documents.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/terminal/speedup.h"

/* ---- options ---- */

struct speedup_options {
    struct input_options input;
    double conf_level, precision, margin;
    int weight, search;
    const char *output;
    bool strict;
    struct speedup_request request;
};

static void set_options(const struct speedup_options *options, const struct global_options *global,
                        struct speedup_finding *finding)
{
    const bool asked = !isnan(options->conf_level);
    finding->options = (struct assay_speedup_options){
        .confidence = options->conf_level,
        .search = options->search == 0 ? ASSAY_SPEEDUP_GRID : ASSAY_SPEEDUP_BISECTION,
        .weight = (enum assay_speedup_weight)options->weight,
        .proportion_confidence = asked ? options->conf_level : global->confidence,
        .precision = options->precision,
        .strict = options->strict,
        .effect_confidence = global->confidence,
        .margin = options->margin,
        .n_threads = (size_t)global->threads};
}

/* ---- files ---- */

typedef void write_view(FILE *stream, const struct speedup_finding *finding);

/* PREFIX.suffix by the function, or with the text when there is none. */
static bool write_file(const char *prefix, const char *suffix, write_view *write,
                       const struct speedup_finding *finding, const char *text)
{
    OWNED char *path = NULL;
    if (asprintf(&path, "%s.%s", prefix, suffix) < 0) {
        (void)fail_memory();
        return false;
    }
    struct replacement file;
    bool done = replace_begin(&file, path);
    if (done && write != NULL)
        write(file.stream, finding);
    else if (done)
        fputs(text, file.stream);
    if (done)
        done = replace_end(&file, true);
    if (!done)
        terminal_complain("assay: cannot write %s: %s; -o names another prefix", path,
                          strerror(errno));
    return done;
}

static enum exit_code write_files(const char *prefix, const struct speedup_finding *finding,
                                  double start_s, bool quiet)
{
    char status[64];
    (void)snprintf(status, sizeof status, "Elapsed time: %.3f s\n", clock_now_s() - start_s);
    if (!write_file(prefix, "out", speedup_write_out, finding, NULL) ||
        !write_file(prefix, "report", speedup_write_report, finding, NULL) ||
        !write_file(prefix, "warning", speedup_write_warning, finding, NULL) ||
        !write_file(prefix, "status", NULL, finding, status))
        return EXIT_SYSTEM;
    if (!quiet)
        terminal_complain("assay: wrote %s.out, .report, .warning and .status", prefix);
    return EXIT_DONE;
}

/* ---- the analysis ---- */

/* "bench.cfg" is "./bench.cfg" in the files, as the Speedup-Test software has it. */
static char *title_of(const char *path)
{
    char *title = NULL;
    if (path == NULL)
        return strdup("the measurements");
    if (asprintf(&title, "%s%s", strchr(path, '/') == NULL ? "./" : "", path) < 0)
        return NULL;
    return title;
}

static void print_json(const struct speedup_suite *suite, const struct global_options *global)
{
    json_t *document = speedup_json(&suite->finding);
    if (suite->input.n_sources > 0)
        provenance_set(&suite->input, &global->command, document);
    render_json_print(stdout, document);
}

/* An option that has no say is a mistake of the caller: silence would mislead. */
static bool only_for_config(const struct speedup_options *options, const char *config)
{
    const struct {
        const char *name;
        bool given;
    } others[] = {{"old", options->request.old_system != NULL},
                  {"new", options->request.new_system != NULL},
                  {"observation", options->request.observation != NULL},
                  {"format", options->input.format != NULL},
                  {"system", options->input.systems.n > 0},
                  {"benchmark", options->input.benchmarks.n > 0},
                  {"metric", options->input.metrics.n > 0},
                  {"level", options->input.level != 0}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (!others[i].given)
            continue;
        return terminal_complain(
            "assay: --%s is for measurements; %s is a configuration, which names all it needs",
            others[i].name, config);
    }
    return true;
}

/* What a configuration names itself, or the selected measurements. */
static enum exit_code read_input(const struct speedup_options *options, const char *config,
                                 const struct option_arguments *arguments,
                                 const struct global_options *global, struct speedup_suite *suite)
{
    double *margin = &suite->finding.options.margin;
    enum exit_code code = EXIT_DONE;
    if (config == NULL)
        code = input_options_read(&options->input, arguments, global, &suite->input);
    else if (!only_for_config(options, config))
        code = EXIT_USAGE;
    if (isnan(*margin))
        *margin = input_margin(&suite->input, ASSAY_MARGIN_DEFAULT);
    return code;
}

static enum assay_status analyse(const struct speedup_request *request, const char *config,
                                 const struct global_options *global, struct speedup_suite *suite,
                                 struct remarks *remarks, struct assay_error *error)
{
    TRY(config != NULL ? speedup_suite_from_config(config, suite, error)
                       : speedup_suite_from_input(request, suite, remarks, error));
    /* From the suite's benchmarks to all that is printed and written. */
    suite->title = title_of(config);
    if (suite->title == NULL)
        return fail_no_memory(error);
    suite->finding.title = suite->title;
    TRY(speedup_suite_analyse(suite, error));
    const struct speedup_finding *finding = &suite->finding;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    if (global->json)
        print_json(suite, global);
    else if (finding->options.strict)
        speedup_write_report(stdout, finding);
    else
        speedup_print(&terminal, finding, !global->quiet);
    return ASSAY_OK;
}

/* What is said on stderr stands in PREFIX.status, too, when that is known. */
static void write_status(const char *prefix, const struct remarks *remarks,
                         const struct assay_error *error)
{
    OWNED char *said = NULL;
    size_t size;
    FILE *stream = open_memstream(&said, &size);
    if (stream == NULL)
        return;
    for (size_t i = 0; i < remarks->n; i++)
        fprintf(stream, "%s%s\n",
                remarks->items[i].located ? "" : "assay: ", remarks->items[i].text);
    if (error->status != ASSAY_OK)
        fprintf(stream, "%s%s\n", error->located ? "" : "assay: ", error->text);
    if (fclose(stream) == 0 && size > 0)
        (void)write_file(prefix, "status", NULL, NULL, said);
}

/* ---- the verb ---- */

static const struct speedup_options defaults = {
    .conf_level = (double)NAN, .precision = 0.05, .margin = (double)NAN};

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct speedup_options *options = given;
    if (options->precision > 0) {
        const double start_s = clock_now_s();
        SCOPED(speedup_suite_fini) struct speedup_suite suite = {0};
        struct remarks remarks = {0};
        struct assay_error error = {.status = ASSAY_OK};
        const char *config = arguments->n == 1 && speedup_is_config(arguments->items[0])
                                 ? arguments->items[0]
                                 : NULL;
        const char *prefix = options->output != NULL ? options->output : config;
        set_options(options, global, &suite.finding);
        enum exit_code code = read_input(options, config, arguments, global, &suite);
        if (code == EXIT_DONE) {
            enum assay_status status =
                analyse(&options->request, config, global, &suite, &remarks, &error);
            if (status == ASSAY_OK && prefix != NULL)
                code = write_files(prefix, &suite.finding, start_s, global->quiet);
            if (prefix != NULL)
                write_status(prefix, &remarks, &error);
            const enum exit_code said = conclude(status, &remarks, &error);
            code = code == EXIT_DONE ? said : code;
        }
        return code;
    }
    return fail_saying(EXIT_USAGE, "assay: --precision must be above 0");
}

const struct verb verb_speedup = {
    VERB_PAGE,
    .takes_experiments = true,
    .defaults = &defaults,
    .answer = answer,
};
