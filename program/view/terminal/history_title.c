/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_title.c -- the answer of `assay history`, and what limits it. */
#include "view/terminal/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "finding/finding.h"
#include "view/text/sentences.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

enum { VERSION_DIGITS = 12 }; /* by which commits are called on screens */

static size_t count_slopes(const struct history_finding *history)
{
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++)
        n += history->series[i].finding.slope.beyond;
    return n;
}

static size_t count_changes(const struct history_finding *history)
{
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++)
        n += history->series[i].finding.n;
    return n;
}

static bool has_few(const struct history_finding *history)
{
    for (size_t i = 0; i < history->n; i++)
        if (history->series[i].few.n > 0)
            return true;
    return false;
}

/* Of fewer versions nobody sees that neighbours depend on one another: docs/evidence/history.md. */
enum { UNSEEN_DRIFT = 20 };

/* Is processor time judged in the place of wall time? */
static bool is_in_place(const struct history_finding *history)
{
    for (size_t i = 0; i < history->n; i++)
        if (history->series[i].in_place.told)
            return true;
    return false;
}

/* "change points · margin 2 % · at most 5 false alarms in 1000 versions (holm over 3 series)" */
static void print_rule(const struct terminal *terminal, const struct history_finding *history)
{
    static const char *const words[] = {"change points", "each version against the one before",
                                        "intervals that do not meet (KT06)", "E-divisive",
                                        "Otava's rule"};
    const bool details = sentences_all_wanted();
    OWNED char *text = VIEW_TEXT(stream, {
        view_say(stream, "%.24s \u2026 %.24s", history->versions[0].label,
                 history->versions[history->n_versions - 1].label);
        if (details || history->rule.rule != 0)
            fprintf(stream, " \u00b7 %s", words[history->rule.rule]);
        if (is_in_place(history))
            fputs(" \u00b7 by processor time: the machine was busy", stream);
        if (history->statistic.kind != ASSAY_STATISTIC_MEAN) {
            char statistic[ASSAY_STATISTIC_TEXT];
            assay_statistic_name(&history->statistic, statistic);
            fprintf(stream, " \u00b7 %s", statistic);
        }
        if (history->rule.margin > 0)
            fprintf(stream, " \u00b7 margin %s", percent_rough(100 * history->rule.margin, 6).text);
        if (isnan(history->false_per_1000) && has_few(history))
            fprintf(stream, " \u00b7 no rate of false alarms is known of fewer than %d versions",
                    ASSAY_HISTORY_LEAST);
        else if (isnan(history->false_per_1000))
            fputs(" \u00b7 its rate of false alarms is not known", stream);
        else
            fprintf(stream, " \u00b7 at most %s false alarms in 1000 versions%s",
                    rough_number(history->false_per_1000, 2).text,
                    history->n_versions < UNSEEN_DRIFT ? ", unless the machine drifts" : "");
        if (details && !isnan(history->false_per_1000))
            fprintf(stream, " (%s over %zu series)", history->adjustment, history->n);
    });
    terminal_paragraph(terminal, "  ", text);
}

char *history_detectable_words(const struct history_finding *history)
{
    double least = INFINITY, most = 0;
    bool exact = false;
    for (size_t i = 0; i < history->n; i++) {
        const double step = 100 * history->series[i].finding.detectable;
        if (history->series[i].trouble[0] != '\0' || isnan(step))
            continue;
        most = fmax(most, step);
        exact = exact || step == 0;
        if (step > 0) /* one that counts exactly says nothing of the others */
            least = fmin(least, step);
    }
    if (!isfinite(least) && !exact)
        return NULL;
    if (most == 0)
        return view_format("any step would have been found: these values count exactly");
    if (least > 100)
        return view_format("too few versions to tell a step of 100 %% from noise between versions");
    if (most > 100)
        return view_format(
            "a step of %s would have been found 8 times in 10 in some series, in others only a "
            "far larger one",
            percent_rough(least, 2).text);
    return least > 0.95 * most
               ? view_format("a step of %s would have been found 8 times in 10",
                             percent_rough(most, 2).text)
               : view_format("a step of %s \u2026 %s, by series, would have been found 8 "
                             "times in 10",
                             rough_number(least, 2).text, percent_rough(most, 2).text);
}

/* "what versions share was taken out of 40 of 66 series: 20 … 93 % of their variance" */
static void print_common(const struct terminal *terminal, const struct history_finding *history)
{
    double least = INFINITY, most = 0;
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++) {
        const struct assay_common *common = &history->series[i].common;
        if (history->series[i].adjusted == NULL || !(common->used > 0))
            continue;
        least = fmin(least, 100 * common->share);
        most = fmax(most, 100 * common->share);
        n++;
    }
    if (n == 0)
        return;
    terminal_sentence(terminal, "  ",
                      "what the benchmarks of a version share was taken out of %zu of %zu series: "
                      "%.0f \u2026 %.0f %% of their noise",
                      n, history->n, least, most);
}

/* Is it told before another one of the same version? What nobody accepted is, then what is slower, then the larger. */
static bool goes_before(const struct history_row *series, const struct assay_change *change,
                        const struct history_row *other, const struct assay_change *told)
{
    const bool accepted = history_is_accepted(series, (size_t)(change - series->finding.changes)),
               other_accepted = history_is_accepted(other, (size_t)(told - other->finding.changes));
    const bool slower = history_verdict(series, change) == ASSAY_SLOWER,
               other_slower = history_verdict(other, told) == ASSAY_SLOWER;
    if (accepted != other_accepted)
        return other_accepted;
    if (slower != other_slower)
        return slower;
    return fabs(log(change->ratio.estimate)) > fabs(log(told->ratio.estimate));
}

const struct assay_change *history_newest(const struct history_finding *history,
                                          const struct history_row **of)
{
    const struct assay_change *newest = NULL;
    size_t latest = 0;
    for (size_t i = 0; i < history->n; i++)
        for (size_t k = 0; k < history->series[i].finding.n; k++) {
            const struct assay_change *change = &history->series[i].finding.changes[k];
            const size_t at = history->series[i].versions[change->at];
            if (newest != NULL &&
                (at < latest ||
                 (at == latest && !goes_before(&history->series[i], change, *of, newest))))
                continue;
            newest = change;
            latest = at;
            *of = &history->series[i];
        }
    return newest;
}

static size_t count_unknown(const struct history_finding *history)
{
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++)
        n += history_is_unknown(&history->series[i]);
    return n;
}

/* "a step of 3.4 % would have been found 8 times in 10", and of no change how a smaller one fares; to be freed. */
static char *seen_words(const struct history_finding *history)
{
    OWNED char *words = history_detectable_words(history);
    const bool none = count_changes(history) == 0 && count_unknown(history) == 0;
    if (words == NULL)
        return NULL;
    return view_format("%s%s", words,
                       none && strstr(words, "8 times in 10") != NULL ? ", a smaller one less often"
                                                                      : "");
}

/* Of some there are too few versions, or of all that are judged no step could be seen. */
static bool cannot_tell(const struct history_finding *history)
{
    size_t judged = 0, blind = 0;
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        if (series->few.n > 0 && history_is_unknown(series))
            return true;
        judged += series->trouble[0] == '\0';
        blind += history_is_unknown(series);
    }
    return blind > 0 && blind == judged;
}

/* "no change"; where nobody knows of some series, that. */
static const char *words_of_none(const struct history_finding *history, size_t slopes)
{
    if (slopes > 0)
        return "no step";
    return cannot_tell(history) ? "cannot tell what changed" : "no change";
}

enum name_of { BENCHMARK_OF, SYSTEM_OF, METRIC_OF };

/* "" of the system, where the version is the system. */
static const char *name_of(const struct history_row *series, enum name_of which)
{
    const char *const names[] = {series->benchmark, series->system, series->metric};
    return names[which] != NULL ? names[which] : "";
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static size_t count_names(const struct history_finding *history, enum name_of which)
{
    OWNED const char **names = view_room(history->n, sizeof *names);
    if (names == NULL)
        return history->n;
    for (size_t i = 0; i < history->n; i++)
        names[i] = name_of(&history->series[i], which);
    qsort(names, history->n, sizeof *names, by_name);
    size_t n = history->n > 0;
    for (size_t i = 1; i < history->n; i++)
        n += strcmp(names[i - 1], names[i]) != 0;
    return n;
}

/* "3 benchmarks on 2 systems by 2 metrics": what the series are of. */
static void say_scope(FILE *stream, const struct history_finding *history)
{
    const size_t benchmarks = count_names(history, BENCHMARK_OF),
                 systems = count_names(history, SYSTEM_OF),
                 metrics = count_names(history, METRIC_OF);
    fprintf(stream, "%zu benchmark%s", benchmarks, benchmarks == 1 ? "" : "s");
    if (systems > 1)
        fprintf(stream, " on %zu systems", systems);
    if (metrics > 1 && history->n > benchmarks * systems) /* not one in the place of another */
        fprintf(stream, " by %zu metrics", metrics);
}

char *history_count_words(const struct history_finding *history, size_t events)
{
    const size_t n = count_changes(history), slopes = count_slopes(history);
    return VIEW_TEXT(stream, {
        if (n == 0)
            fputs(words_of_none(history, slopes), stream);
        else
            fprintf(stream, "%zu change%s", n, n == 1 ? "" : "s");
        if (events > 0 && events < n)
            fprintf(stream, " at %zu version%s", events, events == 1 ? "" : "s");
        if (slopes > 0)
            fprintf(stream, ", %zu slope%s", slopes, slopes == 1 ? "" : "s");
        fputs(" in ", stream);
        say_scope(stream, history);
        fprintf(stream, " over %zu version%s", history->n_versions,
                history->n_versions == 1 ? "" : "s");
    });
}

/* "1 change in 3 benchmarks over 12 versions: hash +5.8 % at v8, " and behind it the verdict, to be freed. */
static char *answer_of(const struct terminal *terminal, const struct history_finding *history,
                       size_t events, const char **verdict, enum style *style)
{
    const size_t n = count_changes(history);
    const struct history_row *of = NULL;
    const struct assay_change *change = history_newest(history, &of);
    *verdict = "";
    *style = STYLE_PLAIN;
    return VIEW_TEXT(stream, {
        OWNED char *count = history_count_words(history, events);
        fputs(count != NULL ? count : "?", stream);
        if (change != NULL) {
            *verdict =
                history_is_accepted(of, (size_t)(change - of->finding.changes))
                    ? "accepted"
                    : history_word(of, history_verdict(of, change), change->ratio.estimate > 1);
            *style = verdict_style(history_verdict(of, change));
            view_say(stream, "%s: %.*s", n > 1 ? ", the newest" : "", terminal->width / 3,
                     of->benchmark);
            if (history_metrics_differ(history) || metric_is_processor_time(of->metric))
                fprintf(stream, " (%s)", of->metric);
            fprintf(stream, " %s", history_change_words(change).text);
            view_say(stream, " at %.24s, ", history->versions[of->versions[change->at]].label);
        }
    });
}

/* ---- what a search found beside versions apart ---- */

static bool is_at(const struct history_finding *history, const struct history_row *of,
                  const struct assay_change *change, const char *commit)
{
    const char *at = history->versions[of->versions[change->at]].commit;
    return at != NULL && strcmp(at, commit) == 0;
}

/* The step that a search found where versions apart show none, or of that benchmark another one; NULL: there is no such. */
static const struct versions_pair *search_instead(const struct history_view *view)
{
    const struct history_row *of = NULL;
    const struct assay_change *change = history_newest(view->finding, &of);
    const struct versions_pair *found = NULL;
    for (size_t i = 0; view->search != NULL && i < view->search->n_pairs; i++) {
        const struct versions_pair *pair = &view->search->pairs[i];
        if (!versions_is_found(pair) ||
            (change != NULL && strcmp(pair->benchmark, of->benchmark) != 0))
            continue;
        if (change != NULL && is_at(view->finding, of, change, view->search->commits[pair->newer]))
            return NULL;
        found = pair;
    }
    return found;
}

/* What the commit says of itself; NULL: not known. */
static const char *subject_of(const struct history_finding *history, const char *commit)
{
    for (size_t i = 0; i < history->n_versions; i++)
        if (history->versions[i].commit != NULL && strcmp(history->versions[i].commit, commit) == 0)
            return history->versions[i].subject;
    return NULL;
}

/* "1 change over 16 versions, found by a search: work +10.3 % at 3f2a, slower", and what its commit says. */
static void print_search_answer(const struct terminal *terminal, const struct history_view *view,
                                const struct versions_pair *pair)
{
    const size_t n = versions_count_found(view->search);
    const double half = 50 * fabs(pair->upper - pair->lower);
    const char *subject = subject_of(view->finding, view->search->commits[pair->newer]);
    OWNED char *commit = view_format("%.*s", VERSION_DIGITS, view->search->commits[pair->newer]);
    OWNED char *text = subject != NULL ? terminal_shorten(subject, terminal->width - 4) : NULL;
    terminal_sentence(
        terminal, "", "%zu change%s over %zu versions, found by a search%s: %.32s %s at %s, %s", n,
        n == 1 ? "" : "s", view->finding->n_versions, n == 1 ? "" : ", the newest", pair->benchmark,
        percent_signed(100 * (pair->ratio - 1), percent_decimals(&half, 1)).text,
        commit != NULL ? commit : "?", assay_verdict_name(pair->verdict));
    if (text != NULL)
        terminal_printf(terminal, STYLE_PLAIN, "  \"%s\"\n", text);
}

void history_title_print(const struct terminal *terminal, const struct history_view *view,
                         size_t events)
{
    const struct history_finding *history = view->finding;
    const struct versions_pair *instead = search_instead(view);
    const char *verdict;
    enum style style;
    OWNED char *answer = answer_of(terminal, history, events, &verdict, &style);
    OWNED char *detectable = seen_words(history);
    if (instead != NULL)
        print_search_answer(terminal, view, instead);
    if (instead != NULL && answer != NULL)
        terminal_sentence(
            terminal, "  ",
            "Each version by its own values alone: %s%s. The search compares old and new in "
            "rounds that both shared, which says more.",
            answer, verdict);
    else if (answer != NULL &&
             terminal_columns(answer) + terminal_columns(verdict) > terminal->width) {
        terminal_sentence(terminal, "", "%s%s", answer, verdict);
    } else if (answer != NULL) {
        terminal_puts(terminal, STYLE_STRONG, answer);
        terminal_puts(terminal, style, verdict);
        fputc('\n', terminal->stream);
    }
    terminal_paragraph(terminal, "  ", detectable);
    print_rule(terminal, history);
    print_common(terminal, history);
}

/* A shell takes it for one word. */
static bool is_plain(const char *label)
{
    return label[strspn(label,
                        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+")] ==
           '\0';
}

/* What tells two versions apart where nobody knows what versions differ by. */
static char *unknown_next_words(const struct history_finding *history)
{
    if (count_unknown(history) == 0 || history->n_versions < 2)
        return NULL;
    return view_said("measure %.24s and %.24s in one experiment, each built anew for every round",
                     history->versions[history->n_versions - 2].label,
                     history->versions[history->n_versions - 1].label);
}

/* Why the step of a search is there. */
static char *search_next_words(const struct history_view *view, const struct versions_pair *pair)
{
    enum { COMMIT = 10 };
    return view_format("assay run --against %.*s..%.*s --why", COMMIT,
                       view->search->commits[pair->older], COMMIT,
                       view->search->commits[pair->newer]);
}

char *history_next_words(const struct history_view *view)
{
    enum { COMMIT = 10 };
    const struct versions_pair *instead = search_instead(view);
    if (instead != NULL)
        return search_next_words(view, instead);
    const struct history_finding *history = view->finding;
    const struct history_row *of = NULL;
    const struct assay_change *change = history_newest(history, &of);
    if (change == NULL)
        return history->searched ? NULL : unknown_next_words(history);
    if (change->at == 0 || history_is_accepted(of, (size_t)(change - of->finding.changes)))
        return NULL;
    return VIEW_TEXT(stream, {
        const struct history_version *before = &history->versions[of->versions[change->at - 1]],
                                     *after = &history->versions[of->versions[change->at]];
        const bool slower = history_verdict(of, change) == ASSAY_SLOWER;
        if (view->between)
            fprintf(stream, "assay run --versions %.*s..%.*s", COMMIT, before->commit, COMMIT,
                    after->commit);
        if (view->again && slower)
            fprintf(stream, "%sassay run --against %.*s..%.*s --why", view->between ? ", or " : "",
                    COMMIT, before->commit, COMMIT, after->commit);
        else if (!view->between)
            view_say(stream, "measure %.24s and %.24s in one experiment", before->label,
                     after->label);
        if (view->stored && slower)
            fprintf(stream, ", or assay history accept %s --reason TEXT",
                    is_plain(after->label) ? after->label : "VERSION");
    });
}

/* What rounds say that versions shared, where these named a commit. */
static void print_search(const struct terminal *terminal, const struct versions_finding *search)
{
    for (size_t i = 0; i < search->n_pairs; i++) {
        const struct versions_pair *pair = &search->pairs[i];
        const double half = 50 * fabs(pair->upper - pair->lower);
        const int decimals = percent_decimals(&half, 1);
        OWNED char *commit = view_format("%.*s", VERSION_DIGITS, search->commits[pair->newer]);
        if (versions_is_found(pair))
            terminal_sentence(
                terminal, "  ",
                "A search found, in rounds that both versions shared: %.32s %s, %s since %s (%s; "
                "all hold at %s).",
                pair->benchmark, percent_signed(100 * (pair->ratio - 1), decimals).text,
                assay_verdict_name(pair->verdict), commit,
                percent_range(100 * (pair->lower - 1), 100 * (pair->upper - 1), decimals).text,
                percent_rough(100 * search->confidence, 6).text);
    }
}

static bool is_placed(const struct history_finding *history)
{
    for (size_t i = 0; i < history->n; i++)
        if (history->series[i].n_placed > 0)
            return true;
    return false;
}

void history_next_print(const struct terminal *terminal, const struct history_view *view)
{
    OWNED char *text = history_next_words(view);
    if (text != NULL)
        terminal_sentence(terminal, "  next: ", "%s", text);
    if (view->search != NULL) {
        print_search(terminal, view->search);
        if (!is_placed(view->finding))
            terminal_sentence(terminal, "  ", "All else here compares versions apart.");
    } else if (view->beside)
        terminal_sentence(
            terminal, "  ",
            "Versions are compared apart here. What rounds that they shared say, a search tells: "
            "assay run%s%.60s --versions %.24s..%.24s --bisect",
            view->name != NULL ? " --name " : "", view->name != NULL ? view->name : "",
            view->finding->versions[0].label,
            view->finding->versions[view->finding->n_versions - 1].label);
}
