/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nanobench.c -- JSON of nanobench (ankerl::nanobench::templates::json), and of templates that people
 * write themselves.
 * Source:   martinus/nanobench nanobench.h; since 4.0 an array of results with measurements, before
 *           an object {title, batch, benchmarks: [{name, results: [epochs]}]}.
 * Levels:   iteration; a value is the mean over one epoch. Where a template gives median(elapsed)
 *           and no measurements, medians.
 * Names:    title/name (complexityN=N). Results of one name that differ in the batch, or in a text
 *           that only such templates have, are told apart: the later ones have it in their names.
 * Edge:     an object with results, an array of results or of such objects. All values are per
 *           iteration, none is divided by the batch. */
#include <math.h>
#include <string.h>

#include "import/gather.h"
#include "import/nanobench_epochs.h"

struct nanobench {
    struct importer *importer;
    struct nanobench_epochs epochs; /* of the result at hand */
    struct gather names;            /* with the batch of the first of each */
    struct gather variants;         /* with the texts; last_label 1: of the first of the name */
};

struct result {
    const char *title, *name, *texts; /* texts: "source=a, kind=b", of a template of one's own */
    double batch, complexity;
    struct pull_place measurements, elapsed,
        counts[NANOBENCH_N_COUNTERS]; /* the last two: medians */
    struct pull_place benchmarks;     /* of before 4.0 */
    bool is_list;
    bool is_benchmark; /* its results are its measurements, as before 4.0 */
};

/* True when the key at hand is "median(NAME)". */
static bool is_median(const struct pull *json, const char *name)
{
    const size_t n = strlen(name);
    return json->key_size == n + 8 && memcmp(json->key, "median(", 7) == 0 &&
           memcmp(json->key + 7, name, n) == 0 && json->key[n + 7] == ')';
}

/* Where the medians stand, for the case that there are no measurements. */
static void note_median(struct pull *json, struct result *result)
{
    if (is_median(json, "elapsed"))
        result->elapsed = pull_here(json);
    for (size_t i = 0; i < NANOBENCH_N_COUNTERS; i++)
        if (is_median(json, nanobench_counters[i]))
            result->counts[i] = pull_here(json);
}

static void read_medians(struct nanobench *nanobench, const struct result *result)
{
    struct pull *json = &nanobench->importer->json;
    double x;
    pull_go(json, result->elapsed);
    pull_number(json, 0, &x);
    importer_value(nanobench->importer, x);
    for (size_t i = 0; i < NANOBENCH_N_COUNTERS; i++)
        if (result->counts[i].p != NULL) {
            pull_go(json, result->counts[i]);
            nanobench_epochs_count(&nanobench->epochs, i);
        }
}

static void read_result(struct nanobench *nanobench, const struct result *around);

static void read_member(struct nanobench *nanobench, struct result *result)
{
    struct pull *json = &nanobench->importer->json;
    const enum pull_kind kind = pull_peek(json);
    if (pull_key_is(json, "name")) {
        result->name = pull_string(json);
    } else if (pull_key_is(json, "title")) {
        result->title = pull_string(json);
    } else if (pull_key_is(json, "batch")) {
        pull_number(json, 0, &result->batch);
        result->batch = isfinite(result->batch) ? result->batch : 1;
    } else if (pull_key_is(json, "complexityN")) {
        pull_number(json, 0, &result->complexity);
    } else if (pull_key_is(json, "results") && kind == PULL_ARRAY && !result->is_benchmark) {
        result->is_list = true;
        pull_array(json);
        while (pull_item(json))
            read_result(nanobench, NULL);
    } else if (kind == PULL_STRING && !pull_key_is(json, "unit")) {
        const char *key = pull_key_text(json);
        result->texts = pull_join(json, result->texts, key, pull_string(json));
    } else {
        if (pull_key_is(json, result->is_benchmark ? "results" : "measurements"))
            result->measurements = pull_here(json);
        if (pull_key_is(json, "benchmarks"))
            result->benchmarks = pull_here(json);
        note_median(json, result);
        pull_skip(json);
    }
}

/* Whether these are the texts of the first result of this name, and its batch. */
struct first {
    bool texts;
    double batch;
};

static struct first first_of(struct nanobench *nanobench, const char *name,
                             const struct result *result)
{
    const struct gather_field key[2] = {{name, strlen(name)},
                                        {result->texts, strlen(result->texts)}};
    const size_t n_names = nanobench->names.n, n_variants = nanobench->variants.n,
                 index = gather_find(&nanobench->names, key),
                 variant = gather_find(&nanobench->variants, key);
    if (index == SIZE_MAX || variant == SIZE_MAX) {
        pull_no_memory(&nanobench->importer->json);
        return (struct first){true, result->batch};
    }
    struct gather_entry *of_name = &nanobench->names.entries[index],
                        *of_texts = &nanobench->variants.entries[variant];
    const bool is_new = nanobench->names.n > n_names;
    if (nanobench->variants.n > n_variants)
        of_texts->last_label = is_new;
    if (is_new && !gather_append(of_name, result->batch))
        pull_no_memory(&nanobench->importer->json);
    return (struct first){of_texts->last_label == 1,
                          of_name->n > 0 ? of_name->values[0] : result->batch};
}

/* The result's name, with what tells it from the first of this name. */
static const char *name_result(struct nanobench *nanobench, const struct result *result)
{
    struct pull *json = &nanobench->importer->json;
    const bool titled = result->title[0] != '\0' && strcmp(result->title, "benchmark") != 0;
    const char *name =
        titled ? pull_print(json, "%s/%s", result->title, result->name) : result->name;
    const struct first first = first_of(nanobench, name, result);
    const char *details = first.texts ? "" : result->texts;
    if (result->complexity > 0) /* -1 where nobody gave it */
        details =
            pull_join(json, details, "complexityN", pull_print(json, "%.17g", result->complexity));
    if (first.batch != result->batch)
        details = pull_join(json, details, "batch", pull_print(json, "%.17g", result->batch));
    return details[0] != '\0' ? pull_print(json, "%s (%s)", name, details) : name;
}

static void add_result(struct nanobench *nanobench, const struct result *result)
{
    struct importer *importer = nanobench->importer;
    struct pull *json = &importer->json;
    const struct importer_series series = {.benchmark = name_result(nanobench, result),
                                           .metric = "wall",
                                           .unit = unit_of("s"),
                                           .lowest = "iteration"};
    const struct pull_place after = pull_here(json);
    const bool measured = result->measurements.p != NULL;
    const size_t before = importer->n_added;
    if (measured) {
        pull_go(json, result->measurements);
        nanobench_epochs_read(&nanobench->epochs);
    } else {
        read_medians(nanobench, result);
    }
    nanobench_epochs_add(&nanobench->epochs, &series);
    pull_go(json, after);
    if (!measured)
        importer_summary(importer, importer->n_added - before);
}

/* The benchmarks of an object of before 4.0, whose title and batch are theirs. */
static void read_benchmarks(struct nanobench *nanobench, const struct result *result)
{
    struct pull *json = &nanobench->importer->json;
    const struct pull_place after = pull_here(json);
    pull_go(json, result->benchmarks);
    pull_array(json);
    while (pull_item(json))
        read_result(nanobench, result);
    pull_go(json, after);
}

/* A result, or an object with an array of them. around: the object of before 4.0 that it is in. */
static void read_result(struct nanobench *nanobench, const struct result *around)
{
    struct pull *json = &nanobench->importer->json;
    const struct pull_mark mark = pull_mark(json);
    struct result result = {.title = around != NULL ? around->title : "",
                            .name = "",
                            .texts = "",
                            .batch = around != NULL ? around->batch : 1,
                            .is_benchmark = around != NULL};
    pull_object(json);
    while (pull_key(json))
        read_member(nanobench, &result);
    if (!json->failed && (result.elapsed.p != NULL || result.measurements.p != NULL))
        add_result(nanobench, &result);
    else if (!json->failed && result.benchmarks.p != NULL && around == NULL)
        read_benchmarks(nanobench, &result);
    else if (!result.is_list)
        importer_skip(nanobench->importer, 1, "results without a time");
    pull_forget(json, mark);
}

static void read_nanobench(struct importer *importer)
{
    struct nanobench nanobench = {.importer = importer};
    struct pull *json = &importer->json;
    nanobench.epochs.importer = importer;
    gather_init(&nanobench.names, 1);
    gather_init(&nanobench.variants, 2);
    if (pull_peek(json) == PULL_ARRAY) {
        pull_array(json);
        while (pull_item(json))
            read_result(&nanobench, NULL);
    } else {
        read_result(&nanobench, NULL);
    }
    pull_finish(json);
    nanobench_epochs_fini(&nanobench.epochs);
    gather_fini(&nanobench.names);
    gather_fini(&nanobench.variants);
}

static bool probe(const struct format_text *text)
{
    static const char *const results[] = {"results", "measurements", "elapsed", NULL};
    static const char *const measured[] = {"measurements", "elapsed", NULL};
    static const char *const medians[] = {"median(elapsed)", NULL};
    static const char *const before[] = {"benchmarks", "results", "iters", "elapsed_ns", NULL};
    return pull_probe(text, '{', before) || pull_probe(text, '{', results) ||
           pull_probe(text, '[', measured) || pull_probe(text, '{', medians) ||
           pull_probe(text, '[', medians);
}

const struct format format_nanobench = {
    .name = "nanobench",
    .what = "nanobench JSON",
    .probe = probe,
    .take = read_nanobench,
};
