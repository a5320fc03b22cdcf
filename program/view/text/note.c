/* SPDX-License-Identifier: GPL-3.0-or-later */
/* note.c -- the notes that a view ends with: each warning once, with whom it is about. */
#include "view/text/note.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/name_list.h"
#include "text/unit.h"
#include "view/text/distinct_names.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"
#include "view/text/warning.h"

static bool has(const struct note_subject *subject, unsigned bit)
{
    return (subject->warnings & ASSAY_WARNING(bit)) != 0;
}

static bool all_have(unsigned bit, const struct note_subject *subjects, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!has(&subjects[i], bit))
            return false;
    return true;
}

/* Of one benchmark and metric there is nothing to tell apart, however many systems it has. */
static bool are_several(const struct note_subject *subjects, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (!name_is(subjects[i].benchmark, subjects[0].benchmark) ||
            !name_is(subjects[i].metric, subjects[0].metric))
            return true;
    return false;
}

/* "sparse, sor" of the subjects of one warning, by these names; "all" of several benchmarks; NULL: of all there are, or no
 * memory. To be freed. */
static char *subject_of(unsigned bit, const struct note_subject *subjects, char *const *names,
                        size_t n)
{
    enum { MOST = 4 };
    size_t count = 0;
    if (all_have(bit, subjects, n))
        return are_several(subjects, n) ? view_format("all") : NULL;
    return VIEW_TEXT(stream, {
        for (size_t i = 0; i < n; i++) {
            if (!has(&subjects[i], bit))
                continue;
            if (count < MOST)
                fprintf(stream, "%s%s", count > 0 ? ", " : "", names[i]);
            count++;
        }
        if (count > MOST)
            fprintf(stream, " and %zu more", count - MOST);
    });
}

/* Units that have numbers for names may be several of one machine. */
static const char *top_name(const struct assay_series *series, size_t top)
{
    const char *label = top == 0 && series->unit_label[0] != NULL ? series->unit_label[0][0] : "a";
    const bool numbered = label[strspn(label, "0123456789")] == '\0';
    return numbered && strcmp(series->level_name[top], "machine") == 0 ? "unit"
                                                                       : series->level_name[top];
}

struct note_subject note_subject_of(assay_warnings warnings, const struct assay_series *series,
                                    double df)
{
    const struct assay_shape *shape = &series->live.shape;
    size_t top = 0; /* a level of one unit is no level */
    while (top + 1 < shape->n_levels && assay_shape_units(shape, top) == 1)
        top++;
    bool has_builds = false;
    for (size_t i = 0; i < shape->n_levels; i++)
        has_builds = has_builds || strcmp(series->level_name[i], "build") == 0;
    return (struct note_subject){.benchmark = series->benchmark,
                                 .has_builds = has_builds,
                                 .is_count = series_counts(series),
                                 .warnings = warnings,
                                 .top_level = top_name(series, top),
                                 .unit = series->unit,
                                 .top_units = (double)assay_shape_units(shape, top),
                                 .df = df};
}

char *note_name_of(const struct note_subject *subject)
{
    const char *benchmark = subject->benchmark, *metric = subject->metric;
    const bool before = benchmark != NULL || metric != NULL;
    return view_format("%s%s%s%s%s", benchmark != NULL ? benchmark : "",
                       benchmark != NULL && metric != NULL ? " " : "", metric != NULL ? metric : "",
                       before && subject->system != NULL ? " on " : "",
                       subject->system != NULL ? subject->system : "");
}

static bool is_constant(const struct assay_description *sample)
{
    return sample->n > 0 && sample->min == sample->max;
}

void note_subject_change(struct note_subject *subject, const struct comparison_finding *row)
{
    const struct assay_comparison *change = &row->finding;
    subject->change = change;
    subject->old_system = row->old_series->system;
    subject->new_system = row->new_series->system;
    subject->step = fmax(change->old_sample.step, change->new_sample.step);
    subject->unit = row->old_series->unit;
    subject->dependence = change->dependence;
    subject->is_equal = is_constant(&change->old_sample) && is_constant(&change->new_sample);
}

void note_subject_sample(struct note_subject *subject, const struct assay_description *sample)
{
    subject->far = &sample->far;
    subject->n_values = sample->n;
    subject->step = sample->step;
}

bool note_is_clear(const struct assay_comparison *comparison)
{
    static const double drift = 1.5;
    const struct assay_interval *interval = &comparison->ratio.interval;
    return (comparison->verdict == ASSAY_FASTER &&
            interval->upper * drift < 1 - comparison->margin) ||
           (comparison->verdict == ASSAY_SLOWER &&
            interval->lower > (1 + comparison->margin) * drift);
}

/* The level that all subjects of the warning repeat at the top, or NULL. */
static const char *common_level(unsigned bit, const struct note_subject *subjects, size_t n)
{
    const char *level = NULL;
    for (size_t i = 0; i < n; i++) {
        if (!has(&subjects[i], bit))
            continue;
        if (subjects[i].top_level == NULL ||
            (level != NULL && strcmp(level, subjects[i].top_level) != 0))
            return NULL;
        level = subjects[i].top_level;
    }
    return level;
}

/* The fewest units of the subjects of the warning. */
static double fewest_units(unsigned bit, const struct note_subject *subjects, size_t n)
{
    double units = (double)INFINITY;
    for (size_t i = 0; i < n; i++)
        if (has(&subjects[i], bit))
            units = fmin(units, subjects[i].top_units);
    return units;
}

/* The runs of commands have an option for it. */
static bool of_runs(const char *level)
{
    return strcmp(level, NOTE_RUN) == 0;
}

/* "3 builds are few (2.0 to 3.9 degrees of freedom). …" */
static char *few_units_text(const struct note_subject *subjects, size_t n)
{
    const unsigned bit = ASSAY_WARN_FEW_TOP_UNITS;
    const char *level = common_level(bit, subjects, n);
    const double units = fewest_units(bit, subjects, n);
    double low = (double)INFINITY, high = 0;
    for (size_t i = 0; i < n; i++) {
        if (!has(&subjects[i], bit))
            continue;
        low = fmin(low, subjects[i].df); /* fmin and fmax drop NaN */
        high = fmax(high, subjects[i].df);
    }
    char degrees[64];
    if (level != NULL && units == 1)
        return view_format("one %s has no spread, so there is no interval. Repeat it%s.", level,
                           of_runs(level) ? ": -r 10" : "");
    if (level == NULL || units < 2 || high <= 0)
        return NULL;
    if (high - low < 0.05)
        (void)snprintf(degrees, sizeof degrees, "%.2g", low);
    else
        (void)snprintf(degrees, sizeof degrees, "%.2g to %.2g", low, high);
    if (of_runs(level))
        return view_format("%.0f runs are few (%s degree%s of freedom). Take more: -r 10.", units,
                           degrees, high == 1 ? "" : "s");
    return view_format(
        "%.0f %s are few (%s degree%s of freedom). Take more: assay plan says how many.", units,
        level_plural(level).text, degrees, high == 1 ? "" : "s");
}

/* In how many of 100 cases the interval of so many skewed values holds their mean: exponential and log-normal ones of skewness 4
 * that were simulated, of the next smaller number (docs/evidence/coverage.md). */
static const char *cases_held(double units)
{
    static const struct {
        double from;
        const char *cases;
    } of[] = {{30, "90 to 93"}, {20, "89 to 93"}, {10, "88 to 90"}, {5, "85 to 88"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (units >= of[i].from)
            return of[i].cases;
    return NULL;
}

/* Whether another note says how many decide it. */
static bool any_is_open(unsigned bit, const struct note_subject *subjects, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (has(&subjects[i], bit) && subjects[i].change != NULL &&
            subjects[i].change->verdict == ASSAY_INCONCLUSIVE)
            return true;
    return false;
}

/* "12 runs, a few of them far off, are few: a 95 % CI holds the mean in 88 to 90 of 100 cases. …" */
static char *skewed_text(const struct note_subject *subjects, size_t n)
{
    enum { ENOUGH = 50 }; /* of which the warning does not speak */
    const char *level = common_level(ASSAY_WARN_SKEWED, subjects, n);
    const double units = fewest_units(ASSAY_WARN_SKEWED, subjects, n);
    const char *cases = cases_held(units);
    if (level == NULL || cases == NULL)
        return NULL;
    OWNED char *remedy = any_is_open(ASSAY_WARN_SKEWED, subjects, n) ? NULL
                         : of_runs(level) ? view_format(" Take more: -r %d.", ENOUGH)
                                          : view_format(" Repeat the %s more often.", level);
    return view_format(
        "%.0f %s, a few of them far off, are few: a 95 %% CI holds the mean in %s of "
        "100 cases.%s",
        units, level_plural(level).text, cases, remedy != NULL ? remedy : "");
}

/* "only executions were repeated: this says nothing about other builds. …" */
static char *one_level_text(const struct note_subject *subjects, size_t n)
{
    static const char *const above[][2] = {
        {"iteration", "execution"}, {"execution", "build"}, {NOTE_RUN, "build"}};
    const char *level = common_level(ASSAY_WARN_NO_HIGHER_LEVEL, subjects, n);
    for (size_t i = 0; level != NULL && i < sizeof above / sizeof above[0]; i++)
        if (strcmp(level, above[i][0]) == 0)
            return view_format(
                "only %ss were repeated: this says nothing about other %ss. Repeat the %s too.",
                level, above[i][1], above[i][1]);
    return NULL;
}

/* Whether what shows the clock's tick does not vary at all. */
static bool all_equal(const struct note_subject *subjects, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (has(&subjects[i], ASSAY_WARN_CLOCK_TICK) && !subjects[i].is_equal)
            return false;
    return true;
}

/* The one system of one comparison whose values are all equal; else NULL. */
static const char *alone_constant(const struct note_subject *subjects, size_t n)
{
    const struct note_subject *only = NULL;
    for (size_t i = 0; i < n; i++)
        if (has(&subjects[i], ASSAY_WARN_CLOCK_TICK)) {
            if (only != NULL || subjects[i].change == NULL)
                return NULL;
            only = &subjects[i];
        }
    if (only == NULL)
        return NULL;
    const bool of_old = is_constant(&only->change->old_sample),
               of_new = is_constant(&only->change->new_sample);
    if (of_old == of_new)
        return NULL;
    return of_old ? only->old_system : only->new_system;
}

/* Of subjects that are all times or all counts. Of equal counts: which share of draws could differ and not
 * have been met (METHODS H8). */
static char *tick_text(const struct note_subject *subjects, size_t n)
{
    const bool equal = all_equal(subjects, n);
    double units = (double)INFINITY;
    bool counts = false;
    for (size_t i = 0; i < n; i++)
        if (has(&subjects[i], ASSAY_WARN_CLOCK_TICK)) {
            counts = counts || subjects[i].is_count;
            units = fmin(units, subjects[i].top_units);
        }
    const char *level = common_level(ASSAY_WARN_CLOCK_TICK, subjects, n);
    const char *constant = alone_constant(subjects, n);
    if (constant != NULL)
        return view_format("the %s of %.40s are all equal%s.", counts ? "counts" : "values",
                           constant,
                           counts ? "" : ": they do not vary, or by less than their last digit");
    if (counts && equal && level != NULL && units > 1)
        return view_format("the counts are all equal, over %.0f %s: up to %.0f %% of others could "
                           "differ unseen.",
                           units, level_plural(level).text, 100 * (1 - pow(0.05, 1 / units)));
    return view_format("%s", counts  ? warning_instead(WARNING_COUNTS)
                             : equal ? warning_instead(WARNING_ALL_EQUAL)
                                     : warning_sentence(ASSAY_WARN_CLOCK_TICK));
}

static assay_warnings warnings_of(const struct note_subject *subjects, size_t n)
{
    assay_warnings all = 0;
    for (size_t i = 0; i < n; i++)
        all |= subjects[i].warnings;
    return all;
}

/* "1 of 50 values of new, none of old" */
static char *far_of_systems(const struct note_subject *s)
{
    const struct assay_comparison *change = s->change;
    const struct assay_far_change *far = &change->far;
    if (far->n_old > 0 && far->n_new > 0)
        return view_said("%zu of %zu values of %.24s and %zu of %zu of %.24s lie", far->n_old,
                         change->old_sample.n, s->old_system, far->n_new, change->new_sample.n,
                         s->new_system);
    const bool of_new = far->n_new > 0;
    const size_t n = of_new ? far->n_new : far->n_old;
    return view_said("%zu of %zu values of %.24s, none of %.24s, lie%s", n,
                     of_new ? change->new_sample.n : change->old_sample.n,
                     of_new ? s->new_system : s->old_system, of_new ? s->old_system : s->new_system,
                     n == 1 ? "s" : "");
}

/* "1 of 50 values of new, none of old, lies far off and makes 72 % of the variance of the change in total time."; of
 * several comparisons only their shares. */
static char *far_change_text(const struct note_subject *subjects, size_t n)
{
    const struct note_subject *only = NULL;
    double least = 1, most = 0;
    size_t concerned = 0;
    bool time = true;
    for (size_t i = 0; i < n; i++) {
        if (!has(&subjects[i], ASSAY_WARN_OUTLIERS) || subjects[i].change == NULL ||
            !(subjects[i].change->far.share > 0))
            continue;
        only = &subjects[i];
        time = time && only->unit != NULL && strcmp(only->unit, "s") == 0;
        concerned++;
        least = fmin(least, only->change->far.share);
        most = fmax(most, only->change->far.share);
    }
    if (concerned == 0)
        return NULL;
    if (concerned > 1)
        return view_format(
            "few values lie far off and make at least %.0f %% of the variance of the "
            "change %s; kept. A typical run hardly feels them.",
            100 * least, time ? "in total time" : "of the mean");
    OWNED char *who = far_of_systems(only);
    const size_t all = only->change->far.n_old + only->change->far.n_new;
    return view_format("%s far off and make%s %.0f %% of the variance of the change %s; "
                       "kept. A typical run hardly feels %s.",
                       who != NULL ? who : "", all == 1 ? "s" : "", 100 * most,
                       time ? "in total time" : "of the mean", all == 1 ? "it" : "them");
}

/* "0.1 ms", "50 µs": as many digits as tell it. */
static struct quantity step_text(double step, const char *unit)
{
    const double tenfold = 10 * step;
    struct quantity_scale scale = quantity_scale_of(unit, &step, 1);
    if (step / scale.factor > 99.5) /* the unit above */
        scale = quantity_scale_of(unit, &tenfold, 1);
    return quantity_text("%.3g%s%s", step / scale.factor, scale.label[0] != '\0' ? " " : "",
                         scale.label);
}

/* "values are rounded to 0.1 ms." */
static char *rounded_text(const struct note_subject *subjects, size_t n)
{
    double step = 0;
    const char *unit = NULL;
    for (size_t i = 0; i < n; i++)
        if (has(&subjects[i], ASSAY_WARN_ROUNDED) && subjects[i].step > step) {
            step = subjects[i].step;
            unit = subjects[i].unit;
        }
    return unit != NULL ? view_format("values are rounded to %s.", step_text(step, unit).text)
                        : NULL;
}

/* "3 of 600 values lie far off and make 87 % of the interval's variance. …"; of several subjects
 * "up to 3 of 600". */
static char *far_text(const struct note_subject *subjects, size_t n)
{
    size_t concerned = 0, values = 0, of = 0;
    double share = 0;
    for (size_t i = 0; i < n; i++) {
        const struct note_subject *s = &subjects[i];
        if (!has(s, ASSAY_WARN_OUTLIERS))
            continue;
        if (s->far == NULL || s->far->n == 0)
            return NULL;
        concerned++;
        share = fmax(share, s->far->share);
        if (s->far->n > values) {
            values = s->far->n;
            of = s->n_values;
        }
    }
    const char *most = concerned > 1 && values > 1 ? "up to " : "", *s = values == 1 ? "s" : "";
    return view_format("%s%zu of %zu values lie%s far off and make%s %s%.0f %% of the interval's "
                       "variance; kept. The median hardly feels %s.",
                       most, values, of, s, s, most, 100 * share, values == 1 ? "it" : "them");
}

/* "the change of a round goes with the one before (autocorrelation 0.3 to 0.5): …" */
static char *dependent_text(const struct note_subject *subjects, size_t n)
{
    double low = 1, high = 0;
    char range[32];
    for (size_t i = 0; i < n; i++) {
        if (!has(&subjects[i], ASSAY_WARN_DEPENDENT_ROUNDS) || !(subjects[i].dependence > 0))
            continue;
        low = fmin(low, subjects[i].dependence);
        high = fmax(high, subjects[i].dependence);
    }
    if (high == 0)
        return NULL;
    double width = 0;
    for (size_t i = 0; i < n; i++)
        if (has(&subjects[i], ASSAY_WARN_DEPENDENT_ROUNDS) && subjects[i].dependence > 0)
            width =
                fmax(width, assay_dependent_width(subjects[i].dependence, subjects[i].top_units));
    if (high - low < 0.05)
        (void)snprintf(range, sizeof range, "%.2f", high);
    else
        (void)snprintf(range, sizeof range, "%.2f to %.2f", low, high);
    if (!isfinite(width))
        return view_format("the change of a round goes with the one before (autocorrelation %s): "
                           "intervals are too narrow, by how much these rounds do not tell. Take "
                           "longer rounds, or pause between them.",
                           range);
    return view_format(
        "the change of a round goes with the one before (autocorrelation %s): intervals are up to "
        "%.1f times too narrow. Take longer rounds, or pause between them.",
        range, width);
}

/* That builds were not repeated limits what has builds; of two commands it is known. */
static bool any_builds(const struct note_subject *subjects, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (subjects[i].has_builds)
            return true;
    return false;
}

/* What lies far makes the tail: of both that is said. */
static bool tail_is_far(const struct note_subject *subjects, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (has(&subjects[i], ASSAY_WARN_SKEWED) && !has(&subjects[i], ASSAY_WARN_OUTLIERS))
            return false;
    return true;
}

/* Whether a drift of the host could turn the verdict of any. */
static bool drift_turns(const struct note_subject *subjects, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (has(&subjects[i], ASSAY_WARN_UNPAIRED) && !subjects[i].is_clear)
            return true;
    return false;
}

/* Whether values in several modes may be what makes a change, or hides one: which mode comes how often. */
static bool modes_may_explain(const struct note_subject *subjects, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (has(&subjects[i], ASSAY_WARN_SEVERAL_MODES) && subjects[i].change != NULL &&
            subjects[i].change->verdict != ASSAY_EQUIVALENT)
            return true;
    return false;
}

static enum harm harm_of(unsigned bit, const struct note_subject *subjects, size_t n)
{
    if ((ASSAY_WARNING(bit) & withholding_warnings()) != 0)
        return HARM_VERDICT;
    switch ((enum assay_warning)bit) {
    case ASSAY_WARN_UNPAIRED: return drift_turns(subjects, n) ? HARM_SIGN : HARM_ADVICE;
    case ASSAY_WARN_DIFFERENT_HOSTS:
    case ASSAY_WARN_FAILED_EXECUTIONS:
    case ASSAY_WARN_INCOMPLETE:
    case ASSAY_WARN_NONPOSITIVE_MEAN:
    case ASSAY_WARN_NOT_STEADY:
    case ASSAY_WARN_CLOSED_LOOP:
    case ASSAY_WARN_HOST_DRIFT: return HARM_SIGN;
    case ASSAY_WARN_FEW_TOP_UNITS: return HARM_NEXT; /* its interval is wide, not false */
    case ASSAY_WARN_SKEWED: return tail_is_far(subjects, n) ? HARM_ADVICE : HARM_INTERVAL;
    case ASSAY_WARN_NO_HIGHER_LEVEL: return any_builds(subjects, n) ? HARM_INTERVAL : HARM_ADVICE;
    case ASSAY_WARN_SEVERAL_MODES: return modes_may_explain(subjects, n) ? HARM_NEXT : HARM_ADVICE;
    case ASSAY_WARN_ROUNDED:
    case ASSAY_WARN_BOOTSTRAP_REFUSED:
    case ASSAY_WARN_LEVEL_MERGED:
    case ASSAY_WARN_COMPONENT_NEGATIVE: return HARM_ADVICE;
    default: return HARM_INTERVAL;
    }
}

/* Of paired rounds that tell the two apart: what moved moved both. */
static bool verdicts_stand(const struct note_subject *subjects, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (has(&subjects[i], ASSAY_WARN_HOST_DRIFT) &&
            (subjects[i].change == NULL || has(&subjects[i], ASSAY_WARN_UNPAIRED) ||
             has(&subjects[i], ASSAY_WARN_DEPENDENT_ROUNDS) ||
             subjects[i].change->verdict == ASSAY_INCONCLUSIVE ||
             subjects[i].change->verdict == ASSAY_MIXED))
            return false;
    return true;
}

static void add_note(struct sentences *sentences, unsigned bit, const struct note_subject *subjects,
                     char *const *names, size_t n)
{
    OWNED char *subject = subject_of(bit, subjects, names, n), *text = NULL;
    const char *sentence = warning_sentence((enum assay_warning)bit);
    if (bit == ASSAY_WARN_FEW_TOP_UNITS && subjects[0].is_pilot)
        sentence = warning_instead(WARNING_FEW_PILOT_UNITS);
    else if (bit == ASSAY_WARN_FEW_TOP_UNITS)
        text = few_units_text(subjects, n);
    else if (bit == ASSAY_WARN_NO_HIGHER_LEVEL)
        text = one_level_text(subjects, n);
    else if (bit == ASSAY_WARN_COMPONENT_NEGATIVE && subjects[0].is_pilot)
        sentence = warning_instead(WARNING_NO_COMPONENT);
    else if (bit == ASSAY_WARN_LEVEL_MERGED && subjects[0].is_pilot)
        sentence = warning_instead(WARNING_PLANNED_AS_PART);
    else if (bit == ASSAY_WARN_OUTLIERS)
        text = subjects[0].change != NULL ? far_change_text(subjects, n) : far_text(subjects, n);
    else if (bit == ASSAY_WARN_ROUNDED)
        text = rounded_text(subjects, n);
    else if (bit == ASSAY_WARN_SKEWED)
        text = skewed_text(subjects, n);
    else if (bit == ASSAY_WARN_DEPENDENT_ROUNDS)
        text = dependent_text(subjects, n);
    else if (bit == ASSAY_WARN_CLOCK_TICK)
        text = tick_text(subjects, n);
    else if (bit == ASSAY_WARN_HOST_DRIFT && verdicts_stand(subjects, n))
        sentence = warning_instead(WARNING_DRIFT_OF_BOTH);
    sentences_note(sentences, subject, text != NULL ? text : sentence, harm_of(bit, subjects, n));
}

/* A count's grid is no clock's: each kind by its own words. */
static void add_tick(struct sentences *sentences, const struct note_subject *subjects,
                     char *const *names, size_t n)
{
    OWNED struct note_subject *kind = view_room(n, sizeof *kind);
    for (int counts = 0; counts < 2 && kind != NULL; counts++) {
        bool any = false;
        for (size_t i = 0; i < n; i++) {
            kind[i] = subjects[i];
            if (subjects[i].is_count != (counts == 1))
                kind[i].warnings &= ~ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
            any = any || has(&kind[i], ASSAY_WARN_CLOCK_TICK);
        }
        if (any)
            add_note(sentences, ASSAY_WARN_CLOCK_TICK, kind, names, n);
    }
}

static void add_notes_of(struct sentences *sentences, assay_warnings all,
                         const struct note_subject *subjects, char *const *names, size_t n)
{
    for (unsigned bit = 0; bit < ASSAY_WARN_COUNT; bit++)
        if (bit == ASSAY_WARN_CLOCK_TICK && (all & ASSAY_WARNING(bit)) != 0)
            add_tick(sentences, subjects, names, n);
        else if ((all & ASSAY_WARNING(bit)) != 0)
            add_note(sentences, bit, subjects, names, n);
}

/* What withholds a verdict is said before what only limits it. */
static void add_notes(struct sentences *sentences, const struct note_subject *subjects,
                      char *const *names, size_t n)
{
    const assay_warnings all = warnings_of(subjects, n), withheld = withholding_warnings();
    add_notes_of(sentences, all & withheld, subjects, names, n);
    add_notes_of(sentences, all & ~withheld, subjects, names, n);
}

void notes_of(const struct note_subject *subjects, size_t n, int limit, struct sentences *sentences)
{
    OWNED char **whole = view_room(n, sizeof *whole), **names = view_room(n, sizeof *names);
    bool named = whole != NULL && names != NULL;
    if (warnings_of(subjects, n) == 0)
        return;
    for (size_t i = 0; named && i < n; i++) {
        whole[i] = note_name_of(&subjects[i]);
        named = whole[i] != NULL;
    }
    if (!named || !distinct_names((const char *const *)whole, n, limit, names))
        view_lose();
    else
        add_notes(sentences, subjects, names, n);
    for (size_t i = 0; whole != NULL && i < n; i++)
        free(whole[i]);
    for (size_t i = 0; names != NULL && i < n; i++)
        free(names[i]);
}

void notes_print(const struct terminal *terminal, const struct note_subject *subjects, size_t n)
{
    SCOPED(sentences_fini) struct sentences sentences = {0};
    notes_of(subjects, n, terminal->width / 2, &sentences);
    sentences_print_apart(terminal, &sentences);
}
