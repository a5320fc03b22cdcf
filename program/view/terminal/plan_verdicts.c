/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_verdicts.c -- what a planned comparison can be expected to say, on the screen of `assay plan`. */
#include <math.h>

#include "view/terminal/plan.h"
#include "view/text/quantity.h"
#include "view/text/sentences.h"

/* A time between these words; nothing where none is known. */
static struct quantity time_in(const char *before, double time_s, const char *behind)
{
    return isfinite(time_s) ? quantity_text("%s%s%s", before, duration_of(time_s).text, behind)
                            : quantity_text("%s", "");
}

static void print_power_rows(const struct terminal *terminal, const struct power_finding *power)
{
    for (size_t i = 0; i < power->n_rows; i++) {
        const struct power_row *row = &power->rows[i];
        if (row->probability > 0.85 && !sentences_all_wanted())
            continue; /* the same at 80 % is enough to go by */
        char truth[64] = "nothing changed";
        if (row->verdict == ASSAY_SLOWER)
            (void)snprintf(truth, sizeof truth, "new is %s slower",
                           percent_rough(100 * power->change, 3).text);
        if (row->count > 0)
            terminal_sentence(terminal, "  ", "%s with probability %.0f %% when %s: %s of each%s",
                              assay_verdict_name(row->verdict), 100 * row->probability, truth,
                              level_units(row->count, power->top_level).text,
                              time_in(", ", row->time_s, "").text);
        else
            terminal_sentence(terminal, "  ", "%s with probability %.0f %% when %s: out of reach",
                              assay_verdict_name(row->verdict), 100 * row->probability, truth);
    }
}

/* What each planned design tells from no change. */
static void print_changes(const struct terminal *terminal, const struct power_finding *power)
{
    for (size_t i = 0; i < power->n_changes; i++) {
        const struct power_change *change = &power->changes[i];
        char asked[64];
        if (!isfinite(change->change))
            continue;
        if (change->for_time)
            (void)snprintf(asked, sizeof asked, "%s", duration_of(change->asked).text);
        else
            (void)snprintf(asked, sizeof asked, "\u00b1%s",
                           percent_rough(100 * change->asked, 3).text);
        terminal_sentence(
            terminal, "  ", "for %s: %s of each%s detect a slowdown of %s with probability 80 %%",
            asked, level_units(change->count, power->top_level).text,
            time_in(" (", change->time_s, ")").text, percent_rough(100 * change->change, 2).text);
    }
}

/* By more than what whole numbers make of equal ones. */
static bool differ(size_t a, size_t b)
{
    return a > b + 1 || b > a + 1;
}

static void print_separate(const struct terminal *terminal, const struct power_finding *power)
{
    terminal_sentence(
        terminal, "  ",
        "The systems differ: for a ratio to \u00b1%s, %zu %s of %.24s and %zu of %.24s are "
        "cheapest%s",
        percent_rough(100 * power->pair_half_width, 3).text, power->pair.old_count,
        level_plural(power->top_level).text, power->old_system, power->pair.new_count,
        power->new_system, time_in(" (", power->pair.time_s, ")").text);
}

void plan_power_print(const struct terminal *terminal, const struct power_finding *power)
{
    fputc('\n', terminal->stream);
    terminal_headline(terminal, "%.32s against %.32s on %.32s at a margin of %s",
                    power->new_system, power->old_system, power->benchmark,
                    percent_rough(100 * power->margin, 3).text);
    print_power_rows(terminal, power);
    print_changes(terminal, power);
    if (power->has_pair && differ(power->pair.old_count, power->pair.new_count))
        print_separate(terminal, power);
}
