/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_present.c -- what was analysed, with all that is known of its origin. */
#include "view/page/report_present.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "design/secret.h"
#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/terminal/compare.h"
#include "view/text/about.h"
#include "view/text/view_memory.h"

/* To be freed; NULL: out of memory. */
static char *title_of(const struct report_look *look, const struct input *input)
{
    char *title = NULL;
    if (look->title != NULL)
        return strdup(look->title);
    if (input->experiment == NULL)
        return strdup(input->n_sources == 1 ? input->sources[0].name : "Comparison");
    if (input->experiment->name != NULL)
        return strdup(input->experiment->name);
    return asprintf(&title, "Experiment %" PRId64, input->experiment->id) >= 0 ? title : NULL;
}

static void set_hints(const struct comparison *pairs, json_t *findings, size_t n_threads)
{
    SCOPED(compare_hints_end) struct compare_hints hints = compare_hints_begin(pairs, n_threads);
    const json_t *shown = json_object_get(findings, "pairs");
    for (size_t i = 0; i < pairs->n; i++) {
        const json_t *comparisons = json_object_get(json_array_get(shown, i), "comparisons");
        for (size_t j = 0; j < pairs->items[i].n; j++)
            compare_hints_set(&hints, &pairs->items[i].rows[j], json_array_get(comparisons, j));
    }
}

static void redact_texts(json_t *value)
{
    const char *key;
    json_t *part;
    size_t i;
    if (json_is_string(value)) {
        OWNED char *text = secret_redact(json_string_value(value));
        if (text == NULL || json_string_set(value, text) != 0)
            view_lose();
    }
    json_array_foreach(value, i, part) redact_texts(part);
    json_object_foreach(value, key, part) redact_texts(part);
}

/* What the page holds as data, and says. */
static json_t *findings_of(const struct report_finding *finding, const struct report_view *view,
                           const struct report_look *look, size_t n_threads)
{
    json_t *findings = report_json(view, n_threads);
    set_hints(&finding->pairs, findings, n_threads);
    for (size_t i = 0; i < finding->pairs.n; i++)
        unpaired_warn(&finding->pairs.items[i], findings);
    experiment_set_stopping(&finding->input, findings);
    experiment_set_layouts(&finding->input, findings);
    experiment_set_hooks(&finding->input, findings);
    experiment_set_failures(&finding->input, findings);
    if (look->redact)
        redact_texts(findings); /* last words of hooks that failed */
    return findings;
}

/* "experiments 10, 12 and 13, in nightly.db"; NULL: files are among them, or there is one, which says more. To be freed. */
static char *origin_of(const struct input *input, const char *store)
{
    for (size_t i = 0; i < input->n_sources; i++)
        if (input->sources[i].experiment == NULL)
            return NULL;
    if (input->n_sources < 2)
        return NULL;
    const char *slash = store != NULL ? strrchr(store, '/') : NULL;
    return VIEW_TEXT(out, {
        fputs("experiments ", out);
        for (size_t i = 0; i < input->n_sources; i++)
            fprintf(out, "%s%" PRId64,
                    i == 0                     ? ""
                    : i + 1 < input->n_sources ? ", "
                                               : " and ",
                    input->sources[i].experiment->id);
        if (store != NULL)
            fprintf(out, ", in %s", slash != NULL ? slash + 1 : store);
    });
}

/* A page is read later and elsewhere: its commands name the experiments of the store, also the latest one; files as they
 * were given, or by their bare names where the page keeps secrets. False: no memory. */
static bool set_about(const struct input *input, const char *const *sources, bool redact)
{
    OWNED const char **words = calloc(input->n_sources + 1, sizeof *words);
    OWNED char(*ids)[24] = calloc(input->n_sources + 1, sizeof *ids);
    bool stored = redact;
    for (size_t i = 0; words != NULL && ids != NULL && i < input->n_sources; i++) {
        const struct experiment_info *experiment = input->sources[i].experiment;
        words[i] = experiment != NULL ? ids[i] : sources[i];
        stored = stored || experiment != NULL;
        if (experiment != NULL)
            (void)snprintf(ids[i], sizeof ids[i], "%" PRId64, experiment->id);
    }
    if (words != NULL && ids != NULL && stored)
        about_set(words, input->n_sources);
    return words != NULL && ids != NULL;
}

enum assay_status report_present(const struct report_finding *finding,
                                 const struct report_look *look, size_t n_threads,
                                 report_taker take, void *context, struct assay_error *error)
{
    const struct input *input = &finding->input;
    OWNED const char **sources = calloc(input->n_sources + 1, sizeof *sources);
    OWNED char *title = title_of(look, input), *origin = origin_of(input, look->store);
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; sources != NULL && i < input->n_sources; i++)
        sources[i] = input->sources[i].name;
    const struct report_view view = {
        .title = title,
        .samples = finding->samples,
        .n_samples = finding->n_samples,
        .mixtures = finding->mixtures,
        .benchmarks = input->benchmarks.items,
        .n_benchmarks = input->benchmarks.n,
        .pairs = finding->pairs.items,
        .n_pairs = finding->pairs.n,
        .hopeless = finding->pairs.hopeless,
        .n_hopeless = finding->pairs.n_hopeless,
        .confidence = finding->confidence,
        .seed = finding->seed,
        .raw = look->raw,
        .experiment = input->experiment,
        .machines = input->record.machines,
        .n_machines = input->record.n_machines,
        .different_machines = input_count_machines(input),
        .sources = sources,
        .n_sources = input->n_sources,
        .origin = origin,
        .fingerprint = look->fingerprint,
        .version = input->experiment != NULL ? &input->experiment->version : NULL,
        .links = look->links,
        .compare_url = look->compare_url,
        .card = look->card,
    };
    if (sources != NULL && title != NULL && set_about(input, sources, look->redact)) {
        json_auto_t *findings = findings_of(finding, &view, look, n_threads);
        take(&view, findings, context);
    } else {
        status = fail_no_memory(error);
    }
    return status;
}
