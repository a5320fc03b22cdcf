/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.c -- one self-contained HTML page of what was measured and compared. */
#include "cli/verbs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/compare.h"
#include "cli/history.h"
#include "cli/report_options.h"
#include "view/text/terminal.h"

struct report_options {
    struct input_options input;
    bool allow_different_hosts, raw, open;
    double margin; /* NaN: the experiment's, else 0.01 */
    const char *output, *title, *old_system, *site;
    struct name_list new_systems;
    bool history; /* the page of the versions */
    const char *figure, *width;
    int theme;
};

static const char *const themes[] = {"light", "dark", NULL};

static const struct option options_table[] = {
    {'o', "output", OPTION_OUTPUT, offsetof(struct report_options, output), "FILE",
     "The page to write (default: report.html); - is standard output."},
    {0, "title", OPTION_STRING, offsetof(struct report_options, title), "TEXT",
     "The page's title (default: the experiment's or the files' name)."},
    {0, "margin", OPTION_FRACTION, offsetof(struct report_options, margin), "M",
     "The smallest change that matters, as 0.01 or 1% (default: the experiment's, else 1%)."},
    {0, "old", OPTION_STRING, offsetof(struct report_options, old_system), "SYSTEM",
     "The old system (default: the first one)."},
    {0, "new", OPTION_LIST, offsetof(struct report_options, new_systems), "SYSTEM",
     "A new system; may be repeated (default: all others, each against the old one)."},
    {0, "raw", OPTION_FLAG, offsetof(struct report_options, raw), NULL,
     "Put every value into the page, too."},
    STATISTIC_OPTION(struct report_options, input,
                     "What verdicts rest on: both (default: typical run and mean), typical, mean, "
                     "median or a quantile, p90 (default: the experiment's)."),
    REDACT_OPTION(struct report_options, input),
    {0, "site", OPTION_STRING, offsetof(struct report_options, site), "DIR",
     "Write into DIR a page for each experiment (or those named) and an index; pages that are up "
     "to "
     "date are left."},
    {0, "history", OPTION_FLAG, offsetof(struct report_options, history), NULL,
     "The versions of the store, or of the files, as assay history sees them: every series with "
     "its "
     "steps."},
    {0, "figure", OPTION_STRING, offsetof(struct report_options, figure), "KIND[:BENCHMARK]",
     "Write a chart in place of the page, in the format of FILE's ending (svg, png, pdf, pgf, "
     "csv). "
     "Of all benchmarks: changes, means, map, parameters, history. Of one: density, share, order, "
     "runs, shift, units, shares, plan."},
    {0, "width", OPTION_STRING, offsetof(struct report_options, width), "WIDTH",
     "The width of a figure: 85mm (default), 8.5cm or 3.3in."},
    {0, "theme", OPTION_CHOICE, offsetof(struct report_options, theme), "THEME",
     "The colours of a figure: light (default), dark.", themes},
    {0, "open", OPTION_FLAG, offsetof(struct report_options, open), NULL,
     "Open the page in the browser."},
    {0, "allow-different-hosts", OPTION_FLAG,
     offsetof(struct report_options, allow_different_hosts), NULL,
     "Compare experiments although they come from different hosts or host states."},
    WARM_UP_OPTION(struct report_options, input),
    INPUT_OPTIONS(struct report_options, input),
    OPTION_END,
};

enum exit_code report_request_of(const struct input_options *input,
                                 const struct option_arguments *arguments,
                                 const struct global_options *global,
                                 struct report_request *request)
{
    *request = (struct report_request)REPORT_REQUEST_DEFAULTS;
    request->compare = compare_request_of(NULL, global);
    request->compare.with_bootstrap = true;
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
    return taken ? code : report_of_input(request, page);
}

static enum exit_code write_report(const struct report_options *options,
                                   const struct option_arguments *arguments,
                                   const struct global_options *global)
{
    struct report_page page = {
        .command = &global->command,
        .look = {.title = options->title, .raw = options->raw, .redact = options->input.redact},
        .output = options->output,
        .open = options->open,
        .json = global->json,
        .quiet = global->quiet};
    struct report_request request;
    page.look.figure.dark = options->theme == 1;
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
    request.allow_different_hosts = options->allow_different_hosts;
    if (options->site != NULL)
        return report_of_store(&request, options->site, &page);
    return report_of(&options->input, arguments, &request, &page);
}

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
    else if (options->figure == NULL && (options->width != NULL || options->theme != 0))
        problem = "--width and --theme are of a figure: add --figure changes";
    else if (options->figure != NULL &&
             (options->history || options->site != NULL || options->raw || global->json))
        problem = "--figure writes one picture; leave out --history, --site, --raw and --json";
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

static const char *const chief[] = {"output",    "title",   "margin", "old",  "new",
                                    "benchmark", "history", "site",   "open", NULL};

const struct verb verb_report = {
    .name = "report",
    .question = "one self-contained HTML page of what was measured",
    .synopsis = "[OPTIONS] [FILE|EXPERIMENT]…",
    .description =
        "Writes a page that answers: what changed, how sure is that, whence the uncertainty, what "
        "to do next, how to get the numbers again. It needs no network and no other file, and "
        "every "
        "number in it is text.\n\nCharts are drawn by the page itself, when assay was built with "
        "Node. --json prints the findings that the page holds.\n\nReads the files named, or "
        "experiments of the store by id, name or \"latest\" (default); - is standard input. A file "
        "of findings, saved from assay show, compare or report with --json, gives its page again.",
    .examples = "  assay report -o fft.html\tThe latest experiment\n"
                "  assay report old.csv new.csv --open\tTwo files, then look at the page\n"
                "  assay report 12 --metric all --raw\tEverything of experiment 12\n"
                "  assay report --site public\tA page for every experiment, and an index\n"
                "  assay report findings.json\tFrom what assay compare --json printed",
    .options = options_table,
    .chief = chief,
    .takes_experiments = true,
    .defaults = &defaults,
    .size = sizeof(struct report_options),
    .answer = answer,
};
