/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.c -- one self-contained HTML page of what was measured and compared. */
#include "cli/report.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/pairs.h"
#include "cli/show.h"
#include "render/json.h"
#include "render/report.h"
#include "render/terminal.h"

struct report_options {
    struct input_options input;
    bool allow_different_hosts, raw, open;
    double margin;
    const char *output, *title, *old_system;
    struct option_list new_systems;
};

static const struct option options_table[] = {
    INPUT_OPTIONS(struct report_options, input),
    {'o', "output", OPTION_STRING, offsetof(struct report_options, output), "FILE",
     "The page to write (default: report.html); - is standard output.", NULL},
    {0, "title", OPTION_STRING, offsetof(struct report_options, title), "TEXT",
     "The page's title (default: the experiment's or the files' name).", NULL},
    {0, "margin", OPTION_FRACTION, offsetof(struct report_options, margin), "M",
     "The smallest change that matters, as 0.01 or 1% (default: the experiment's, else 1%).", NULL},
    {0, "old", OPTION_STRING, offsetof(struct report_options, old_system), "SYSTEM",
     "The old system (default: the first one).", NULL},
    {0, "new", OPTION_LIST, offsetof(struct report_options, new_systems), "SYSTEM",
     "A new system; may be repeated (default: all others, each against the old one).", NULL},
    {0, "raw", OPTION_FLAG, offsetof(struct report_options, raw), NULL,
     "Put every value into the page, too.", NULL},
    {0, "open", OPTION_FLAG, offsetof(struct report_options, open), NULL,
     "Open the page in the browser.", NULL},
    {0, "allow-different-hosts", OPTION_FLAG,
     offsetof(struct report_options, allow_different_hosts), NULL,
     "Compare experiments although they come from different hosts or host states.", NULL},
    OPTION_END,
};

/* ---- output ---- */

static enum exit_code say_unwritable(const char *path)
{
    terminal_complain("assay: %s cannot be written: %s", path, strerror(errno));
    return EXIT_SYSTEM;
}

/* The file appears whole or not at all: readers of an older page never see half of the new one. */
static enum exit_code write_file(const char *path, const struct report_view *view, json_t *findings)
{
    char *temporary = NULL;
    if (asprintf(&temporary, "%s.%ld.part", path, (long)getpid()) < 0) {
        fputs("assay: out of memory\n", stderr);
        return EXIT_SYSTEM;
    }
    enum exit_code code = EXIT_DONE;
    FILE *stream = fopen(temporary, "w");
    bool written = stream != NULL;
    if (stream != NULL) {
        report_print(stream, view, findings);
        written = !ferror(stream);
        written = fclose(stream) == 0 && written;
    }
    if (!written || rename(temporary, path) != 0) {
        code = say_unwritable(path);
        (void)unlink(temporary);
    }
    free(temporary);
    return code;
}

static void say_written(const char *path, const struct global_options *global)
{
    if (global->quiet)
        return;
    terminal_complain("assay: wrote %s", path);
    if (!report_has_charts())
        fputs("assay: the page has no charts: this assay was built without Node. Install it with "
              "./setup report and build again for charts.\n",
              stderr);
}

static void open_page(const char *path)
{
    char *const arguments[] = {(char *)"xdg-open", (char *)path, NULL};
    pid_t child;
    if (posix_spawnp(&child, arguments[0], NULL, NULL, arguments, environ) != 0)
        terminal_complain("assay: there is no xdg-open to open %s with", path);
}

static enum exit_code write_page(const struct report_options *options,
                                 const struct report_view *view,
                                 const struct global_options *global)
{
    const char *path = options->output != NULL ? options->output : "report.html";
    json_t *findings = report_json(view, (size_t)global->threads);
    if (global->json) {
        render_json_print(stdout, findings);
        return EXIT_DONE;
    }
    enum exit_code code = EXIT_DONE;
    if (strcmp(path, "-") == 0)
        report_print(stdout, view, findings);
    else
        code = write_file(path, view, findings);
    json_decref(findings);
    if (strcmp(path, "-") == 0)
        return code;
    if (code == EXIT_DONE)
        say_written(path, global);
    if (code == EXIT_DONE && options->open)
        open_page(path);
    return code;
}

/* ---- findings ---- */

/* To be freed; NULL: out of memory. */
static char *title_of(const struct report_options *options, const struct input *input)
{
    char *title = NULL;
    if (options->title != NULL)
        return strdup(options->title);
    if (input->experiment == NULL)
        return strdup(input->n_sources == 1 ? input->sources[0].name : "Comparison");
    if (input->experiment->name != NULL)
        return strdup(input->experiment->name);
    return asprintf(&title, "Experiment %" PRId64, input->experiment->id) >= 0 ? title : NULL;
}

static struct report_pair *pairs_of(const struct pairs *pairs)
{
    struct report_pair *shown = calloc(pairs->n + 1, sizeof *shown);
    for (size_t i = 0; shown != NULL && i < pairs->n; i++) {
        const struct pair *pair = &pairs->items[i];
        shown[i] = (struct report_pair){.old_system = pair->old_system,
                                        .new_system = pair->new_system,
                                        .rows = pair->rows,
                                        .trouble = pair->trouble,
                                        .n = pair->n,
                                        .suite = pair->has_suite ? &pair->suite : NULL};
    }
    return shown;
}

static enum exit_code present(const struct report_options *options, const struct input *input,
                              const struct shown_sample *samples, const struct pairs *pairs,
                              const struct global_options *global)
{
    struct report_pair *shown = pairs_of(pairs);
    const char **sources = calloc(input->n_sources + 1, sizeof *sources);
    char *title = title_of(options, input);
    enum exit_code code = EXIT_SYSTEM;
    if (shown == NULL || sources == NULL || title == NULL) {
        fputs("assay: out of memory\n", stderr);
        goto out;
    }
    for (size_t i = 0; i < input->n_sources; i++)
        sources[i] = input->sources[i].name;
    const struct report_view view = {
        .title = title,
        .samples = samples,
        .n_samples = input->n,
        .benchmarks = input->benchmarks.items,
        .n_benchmarks = input->benchmarks.n,
        .pairs = shown,
        .n_pairs = pairs->n,
        .confidence = global->confidence,
        .seed = global->seed.given          ? global->seed.value
                : input->experiment != NULL ? input->experiment->seed
                                            : 0,
        .raw = options->raw,
        .experiment = input->experiment,
        .sources = sources,
        .n_sources = input->n_sources,
    };
    code = write_page(options, &view, global);
out:
    free(title);
    free(sources);
    free(shown);
    return code;
}

static enum exit_code analyse(const struct report_options *options, const struct input *input,
                              const struct global_options *global)
{
    const struct compare_request request = {.input = input,
                                            .old_system = options->old_system,
                                            .new_systems = options->new_systems,
                                            .method = ASSAY_COMPARE_AUTO,
                                            .margin = options->margin};
    struct pairs pairs = {NULL, 0};
    struct shown_sample *samples = NULL;
    enum exit_code code = show_describe(input, global->confidence, &samples);
    if (code == EXIT_DONE && (input->systems.n > 1 || options->old_system != NULL))
        code = pairs_compare(&request, global, &pairs);
    if (code == EXIT_DONE)
        code = present(options, input, samples, &pairs, global);
    pairs_fini(&pairs);
    free(samples);
    return code;
}

static enum exit_code run(const struct verb *verb, int argc, char **argv,
                          struct global_options *global)
{
    struct report_options options = {.margin = (double)NAN};
    struct option_arguments arguments;
    struct input input;
    enum exit_code code;
    if (!verb_parse(verb, argc, argv, global, &options, &arguments, &code))
        return code;
    code = input_read(&options.input, &arguments, global, &input);
    if (code == EXIT_DONE) {
        code = compare_check_hosts(&input, options.allow_different_hosts)
                   ? analyse(&options, &input, global)
                   : EXIT_DATA;
        input_fini(&input);
    }
    input_options_fini(&options.input);
    option_list_fini(&options.new_systems);
    option_arguments_fini(&arguments);
    return code;
}

const struct verb verb_report = {
    .name = "report",
    .question = "one self-contained HTML page of what was measured",
    .synopsis = "[OPTIONS] [FILE|EXPERIMENT]…",
    .description =
        "Writes a page that answers, in this order: what changed, how sure that is, where the "
        "uncertainty comes from, what to do next, how to get the numbers again. It needs no "
        "network and no other file, and every number in it is text.\n\n"
        "Charts are drawn by the page itself, when assay was built with Node. --json prints the "
        "findings that the page holds.\n\n"
        "Reads the files named, or experiments of the store by id, name or \"latest\" (default); "
        "- is standard input.",
    .examples = "  assay report -o fft.html\tThe latest experiment\n"
                "  assay report old.csv new.csv --open\tTwo files, then look at the page\n"
                "  assay report 12 --metric all --raw\tEverything of experiment 12",
    .options = options_table,
    .run = run,
};
