/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict_around.c -- the same program, and what else changed between two experiments, in words. */
#include "view/text/verdict.h"

#include "view/text/quantity.h"
#include "view/text/say.h"
#include "view/text/view_memory.h"

enum { MOST = 4 };

static bool differs(const struct comparison_finding *comparison)
{
    const enum assay_verdict verdict = comparison->finding.verdict;
    return verdict == ASSAY_FASTER || verdict == ASSAY_SLOWER;
}

/* "{source}/data has other contents", "N was not set before", "kernel was 6.1, is 6.2" */
static char *change_words(const struct around_change *change)
{
    if (change->kind == AROUND_FILE)
        return view_said("%.200s %s", change->name,
                         change->before == NULL  ? "was not opened before"
                         : change->after == NULL ? "is not opened now"
                                                 : "has other contents");
    if (change->kind == AROUND_VARIABLE)
        return view_said("%.40s %s", change->name,
                         change->before == NULL  ? "was not set before"
                         : change->after == NULL ? "is not set now"
                                                 : "has another value");
    return view_said("%.40s was %.40s, is %.40s", change->name,
                     change->before != NULL ? change->before : "not known",
                     change->after != NULL ? change->after : "not known");
}

/* "environment: N was not set before; machine: kernel was 6.1, is 6.2; and 3 more"; NULL: nothing differs. */
static char *around_text(const struct around *around)
{
    char *text = NULL;
    size_t n = 0;
    enum around_kind last = AROUND_BUILD;
    for (size_t i = 0; i < around->n; i++) {
        const struct around_change *change = &around->items[i];
        if (around_is_manifest(change) || n++ >= MOST)
            continue;
        OWNED char *before = text;
        OWNED char *words = change_words(change);
        const char *head = change->kind == AROUND_FILE       ? "opened files: "
                           : change->kind == AROUND_VARIABLE ? "environment: "
                                                             : "machine: ";
        text = view_format("%s%s%s%s", before != NULL ? before : "", before != NULL ? "; " : "",
                           change->kind != last ? head : "", words != NULL ? words : "");
        last = change->kind;
    }
    if (n <= MOST)
        return text;
    OWNED char *before = text;
    return view_format("%s; and %zu more", before != NULL ? before : "", n - MOST);
}

/* What measures both where all else is equal: a commit can be had again. */
static char *way_out(const struct around *around)
{
    return around != NULL && around->commit != NULL
               ? view_format("assay run --against %s measures both here.", around->commit)
               : view_format("One experiment that measures both cancels it.");
}

/* What else changed, or could have. */
static char *suspects(const struct comparison_finding *comparison)
{
    const struct around *around = comparison->around;
    const bool followed = comparison->old_series->program.opened_known &&
                          comparison->new_series->program.opened_known;
    OWNED char *what = around != NULL ? around_text(around) : NULL;
    if (what != NULL)
        return view_format(". %s", what);
    return view_format("%s, such as %s or what else ran",
                       around == NULL || !around->known ? ""
                       : followed
                           ? ", neither the files that it opens nor the environment nor what "
                             "is known of the machine"
                           : ", neither the environment nor what is known of the machine",
                       followed ? "what a server answered" : "a file elsewhere");
}

/* Why the values of one program differ between two experiments. */
static char *cause(const struct comparison_finding *comparison)
{
    const struct around *around = comparison->around;
    OWNED char *what = suspects(comparison);
    OWNED char *part =
        around != NULL && around->not_followed != NULL
            ? view_format(" What it opens is known in part: %.120s.", around->not_followed)
            : NULL;
    OWNED char *way = way_out(around);
    return view_format("Code and data of both are equal: something else changed%s.%s %s",
                       what != NULL ? what : "", part != NULL ? part : "", way != NULL ? way : "");
}

bool verdict_is_command(const struct comparison_finding *comparison)
{
    return comparison->settled && comparison->old_series->program.place == 0;
}

char *verdict_same(const struct comparison_finding *comparison)
{
    const struct assay_estimate *ratio = &comparison->finding.ratio;
    if (!comparison->same_program)
        return NULL;
    if (comparison->settled)
        return view_format("%s The numbers are this machine's noise, %s "
                           "by %s, and decide nothing.",
                           verdict_is_command(comparison)
                               ? "Both run the same command."
                               : "Code and data of both are equal, byte for byte.",
                           percent_signed(change_of(ratio).estimate, verdict_decimals(ratio)).text,
                           metric_words(comparison->old_series->metric));
    return differs(comparison)
               ? cause(comparison)
               : view_format("Code and data of both are equal. They were measured in two "
                             "experiments: their values decide.");
}

char *verdict_manifest(const struct around *around, const char *benchmark, const char *head,
                       const char *before, const char *after)
{
    char *text = NULL;
    for (size_t i = 0; i < around->n; i++) {
        const struct around_change *change = &around->items[i];
        if (!around_is_manifest(change) || !around_bears(change, benchmark))
            continue;
        OWNED char *said = text;
        OWNED char *words =
            view_said("another %s: %.60s %s, %.60s %s", around_kind_name(change->kind),
                      change->before != NULL ? change->before : "none", before,
                      change->after != NULL ? change->after : "none", after);
        text = view_format("%s%s%s", said != NULL ? said : head, said != NULL ? "; of " : "",
                           words != NULL ? words : "");
    }
    return text;
}

/* "The stored values are of another command: sleep 0.010 before, sleep 0.014 now" */
static char *manifest_words(const struct comparison_finding *comparison)
{
    static const char here[] = "Both are measured by the manifest that is here. The old one has ";
    const struct around *around = comparison->around;
    const char *benchmark = comparison->old_series->benchmark;
    return around->one_manifest
               ? verdict_manifest(around, benchmark, here, "there", "here")
               : verdict_manifest(around, benchmark, "The stored values are of ", "before", "now");
}

char *verdict_changed(const struct comparison_finding *comparison)
{
    const struct around *around = comparison->around;
    if (around == NULL)
        return NULL;
    const bool may_be_why = !comparison->same_program && differs(comparison);
    OWNED char *manifest = manifest_words(comparison);
    OWNED char *what = may_be_why ? around_text(around) : NULL;
    if (manifest == NULL && what == NULL)
        return NULL;
    return view_format(
        "%s%s%s%s.%s", manifest != NULL ? manifest : "", manifest != NULL && what != NULL ? ". " : "",
        what != NULL ? "Between the two experiments also changed: " : "", what != NULL ? what : "",
        comparison->otherwise ? " How each version is used was not compared, so no gate passes by "
                                "that: measure the other command with each."
                              : "");
}
