/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions.c -- the steps that a search among versions found, or the two versions that it could not tell apart. */
#include "view/terminal/versions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/text/quantity.h"
#include "view/text/say.h"
#include "view/text/view_memory.h"
#include "view/text/warning.h"

enum { SHORT = 12 };

/* fa80b4300000 "Cache the table" */
static char *version_words(const struct versions_finding *finding, size_t at)
{
    const char *subject = finding->subjects != NULL ? finding->subjects[at] : NULL;
    if (subject == NULL)
        return view_format("%.*s", SHORT, finding->commits[at]);
    OWNED char *shown = terminal_name(subject);
    OWNED char *cut = terminal_shorten(shown != NULL ? shown : "", 48);
    return view_format("%.*s \"%s\"", SHORT, finding->commits[at], cut != NULL ? cut : "");
}

/* "hash  +14 %  −5 … +35 %  inconclusive" */
static void print_pair(const struct terminal *terminal, const struct versions_pair *pair)
{
    const double half = 50 * fabs(pair->upper - pair->lower);
    const int decimals = percent_decimals(&half, 1);
    if (pair->benchmark[0] == '\0') {
        terminal_puts(terminal, STYLE_PLAIN, "  no rounds in which both were measured");
        return;
    }
    OWNED char *name = terminal_name(pair->benchmark);
    terminal_printf(terminal, STYLE_STRONG, "  %s  %s", name != NULL ? name : "?",
                    percent_signed(100 * (pair->ratio - 1), decimals).text);
    terminal_printf(terminal, STYLE_PLAIN, "  [%s]  %s",
                    percent_range(100 * (pair->lower - 1), 100 * (pair->upper - 1), decimals).text,
                    assay_verdict_name(pair->verdict));
    if (pair->metric[0] != '\0')
        terminal_puts(terminal, STYLE_PLAIN, " by processor time");
}

/* "    6 fresh builds of each: +9.9 %  [+7.0 … +12.0 %]  slower" */
static void print_again(const struct terminal *terminal, const struct versions_pair *pair)
{
    const struct versions_again *again = &pair->again;
    const double half = 50 * fabs(again->upper - again->lower);
    const int decimals = percent_decimals(&half, 1);
    if (again->builds == 0 && versions_is_of_one_build(pair))
        terminal_puts(terminal, STYLE_OPEN,
                      "    between one build of each: fresh ones were not asked\n");
    if (again->builds == 0)
        return;
    terminal_printf(
        terminal, versions_is_of_one_build(pair) ? STYLE_BAD : STYLE_PLAIN,
        "    %zu fresh builds of each: %s  [%s]  %s\n", again->builds,
        percent_signed(100 * (again->ratio - 1), decimals).text,
        percent_range(100 * (again->lower - 1), 100 * (again->upper - 1), decimals).text,
        assay_verdict_name(again->verdict));
}

/* "    measured by another command: sleep 0.010 then, sleep 0.014 here" */
static void print_manifest(const struct terminal *terminal, const struct versions_pair *pair)
{
    OWNED char *words =
        pair->manifest.kind[0] != '\0'
            ? view_said("measured with another %s: %.60s then, %.60s here", pair->manifest.kind,
                        pair->manifest.there, pair->manifest.here)
            : NULL;
    if (words != NULL)
        terminal_printf(terminal, STYLE_OPEN, "    %s\n", words);
}

static void print_withheld(const struct terminal *terminal, const struct versions_pair *pair)
{
    for (unsigned bit = 0; bit < ASSAY_WARN_COUNT; bit++)
        if ((pair->withheld & ASSAY_WARNING(bit)) != 0)
            terminal_sentence(terminal, "    ", "%s", warning_sentence((enum assay_warning)bit));
}

/* "assay run ../assay.yaml --name 'my words'" */
static char *again_words(const struct versions_command *command)
{
    const bool named = command->name != NULL;
    const char *quote =
        named && strpbrk(command->name, " \t$&;|<>()*?\"\\`#~!{}[]") != NULL ? "'" : "";
    return view_said("assay run%s%s%s%s%s%s", command->manifest != NULL ? " " : "",
                     command->manifest != NULL ? command->manifest : "", named ? " --name " : "",
                     quote, named ? command->name : "", quote);
}

/* Which functions made a step slower: the command that asks. */
static void print_why(const struct terminal *terminal, const struct versions_command *command,
                      const struct versions_finding *finding, const struct versions_pair *pair)
{
    if (pair->verdict != ASSAY_SLOWER || pair->unknown > 0)
        return;
    OWNED char *again = again_words(command),
               *commits = view_format("%.*s..%.*s", SHORT, finding->commits[pair->older], SHORT,
                                      finding->commits[pair->newer]);
    terminal_printf(terminal, STYLE_PLAIN, "    next: %s --against %s --why\n",
                    again != NULL ? again : "?", commits != NULL ? commits : "?");
}

static void print_step(const struct terminal *terminal, const struct versions_command *command,
                       const struct versions_finding *finding, const struct versions_pair *pair)
{
    OWNED char *older = version_words(finding, pair->older),
               *newer = version_words(finding, pair->newer);
    print_pair(terminal, pair);
    if (pair->unknown > 0)
        terminal_printf(terminal, STYLE_PLAIN,
                        "\n    between %s\n        and %s: %zu not measured\n", older, newer,
                        pair->unknown);
    else
        terminal_printf(terminal, STYLE_PLAIN, "\n    since %s\n    after %s\n", newer, older);
    print_again(terminal, pair);
    print_manifest(terminal, pair);
    print_why(terminal, command, finding, pair);
}

/* "    words  [−2.1 … +2.9 %]  from fa80b4300000 to 9a6e2f7a5e19" */
static void print_hidden(const struct terminal *terminal, const struct versions_finding *finding,
                         const struct versions_pair *pair)
{
    const double half = 50 * fabs(pair->upper - pair->lower);
    const bool told = pair->benchmark[0] != '\0';
    OWNED char *name = terminal_name(told ? pair->benchmark : "no rounds of both");
    OWNED char *where = view_format("from %.*s to %.*s", SHORT, finding->commits[pair->older],
                                    SHORT, finding->commits[pair->newer]);
    const struct quantity range =
        percent_range(100 * (pair->lower - 1), 100 * (pair->upper - 1), percent_decimals(&half, 1));
    terminal_sentence(terminal, "    ", "%s%s%s%s%s %s", name, told ? "  [" : "",
                      told ? range.text : "", told ? "] " : "",
                      pair->metric[0] != '\0' ? "by processor time " : "", where);
    print_manifest(terminal, pair);
    print_withheld(terminal, pair);
}

/* What is not known beside the steps that are. */
static void print_rest(const struct terminal *terminal, const struct versions_finding *finding)
{
    terminal_sentence(
        terminal, "  ",
        "Whether anything else changed is not known. What is open differs by no more than:");
    for (size_t i = 0; i < finding->n_pairs; i++)
        if (!versions_is_found(&finding->pairs[i]) && versions_is_open(&finding->pairs[i]))
            print_hidden(terminal, finding, &finding->pairs[i]);
}

static void print_open(const struct terminal *terminal, const struct versions_finding *finding,
                       const struct versions_pair *pair)
{
    OWNED char *older = version_words(finding, pair->older),
               *newer = version_words(finding, pair->newer);
    print_pair(terminal, pair);
    terminal_printf(terminal, STYLE_PLAIN, "\n    %s\n    against %s\n", newer, older);
    print_manifest(terminal, pair);
    print_withheld(terminal, pair);
}

/* "A change lies after fa80b4300000 "…", up to 9a6e2f7a5e19 "…"." of two that differ, where none within do; once. */
static void print_held(const struct terminal *terminal, const struct versions_finding *finding,
                       size_t i)
{
    const struct versions_pair *pair = &finding->pairs[i];
    for (size_t k = 0; k < i; k++)
        if (finding->pairs[k].held_from == pair->held_from &&
            finding->pairs[k].held_to == pair->held_to)
            return;
    if (pair->say == VERSIONS_DIFFER || !versions_is_lost(finding, pair))
        return;
    OWNED char *from = version_words(finding, pair->held_from),
               *to = version_words(finding, pair->held_to);
    terminal_sentence(terminal, "  ", "A change lies after %s, up to %s.", from, to);
}

/* "2 steps, since 3608ebe13813 and e3fb390c8561": of more their number. */
static char *step_words(const struct versions_finding *finding, size_t n)
{
    enum { NAMED = 2 };
    size_t told = 0;
    return VIEW_TEXT(stream, {
        fprintf(stream, "%zu step%s", n, n == 1 ? "" : "s");
        for (size_t i = 0; i < finding->n_pairs && n <= NAMED; i++)
            if (versions_is_found(&finding->pairs[i]))
                fprintf(stream, "%s%.*s", told++ > 0 ? " and " : ", since ", SHORT,
                        finding->commits[finding->pairs[i].newer]);
    });
}

/* "4b89ce253860..main" of a range whose commits have their whole names; in memory of the caller. */
static char *range_words(const char *range)
{
    enum { WHOLE = 40 };
    OWNED char *shown = terminal_name(range);
    return VIEW_TEXT(stream, {
        for (const char *at = shown != NULL ? shown : "?"; *at != '\0';) {
            const size_t digits = strspn(at, "0123456789abcdef"), n = digits > 0 ? digits : 1;
            fprintf(stream, "%.*s", (int)(digits == WHOLE ? SHORT : n), at);
            at += n;
        }
    });
}

/* "not decided", "1 step, since 3608ebe13813", to be freed. */
static char *answer_words(const struct versions_finding *finding)
{
    const size_t n = versions_count_found(finding);
    OWNED char *found = n > 0 ? step_words(finding, n) : NULL;
    const char *none = finding->ends.say == VERSIONS_DIFFER
                           ? "no step beyond the margin, though the ends differ"
                           : "no change between the ends";
    return view_format("%s%s%s", finding->decided ? "" : "not decided",
                       !finding->decided && found != NULL ? ", by now " : "",
                       found != NULL      ? found
                       : finding->decided ? none
                                          : "");
}

/* "7 of 21 versions measured, 1 failed", to be freed. */
static char *measured_words(const struct versions_finding *finding)
{
    OWNED char *failed =
        finding->n_failed > 0 ? view_format(", %zu failed", finding->n_failed) : NULL;
    return view_format("%zu of %zu versions measured%s", finding->n_measured, finding->n,
                       failed != NULL ? failed : "");
}

/* "a..b: 1 step, since 3608ebe13813 · 7 of 21 versions measured", in two lines where one is too narrow. */
static void print_head(const struct terminal *terminal, const char *range,
                       const struct versions_finding *finding)
{
    enum { BETWEEN = 5 };
    OWNED char *shown = range_words(range), *answer = answer_words(finding),
               *measured = measured_words(finding);
    if (shown == NULL || answer == NULL || measured == NULL)
        return;
    const bool fits =
        terminal_columns(shown) + terminal_columns(answer) + terminal_columns(measured) + BETWEEN <=
        terminal->width;
    terminal_printf(terminal, STYLE_STRONG, "%s: ", shown);
    terminal_puts(terminal, finding->decided ? STYLE_STRONG : STYLE_BAD, answer);
    terminal_puts(terminal, STYLE_PLAIN, fits ? " \u00b7 " : "\n  ");
    terminal_printf(terminal, STYLE_PLAIN, "%s\n", measured);
}

/* As it can be copied: more time decides, of what side by side says nothing of in rounds; nothing does where a verdict is
 * withheld for good. */
static void print_next(const struct terminal *terminal, const struct versions_command *command,
                       const struct versions_finding *finding)
{
    assay_warnings withheld = finding->ends.withheld, doubts = finding->ends.doubts;
    for (size_t i = 0; i < finding->n_pairs; i++) {
        withheld |= finding->pairs[i].withheld;
        doubts |= finding->pairs[i].doubts;
    }
    OWNED char *again = again_words(command);
    if (versions_never_told(withheld))
        return;
    terminal_sentence(terminal, "  ", "next: %s --versions %s --bisect%s --time-budget 10m",
                      again != NULL ? again : "?", command->range,
                      doubts != 0 ? " --order rounds" : "");
}

/* Steps, and what is open as a whole, where it may be the answer; else a line each. */
static void print_pairs(const struct terminal *terminal, const struct versions_command *command,
                        const struct versions_finding *finding)
{
    const bool brief = finding->decided && !finding->whole;
    bool told = false;
    for (size_t i = 0; i < finding->n_pairs; i++) {
        const struct versions_pair *pair = &finding->pairs[i];
        if (brief ? versions_is_found(pair) : pair->say == VERSIONS_DIFFER)
            print_step(terminal, command, finding, pair);
        else if (!brief && versions_is_open(pair))
            print_open(terminal, finding, pair);
        else
            continue;
        told = true;
    }
    if (!told && finding->n_pairs > 0)
        print_open(terminal, finding, &finding->ends);
    for (size_t i = 0; i < finding->n_pairs && !brief; i++)
        print_held(terminal, finding, i);
    if (brief)
        print_rest(terminal, finding);
}

/* "The ends differ by +21 %  [+18 … +24 %], more than these steps: something else changed, too." */
static void print_unexplained(const struct terminal *terminal,
                              const struct versions_finding *finding)
{
    const struct versions_pair *ends = &finding->ends;
    if (versions_count_found(finding) == 0 || versions_is_explained(finding))
        return;
    terminal_sentence(terminal, "  ",
                      "The ends differ by %s to %s, which is not what these steps make: something "
                      "else changed, too.",
                      percent_signed(100 * (ends->lower - 1), 1).text,
                      percent_signed(100 * (ends->upper - 1), 1).text);
}

void versions_print(const struct terminal *terminal, const struct versions_command *command,
                    const struct versions_finding *finding)
{
    print_head(terminal, command->range, finding);
    print_pairs(terminal, command, finding);
    print_unexplained(terminal, finding);
    terminal_sentence(terminal, "  ",
                      "Each interval is of rounds that both versions shared; all of them hold "
                      "together at %s.",
                      percent_rough(100 * finding->confidence, 6).text);
    if (!finding->decided && finding->n_measured > 1)
        print_next(terminal, command, finding);
}
