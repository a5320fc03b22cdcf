/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sensitivity.c -- the screen of `assay doctor --sensitivity` and `assay doctor --noise`. */
#include "view/terminal/sensitivity.h"

#include <math.h>

#include "view/medium/screen.h"
#include "view/text/quantity.h"
#include "view/text/verdict.h"

/* What the note on such rounds says of a comparison. */
static void print_dependence(const struct terminal *terminal,
                             const struct sensitivity_benchmark *sight)
{
    if (isinf(sight->dependent_width))
        terminal_sentence(terminal, "  ",
                          "Rounds go with the ones before them, and these do not tell by how much: "
                          "the interval has no end. Take longer rounds, or pause between them.");
    else if (sight->dependent_width > 1)
        terminal_sentence(terminal, "  ",
                          "Rounds go with the ones before them: the interval is %.1f times as wide "
                          "for that. Take longer rounds, or pause between them.",
                          sight->dependent_width);
}

/* "t sees parse(): 52 % of the time is spent in it, 95 % CI 49 … 55 %" */
static void print_share(const struct terminal *terminal, const struct sensitivity_finding *finding,
                        const struct sensitivity_benchmark *sight)
{
    const struct assay_effect *slope = &sight->answer.slope;
    const double largest = sight->doses[sight->n_doses - 1].dose;
    const int decimals = slope->upper - slope->lower < 0.02;
    terminal_headline(terminal, "%.32s %s %.32s", sight->benchmark,
                    sight->sight == ASSAY_SIGHT_SEES    ? "sees"
                    : sight->sight == ASSAY_SIGHT_BLIND ? "is blind to"
                                                        : "may see",
                    finding->function);
    if (sight->never_ran) {
        terminal_sentence(terminal, "  ", "It never ran: no execution called it.");
        return;
    }
    terminal_sentence(terminal, "  ",
                      "Its calls take %.*f %% of the time, %s CI %.*f \u2026 %.*f %%: %s more in "
                      "them %s the margin of %s.",
                      decimals, fmax(0, 100 * slope->estimate),
                      confidence_text(finding->confidence).text, decimals,
                      fmax(0, 100 * slope->lower), decimals, fmax(0, 100 * slope->upper),
                      percent_rough(100 * largest, 6).text,
                      sight->sight == ASSAY_SIGHT_SEES    ? "is more than"
                      : sight->sight == ASSAY_SIGHT_BLIND ? "stays within"
                                                          : "may be more or less than",
                      percent_rough(100 * finding->margin, 6).text);
    print_dependence(terminal, sight);
    if (finding->inlined > 0)
        terminal_sentence(terminal, "  ",
                          "The compiler has put it in place of %zu of its calls: these stay as "
                          "they are, and their time is not in that share.",
                          finding->inlined);
}

/* "t sees 1.02 of each per cent (95 % CI 0.97 … 1.06)" */
static void print_answer(const struct terminal *terminal, const struct sensitivity_benchmark *sight,
                         double confidence)
{
    static const char *const words[] = {
        [ASSAY_SIGHT_SEES] = "sees what it is given",
        [ASSAY_SIGHT_BLIND] = "is blind: less than half of a slowdown shows",
        [ASSAY_SIGHT_AMPLIFIES] = "shows more than it is given",
        [ASSAY_SIGHT_OPEN] = "cannot tell: the noise hides how much of a slowdown shows"};
    const struct assay_effect *slope = &sight->answer.slope;
    terminal_headline(terminal, "%.32s %s", sight->benchmark, words[sight->sight]);
    if (slope->exact)
        terminal_printf(terminal, STYLE_PLAIN, "  %.2f of each per cent, the same in every round\n",
                        slope->estimate);
    else
        terminal_printf(terminal, STYLE_PLAIN, "  %.2f of each per cent, %s CI %.2f \u2026 %.2f\n",
                        slope->estimate, confidence_text(confidence).text, slope->lower,
                        slope->upper);
    print_dependence(terminal, sight);
}

static void print_doses(const struct terminal *terminal, const struct sensitivity_benchmark *sight,
                        double confidence)
{
    struct table *table = table_new(3);
    const struct quantity interval = interval_title(confidence);
    table_right(table, "dose", "measured", interval.text);
    table_left(table, "verdict");
    table_right(table, "found in");
    for (size_t i = 0; i < sight->n_doses; i++) {
        const struct sensitivity_dose *dose = &sight->doses[i];
        const struct assay_comparison *finding = &dose->row->finding;
        const int decimals = verdict_decimals(&dose->ratio);
        table_row(table);
        table_cell(table, STYLE_PLAIN, "%s", percent_rough(100 * dose->dose, 6).text);
        table_cell(table, STYLE_PLAIN, "%s",
                   percent_signed(change_of(&dose->ratio).estimate, decimals).text);
        table_cell(table, STYLE_PLAIN, "%s", verdict_range(&dose->ratio, decimals).text);
        table_verdict(table, finding->verdict);
        if (dose->dose > 0)
            table_cell(table, STYLE_PLAIN, "%.0f of 100", 100 * dose->chance);
        else
            table_cell(table, STYLE_PLAIN, " ");
    }
    table_print(terminal, &table);
}

/* What can be seen, and what it takes. */
static void print_detectable(const struct terminal *terminal,
                             const struct sensitivity_finding *finding,
                             const struct sensitivity_benchmark *sight)
{
    struct table *table = table_new(3);
    table_right(table, "rounds of two", "time", "a change of", "slower beyond the margin from");
    for (size_t times = 1; times <= 16; times *= 4) {
        const size_t rounds = times * sight->rounds;
        const double seconds = (double)rounds * sight->round_s;
        table_row(table);
        table_cell(table, STYLE_PLAIN, "%zu", rounds);
        table_cell(table, STYLE_PLAIN, "%s",
                   isfinite(seconds) ? duration_of(seconds).text : "not known");
        table_cell(
            table, STYLE_PLAIN, "%s",
            percent_rough(100 * sensitivity_detectable(sight, rounds, 0, finding->confidence), 2)
                .text);
        table_cell(table, STYLE_PLAIN, "%s",
                   percent_rough(100 * sensitivity_detectable(sight, rounds, finding->margin,
                                                              finding->confidence),
                                 2)
                       .text);
    }
    table_print(terminal, &table);
}

static void print_promise(const struct terminal *terminal,
                          const struct sensitivity_finding *finding,
                          const struct sensitivity_benchmark *sight)
{
    const double level = 1 - finding->confidence;
    if (sight->windows == 0)
        return;
    terminal_sentence(terminal, "  ",
                      "The same against the same, in %zu comparisons of 5 rounds: %zu called it "
                      "different, %.2g are expected%s",
                      sight->windows, sight->alarms, level * (double)sight->windows,
                      finding->promise_kept ? "."
                      : sight->alarms_p < 0.01
                          ? ": far too often. Rounds follow one another's noise: look at assay "
                            "doctor, and for what else runs here."
                          : ".");
}

static void print_one(const struct terminal *terminal, const struct sensitivity_finding *finding,
                      const struct sensitivity_benchmark *sight)
{
    const double least = sensitivity_detectable(sight, sight->rounds, 0, finding->confidence);
    if (sight->has_answer && finding->function != NULL)
        print_share(terminal, finding, sight);
    else if (sight->has_answer)
        print_answer(terminal, sight, finding->confidence);
    else
        terminal_headline(terminal, "%.32s: a change of %s would be seen",
                        sight->benchmark, percent_rough(100 * least, 2).text);
    fputc('\n', terminal->stream);
    if (sight->has_answer) {
        print_doses(terminal, sight, finding->confidence);
        fputc('\n', terminal->stream);
    }
    print_detectable(terminal, finding, sight);
    terminal_sentence(
        terminal, "  ",
        "So much is found in 8 of 10 experiments: the interval lies off 0, or beyond the margin "
        "of %s. A round of two differs by %s (sd).",
        percent_rough(100 * finding->margin, 6).text,
        percent_rough(100 * fmin(sight->sd, sight->typical_sd), 2).text);
    print_promise(terminal, finding, sight);
}

/* "This machine was loaded: other work took 2.4 of its 4 processors (cc1, python3) …" */
static void print_load(const struct terminal *terminal, const struct load *load)
{
    terminal_sentence(
        terminal, "  ",
        "This machine was loaded: other work took %.1f of its %.0f processors on the mean%s%s%s%s"
        "%s%s%s, something waited for a processor in %.0f %% of the time, and the host took %.0f "
        "%%. End it, or measure when it is done.",
        load->others, load->processors, load->names[0][0] != '\0' ? " (" : "", load->names[0],
        load->names[1][0] != '\0' ? ", " : "", load->names[1],
        load->names[2][0] != '\0' ? ", " : "", load->names[2], load->names[0][0] != '\0' ? ")" : "",
        100 * fmax(0, load->waited), 100 * load->steal);
    terminal_sentence(terminal, "  ",
                      "All this is of wall time, which a dose lengthens. Of programs that only "
                      "compute a gate goes by processor time on such a machine, and that may show "
                      "smaller changes: assay explain processor time.");
}

void sensitivity_view_print(const struct terminal *terminal,
                            const struct sensitivity_finding *finding)
{
    for (size_t i = 0; i < finding->n; i++) {
        if (i > 0)
            fputc('\n', terminal->stream);
        print_one(terminal, finding, &finding->items[i]);
    }
    if (load_matters(&finding->load))
        print_load(terminal, &finding->load);
}
