/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_judge.c -- what a run says against its baseline: on the terminal, in Markdown, as a gate. */
#include "cli/run_judge.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/baseline.h"
#include "cli/fail.h"
#include "render/markdown.h"
#include "render/terminal.h"

/* The baseline and what was just measured. */
static enum exit_code read_beside_baseline(const struct session *session,
                                           const struct global_options *global, struct input *input)
{
    struct remarks remarks = {0};
    struct assay_error error;
    enum assay_status status =
        baseline_input(session->baseline, session->experiment, global->store, global->uid, input,
                       global->quiet ? NULL : &remarks, &error);
    return conclude(status, &remarks, &error);
}

enum exit_code run_judge(const struct session *session, const struct global_options *global,
                         struct judged *out)
{
    char id[24];
    const char *item = id;
    const struct option_arguments arguments = {&item, 1};
    const struct input_options all = {.stored = true};
    enum exit_code code;
    *out = (struct judged){0};
    (void)snprintf(id, sizeof id, "%" PRId64, session->experiment);
    code = session->baseline[0] != '\0' ? read_beside_baseline(session, global, &out->input)
                                        : input_options_read(&all, &arguments, global, &out->input);
    if (code != EXIT_DONE)
        return code;
    struct assay_error error;
    out->request = compare_request_of(&out->input, global);
    out->request.margin = session->design->margin;
    if (pairs_compare(&out->request, &out->pairs, &error) != ASSAY_OK)
        return fail_with(&error);
    out->code = compare_gate_code(pairs_gate(&out->pairs, &out->input));
    return EXIT_DONE;
}

void judged_fini(struct judged *judged)
{
    pairs_fini(&judged->pairs);
    input_fini(&judged->input);
}

static bool write_pair(FILE *stream, const struct pair *pair, double confidence)
{
    const char **left_out = calloc(pair->n_left_out + 1, sizeof *left_out);
    if (left_out == NULL)
        return false;
    for (size_t i = 0; i < pair->n_left_out; i++)
        left_out[i] = pair->left_out[i].series->benchmark;
    markdown_pair(stream, pair->old_system, pair->new_system, pair->rows, pair->n, confidence);
    markdown_left_out(stream, left_out, pair->n_left_out);
    free(left_out);
    return true;
}

static enum exit_code write_summary(const struct judged *judged, const char *path,
                                    double confidence)
{
    FILE *stream = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    bool done = stream != NULL;
    if (done)
        markdown_head(stream, judged->code == EXIT_SLOWER, judged->code == EXIT_INCONCLUSIVE);
    if (done && judged->note[0] != '\0')
        fprintf(stream, "\n%s\n", judged->note);
    for (size_t i = 0; done && i < judged->pairs.n; i++)
        done = write_pair(stream, &judged->pairs.items[i], confidence);
    if (stream != NULL && stream != stdout)
        done = fclose(stream) == 0 && done;
    if (done)
        return EXIT_DONE;
    terminal_complain("assay: %s: %s", path, strerror(errno));
    return EXIT_SYSTEM;
}

enum exit_code run_tell(const struct judged *judged, const struct run_options *options,
                        const struct global_options *global)
{
    enum exit_code written = EXIT_DONE;
    if (options->summary != NULL)
        written = write_summary(judged, options->summary, global->confidence);
    if (options->summary == NULL || strcmp(options->summary, "-") != 0) {
        enum exit_code code = compare_present(&judged->request, COMPARE_GATE_PRIMARY, global);
        if (judged->note[0] != '\0' && !global->quiet)
            terminal_complain("assay: %s", judged->note);
        if (code != EXIT_DONE && code != EXIT_SLOWER && code != EXIT_INCONCLUSIVE)
            return code;
    }
    return written != EXIT_DONE                ? written
           : options->gate || options->confirm ? judged->code
                                               : EXIT_DONE;
}
