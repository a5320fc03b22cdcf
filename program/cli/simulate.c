/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate.c -- what coverage and false-alarm rate does this design have? */
#include "view/terminal/simulate.h"
#include "base/decimal.h"
#include "view/document/simulate_json.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/fail.h"
#include "cli/input_options.h"
#include "cli/words/simulate.h"
#include "view/document/json.h"
#include "view/document/provenance.h"

struct simulate_options {
    struct input_options input;
    struct simulation_request request;
    struct name_list from, aa, clt; /* experiments and files */
    const char *part, *csv;
    bool merge;
};

static const char name[] = "assay simulate"; /* before what is said on stderr */

static enum exit_code fail_usage(const char *sentence)
{
    return fail_saying(EXIT_USAGE, "%s: %s", name, sentence);
}

/* "3/16" */
static bool read_part(const char *text, struct simulation_request *request)
{
    int end = 0;
    if (text == NULL)
        return true;
    if (sscanf(text, "%zu/%zu%n", &request->part, &request->n_parts, &end) == 2 &&
        text[end] == '\0' && request->part >= 1 && request->part <= request->n_parts &&
        request->n_parts <= SIMULATION_MOST_PARTS && strchr(text, '-') == NULL) {
        --request->part;
        return true;
    }
    return terminal_complain("%s: --part %s: write I/N with 1 <= I <= N, as 3/16", name, text);
}

/* ---- progress ---- */

struct line {
    enum terminal_color color;
    bool drawn; /* something stands in it */
};

static void draw_progress(void *context, const struct simulation_progress *progress)
{
    struct line *line = context;
    line->drawn = true;
    const struct terminal terminal = terminal_of(stderr, line->color);
    fputs("\r\033[K", stderr);
    terminal_printf(&terminal, STYLE_PLAIN, "%5.1f %%  design %zu of %zu · %s left",
                    100 * progress->share, progress->cell + 1, progress->n_cells,
                    long_duration_of(progress->left_s).text);
    (void)fflush(stderr);
}

/* Of measurements that were simulated from. */
static void print_document(FILE *stream, const struct input *input,
                           const struct global_options *global, json_t *document)
{
    if (input != NULL)
        provenance_set(input, &global->command, document);
    render_json_print(stream, document);
}

/* ---- what was found ---- */

static enum exit_code present(const struct simulation_result *result, const struct input *input,
                              const char *csv, const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    if (csv != NULL && !simulate_csv(result, csv))
        return fail_saying(EXIT_SYSTEM, "%s: %s: %s", name, csv, strerror(errno));
    if (global->json)
        print_document(stdout, input, global, simulate_document(result));
    else
        simulate_screen(&terminal, result, global->quiet);
    return EXIT_DONE;
}

static enum exit_code merge(const struct option_arguments *files, const char *csv,
                            const struct global_options *global)
{
    SCOPED(simulation_result_fini) struct simulation_result sum = {0};
    struct assay_error error;
    if (files->n == 0)
        return fail_usage("--merge puts together the files of the parts; name them");
    const enum assay_status status =
        simulation_merge(files->items, files->n, simulate_read, &sum, &error);
    return status == ASSAY_OK ? present(&sum, NULL, csv, global) : fail_as(name, &error);
}

static enum exit_code simulate(const struct simulation_request *request, const char *csv,
                               const struct global_options *global)
{
    struct line line = {.color = (enum terminal_color)global->color};
    const bool draws = isatty(STDERR_FILENO) != 0 && !global->quiet;
    const struct simulation_watch watch = {.context = &line,
                                           .progress = draws ? draw_progress : NULL,
                                           .write = simulate_write,
                                           .read = simulate_read};
    SCOPED(simulation_result_fini) struct simulation_result result = {0};
    struct remarks remarks = {0};
    struct assay_error error;
    const enum assay_status status = simulation_run(request, &watch, &result, &remarks, &error);
    if (line.drawn)
        fputs("\r\033[K", stderr);
    enum exit_code code = conclude_as(name, status, &remarks, &error);
    if (code == EXIT_DONE)
        code = present(&result, request->input, csv, global);
    return code;
}

static enum exit_code clt(const struct simulation_request *request,
                          const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    SCOPED(simulation_clt_fini) struct simulation_clt found = {0};
    struct remarks remarks = {0};
    struct assay_error error;
    const enum assay_status status = simulation_clt_of(request, &found, &remarks, &error);
    const enum exit_code code = conclude_as(name, status, &remarks, &error);
    if (code == EXIT_DONE && global->json)
        print_document(stdout, request->input, global,
                       simulate_clt_document(&found, request->confidence, request->seed));
    else if (code == EXIT_DONE)
        simulate_clt_screen(&terminal, &found);
    return code;
}

static enum exit_code minimum(const struct simulation_request *request,
                              const struct global_options *global)
{
    enum { N = SIMULATION_MINIMUM_ROWS };
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    struct assay_minimum_row rows[N];
    struct assay_error error;
    if (simulation_minimum(request, rows, &error) != ASSAY_OK)
        return fail_as(name, &error);
    if (global->json)
        render_json_print(stdout,
                          simulate_minimum_document(rows, N, request->confidence, request->seed));
    else
        simulate_minimum_screen(&terminal, rows, N);
    return EXIT_DONE;
}

/* ---- the verb ---- */

/* Of which systems a grid's designs are. */
static void say_designs(const struct input *input, const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    if (input->systems.n == 1)
        terminal_sentence(&terminal, "  ", "Both sides of the designs are those of %.60s.",
                          input->systems.items[0]);
    else
        terminal_sentence(
            &terminal, "  ", "The designs are those of %.60s (old) and %.60s (new)%s.",
            input->systems.items[0], input->systems.items[1],
            input->systems.n > 2 ? "; other systems are left out, --system chooses two" : "");
    if (input->n_sources == 1 && order_is_beside(input->sources[0].order.by))
        terminal_sentence(
            &terminal, "  ",
            "They were measured at the same time and are drawn apart: what they share "
            "is not simulated. Intervals of their pairs are narrower.");
}

/* With the measurements that --from, --aa and --clt name. */
static enum exit_code with_input(struct simulate_options *options, const struct name_list *which,
                                 const struct global_options *global)
{
    const struct option_arguments arguments = {.items = which->items, .n = which->n};
    SCOPED(input_fini) struct input input = {0};
    enum exit_code code = input_options_read(&options->input, &arguments, global, &input);
    if (code != EXIT_DONE)
        return code;
    options->request.input = &input;
    code = options->clt.n > 0 ? clt(&options->request, global)
                              : simulate(&options->request, options->csv, global);
    if (code == EXIT_DONE && options->from.n > 0 && !global->json && !global->quiet)
        say_designs(&input, global);
    return code;
}

static enum exit_code choose(struct simulate_options *options,
                             const struct option_arguments *arguments,
                             const struct global_options *global)
{
    struct simulation_request *request = &options->request;
    const struct name_list *which = options->from.n > 0 ? &options->from
                                    : options->aa.n > 0 ? &options->aa
                                                        : &options->clt;
    request->from = options->from.n > 0 ? options->from.items[0] : NULL;
    request->aa = options->aa.n > 0 ? options->aa.items[0] : NULL;
    int asked = (request->shape != NULL && request->aa == NULL) + (request->paper != NULL) +
                (request->check != NULL) + (options->from.n > 0) + (options->aa.n > 0) +
                (options->clt.n > 0) + options->merge;
    if (asked != 1)
        return fail_usage("give one of --shape (with --sd), --from, --aa, --clt, --paper, --check "
                          "and --merge");
    if (options->merge)
        return merge(arguments, options->csv, global);
    if (arguments->n > 0)
        return fail_saying(EXIT_USAGE,
                           "%s: what is \"%s\"? Experiments are given to --from, --aa or --clt",
                           name, arguments->items[0]);
    if (request->paper != NULL && strcmp(request->paper, "st-table1") == 0)
        return minimum(request, global);
    if (options->clt.n == 0 && !read_part(options->part, request))
        return EXIT_USAGE;
    return which->n > 0 ? with_input(options, which, global)
                        : simulate(request, options->csv, global);
}

static const struct simulate_options defaults = {.request = SIMULATION_REQUEST_DEFAULTS};

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    struct simulate_options *options = given;
    options->request.confidence = global->confidence;
    options->request.n_threads = (size_t)global->threads;
    if (global->seed.given)
        options->request.seed = global->seed.value;
    return choose(options, arguments, global);
}

const struct verb verb_simulate = {
    VERB_PAGE,
    .defaults = &defaults,
    .answer = answer,
};
