/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.c -- one self-contained HTML page of what was measured and compared. */

#include <math.h>
#include <string.h>

#include "cli/compare.h"
#include "cli/history.h"
#include "cli/latest.h"
#include "cli/report_options.h"
#include "cli/words/report.h"
#include "source/read_source.h"
#include "view/text/about.h"
#include "view/text/terminal.h"

struct report_options {
    struct input_options input;
    bool allow_different_hosts, raw, open;
    double margin; /* NaN: the experiment's, else 0.01 */
    const char *output, *title, *old_system, *site;
    struct name_list new_systems;
    bool history; /* the page of the versions */
    const char *figure, *width;
    const char *card, *badge, *font;
    bool no_title;
    long rows, columns;
    int theme;
};

enum exit_code report_request_of(const struct input_options *input,
                                 const struct option_arguments *arguments,
                                 const struct global_options *global,
                                 struct report_request *request)
{
    *request = (struct report_request)REPORT_REQUEST_DEFAULTS;
    request->compare = compare_request_of(NULL, global);
    request->compare.jointly = input->metrics.n > 0;
    return input_options_request(input, arguments, global, &request->source);
}

enum exit_code report_of(const struct input_options *input,
                         const struct option_arguments *arguments,
                         const struct report_request *request, const struct report_page *page)
{
    bool taken = false;
    enum exit_code code = EXIT_DONE;
    if (arguments->n == 1 && input->format == NULL)
        code = report_of_findings(arguments->items[0], request, page, &taken);
    if (taken)
        return code;
    about_set(arguments->items, arguments->n);
    return report_of_input(request, page);
}

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n > m && strcmp(text + n - m, end) == 0;
}

/* A file as a page in the same directory calls it: else as it was named. */
static const char *report_beside(const char *file, const char *page)
{
    const char *slash = file != NULL ? strrchr(file, '/') : NULL;
    const char *other = page != NULL ? strrchr(page, '/') : NULL;
    if (slash == NULL || other == NULL || slash - file != other - page ||
        strncmp(file, page, (size_t)(slash - file)) != 0)
        return file;
    return slash + 1;
}

static enum exit_code write_report(const struct report_options *options,
                                   const struct option_arguments *arguments,
                                   const struct global_options *global)
{
    struct report_page page = {
        .command = &global->command,
        .look = {.title = options->title, .raw = options->raw, .redact = options->input.redact},
        .output = options->output,
        .card = options->card,
        .badge = options->badge,
        .open = options->open,
        .json = global->json,
        .quiet = global->quiet};
    struct report_request request;
    OWNED char *store = source_store_path(global->store);
    page.look.store = store;
    page.look.card = report_beside(options->card, options->output);
    page.look.figure = (struct figure){.dark = options->theme == 1,
                                       .untitled = options->no_title,
                                       .font = options->font,
                                       .rows = (size_t)options->rows,
                                       .columns = (size_t)options->columns};
    if (options->figure != NULL && !report_figure_read("--figure", options->figure, options->width,
                                                       options->output, &page.look.figure))
        return EXIT_USAGE;
    if (figure_is_history(&page.look.figure))
        return history_figure(&options->input, &page.look.figure, options->output, arguments,
                              global);
    if (options->history)
        return history_page(&options->input,
                            options->output != NULL ? options->output : "report.html", arguments,
                            global);
    enum exit_code code = report_request_of(&options->input, arguments, global, &request);
    if (code != EXIT_DONE)
        return code;
    request.compare.old_system = options->old_system;
    request.compare.new_systems = options->new_systems;
    request.compare.margin = options->margin;
    request.compare.store = store;
    request.allow_different_hosts = options->allow_different_hosts;
    if (options->site != NULL)
        return report_of_store(&request, options->site, &page);
    if (arguments->n == 0 && (options->output == NULL || strcmp(options->output, "-") != 0) &&
        latest_write(global) != EXIT_DONE)
        return EXIT_USAGE;
    if (arguments->n == 0)
        latest_look(global);
    return report_of(&options->input, arguments, &request, &page);
}

enum { MOST_COLUMNS = 12 };

static bool options_agree(const struct report_options *options, const struct global_options *global)
{
    const char *problem = NULL;
    if (options->history && (options->site != NULL || options->title != NULL || options->raw ||
                             !isnan(options->margin) || options->old_system != NULL ||
                             options->new_systems.n > 0 || options->input.statistic != NULL))
        problem = "--history is a page of versions: leave out --site, --title, --raw, --margin, "
                  "--statistic, --old and --new; assay history --page has rules and margins";
    else if (options->history && global->json)
        problem =
            "assay history --json prints what the page of versions holds; leave out --history";
    else if (options->figure == NULL &&
             (options->width != NULL || options->theme != 0 || options->font != NULL ||
              options->no_title || options->rows > 0 || options->columns > 0))
        problem = "--width, --theme, --font, --no-title, --rows and --columns are of a figure: add "
                  "--figure changes";
    else if (options->font != NULL && strpbrk(options->font, "'\"\\;{}<>&") != NULL)
        problem = "--font is the name of a font, as serif or \"Source Serif\"";
    else if (options->columns > MOST_COLUMNS)
        problem = "--columns is at most 12";
    else if (options->figure != NULL &&
             (options->history || options->site != NULL || options->raw || global->json))
        problem = "--figure writes one picture; leave out --history, --site, --raw and --json";
    else if ((options->card != NULL || options->badge != NULL) &&
             (options->history || options->site != NULL || options->figure != NULL || global->json))
        problem = "--card and --badge show the answer of one page; leave out --history, --site, "
                  "--figure and --json";
    else if (options->card != NULL && !ends_with(options->card, ".png"))
        problem = "--card writes a PNG: call its file so, as card.png";
    else if (options->badge != NULL && !ends_with(options->badge, ".svg"))
        problem = "--badge writes an SVG: call its file so, as badge.svg";
    else if (options->site != NULL && (options->output != NULL || options->title != NULL))
        problem = "--site names its pages itself; leave out --output and --title";
    else if (options->site != NULL && global->json)
        problem = "--json prints the findings of one page; leave out --site";
    if (problem != NULL)
        terminal_complain("assay: %s", problem);
    return problem == NULL;
}

static const struct report_options defaults = {.margin = (double)NAN};

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    struct report_options *options = given;
    return options_agree(options, global) ? write_report(options, arguments, global) : EXIT_USAGE;
}

const struct verb verb_report = {
    VERB_PAGE,
    .takes_experiments = true,
    .defaults = &defaults,
    .answer = answer,
};
