/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_page.h -- a history as one HTML page that needs nothing else. */
#pragma once

#include <stdio.h>

#include "finding/history_finding.h"
#include "view/page/page.h"
#include "view/terminal/history.h"
#include "view/text/distinct_names.h"

/* Where the reports beside the page are: addresses to be freed; NULL: there is none. */
struct history_ways {
    void *context;
    char *(*report)(void *context, const struct history_version *version);
    /* Of an experiment that measured both in the same rounds. */
    char *(*paired)(void *context, const struct history_version *before,
                    const struct history_version *at);
};

/* The shell's kind, version and time are the page's own; "old...new" is added to its compare_url. ways NULL: the page
 * stands alone. */
void history_page_print(FILE *stream, const struct history_view *view,
                        const struct page_shell *shell, const struct history_ways *ways);

/* ---- what its parts share ---- */

struct history_look {
    const struct history_finding *history;
    const char *compare_url;         /* NULL: commits are not linked */
    const struct history_ways *ways; /* NULL: there are no reports */
    struct name_parts names;         /* of all series: what all names begin with is said once */
    const char *home; /* of a page beside it: how it calls the history; NULL: this is it */
};
/* False: no memory, and nothing is to be freed. */
bool history_look_of(const struct history_finding *history, struct history_look *look);
void history_look_fini(struct history_look *look);

/* Did it change, by a step or by a slope? */
bool history_is_changed(const struct history_row *series);

/* The newest change; NULL: none. */
const struct assay_change *history_newest_of(const struct history_row *series);

/* "fft on O2"; what all names begin with left out; where it stands on the page of versions ("name=fft&new=O2"). */
void history_name_print(FILE *stream, const struct history_row *series);
void history_short_name_print(FILE *stream, const struct history_look *look, size_t series);
void history_address_print(FILE *stream, const struct history_finding *history,
                           const struct history_row *series);

/* The link there, open: what it says follows. */
void history_link_begin(FILE *stream, const struct history_look *look,
                        const struct history_row *series);
/* "The newest: fft +5.8 % [+5.1 … +6.5 %] slower since v8", as a paragraph; nothing where nothing changed. */
void history_newest_print(FILE *stream, const struct history_look *look);

/* "+4.2 %"; beyond a factor of two "×2.3". */
struct quantity history_change_text(const struct assay_change *change);
/* Its interval in the same way. */
struct quantity history_range_text(const struct assay_change *change);

/* "v1.4 · 2026-01-31"; the day alone behind a text, if it is known. */
void history_version_print(FILE *stream, const struct history_version *version);
bool history_date_print(FILE *stream, const char *before, const struct history_version *version);
/* Its name as a link to its report, where there is one. */
void history_version_link(FILE *stream, const struct history_look *look,
                          const struct history_version *version);
/* What lies between two versions: the subject of the later one, as a link to the commits, or nothing; then the paired
 * report of both. */
void history_between_print(FILE *stream, const struct history_look *look, size_t before, size_t at);
/* Are all versions of one day, or of none? */
bool history_is_one_day(const struct history_finding *history);

/* ---- what moved many series at once ---- */

/* In the head: the newest, named, and how many more. */
void history_events_head(FILE *stream, const struct history_look *look);
/* All, the newest first; nothing where nothing did. */
void history_events_print(FILE *stream, const struct history_look *look);
/* Bands of versions as a background of what holds the column, and above them how many moved. */
void history_events_bands(FILE *stream, const struct history_finding *history);
void history_events_counts(FILE *stream, const struct history_look *look);

/* ---- all series of a history below one another, on one axis of versions ---- */

/* A row a series: its name, which leads to its address, a thumbnail with round values beside it, its newest change, since when,
 * its mean. Those that changed first, the newest change first; the others are folded. Versions that moved many
 * series are bands, and where the machine changed the shade does. */
void history_grid_print(FILE *stream, const struct history_look *look);

/* Small: the name, the thumbnail, the newest change of each that changed, and of the others as many as there is room for. */
void history_sparks_print(FILE *stream, const struct history_look *look, size_t most);

/* ---- one series over the versions as SVG ---- */

/* Its means, their intervals as a band, and the steps as they were called, with round values beside them and
 * the first and the last version below. */
void history_picture_print(FILE *stream, const struct history_finding *history,
                           const struct history_row *series);

/* Its means and steps alone, small, for a row among others over the same versions; words: with the least and the largest
 * round value beside it. */
void history_thumbnail_print(FILE *stream, const struct history_finding *history,
                             const struct history_row *series, bool words);
