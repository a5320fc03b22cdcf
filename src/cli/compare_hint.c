/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_hint.c -- what it would take where a comparison is inconclusive, on screen and in documents.
 *
 * The interval tells how much one round varies, pairing included, and what changes it leaves open;
 * the rest is assay_units_needed. No verdict is named: where the estimate is uncertain, so is it. */
#include "cli/compare_hint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/finding.h"
#include "render/json.h"
#include "render/terminal.h"
#include "render/units_needed.h"
#include "render/words.h"

static const double probability = 0.8;
enum { MOST = 20000 };
/* More hints are no help any more on a screen, and take too long in a document; where there are many,
 * each is estimated more roughly. */
enum { MOST_HINTS = 4, MOST_DOCUMENTED = 200, REPLICATES = 400, ROUGH_REPLICATES = 100 };

/* Two digits, rounded up: more would not be true. */
static size_t about(size_t units)
{
    size_t step = 1;
    while (units / step >= 100)
        step *= 10;
    return (units + step - 1) / step * step;
}

static double unit_cost(const struct assay_series *series)
{
    double cost_s = 0, units = 1;
    for (size_t i = 0; i < series->live.shape.n_levels; i++) {
        units *= i == 0 ? 1 : assay_shape_mean_count(&series->live.shape, i);
        cost_s += units * series->cost_s[i];
    }
    return cost_s;
}

/* What tells the rows of all pairs apart. */
struct apart {
    bool benchmarks, metrics, systems;
};

static struct apart apart_of(const struct pairs *pairs)
{
    struct apart apart = {.systems = pairs->n > 1};
    const struct assay_series *first = pairs->n > 0 ? pairs->items[0].rows[0].old_series : NULL;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++) {
            const struct assay_series *series = pairs->items[i].rows[j].old_series;
            apart.benchmarks |= strcmp(series->benchmark, first->benchmark) != 0;
            apart.metrics |= strcmp(series->metric, first->metric) != 0;
        }
    return apart;
}

/* "  fft-1024 max_rss, O3: ", of this what is needed; "  note: " when nothing is. NULL: no memory. */
static char *lead_of(struct apart apart, const struct shown_comparison *row)
{
    const struct assay_series *series = row->old_series;
    struct terminal_names names = {NULL, 0};
    const bool rows = apart.benchmarks || apart.metrics;
    char *lead = words_format(
        "  %s%s%s%s%s: ", apart.benchmarks ? terminal_shown(&names, series->benchmark, 0) : "",
        apart.benchmarks && apart.metrics ? " " : "",
        apart.metrics ? terminal_shown(&names, series->metric, 0) : "",
        rows && apart.systems ? ", " : "",
        apart.systems ? terminal_shown(&names, row->new_series->system, 0)
        : rows        ? ""
                      : "note");
    terminal_names_fini(&names);
    return lead;
}

static enum assay_status unchanged_of(const struct assay_power_design *design,
                                      const struct assay_undecided *seen, size_t *units)
{
    const enum assay_status status =
        assay_units_needed_unchanged(design, seen, probability, MOST, units, NULL);
    *units = status == ASSAY_OK ? about(*units) : 0;
    return status == ASSAY_UNDEFINED ? ASSAY_OK : status;
}

/* ASSAY_UNDEFINED where the interval tells nothing, or more than what is needed was measured. */
static enum assay_status hint_of(const struct shown_comparison *row, size_t replicates,
                                 struct units_needed *hint)
{
    const struct assay_series *old_series = row->old_series;
    const size_t measured = assay_shape_units(&old_series->live.shape, 0);
    const struct assay_interval *interval = &row->finding.ratio.interval;
    struct assay_undecided seen;
    *hint = (struct units_needed){.level = old_series->level_name[0],
                                  .measured = measured,
                                  .probability = probability,
                                  .may_be_unchanged = row->finding.margin > 0 &&
                                                      interval->lower <= 1 && 1 <= interval->upper,
                                  .more_s = (double)NAN};
    if (assay_undecided_of(&row->finding.ratio, measured, &seen, NULL) != ASSAY_OK)
        return ASSAY_UNDEFINED;
    const struct assay_power_design design = {.confidence = row->finding.ratio.interval.confidence,
                                              .margin = row->finding.margin,
                                              .seed = 1,
                                              .replicates = replicates};
    enum assay_status status =
        assay_units_needed(&design, &seen, probability, MOST, &hint->units, NULL);
    if (status == ASSAY_OK)
        hint->units = about(hint->units);
    if (status == ASSAY_UNDEFINED)
        hint->units = 0;
    if (status == ASSAY_OK && hint->may_be_unchanged)
        status = unchanged_of(&design, &seen, &hint->units_unchanged);
    if (status == ASSAY_UNDEFINED)
        return ASSAY_OK;
    if (status != ASSAY_OK)
        return status;
    hint->more_s = ((double)hint->units - (double)measured) *
                   (unit_cost(old_series) + unit_cost(row->new_series));
    return hint->units > measured ? ASSAY_OK : ASSAY_UNDEFINED;
}

static bool is_inconclusive(const struct pair *pair, size_t row)
{
    return pair->trouble[row][0] == '\0' && pair->rows[row].finding.verdict == ASSAY_INCONCLUSIVE;
}

static size_t count(const struct pairs *pairs)
{
    size_t n = 0;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++)
            n += is_inconclusive(&pairs->items[i], j);
    return n;
}

static size_t replicates_for(size_t n)
{
    return n > MOST_HINTS ? ROUGH_REPLICATES : REPLICATES;
}

static void print(const struct terminal *terminal, const struct shown_comparison *row,
                  struct apart apart, size_t replicates)
{
    struct units_needed hint;
    const enum assay_status status = hint_of(row, replicates, &hint);
    if (status == ASSAY_NO_MEMORY)
        words_lose();
    if (status != ASSAY_OK)
        return;
    char *lead = lead_of(apart, row), *sentence = units_needed_sentence(&hint);
    if (lead != NULL && sentence != NULL)
        terminal_paragraph(terminal, lead, sentence);
    free(sentence);
    free(lead);
}

void compare_hints(const struct pairs *pairs, const struct global_options *global)
{
    if (global->json || global->quiet)
        return;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    const size_t n = count(pairs);
    const struct apart apart = apart_of(pairs);
    size_t given = 0;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n && given < MOST_HINTS; j++)
            if (is_inconclusive(&pairs->items[i], j)) {
                print(&terminal, &pairs->items[i].rows[j], apart, replicates_for(n));
                given++;
            }
    char text[128];
    (void)snprintf(text, sizeof text,
                   "%zu more %s inconclusive. What would it take? assay compare --benchmark NAME",
                   n - given, n - given == 1 ? "is" : "are");
    if (n > given)
        terminal_paragraph(&terminal, "  ", text);
}

struct compare_hints compare_hints_begin(const struct pairs *pairs)
{
    return (struct compare_hints){replicates_for(count(pairs)), MOST_DOCUMENTED};
}

void compare_hints_set(struct compare_hints *hints, const struct pair *pair, size_t row,
                       json_t *comparison)
{
    struct units_needed hint;
    if (hints->left == 0 || !is_inconclusive(pair, row))
        return;
    hints->left--;
    const enum assay_status status = hint_of(&pair->rows[row], hints->replicates, &hint);
    if (status == ASSAY_NO_MEMORY)
        render_json_no_memory();
    if (status == ASSAY_OK)
        render_json_set(comparison, "to_decide", units_needed_json(&hint));
}
