/* SPDX-License-Identifier: GPL-3.0-or-later */
/* processor_time.c -- what processor time says where wall time cannot say.
 *
 * Wall time holds what others took. A program that hardly ever gives its processor up itself (starting takes
 * one time, and one sleep is another) and is put off it by others only computes, as far as its switches
 * tell: then user + system of the same executions is what it did, and the finding says what that gives. So does one that waits for its children or threads: in the execution least disturbed it used a
 * processor all the time, although it gave it up as often as in others. A brief program is put off about once, as it
 * starts, and gives up once: that it used less than 0.6 of a processor although it never slept says that it only computes.
 * Of iterations the harness tells their own processor time, and what the executions did besides says the same of them.
 * Of another that is put off its processor often, the finding says so much only: that the rest was waiting, for others or
 * for what it asked, or that it ran on several processors at once. How often that is said for nothing: docs/coverage.md. */
#include "analysis/processor_time.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/comparison_parts.h"
#include "base/failure.h"
#include "base/owned.h"

const struct assay_series *processor_beside(const struct input *input,
                                            const struct assay_series *wall, const char *metric)
{
    const struct assay_series *found =
        input->n_sources == 1
            ? assay_dataset_find(input->sources[0].dataset, wall->system, wall->benchmark, metric)
            : NULL;
    return found != NULL && assay_sample_size(&found->live) == assay_sample_size(&wall->live)
               ? found
               : NULL;
}

static const double mostly_busy = 0.9; /* processors used: nothing was waited for */
static const double much_wider = 2;
static const double fought_over = 0.6; /* processors used, of one: below it others had as much */
static const double own_switches = 1.5, own_switches_a_second = 2;
static const double often_a_second =
    50; /* of processor time: a machine with nothing else to do puts off a few times */
static const double seldom = 0.2, started = 1.1; /* of brief executions: put off, gave up */
static const double one_processor = 1.1;
static const double under_pressure = 0.5; /* of the time something waited for a processor */

bool processor_time_is_all(double processor_s, double gave_up)
{
    return gave_up <= own_switches + own_switches_a_second * processor_s;
}

/* What is known of the executions of one side. */
struct evidence {
    struct waited waited;
    double most;   /* processors that an execution used */
    double fewest; /* times that one gave its processor up */
};

/* Processor time of one side, execution by execution or iteration by iteration. */
struct processor_time {
    struct assay_sample sample;
    double *values; /* that were added up for it; NULL: none */
    double share;   /* of wall: processors used */
    double gave_up;
    double most;   /* of an execution */
    bool computes; /* only, as far as its switches tell */
};

/* It never slept: the rest of its time it did not get a processor. */
static bool is_brief(const struct waited *waited)
{
    return waited->pushed > seldom + often_a_second * waited->processor_s &&
           waited->gave_up <= started + own_switches_a_second * waited->processor_s &&
           waited->processors < fought_over;
}

/* Put off by others, whatever it does besides. Few times are that only where something waited all the while. */
static bool is_put_off(const struct input *input, const struct waited *waited)
{
    const double times = often_a_second * waited->processor_s;
    return waited->pushed > own_switches + times ||
           (input->record.pressure > under_pressure && waited->pushed > seldom + times);
}

static bool waits_for_its_own(const struct evidence *evidence)
{
    static const double oftener = 1.25;
    return evidence->most > mostly_busy && evidence->most < one_processor &&
           evidence->waited.gave_up <= 1 + oftener * evidence->fewest;
}

static double fewest_of(const struct assay_series *switches)
{
    double fewest = INFINITY;
    for (size_t i = 0; i < assay_sample_size(&switches->live); i++)
        fewest = fmin(fewest, switches->live.values[i]);
    return fewest;
}

/* What the switches say; false: nothing. */
static bool conclude(const struct input *input, const struct evidence *evidence,
                     struct processor_time *out)
{
    const struct waited *waited = &evidence->waited;
    const bool often = is_put_off(input, waited), brief = is_brief(waited),
               oftener = waited->pushed > waited->gave_up;
    if (!(often || oftener || brief))
        return false;
    out->most = evidence->most;
    out->computes =
        brief || (oftener && (processor_time_is_all(waited->processor_s, waited->gave_up) ||
                              waits_for_its_own(evidence)));
    out->gave_up = waited->gave_up;
    if (often || out->computes)
        out->share = waited->processors;
    return true;
}

static void read_iterations(const struct input *input, const struct assay_series *wall,
                            const struct assay_series *cpu, struct processor_time *out)
{
    const struct assay_series *own = processor_of_executions(input, wall, "voluntary_switches");
    if (own == NULL)
        return;
    struct evidence evidence = {.fewest = fewest_of(own)};
    evidence.waited = waited_of_iterations(input, wall, &evidence.most);
    if (conclude(input, &evidence, out))
        out->sample = cpu->live;
}

static enum assay_status read_executions(const struct input *input, const struct assay_series *wall,
                                         struct processor_time *out, struct assay_error *error)
{
    const struct assay_series *user = processor_beside(input, wall, "user"),
                              *kernel = processor_beside(input, wall, "system_time"),
                              *own = processor_beside(input, wall, "voluntary_switches");
    struct evidence evidence = {.most = 0};
    const enum assay_status status = waited_of(input, wall, &evidence.waited, error);
    if (status != ASSAY_OK || user == NULL || kernel == NULL || own == NULL)
        return status;
    const size_t n = assay_sample_size(&wall->live);
    out->values = malloc(n * sizeof *out->values);
    if (out->values == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < n; i++) {
        out->values[i] = user->live.values[i] + kernel->live.values[i];
        evidence.most = fmax(evidence.most, out->values[i] / wall->live.values[i]);
    }
    evidence.fewest = fewest_of(own);
    if (conclude(input, &evidence, out))
        out->sample = (struct assay_sample){out->values, wall->live.shape};
    return ASSAY_OK;
}

static enum assay_status read_one(const struct input *input, const struct assay_series *wall,
                                  struct processor_time *out, struct assay_error *error)
{
    const struct assay_series *cpu = processor_of_iterations(input, wall);
    *out = (struct processor_time){.share = NAN};
    if (cpu == NULL)
        return read_executions(input, wall, out, error);
    read_iterations(input, wall, cpu, out);
    return ASSAY_OK;
}

static double log_width(const struct assay_interval *interval)
{
    if (interval->kind != ASSAY_BOUNDED || !(interval->lower > 0))
        return INFINITY;
    return log(interval->upper / interval->lower);
}

static bool is_narrower(const struct assay_comparison *processor,
                        const struct assay_comparison *wall)
{
    return much_wider * log_width(&processor->ratio.interval) < log_width(&wall->ratio.interval);
}

static const char *name_beside(const struct input *input, const struct assay_series *wall)
{
    return processor_of_iterations(input, wall) != NULL ? "cpu" : "user+system";
}

/* What both sides used and what they waited for. */
struct both {
    struct processor_time of[2];
    bool computes; /* both, only */
    bool lacking;  /* both had too little of a processor */
    bool known;    /* and something can be said of it */
};

static void both_fini(struct both *both)
{
    free(both->of[0].values);
    free(both->of[1].values);
}

/* Is there a wall time of means whose executions may tell more? */
static bool is_of_wall(const struct compare_request *request,
                       const struct assay_compare_options *options,
                       const struct comparison_finding *row)
{
    return request->input->n_sources == 1 && !row->same_program && row->left_out == 0 &&
           strcmp(row->old_series->metric, "wall") == 0 &&
           options->question.statistic.kind == ASSAY_STATISTIC_MEAN;
}

static enum assay_status read_both(const struct input *input, const struct comparison_finding *row,
                                   struct both *both, struct assay_error *error)
{
    struct processor_time *of = both->of;
    TRY(read_one(input, row->old_series, &of[0], error));
    TRY(read_one(input, row->new_series, &of[1], error));
    const bool parallel = fmin(of[0].most, of[1].most) > one_processor;
    both->known = (fmin(of[0].share, of[1].share) < mostly_busy || parallel) &&
                  !isnan(of[0].share + of[1].share);
    both->computes = of[0].computes && of[1].computes;
    both->lacking = fmax(of[0].share, of[1].share) < fought_over;
    return ASSAY_OK;
}

static struct waiting_finding waiting_of(const struct input *input,
                                         const struct comparison_finding *row,
                                         const struct both *both)
{
    const struct processor_time *of = both->of;
    return (struct waiting_finding){.only_computes = both->computes,
                                    .parallel = fmin(of[0].most, of[1].most) > one_processor,
                                    .old_share = of[0].share,
                                    .new_share = of[1].share,
                                    .metric = name_beside(input, row->old_series),
                                    .old_gave_up = of[0].gave_up,
                                    .new_gave_up = of[1].gave_up};
}

/* Told by what the executions used, and where wall time leaves it open by how wide it is; never by which of the
 * two is significant. */
static enum assay_status judge(const struct compare_request *request,
                               const struct assay_compare_options *options, const struct both *both,
                               struct comparison_finding *row, struct assay_error *error)
{
    const bool fought = both->computes && both->lacking;
    struct assay_compare_options plain = *options;
    struct assay_comparison found;
    row->waiting = waiting_of(request->input, row, both);
    plain.without_bootstrap = true;
    const enum assay_status status =
        assay_compare(&both->of[0].sample, &both->of[1].sample, &plain, &found, error);
    if (status != ASSAY_OK)
        return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
    const enum assay_verdict verdict = row->finding.verdict;
    row->waiting.told = verdict != ASSAY_EQUIVALENT &&
                        (fought || (verdict == ASSAY_INCONCLUSIVE &&
                                    (both->lacking || is_narrower(&found, &row->finding))));
    row->waiting.ratio = found.ratio;
    row->waiting.verdict = found.verdict;
    return ASSAY_OK;
}

enum assay_status processor_time_settle(const struct compare_request *request,
                                        const struct assay_compare_options *options,
                                        struct comparison_finding *row, struct assay_error *error)
{
    SCOPED(both_fini) struct both both = {.known = false};
    if (!is_of_wall(request, options, row) || !processor_time_may_decide(request) ||
        across_machines_asked(request, options, row))
        return ASSAY_OK;
    TRY(read_both(request->input, row, &both, error));
    if (!both.known || !both.computes || !both.lacking)
        return ASSAY_OK;
    row->waiting = waiting_of(request->input, row, &both);
    return processor_time_decide(request->input, options, row, error);
}

enum assay_status processor_time_compare(const struct compare_request *request,
                                         const struct assay_compare_options *options,
                                         struct comparison_finding *row, struct assay_error *error)
{
    SCOPED(both_fini) struct both both = {.known = false};
    if (!is_of_wall(request, options, row) || row->warm_up.open)
        return ASSAY_OK;
    TRY(read_both(request->input, row, &both, error));
    return both.known ? judge(request, options, &both, row, error) : ASSAY_OK;
}

bool processor_time_would_decide(const struct waiting_finding *waiting)
{
    return waiting->only_computes && !waiting->decides &&
           fmax(waiting->old_share, waiting->new_share) < fought_over;
}

enum assay_status processor_time_lacks(const struct input *input, const struct assay_series *wall,
                                       bool *lacks, struct assay_error *error)
{
    struct processor_time of = {.values = NULL};
    const enum assay_status status = read_one(input, wall, &of, error);
    *lacks = status == ASSAY_OK && of.computes && of.share < fought_over;
    free(of.values);
    return status;
}

/* Where it is all that the systems, at least so many, are told by. */
static enum assay_status rules_of(const struct input *input, const char *benchmark, size_t least,
                                  const char **metric, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    bool rules = input->n_sources == 1 && input->n >= least && input->decides == NULL;
    size_t n = 0;
    *metric = NULL;
    for (size_t i = 0; rules && status == ASSAY_OK && i < input->n; i++) {
        if ((benchmark != NULL && strcmp(input->series[i].benchmark, benchmark) != 0) ||
            (input->primary != NULL && !input->primary[i]))
            continue;
        n++;
        const char *name = name_beside(input, &input->series[i]);
        rules = strcmp(input->series[i].metric, "wall") == 0 &&
                (*metric == NULL || strcmp(*metric, name) == 0);
        if (rules)
            status = processor_time_lacks(input, &input->series[i], &rules, error);
        *metric = name;
    }
    if (!rules || n < least)
        *metric = NULL;
    return status;
}

enum assay_status processor_time_rules(const struct input *input, const char *benchmark,
                                       const char **metric, struct assay_error *error)
{
    return rules_of(input, benchmark, 2, metric, error);
}

enum assay_status processor_time_rules_alone(const struct input *input, const char **metric,
                                             struct assay_error *error)
{
    return rules_of(input, NULL, 1, metric, error);
}

static enum assay_status tell_alone(const struct processor_time *of, double confidence,
                                    struct processor_beside *out, struct assay_error *error)
{
    struct assay_description found = {.mean = NAN};
    const enum assay_status status = assay_describe(&of->sample, confidence, &found, error);
    out->told = status == ASSAY_OK;
    out->only_computes = of->computes;
    out->fought = of->computes && of->share < fought_over;
    out->share = of->share;
    out->mean = (struct assay_estimate){.estimate = found.mean, .interval = found.interval};
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}

enum assay_status processor_time_alone(const struct input *input, const struct assay_series *wall,
                                       double confidence, struct processor_beside *out,
                                       struct assay_error *error)
{
    struct processor_time of = {.values = NULL};
    *out = (struct processor_beside){.metric = name_beside(input, wall)};
    if (input->n_sources != 1 || strcmp(wall->metric, "wall") != 0)
        return ASSAY_OK;
    enum assay_status status = read_one(input, wall, &of, error);
    if (status == ASSAY_OK && of.share < mostly_busy && of.most < one_processor)
        status = tell_alone(&of, confidence, out, error);
    free(of.values);
    return status;
}

/* What the executions of a series used and what they waited for: means of what was kept beside
 * their wall time. */
struct means {
    const struct input *input;
    const struct assay_series *wall;
    struct assay_error *error;
    bool no_memory;
};

/* NaN: not known. */
static double mean_of(struct means *means, const char *metric)
{
    double mean = (double)NAN;
    const struct assay_statistic statistic = {.kind = ASSAY_STATISTIC_MEAN};
    const struct assay_series *series = processor_beside(means->input, means->wall, metric);
    if (series != NULL &&
        assay_statistic_of(&series->live, &statistic, &mean, means->error) == ASSAY_NO_MEMORY)
        means->no_memory = true;
    return mean;
}

enum assay_status waited_of(const struct input *input, const struct assay_series *wall,
                            struct waited *out, struct assay_error *error)
{
    struct means means = {.input = input, .wall = wall, .error = error};
    const double processor_s = mean_of(&means, "user") + mean_of(&means, "system_time");
    *out = (struct waited){.processor_s = processor_s,
                           .processors = isnan(processor_s) ? processor_s
                                                            : processor_s / mean_of(&means, "wall"),
                           .pushed = mean_of(&means, "involuntary_switches"),
                           .gave_up = mean_of(&means, "voluntary_switches"),
                           .faults = mean_of(&means, "minor_faults"),
                           .disk_faults = mean_of(&means, "major_faults"),
                           .runnable_s = mean_of(&means, "runnable")};
    return means.no_memory ? fail_no_memory(error) : ASSAY_OK;
}

const char *processor_time_watched(const struct input *input)
{
    const char *metric = NULL;
    struct assay_error ignored;
    return processor_time_rules(input, NULL, &metric, &ignored) == ASSAY_OK ? metric : NULL;
}
