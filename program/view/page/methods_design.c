/* SPDX-License-Identifier: GPL-3.0-or-later */
/* methods_design.c -- the sentences on what was measured, how often and in which order. */
#include "view/page/methods.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/level_words.h"
#include "base/owned.h"
#include "design/manifest.h"
#include "view/document/experiment.h"

/* As it was measured; NULL: files, or a manifest that cannot be read. */
static struct design *design_of_input(const struct input *input)
{
    struct design *design = NULL;
    struct assay_error error;
    const char *text = input->told.plan != NULL ? input->told.plan->manifest : NULL;
    const char *directory = input->experiment != NULL ? input->experiment->source : "/";
    if (text != NULL &&
        manifest_parse(text, strlen(text), "", directory, &design, &error) != ASSAY_OK)
        design_free(&design);
    return design;
}

/* ---- what ---- */

static void say_metrics(FILE *stream, const struct input *input)
{
    if (input->metrics.n == 1 && strcmp(input->metrics.items[0], "wall") == 0) {
        fputs("wall-clock time", stream);
        return;
    }
    fputs(input->metrics.n == 1 ? "the metric " : "the metrics ", stream);
    methods_names(stream, input->metrics.items, input->metrics.n);
}

static void say_subject(FILE *stream, const struct input *input)
{
    fputs("We measured ", stream);
    say_metrics(stream, input);
    fputs(input->systems.n == 1 ? " of the system " : " of the systems ", stream);
    methods_names(stream, input->systems.items, input->systems.n);
    if (input->systems.n > 1) {
        fputs(" (", stream);
        methods_name(stream, input->systems.items[0]);
        fputs(" is the old one)", stream);
    }
    fprintf(stream, " on %zu benchmark%s: ", input->benchmarks.n,
            input->benchmarks.n == 1 ? "" : "s");
    methods_names(stream, input->benchmarks.items, input->benchmarks.n);
    fputs(".\n", stream);
}

/* ---- how often ---- */

/* Units of a level below one parent, over all series; unbalanced ones by their mean. */
struct counts {
    const char *name;
    double least, most;
    bool whole;
};

/* Of the level of that place in the first series, where all series have the same levels. */
static struct counts counts_of(const struct input *input, size_t level)
{
    struct counts counts = {input->series[0].level_name[level], INFINITY, 0, true};
    for (size_t i = 0; i < input->n; i++) {
        const double n = assay_shape_mean_count(&input->series[i].live.shape, level);
        counts.least = fmin(counts.least, n);
        counts.most = fmax(counts.most, n);
        counts.whole = counts.whole && n == floor(n);
    }
    return counts;
}

static bool levels_agree(const struct input *input)
{
    const struct assay_series *first = &input->series[0];
    for (size_t i = 1; i < input->n; i++) {
        const struct assay_series *other = &input->series[i];
        if (other->live.shape.n_levels != first->live.shape.n_levels)
            return false;
        for (size_t l = 0; l < first->live.shape.n_levels; l++)
            if (strcmp(other->level_name[l], first->level_name[l]) != 0)
                return false;
    }
    return true;
}

static void say_count(FILE *stream, const struct counts *counts)
{
    if (counts->least == counts->most && counts->whole) {
        methods_text(stream, level_units((size_t)counts->least, counts->name).text);
        return;
    }
    fprintf(stream, "%.3g to %.3g ", counts->least, counts->most);
    methods_text(stream, level_plural(counts->name).text);
    fputs(counts->whole ? "" : " on average", stream);
}

/* Of the lowest level, where it is the same in all units of all series; else 0. */
static size_t warmup_recorded(const struct input *input)
{
    const size_t n = input->series[0].n_warmup != NULL ? input->series[0].n_warmup[0] : 0;
    for (size_t i = 0; i < input->n; i++) {
        const struct assay_series *series = &input->series[i];
        const size_t n_levels = series->all.shape.n_levels;
        const size_t units = n_levels > 1 ? assay_shape_units(&series->all.shape, n_levels - 2) : 1;
        for (size_t u = 0; u < units; u++)
            if (series->n_warmup == NULL || series->n_warmup[u] != n)
                return 0;
    }
    return n;
}

/* Of the level, as the manifest has it, of files as they have it; 0: none, or nobody knows. */
static size_t warmup_of(const struct input *input, const struct design *design, size_t place)
{
    const char *level = input->series[0].level_name[place];
    if (design == NULL && place + 1 == input->series[0].live.shape.n_levels)
        return warmup_recorded(input);
    for (size_t i = 0; design != NULL && i < design->n_levels; i++)
        if (strcmp(design->levels[i].name, level) == 0)
            return design->levels[i].warmup;
    return 0;
}

static void say_counts(FILE *stream, const struct input *input, const struct design *design)
{
    const struct assay_series *first = &input->series[0];
    const size_t n = first->live.shape.n_levels;
    if (!levels_agree(input)) {
        fputs("The benchmarks were repeated at different levels.\n", stream);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const struct counts counts = counts_of(input, i);
        const size_t warmup = warmup_of(input, design, i);
        if (i > 0)
            fputs(i + 1 < n ? ", " : " and ", stream);
        else
            fputs(input->benchmarks.n > 1 ? "Each benchmark has for each system "
                                          : "Each system has ",
                  stream);
        say_count(stream, &counts);
        if (i > 0) {
            fputs(" of each ", stream);
            methods_text(stream, first->level_name[i - 1]);
        }
        if (warmup > 0)
            fprintf(stream, " after %zu of warm-up", warmup);
    }
    fputs(n > 1 ? METHODS_CITE "kalibera2013" METHODS_END ".\n" : ".\n", stream);
}

static void say_choices(FILE *stream, const struct input *input)
{
    size_t by_hand = 0, automatic = 0;
    for (size_t i = 0; i < input->n; i++) {
        by_hand += input->series[i].decided == ASSAY_DECIDED_BY_HAND;
        automatic += input->series[i].decided == ASSAY_DECIDED_AUTOMATIC;
    }
    if (automatic > 0)
        fprintf(stream,
                "Where live iterations begin was chosen after measuring, by change points, for "
                "%zu of %zu series.\n",
                automatic, input->n);
    if (by_hand > 0)
        fprintf(stream,
                "Where live iterations begin was chosen after measuring, by hand, for %zu of %zu "
                "series.\n",
                by_hand, input->n);
}

/* ---- in which order ---- */

static bool all_paired(const struct methods_view *view)
{
    size_t rows = 0;
    for (size_t i = 0; i < view->pairs->n; i++)
        for (size_t j = 0; j < view->pairs->items[i].n; j++, rows++)
            if (!assay_series_paired(view->pairs->items[i].rows[j].old_series,
                                     view->pairs->items[i].rows[j].new_series))
                return false;
    return rows > 0;
}

/* NULL: one after the other. */
static const char *order_beside(const struct input *input)
{
    switch (input->n_sources == 1 ? input->sources[0].order.by : ORDER_ROUNDS) {
    case ORDER_SLICES:
        return "All systems of a round ran at the same time on one processor, drawn anew for each "
               "round and released together in an order drawn anew; what is compared is their "
               "processor time (user and system) while they share that processor and its caches";
    case ORDER_DUET:
        return "Both systems of a round ran at the same time, each on a processor core of its own "
               "and released together; which ran on which core was drawn in blocks of four rounds, "
               "two of them swapped. What is compared are times while the other system runs beside";
    case ORDER_LOCKSTEP:
        return "Both systems of a round ran in turn, one iteration of one and one of the other and "
               "never at the same time, on one processor drawn anew for each round";
    case ORDER_AUTO:
    case ORDER_ROUNDS: break;
    }
    return NULL;
}

static void say_order(FILE *stream, const struct methods_view *view)
{
    const struct format_plan *plan = view->input->told.plan;
    const bool told = plan != NULL && plan->manifest != NULL;
    const char *beside = order_beside(view->input);
    if (beside != NULL)
        fputs(beside, stream);
    else if (all_paired(view))
        fputs(told ? "Systems were measured in paired rounds: each round ran every system once, in "
                     "an order drawn anew"
                   : "Systems were measured in paired rounds",
              stream);
    else if (view->pairs->n > 0)
        fputs(told ? "Systems were not measured in paired rounds"
                   : "No paired rounds are recorded, and systems are compared as independent",
              stream);
    else if (told)
        fputs("The order of measuring was drawn at random", stream);
    else
        return;
    if (told)
        fprintf(stream, " (seed %" PRIu64 ")", plan->seed);
    fputs(".\n", stream);
}

static void say_stopping(FILE *stream, const struct input *input, const struct design *design)
{
    OWNED char *sentence = stopping_sentence(&input->told.stop, input->told.stop_most);
    if (sentence != NULL)
        fprintf(stream, "%s\n", sentence);
    else if (design != NULL && design->rounds.find)
        fputs("The number of rounds followed from the cost of the first ones, not from their "
              "values.\n",
              stream);
    else if (design != NULL)
        fputs("The numbers of repetitions were fixed before measuring.\n", stream);
}

/* ---- what was drawn, what was not repeated ---- */

static void say_randomised(FILE *stream, const struct input *input, const struct design *design)
{
    json_auto_t *layouts = layouts_json(input->record.layouts, input->record.n_layouts);
    OWNED char *sentence = layouts_sentence(layouts, 0);
    if (sentence != NULL)
        fprintf(stream, "%s\n", sentence);
    if (design != NULL && design->randomise.env_padding > 0)
        fprintf(stream, "Up to %zu random bytes were added to the environment of each execution.\n",
                design->randomise.env_padding);
    if (design != NULL && design->runtime_layout)
        fputs("Environment, arguments and stack of each execution were moved at random.\n", stream);
    if (design != NULL && design->randomise.n_cpus > 0)
        fputs("The processor of each execution was drawn at random.\n", stream);
    if (design != NULL && design->isolate.cpus != NULL) {
        fputs("Executions were bound to the processors ", stream);
        methods_text(stream, design->isolate.cpus);
        fputs(".\n", stream);
    }
}

static bool repeats(const struct input *input, const char *level)
{
    const struct assay_series *series = &input->series[0];
    for (size_t i = 0; i < series->live.shape.n_levels; i++)
        if (strcmp(series->level_name[i], level) == 0 && counts_of(input, i).most > 1)
            return true;
    return false;
}

static void say_limits(FILE *stream, const struct input *input)
{
    const bool builds = repeats(input, "build"), executions = repeats(input, "execution");
    if (!executions && !builds)
        fputs("Executions were not repeated: the intervals speak of one execution.\n", stream);
    else if (!builds)
        fputs("Builds were not repeated: the intervals speak of one build of each system.\n",
              stream);
    if (methods_host_is_known(input) && input->record.n_machines < 2)
        fputs("All was measured on one machine, and the intervals speak of that one.\n", stream);
    if (input->experiment != NULL && input->experiment->failures > 0)
        fprintf(stream, "%zu of %zu executions failed and gave no values.\n",
                input->experiment->failures, input->experiment->executions);
}

void methods_say_design(FILE *stream, const struct methods_view *view)
{
    const struct input *input = view->input;
    SCOPED(design_free) struct design *design = design_of_input(input);
    say_subject(stream, input);
    say_counts(stream, input, design);
    say_choices(stream, input);
    say_order(stream, view);
    say_stopping(stream, input, design);
    say_randomised(stream, input, design);
    say_limits(stream, input);
}
