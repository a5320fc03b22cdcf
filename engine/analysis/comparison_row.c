/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_row.c -- one benchmark of two systems in one metric, compared, or why it cannot be. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/comparison_parts.h"
#include "analysis/processor_time.h"
#include "base/failure.h"
#include "base/knob.h"
#include "base/owned.h"
#include "measure/counting.h"
#include "store/host.h"
#include "text/unit.h"

/* Samples of which no interval of a ratio can be had, told before it is tried. */
static bool is_single(const struct assay_series *series)
{
    const struct assay_shape *shape = &series->live.shape;
    return assay_shape_units(shape, shape->n_levels - 1) == 1;
}

bool comparison_is_single(const struct comparison_finding *row)
{
    return is_single(row->old_series) && is_single(row->new_series);
}

/* Instructions of several sources that were not counted alike: cachegrind's are never put beside the processor's, nor
 * those of another release. What files tell nothing of counts as the processor's. */
static bool differ_in_counts(const struct input *input, const struct comparison_finding *row,
                             char *text, size_t size)
{
    OWNED char *first = NULL;
    for (size_t i = 0; i < input->n_sources && strcmp(row->old_series->metric, "instructions") == 0;
         i++) {
        const struct experiment_info *info = input->sources[i].experiment;
        OWNED char *told = info != NULL ? host_counts(info->host_json) : NULL;
        const char *by = told != NULL ? told : COUNTING_PERF;
        if (first != NULL && strcmp(first, by) != 0) {
            (void)knob_print(
                text, size,
                "%.60s counted the instructions of one and %.60s those of another: such "
                "counts are not compared. Measure both with the same @counts",
                first, by);
            return true;
        }
        if (first == NULL && (first = strdup(by)) == NULL)
            return false;
    }
    return false;
}

static const char *host_of(const struct input_source *source)
{
    return source->experiment != NULL ? source->experiment->host_json : NULL;
}

/* Instructions of several sources whose libc differs, or what it was told: it chooses other functions, and counts move by
 * what is no part of the program. */
static bool differ_in_libc(const struct compare_request *request,
                           const struct comparison_finding *row, char *text, size_t size)
{
    const struct input *input = request->input;
    const char *fact = NULL;
    if (request->allow_libc || strcmp(row->old_series->metric, "instructions") != 0)
        return false;
    for (size_t i = 1; fact == NULL && i < input->n_sources; i++)
        fact = host_libc_difference(host_of(&input->sources[0]), host_of(&input->sources[i]));
    if (fact != NULL)
        (void)knob_print(
            text, size,
            "%s of the two differs: libc chooses functions by it, and counts move. Measure "
            "both alike, or compare them all the same with @allow-different-libc",
            strcmp(fact, "libc") == 0 ? "the release of libc" : "GLIBC_TUNABLES");
    return fact != NULL;
}

/* Why no ratio with an interval can be had of what stands there; "": it may be tried. */
static void tell_trouble(const struct comparison_finding *row, bool allow_negative, char *text,
                         size_t size)
{
    const size_t negative =
        series_negative_times(row->old_series) + series_negative_times(row->new_series);
    text[0] = '\0';
    if (negative > 0 && !allow_negative)
        (void)knob_print(text, size,
                         "%zu of its times %s negative, as no time is: no ratio of them is taken "
                         "(@allow-negative takes it)",
                         negative, negative == 1 ? "is" : "are");
    else if (comparison_is_single(row))
        (void)knob_print(text, size,
                         "one value each: no interval says what the ratio is worth. Repeat the "
                         "benchmark (of files: several of each, and @level-of-files execution)");
}

/* More of what is negative is less, and no time is 0: a ratio would say the opposite, or that nothing was faster. */
static void tell_no_ratio(const struct comparison_finding *row, char *text, size_t size)
{
    if (row->finding.old_sample.mean < 0)
        (void)snprintf(
            text, size,
            "the mean of old is negative: a ratio to it says nothing. assay show has both means");
    else if (unit_is_time(row->new_series->unit) && row->finding.new_sample.mean == 0)
        (void)snprintf(text, size, "the mean of new is 0, as that of no time is");
}

/* True when top unit j of both was measured in the same round, for all j. Rounds of two experiments
 * have nothing but their numbers in common. */
static bool rounds_agree(const struct input *input, const struct assay_series *a,
                         const struct assay_series *b)
{
    if (input->n_sources != 1)
        return false;
    const size_t n = assay_shape_units(&a->live.shape, 0);
    return a->pair_key != NULL && b->pair_key != NULL &&
           n == assay_shape_units(&b->live.shape, 0) &&
           memcmp(a->pair_key, b->pair_key, n * sizeof *a->pair_key) == 0;
}

size_t comparison_pilot(const struct input *input)
{
    return input->n_sources == 1 && input->told.stop.rule == STOP_CONTINUED
               ? input->told.stop.pilot_units
               : 0;
}

static enum assay_stopping stopping_of(enum stop_rule rule)
{
    switch (rule) {
    case STOP_PEEK:
    case STOP_ELIMINATE: return ASSAY_STOPPED_PEEKED;
    case STOP_ANYTIME: return ASSAY_STOPPED_ANYTIME;
    case STOP_LOOKS: return ASSAY_STOPPED_LOOKS;
    case STOP_CONTINUED:
    case STOP_FIXED:
    case STOP_PILOT:
    case STOP_FRESH: break;
    }
    return ASSAY_STOPPED_FIXED;
}

void comparison_stopping(const struct input *input, size_t units,
                         struct assay_compare_options *options)
{
    options->pilot = comparison_pilot(input);
    options->stopping =
        options->pilot > 0 ? ASSAY_STOPPED_CONTINUED : stopping_of(input->told.stop.rule);
    options->expected = input->told.stop.expected;
    options->n_looks = input->told.stop.looks;
    options->look = assay_stopping_look(input->told.stop.looks, input->told.stop_most, units);
}

uint64_t compare_seed(const struct compare_request *request)
{
    return request->seed_given ? request->seed : 0;
}

static struct assay_compare_options compare_options_of(const struct compare_request *request,
                                                       const struct assay_series *old_series,
                                                       const struct assay_series *new_series,
                                                       size_t n_threads)
{
    const bool asked = request->method == ASSAY_COMPARE_PAIRED;
    struct assay_compare_options options = {
        .without_bootstrap = !request->checked,
        .method = request->method,
        .confidence = request->confidence,
        .margin = metric_limits_margin(request->limits, old_series->metric,
                                       isnan(request->margin)
                                           ? input_margin(request->input, ASSAY_MARGIN_DEFAULT)
                                           : request->margin),
        .more_is_better = old_series->more_is_better,
        .rounds_paired = asked || rounds_agree(request->input, old_series, new_series),
        .seed = compare_seed(request),
        .n_threads = n_threads,
        .question = input_question(request->input, old_series->benchmark),
        .paired_level = assay_series_paired_level(old_series),
    };
    /* Beside a baseline no rounds pair: what the experiment names as the typical run is the median of each. */
    if (!request->input->has_question && options.question.basis == ASSAY_BASIS_TYPICAL &&
        (old_series->warnings & ASSAY_WARNING(ASSAY_WARN_UNPAIRED)) != 0)
        options.question =
            (struct assay_question){ASSAY_BASIS_STATISTIC, assay_question_alone(&options.question)};
    comparison_stopping(request->input, assay_shape_repeated(&old_series->live.shape), &options);
    return options;
}

/* A row that the method cannot carry still shows both samples. */
static enum assay_status describe_only(const struct comparison_finding *row,
                                       const struct assay_compare_options *options,
                                       struct assay_comparison *out, struct assay_error *error)
{
    struct assay_comparison finding = {
        .p_superior = (double)NAN, .margin = options->margin, .verdict = ASSAY_INCONCLUSIVE};
    TRY(assay_describe(&row->old_series->live, options->confidence, &finding.old_sample, error));
    TRY(assay_describe(&row->new_series->live, options->confidence, &finding.new_sample, error));
    finding.statistic = options->question.statistic;
    TRY(assay_statistic_of(&row->old_series->live, &finding.statistic, &finding.old_value, error));
    TRY(assay_statistic_of(&row->new_series->live, &finding.statistic, &finding.new_value, error));
    finding.ratio.estimate =
        finding.old_value != 0 ? finding.new_value / finding.old_value : (double)NAN;
    finding.ratio.interval = (struct assay_interval){.lower = (double)NAN,
                                                     .upper = (double)NAN,
                                                     .confidence = options->confidence,
                                                     .df = (double)NAN,
                                                     .kind = ASSAY_ALL};
    finding.warnings = finding.old_sample.warnings | finding.new_sample.warnings;
    *out = finding;
    return ASSAY_OK;
}

static bool is_settled(const struct input *input, const struct comparison_finding *row)
{
    return input->warm_up.settled || row->old_series->decided != ASSAY_DECIDED_NOT ||
           row->new_series->decided != ASSAY_DECIDED_NOT;
}

enum assay_status comparison_values(const struct input *input,
                                    const struct assay_compare_options *options,
                                    struct comparison_finding *row, struct assay_error *error)
{
    SCOPED(assay_common_rounds_fini) struct assay_common_rounds common = {.n = 0};
    enum assay_status status = ASSAY_OK;
    const bool pairs = (options->method == ASSAY_COMPARE_AUTO && !options->rounds_paired) ||
                       options->method == ASSAY_COMPARE_PAIRED;
    if (pairs && input->n_sources == 1)
        status = assay_series_common_rounds(row->old_series, row->new_series, &common, error);
    if (status != ASSAY_OK || common.n == 0)
        return status != ASSAY_OK ? status
                                  : assay_compare(&row->old_series->live, &row->new_series->live,
                                                  options, &row->finding, error);
    struct assay_compare_options paired = *options;
    paired.rounds_paired = true;
    status = assay_compare(&common.a.sample, &common.b.sample, &paired, &row->finding, error);
    row->left_out = common.left_out;
    return status;
}

/* Where nobody says which way is better, or what is counted, nothing is: what moved is told by its interval alone. */
static void withhold(struct comparison_finding *row)
{
    row->finding.verdict = row->finding.typical_verdict = row->finding.mean_verdict =
        ASSAY_INCONCLUSIVE;
}

/* Two estimands make no ratio of one, and what ran alone at its end is no pair. */
static bool doubts_order(struct comparison_finding *row)
{
    if (!assay_series_alike(row->old_series, row->new_series))
        row->finding.warnings |= ASSAY_WARNING(ASSAY_WARN_DIFFERENT_ORDERS);
    return !comparison_order_holds(row);
}

/* Where others took the processors and rounds leave it open, versions of one program may be told apart sooner side by
 * side (docs/evidence/busy.md): where nobody asked for that yet. */
static bool offers_slices(const struct input *input, const struct comparison_finding *row)
{
    const struct input_order *order = &input->sources[0].order;
    return row->finding.verdict == ASSAY_INCONCLUSIVE && row->waiting.decides &&
           strcmp(row->old_series->metric, "user+system") == 0 && input->n_sources == 1 &&
           order->by == ORDER_ROUNDS && order->because[0] == '\0' && order->one_program;
}

/* What is exact is beyond the margin, or else it is not: it may stand right at it. */
static bool is_within(const struct assay_comparison *finding, size_t exact_draws)
{
    return exact_draws > 0 && finding->margin > 0 && finding->verdict == ASSAY_INCONCLUSIVE;
}

/* Both are measured by one manifest, and that of the old version has another command, input or directory. */
static bool runs_otherwise(const struct comparison_finding *row)
{
    for (size_t i = 0; row->around != NULL && i < row->around->n; i++)
        if (row->around->one_manifest && row->around->items[i].kind <= AROUND_DIRECTORY &&
            around_bears(&row->around->items[i], row->old_series->benchmark))
            return true;
    return false;
}

/* The row's finding at this confidence; the caller says where it has none. */
static enum assay_status compare_at(const struct compare_request *request,
                                    const struct assay_compare_options *options,
                                    struct comparison_finding *row, struct assay_error *error)
{
    const enum assay_status status = comparison_values(request->input, options, row, error);
    const struct assay_program *old = &row->old_series->program, *new = &row->new_series->program;
    row->same_program = assay_program_same(old, new);
    row->settled = assay_program_decides(old, new);
    const struct input *input = request->input;
    if (input->has_around && input->around[0].one_manifest)
        row->around = &input->around[0];
    else if (input->has_around && old->experiment != new->experiment)
        row->around = &input->around[row->old_series > row->new_series];
    TRY(status);
    row->otherwise = row->settled && runs_otherwise(row);
    TRY(processor_time_settle(request, options, row, error));
    if (!row->settled)
        TRY(warm_up_compare(request->input, options, is_settled(request->input, row), row, error));
    if (request->cut_values > 0)
        TRY(warm_up_cuts(options, request->cut_values, row, error));
    TRY(across_machines(request, options, row, error));
    if (!row->waiting.decides)
        TRY(processor_time_compare(request, options, row, error));
    TRY(interference_of(request->input, options, row, error));
    if (row->settled)
        row->finding.verdict = row->otherwise ? ASSAY_INCONCLUSIVE : ASSAY_EQUIVALENT;
    else if (comparison_is_withheld(row) || doubts_order(row))
        withhold(row);
    else if (is_within(&row->finding, comparison_exact_draws(row)))
        row->finding.verdict = ASSAY_EQUIVALENT;
    else
        row->offers_slices = offers_slices(input, row);
    return request_cost_compare(input, options, row, error);
}

/* Not even the quotient of the means. */
static enum assay_status without_ratio(struct comparison_finding *row,
                                       const struct assay_compare_options *options,
                                       struct assay_error *error)
{
    TRY(describe_only(row, options, &row->finding, error));
    row->finding.ratio.estimate = (double)NAN;
    return ASSAY_OK;
}

enum assay_status comparison_row(const struct compare_request *request, size_t n_threads,
                                 struct comparison_finding *row, char trouble[COMPARISON_TROUBLE],
                                 struct assay_error *error)
{
    struct assay_compare_options options =
        compare_options_of(request, row->old_series, row->new_series, n_threads);
    OWNED bool *places =
        duet_places(request->input, row->old_series, row->new_series, &options.n_on_second);
    options.on_second = places;
    trouble[0] = '\0';
    if (differ_in_counts(request->input, row, trouble, COMPARISON_TROUBLE) ||
        differ_in_libc(request, row, trouble, COMPARISON_TROUBLE))
        return without_ratio(row, &options, error);
    tell_trouble(row, request->allow_negative, trouble, COMPARISON_TROUBLE);
    if (trouble[0] != '\0')
        return describe_only(row, &options, &row->finding, error);
    const enum assay_status status = compare_at(request, &options, row, error);
    if (status == ASSAY_OK)
        tell_no_ratio(row, trouble, COMPARISON_TROUBLE);
    if ((status == ASSAY_OK && trouble[0] == '\0') || status == ASSAY_NO_MEMORY)
        return status;
    if (status != ASSAY_OK) {
        (void)snprintf(trouble, COMPARISON_TROUBLE, "%.255s", error->text);
        return describe_only(row, &options, &row->finding, error);
    }
    return without_ratio(row, &options, error);
}

enum assay_status comparison_row_again(const struct compare_request *request, double confidence,
                                       const struct comparison_finding *row,
                                       enum assay_verdict *verdict, struct assay_error *error)
{
    struct comparison_finding again = {.old_series = row->old_series,
                                       .new_series = row->new_series};
    struct compare_request stricter = *request;
    stricter.confidence = confidence;
    stricter.checked = false;
    stricter.cut_values = 0;
    struct assay_compare_options options =
        compare_options_of(&stricter, again.old_series, again.new_series, request->n_threads);
    OWNED bool *places =
        duet_places(request->input, again.old_series, again.new_series, &options.n_on_second);
    options.on_second = places;
    const enum assay_status status = compare_at(&stricter, &options, &again, error);
    if (status == ASSAY_OK)
        *verdict = again.finding.verdict;
    machines_finding_free(&again.machines);
    processor_series_free(&again.processor);
    return status;
}
