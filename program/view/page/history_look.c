/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_look.c -- names, versions and changes of a history, as all parts of its pages show them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "view/page/history_page.h"
#include "view/page/html.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

bool history_look_of(const struct history_finding *history, struct history_look *look)
{
    OWNED const char **names = view_room(history->n + 1, sizeof *names);
    *look = (struct history_look){.history = history};
    for (size_t i = 0; names != NULL && i < history->n; i++)
        names[i] = history->series[i].benchmark;
    return names != NULL && name_parts_of(names, history->n, &look->names);
}

void history_look_fini(struct history_look *look)
{
    if (look->names.rest != NULL)
        name_parts_fini(&look->names);
}

bool history_is_changed(const struct history_row *series)
{
    return series->finding.n > 0 || series->finding.slope.beyond;
}

const struct assay_change *history_newest_of(const struct history_row *series)
{
    return series->finding.n > 0 ? &series->finding.changes[series->finding.n - 1] : NULL;
}

/* ---- names ---- */

void history_name_print(FILE *stream, const struct history_row *series)
{
    html_name(stream, series->benchmark);
    if (series->system != NULL)
        html_printf(stream, " on %s", series->system);
}

void history_short_name_print(FILE *stream, const struct history_look *look, size_t series)
{
    const struct history_row *row = &look->history->series[series];
    OWNED char *name = row->system != NULL ? view_format("%s on %s", row->benchmark, row->system)
                                           : view_format("%s", row->benchmark);
    const size_t n = strlen(look->names.prefix);
    if (name != NULL)
        html_elided_path(stream, strncmp(name, look->names.prefix, n) == 0 ? name + n : name);
}

void history_address_print(FILE *stream, const struct history_finding *history,
                           const struct history_row *series)
{
    fputs("name=", stream);
    html_encoded(stream, series->benchmark);
    if (history_metrics_differ(history)) {
        fputs("&amp;metric=", stream);
        html_encoded(stream, series->metric);
    }
    if (series->system != NULL) {
        fputs("&amp;new=", stream);
        html_encoded(stream, series->system);
    }
}

void history_link_begin(FILE *stream, const struct history_look *look,
                        const struct history_row *series)
{
    html_printf(stream, "<a href=\"%s#", look->home != NULL ? look->home : "");
    history_address_print(stream, look->history, series);
    fputs("\">", stream);
}

/* ---- changes ---- */

static bool is_factor(const struct assay_change *change)
{
    return change->ratio.estimate > 2;
}

struct quantity history_change_text(const struct assay_change *change)
{
    return is_factor(change) && history_exact_step(change) == 0
               ? change_short(change->ratio.estimate)
               : history_change_words(change);
}

struct quantity history_range_text(const struct assay_change *change)
{
    const struct assay_interval *ends = &change->ratio.interval;
    if (history_exact_step(change) != 0)
        return quantity_text("exact");
    const int decimals = ends->upper < 10 ? 2 : ends->upper < 100 ? 1 : 0;
    if (is_factor(change) && isfinite(ends->lower) && isfinite(ends->upper))
        return quantity_text("\u00d7%.*f \u2026 %.*f", decimals, ends->lower, decimals,
                             ends->upper);
    return percent_range(100 * (ends->lower - 1), 100 * (ends->upper - 1),
                         verdict_decimals(&change->ratio));
}

/* ---- versions ---- */

static bool day_of(const struct history_version *version, char text[32])
{
    const time_t seconds = (time_t)version->time_s;
    struct tm tm;
    return version->time_s != 0 && gmtime_r(&seconds, &tm) != NULL &&
           strftime(text, 32, "%Y-%m-%d", &tm) > 0;
}

bool history_date_print(FILE *stream, const char *before, const struct history_version *version)
{
    char text[32];
    const bool known = day_of(version, text);
    if (known)
        html_printf(stream, "%s%s", before, text);
    return known;
}

void history_version_print(FILE *stream, const struct history_version *version)
{
    html_name(stream, version->label);
    history_date_print(stream, " \u00b7 ", version);
}

bool history_is_one_day(const struct history_finding *history)
{
    char first[32], last[32];
    return history->n_versions == 0 || !day_of(&history->versions[0], first) ||
           !day_of(&history->versions[history->n_versions - 1], last) || strcmp(first, last) == 0;
}

void history_version_link(FILE *stream, const struct history_look *look,
                          const struct history_version *version)
{
    OWNED char *address =
        look->ways != NULL ? look->ways->report(look->ways->context, version) : NULL;
    if (address != NULL)
        html_printf(stream, "<a href=\"%s\" title=\"its report\">", address);
    html_name(stream, version->label);
    fputs(address != NULL ? "</a>" : "", stream);
    fputs(version->dirty ? " (with changes in no commit)" : "", stream);
}

void history_between_print(FILE *stream, const struct history_look *look, size_t before, size_t at)
{
    const struct history_version *old = &look->history->versions[before],
                                 *new = &look->history->versions[at];
    const bool linked = look->compare_url != NULL && old->commit != NULL && new->commit != NULL;
    OWNED char *address =
        look->ways != NULL ? look->ways->paired(look->ways->context, old, new) : NULL;
    if (address != NULL)
        html_printf(stream, " <a href=\"%s\">paired report</a>", address);
    if (linked)
        html_printf(stream, " <a href=\"%s%s...%s\">", look->compare_url, old->commit, new->commit);
    if (new->subject != NULL)
        html_printf(stream, linked ? "%s" : " <span class=\"note\">%s</span>", new->subject);
    else if (linked)
        fputs("commits", stream);
    fputs(linked ? "</a>" : "", stream);
}

void history_newest_print(FILE *stream, const struct history_look *look)
{
    const struct history_row *of = NULL;
    const struct assay_change *change = history_newest(look->history, &of);
    if (change == NULL)
        return;
    const enum assay_verdict verdict = history_verdict(of, change);
    const size_t at = of->versions[change->at];
    fputs("<p class=\"headline\">The newest: ", stream);
    history_link_begin(stream, look, of);
    history_name_print(stream, of);
    html_printf(stream,
                "</a> <strong>%s</strong> <span class=\"note\">[%s]</span> <span class=\"verdict "
                "%s\">%s</span> since ",
                history_change_text(change).text, history_range_text(change).text,
                assay_verdict_name(verdict),
                history_is_accepted(of, (size_t)(change - of->finding.changes))
                    ? "accepted"
                    : history_word(of, verdict, change->ratio.estimate > 1));
    history_version_link(stream, look, &look->history->versions[at]);
    history_date_print(stream, " \u00b7 ", &look->history->versions[at]);
    history_between_print(stream, look, change->at > 0 ? of->versions[change->at - 1] : at, at);
    fputs("</p>\n", stream);
}
