/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_notes.c -- what a history's table does not say: what limits it, and what was said of its changes. */
#include "finding/finding.h"
#include "view/terminal/history.h"

#include <math.h>
#include <stdlib.h>

#include "view/text/quantity.h"
#include "view/text/view_memory.h"
#include "view/text/warm_up_words.h"
#include "view/text/warning.h"

static bool is_dirty(const struct history_version *version)
{
    return version->dirty;
}

static bool is_moved(const struct history_version *version)
{
    return version->moved;
}

static bool is_mixed(const struct history_version *version)
{
    return version->mixed;
}

static bool is_watched(const struct history_version *version)
{
    return version->watched && !version->anytime;
}

static bool is_anytime(const struct history_version *version)
{
    return version->anytime;
}

/* Below an empty line; the text is taken over. */
static void take_apart(struct sentences *sentences, const char *subject, char *text)
{
    sentences_take(sentences, subject, text);
    if (sentences->n > 0)
        sentences->items[sentences->n - 1].apart = true;
}

/* "v3 was …", "v3 and 2 more were …": what a label does not tell by itself. */
static void add_mark(struct sentences *sentences, const struct history_finding *history,
                     bool (*has)(const struct history_version *), const char *what)
{
    size_t n = 0, first = 0;
    for (size_t v = history->n_versions; v-- > 0;)
        if (has(&history->versions[v])) {
            first = v;
            n++;
        }
    const char *label = n > 0 ? history->versions[first].label : "";
    if (n == 1)
        take_apart(sentences, NULL, view_said("%.24s was %s", label, what));
    if (n > 1)
        take_apart(sentences, NULL, view_said("%.24s and %zu more were %s", label, n - 1, what));
}

/* "9 of 12 series: …" */
static void add_warning(struct sentences *sentences, const struct history_finding *history,
                        enum assay_warning warning)
{
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++)
        n += ((history->series[i].finding.warnings | told_warnings(&history->series[i].told) |
               history_doubts_from(&history->series[i], 0)) &
              ASSAY_WARNING(warning)) != 0;
    OWNED char *subject = n > 0 ? view_format("%zu of %zu series", n, history->n) : NULL;
    if (subject != NULL)
        take_apart(sentences, subject, view_format("%s", warning_sentence(warning)));
}

/* Of the newest version of a series nobody knows yet whether the series comes back. */
static bool is_newest(const struct history_row *series, const struct assay_lone *lone)
{
    return lone->at + 1 == series->n;
}

/* How many means of each version stand alone, or are the newest and as far off, to be freed; *n: in all. NULL: no
 * memory. */
static size_t *count_alone(const struct history_finding *history, bool newest, size_t *n)
{
    size_t *count = view_room(history->n_versions, sizeof *count);
    *n = 0;
    for (size_t i = 0; count != NULL && i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        for (size_t k = 0; k < series->finding.n_alone; k++)
            if (is_newest(series, &series->finding.alone[k]) == newest) {
                count[series->versions[series->finding.alone[k].at]]++;
                ++*n;
            }
    }
    return count;
}

/* "v41 (fib +48 %), …": those of one version, at most so many; returns how many. */
static size_t list_alone(FILE *list, const struct history_finding *history, size_t version,
                         bool newest, size_t most)
{
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        for (size_t k = 0; k < series->finding.n_alone && n < most; k++) {
            const struct assay_lone *lone = &series->finding.alone[k];
            if (series->versions[lone->at] != version || is_newest(series, lone) != newest)
                continue;
            const bool metric = history_metrics_differ(history);
            view_say(list, "%s%.24s (%.32s%s%.32s%s%s)", n > 0 ? ", " : "",
                     history->versions[version].label, series->benchmark, metric ? " by " : "",
                     metric ? series->metric : "", isnan(lone->ratio) ? "" : " ",
                     isnan(lone->ratio) ? "" : percent_signed(100 * (lone->ratio - 1), 1).text);
            n++;
        }
    }
    return n;
}

/* "v41 (fib +48 %), v37 (fib +51 %) and 3 more", to be freed; NULL: there are none, or no memory. */
static char *lone_versions(const struct history_finding *history, bool newest, size_t *n_versions)
{
    enum { SHOWN = 3 };
    struct view_writer writer;
    size_t n, shown = 0, *count = count_alone(history, newest, &n);
    *n_versions = 0;
    FILE *list = count != NULL && n > 0 ? view_open(&writer) : NULL;
    for (size_t v = history->n_versions; list != NULL && v-- > 0;) {
        if (count[v] == 0)
            continue;
        if (shown > 0 && shown < SHOWN)
            fputs(", ", list);
        if (shown < SHOWN)
            shown += list_alone(list, history, v, newest, SHOWN - shown);
        ++*n_versions;
    }
    free(count);
    if (list == NULL)
        return NULL;
    if (n > shown)
        fprintf(list, " and %zu more", n - shown);
    return view_close(&writer);
}

/* "7 versions are off …": the newest are named. */
static void add_alone(struct sentences *sentences, const struct history_finding *history)
{
    size_t n_versions, n_newest;
    OWNED char *text = lone_versions(history, false, &n_versions),
               *newest = lone_versions(history, true, &n_newest);
    if (newest != NULL)
        take_apart(sentences, NULL,
                   view_format("newest and off: %s. Others were as far off and came back; the next "
                               "version tells.",
                               newest));
    if (text != NULL)
        take_apart(sentences, NULL,
                   view_format("%zu version%s off the level before and after, and no step%s: %s. "
                               "Another machine, or what else ran there, makes such.",
                               n_versions, n_versions == 1 ? " is" : "s are",
                               n_versions == 1 ? "" : "s", text));
}

/* "judged 5 of 7 series: …", and why there is no finding: of the first few. */
static void add_troubles(struct sentences *sentences, const struct history_finding *history)
{
    enum { MOST = 3 };
    size_t troubled = 0;
    for (size_t i = 0; i < history->n; i++)
        troubled += history->series[i].trouble[0] != '\0';
    if (troubled > 0)
        sentences_take(sentences, NULL,
                       view_format("judged %zu of %zu series, because of the other%s:",
                                   history->n - troubled, history->n, troubled == 1 ? "" : "s"));
    troubled = 0;
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        troubled += series->trouble[0] != '\0';
        OWNED char *subject = view_said("%.32s", series->benchmark);
        if (series->trouble[0] != '\0' && troubled <= MOST)
            sentences_add(sentences, subject, series->trouble);
    }
    if (troubled > MOST)
        sentences_take(sentences, NULL, view_format("and %zu more", troubled - MOST));
}

/* "fib at v5 was accepted: WHY" */
static void add_ruling(struct sentences *sentences, const struct history_finding *history,
                       const struct history_row *series, size_t k)
{
    const struct history_ruling *ruling = history_ruling(series, k);
    const size_t at = series->versions[series->finding.changes[k].at];
    const bool accepted = ruling->accepted;
    take_apart(sentences, NULL,
               view_said("%.32s at %.24s was %s: %s%s", series->benchmark,
                         history->versions[at].label, accepted ? "accepted" : "rejected",
                         ruling->why != NULL ? ruling->why : "",
                         accepted && ruling->outgrown
                             ? ". What is found now is another change, and alarms."
                             : ""));
}

static void add_rulings(struct sentences *sentences, const struct history_finding *history)
{
    for (size_t i = 0; i < history->n; i++)
        for (size_t k = 0; k < history->series[i].finding.n; k++)
            if (history_ruling(&history->series[i], k) != NULL)
                add_ruling(sentences, history, &history->series[i], k);
    for (size_t i = 0; i < history->n_renames; i++)
        take_apart(sentences, NULL,
                   view_said("%.32s is called %.32s since it was renamed.",
                             history->renames[i].before, history->renames[i].since));
}

/* What nobody measures any more raises no alarm, and is missed by nobody. */
static void add_gone(struct sentences *sentences, const struct history_finding *history)
{
    size_t n = 0, first = 0;
    for (size_t i = history->n; i-- > 0;)
        if (history_gone(history, &history->series[i]) != SIZE_MAX) {
            first = i;
            n++;
        }
    if (n == 0)
        return;
    const struct history_row *series = &history->series[first];
    const char *last = history->versions[history_gone(history, series)].label;
    OWNED char *more =
        n > 1 ? view_format(", and %zu more are gone", n - 1) : view_format("%s", "");
    take_apart(sentences, NULL,
               view_said("%.32s was last measured at %.24s%s: of what is not measured nothing is "
                         "judged. If it has another name now: assay history rename OLD NEW.",
                         series->benchmark, last, more != NULL ? more : ""));
}

/* "fib: in v9 12 of 12 executions warm up until iteration 76 of 100: …", of the first few series. */
static void add_warm_ups(struct sentences *sentences, const struct history_finding *history)
{
    enum { MOST = 3 };
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        const struct assay_warm_up *warm_up = &series->warm_up;
        const bool cut = history->warm_up_cut;
        if (!assay_warm_up_moves(warm_up) || n++ >= MOST)
            continue;
        OWNED char *subject = view_said("%.32s", series->benchmark);
        OWNED char *who = warm_up_who(warm_up, NULL, 0);
        OWNED char *end = warm_up_end(warm_up, NULL, 0);
        if (who == NULL || end == NULL)
            return;
        take_apart(
            sentences, subject,
            view_said("in %.24s %s%s. %s", history->versions[history->n_versions - 1].label, who,
                      end,
                      cut ? "Its last iterations count, which are not seen to be steady: more "
                            "iterations show the end."
                          : "Every version counts all its iterations: --warm-up cut takes "
                            "the last half of what follows, --warm-up keep says that all are "
                            "meant."));
    }
    if (n > MOST)
        take_apart(sentences, NULL, view_format("%zu more series warm up", n - MOST));
}

/* "so that only a step of 57 % or more would be seen in wall time", where that is known; to be freed. */
static char *wall_words(const struct history_in_place *in_place)
{
    return in_place->detectable <= 1
               ? view_format(", so that only a step of %s or more would be seen in wall time",
                             percent_rough(100 * in_place->detectable, 2).text)
               : view_format("%s", "");
}

/* "work: others took its processor 5.4 times an execution, …", of the one that wall time would tell least of. */
static void add_in_place(struct sentences *sentences, const struct history_finding *history)
{
    const struct history_row *most = NULL;
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        n += series->in_place.told;
        if (series->in_place.told &&
            (most == NULL || !(series->in_place.detectable <= most->in_place.detectable)))
            most = series;
    }
    if (most == NULL)
        return;
    char statistic[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&most->in_place.statistic, statistic);
    OWNED char *subject = view_said("%.32s", most->benchmark);
    OWNED char *others =
        n > 1 ? view_format(" The same holds for %zu more.", n - 1) : view_format("%s", "");
    OWNED char *wall = wall_words(&most->in_place);
    take_apart(
        sentences, subject,
        view_format(
            "others took its processor %.2g times an execution%s. It computes and does not wait: "
            "its processor time is judged in place of wall time, the %s of each "
            "version. Steps of less than %s may be the machine's and are left "
            "out.%s --metric wall judges wall time.",
            most->in_place.pushed, wall != NULL ? wall : "", statistic,
            percent_rough(100 * most->in_place.least, 2).text, others != NULL ? others : ""));
}

/* Of times that nothing stands in the place of. */
static void add_left_out(struct sentences *sentences, const struct history_finding *history)
{
    double least = 0;
    for (size_t i = 0; i < history->n; i++)
        if (!history->series[i].in_place.told)
            least = fmax(least, history->series[i].in_place.least);
    if (least > 0)
        take_apart(sentences, NULL,
                   view_format("versions measured at different times differ by what the machine "
                               "did then. Steps of less than %s of processor time are left "
                               "out, and of wall time where others took the processor.",
                               percent_rough(100 * least, 2).text));
}

/* "work: …", of the first series whose step the rounds of several versions put elsewhere. */
static void add_placed(struct sentences *sentences, const struct history_finding *history)
{
    const struct history_row *first = NULL;
    size_t n = 0;
    for (size_t i = history->n; i-- > 0;)
        if (history->series[i].n_placed > 0) {
            first = &history->series[i];
            n++;
        }
    if (n == 0)
        return;
    OWNED char *subject = view_said("%.32s", first->benchmark);
    OWNED char *others =
        n > 1 ? view_format(" So it is of %zu more.", n - 1) : view_format("%s", "");
    take_apart(sentences, subject,
               view_format("at which version it changed, and by how much, is told by rounds that "
                           "versions shared. Values of different times put the change elsewhere.%s",
                           others != NULL ? others : ""));
}

/* What versions of the same program differ by: less than that is no change that could be seen. Of too few versions nobody
 * looked for changes among them: it may as well be one of what is beside the program. */
static void add_floor(struct sentences *sentences, const struct history_finding *history)
{
    size_t n = 0, programs = 0, versions = 0;
    double least = (double)INFINITY, most = 0;
    bool judged = true;
    for (size_t i = 0; i < history->n; i++) {
        const struct assay_history_same *same = &history->series[i].same;
        if (!(same->df > 0))
            continue;
        n++;
        least = fmin(least, same->sd);
        most = fmax(most, same->sd);
        judged = judged && !history_is_unknown(&history->series[i]);
        programs = same->n_programs > programs ? same->n_programs : programs;
        versions = same->n_versions > versions ? same->n_versions : versions;
    }
    if (n == 0)
        return;
    OWNED char *low = view_format("%s to ", percent_rough(100 * least, 2).text);
    OWNED char *range =
        view_format("%s%s", n == 1 || low == NULL ? "" : low, percent_rough(100 * most, 2).text);
    take_apart(sentences, NULL,
               view_format(judged ? "%zu versions are %zu program%s (equal code and data). Where "
                                    "no change was found between them they differ by %s (sd) all "
                                    "the same: this machine cannot see less."
                                  : "%zu versions are %zu program%s (equal code and data), and "
                                    "differ by %s (sd): something else changed, or this machine "
                                    "cannot see less.",
                           versions, programs, programs == 1 ? "" : "s",
                           range != NULL ? range : ""));
}

/* How far it is beside what versions differ by; what has no limit comes last. */
static double size_of(const struct assay_history_few *few)
{
    return few->limit_beside > 0 ? fabs(few->change) / few->limit_beside : fabs(few->change) / 1e9;
}

/* The series of few versions that moved farthest, of those that nobody knows of or the others; *n: how many. */
static const struct history_row *farthest(const struct history_finding *history, bool unknown,
                                          size_t *n)
{
    const struct history_row *most = NULL;
    *n = 0;
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        if (series->few.n == 0 || history_is_unknown(series) != unknown)
            continue;
        (*n)++;
        if (most == NULL || size_of(&series->few) > size_of(&most->few))
            most = series;
    }
    return most;
}

/* "b0: +3.1 %, within what versions of these benchmarks differ by (24 versions of 12, sd 1.4 %; visible from
 * 5.6 %)." */
static void add_few_known(struct sentences *sentences, const struct history_finding *history)
{
    static const double widely = 30;
    size_t n;
    const struct history_row *most = farthest(history, false, &n);
    if (most == NULL)
        return;
    const struct assay_history_few *few = &most->few;
    OWNED char *subject = view_said("%.32s", most->benchmark);
    OWNED char *others =
        n > 1 ? view_format(" %zu more moved less.", n - 1) : view_format("%s", "");
    take_apart(sentences, subject,
               view_format(
                   "%s against the older, %s what versions of these benchmarks differ by (%zu "
                   "versions of %zu benchmark%s, sd %s; visible from %s).%s%s Of %zu "
                   "versions no rate of false alarms is promised.",
                   percent_signed(100 * expm1(few->change), 1).text,
                   most->finding.n > 0 ? "beyond" : "within", few->n_versions, few->n_benchmarks,
                   few->n_benchmarks == 1 ? "" : "s", percent_rough(100 * sqrt(few->wider), 2).text,
                   percent_rough(100 * expm1(few->limit_beside), 2).text,
                   others != NULL ? others : "",
                   few->widest > widely ? " Benchmarks differ widely: up to 8 of 100 unchanged "
                                          "series are called changed."
                                        : "",
                   few->n));
}

/* Where nothing tells what versions differ by. */
static void add_few_unknown(struct sentences *sentences, const struct history_finding *history)
{
    size_t n;
    const struct history_row *most = farthest(history, true, &n);
    if (most == NULL)
        return;
    OWNED char *subject = n == 1 ? view_said("%.32s", most->benchmark)
                                 : view_format("%zu of %zu series", n, history->n);
    take_apart(sentences, subject,
               view_format("what versions differ by without a change (layout, the day, the "
                           "machine) is not known from %zu versions, so no change is told. Rounds "
                           "of two versions in one experiment tell now, %d versions or other "
                           "benchmarks of the store later.",
                           most->few.n, ASSAY_HISTORY_LEAST));
}

void history_notes_of(const struct history_finding *history, struct sentences *sentences)
{
    add_warning(sentences, history, ASSAY_WARN_DIRECTION_UNKNOWN);
    add_warning(sentences, history, ASSAY_WARN_UNIT_UNKNOWN);
    add_warning(sentences, history, ASSAY_WARN_FAILED_REQUESTS);
    add_warning(sentences, history, ASSAY_WARN_LOAD_SATURATED);
    add_warning(sentences, history, ASSAY_WARN_RATE_MISSED);
    add_mark(sentences, history, is_dirty, "measured with changes that are in no commit.");
    add_mark(sentences, history, is_watched,
             "watched while measured: plain intervals, as here, cover less than they say.");
    add_mark(sentences, history, is_anytime,
             "watched while measured: intervals of means hold at any time, but steps are called as "
             "if the counts had been fixed.");
    add_mark(sentences, history, is_moved,
             "measured on another machine than the version before: a step there may be the "
             "machine's. assay run of both in one experiment tells them apart.");
    add_mark(sentences, history, is_mixed,
             "measured on several machines, whose values are one version's here.");
    add_few_unknown(sentences, history);
    add_few_known(sentences, history);
    add_placed(sentences, history);
    add_in_place(sentences, history);
    add_left_out(sentences, history);
    add_floor(sentences, history);
    add_rulings(sentences, history);
    add_gone(sentences, history);
    add_warm_ups(sentences, history);
    add_troubles(sentences, history);
    add_alone(sentences, history);
    add_warning(sentences, history, ASSAY_WARN_DEPENDENT_VERSIONS);
    add_warning(sentences, history, ASSAY_WARN_RESTLESS_VERSIONS);
}
