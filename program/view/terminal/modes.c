/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes.c -- the screen of `assay show --modes`: each sample by itself; versions beside each other are in
 * modes_versions.c. */
#include "view/terminal/modes.h"

#include <math.h>
#include <string.h>

#include "view/medium/screen.h"
#include "view/text/note.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

enum { PLOT_COLUMNS = 56, SHOWN_UNITS = 12 };

/* ---- one sample ---- */

/* A scale that tells the modes apart. */
static struct quantity_scale scale_of(const struct sample_modes *row)
{
    double place[2 * ASSAY_MIXTURE_MAX], sd[ASSAY_MIXTURE_MAX];
    for (size_t j = 0; j < row->modes.n; j++)
        place[j] = row->modes.mode[j].at;
    for (size_t k = 0; k < row->fit.mixture.k; k++)
        sd[k] = row->fit.mixture.part[k].sd;
    return quantity_scale_spread(row->series->unit, place, row->modes.n, sd, row->fit.mixture.k);
}

/* Shares of a mixture that the values reject are shares of nothing. */
static bool is_rejected(const struct sample_modes *row, double alpha)
{
    return row->modes.n > 1 && row->test.replicates > 0 && row->test.p <= alpha;
}

/* "63 % near 2.00 ms, 37 % near 2.41 ms", "one mode near 2.00 ms" */
static void write_modes(FILE *stream, const struct sample_modes *row)
{
    enum { SHOWN = 4 };
    const char *unit = row->series->unit;
    if (row->modes.n == 1)
        fprintf(stream, "one mode near %s", quantity_alone(row->modes.mode[0].at, unit).text);
    for (size_t j = 0; row->modes.n > 1 && j < row->modes.n && j < SHOWN; j++) {
        const double percent = 100 * row->modes.mode[j].weight;
        fprintf(stream, "%s%s near %s", j > 0 ? ", " : "",
                percent_plain(percent, percent < 9.5 || percent > 99).text,
                quantity_alone(row->modes.mode[j].at, unit).text);
    }
    if (row->modes.n > SHOWN)
        fprintf(stream, " and %zu more", row->modes.n - SHOWN);
}

/* "fft on old: 63 % near 2.00 ms, 37 % near 2.41 ms", and what it is of. */
static void print_title(const struct terminal *terminal, const struct sample_modes *row,
                        double alpha)
{
    OWNED char *text = VIEW_TEXT(stream, {
        view_say(stream, "%s on %s", row->series->benchmark, row->series->system);
        if (row->refusal[0] == '\0') {
            fputs(": ", stream);
            if (is_rejected(row, alpha))
                fputs("several modes that no mixture found here fits", stream);
            else
                write_modes(stream, row);
        }
    });
    if (text != NULL && terminal_columns(text) > terminal->width)
        terminal_paragraph(terminal, "", text);
    else if (text != NULL)
        terminal_printf(terminal, STYLE_STRONG, "%s\n", text);
    terminal_sentence(terminal, "  ", "%zu values of %.20s%s%.24s%s", row->n, row->series->metric,
                      row->modes.n > 1 ? " \u00b7 the mode changes from one " : "",
                      row->modes.n > 1 ? modes_level(row) : "",
                      row->modes.n > 1 ? " to the next" : "");
}

/* Whether shares of values and weights read as two answers to one question. */
static bool shares_differ(const struct sample_modes *row)
{
    const struct assay_mixture *mixture = &row->fit.mixture;
    if (mixture->k != row->modes.n)
        return true;
    for (size_t k = 0; k < mixture->k; k++)
        if (fabs(mixture->part[k].weight - row->modes.mode[k].weight) >= 0.005)
            return true;
    return false;
}

/* Shares stand above where the mixture fits. */
static void print_parts(const struct terminal *terminal, const struct sample_modes *row,
                        bool with_shares)
{
    const struct assay_mixture *mixture = &row->fit.mixture;
    struct table *table = table_new(3);
    table_left(table, "component");
    table_right(table, "weight", "mean", "sd");
    for (size_t k = 0; k < mixture->k; k++) {
        table_row(table);
        table_cell(table, STYLE_PLAIN, "%zu", k + 1);
        table_cell(table, STYLE_PLAIN, "%.1f %%", 100 * mixture->part[k].weight);
        table_cell(table, STYLE_STRONG, "%s",
                   quantity_alone(mixture->part[k].mean, row->series->unit).text);
        table_cell(table, STYLE_PLAIN, "%s",
                   quantity_alone(mixture->part[k].sd, row->series->unit).text);
    }
    table_print(terminal, &table);
    if (with_shares && row->modes.n > 1 && shares_differ(row))
        terminal_paragraph(
            terminal, "  ",
            "Shares above are of the values between valleys. Components overlap there: "
            "the weight of one is not the share of a mode.");
}

/* ---- the density ---- */

struct plot {
    double low, high;
    bool log;                    /* its columns are factors, where the values span decades */
    double height[PLOT_COLUMNS]; /* the highest density in each column, relative to the highest */
    bool mode[PLOT_COLUMNS];
};

static double column_place(const struct plot *plot, double column)
{
    const double share = column / PLOT_COLUMNS;
    return plot->log ? plot->low * pow(plot->high / plot->low, share)
                     : plot->low + (plot->high - plot->low) * share;
}

static double column_share(const struct plot *plot, double place)
{
    return plot->log ? log(place / plot->low) / log(plot->high / plot->low)
                     : (place - plot->low) / (plot->high - plot->low);
}

/* Of the values, no more to each side than three standard deviations of a component. */
static struct plot empty_plot(const struct sample_modes *row)
{
    enum { DECADE = 10 }; /* from this factor on, what is near the lowest is a column or two else */
    const struct assay_mixture *mixture = &row->fit.mixture;
    const double *values = row->series->live.values;
    struct plot plot = {.low = HUGE_VAL, .high = -HUGE_VAL};
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (size_t k = 0; k < mixture->k; k++) {
        plot.low = fmin(plot.low, mixture->part[k].mean - 3 * mixture->part[k].sd);
        plot.high = fmax(plot.high, mixture->part[k].mean + 3 * mixture->part[k].sd);
    }
    for (size_t i = 0; i < row->n; i++) {
        least = fmin(least, values[i]);
        most = fmax(most, values[i]);
    }
    if (least < most) {
        plot.low = fmax(plot.low, least);
        plot.high = fmin(plot.high, most);
    }
    plot.log = plot.low > 0 && plot.high > DECADE * plot.low;
    return plot;
}

static void fill_plot(struct plot *plot, const struct sample_modes *row)
{
    enum { WITHIN = 8 };
    const struct assay_mixture *mixture = &row->fit.mixture;
    double highest = 0;
    *plot = empty_plot(row);
    for (int c = 0; c < PLOT_COLUMNS; c++)
        for (int i = 0; i < WITHIN; i++) {
            double x = column_place(plot, c + (i + 0.5) / WITHIN);
            double height = assay_mixture_density(mixture, x) * (plot->log ? x : 1);
            plot->height[c] = fmax(plot->height[c], height);
        }
    for (size_t j = 0; j < row->modes.n; j++) {
        const struct assay_mode *mode = &row->modes.mode[j];
        double share = column_share(plot, mode->at);
        int c = (int)fmin(fmax(share * PLOT_COLUMNS, 0), PLOT_COLUMNS - 1);
        plot->mode[c] = true;
        plot->height[c] = fmax(plot->height[c], mode->density * (plot->log ? mode->at : 1));
    }
    for (int c = 0; c < PLOT_COLUMNS; c++)
        highest = fmax(highest, plot->height[c]);
    for (int c = 0; c < PLOT_COLUMNS; c++)
        plot->height[c] /= highest;
}

static void print_density(const struct terminal *terminal, const struct sample_modes *row,
                          const struct quantity_scale *scale)
{
    static const char *const bars[] = {" ",      "\u2581", "\u2582", "\u2583", "\u2584",
                                       "\u2585", "\u2586", "\u2587", "\u2588"};
    static const char *const letters[] = {" ", ".", ".", ":", "-", "=", "+", "*", "#"};
    struct plot plot;
    fill_plot(&plot, row);
    terminal_puts(terminal, STYLE_PLAIN, "\n  ");
    for (int c = 0; c < PLOT_COLUMNS; c++) {
        int step = (int)ceil(8 * plot.height[c] - 0.02);
        fputs((terminal->utf8 ? bars : letters)[step < 0 ? 0 : step], terminal->stream);
    }
    terminal_puts(terminal, STYLE_PLAIN, "\n  ");
    int last = PLOT_COLUMNS;
    while (last > 0 && !plot.mode[last - 1])
        last--;
    for (int c = 0; c < last; c++)
        fputs(plot.mode[c] ? (terminal->utf8 ? "\u25b2" : "^") : " ", terminal->stream);
    const char *unit = row->series->unit, *middle = plot.log ? "each column a factor" : "";
    struct quantity low = plot.log ? quantity_alone(plot.low, unit) : quantity_of(plot.low, scale),
                    high =
                        plot.log ? quantity_alone(plot.high, unit) : quantity_of(plot.high, scale);
    int gap = PLOT_COLUMNS - terminal_columns(low.text) - terminal_columns(high.text) -
              (int)strlen(middle);
    const int half = gap > 2 ? gap / 2 : 1;
    terminal_printf(terminal, STYLE_FAINT, "\n  %s%*s%s%*s%s\n", low.text, half, "", middle,
                    gap - half > 1 ? gap - half : 1, "", high.text);
}

/* ---- whose modes ---- */

static size_t main_mode(const struct sample_modes *row, size_t unit)
{
    const size_t *counts = row->counts + unit * row->modes.n;
    size_t largest = 0;
    for (size_t j = 1; j < row->modes.n; j++)
        if (counts[j] > counts[largest])
            largest = j;
    return largest;
}

static void list_units(FILE *stream, const struct sample_modes *row, size_t mode)
{
    const char *const *labels = row->series->unit_label[row->attribution.level];
    size_t shown = 0, all = 0;
    for (size_t u = 0; u < row->n_units; u++) {
        if (main_mode(row, u) != mode)
            continue;
        if (++all > SHOWN_UNITS)
            continue;
        fputs(shown++ > 0 ? ", " : " ", stream);
        if (labels != NULL)
            view_say(stream, "%.24s", labels[u]);
        else
            fprintf(stream, "%zu", u + 1);
    }
    if (all > SHOWN_UNITS)
        fprintf(stream, " and %zu more", all - SHOWN_UNITS);
    if (all == 0)
        fputs(" none for the most part", stream);
}

static void print_units(const struct terminal *terminal, const struct sample_modes *row,
                        const struct quantity_scale *scale)
{
    if (row->counts == NULL)
        return;
    fputc('\n', terminal->stream);
    for (size_t j = 0; j < row->modes.n; j++) {
        char lead[96];
        OWNED char *text = VIEW_TEXT(stream, {
            view_say(stream, "%.0f %% of the values; %.24ss", 100 * row->modes.mode[j].weight,
                     modes_level(row));
            list_units(stream, row, j);
            (void)snprintf(lead, sizeof lead,
                           "  mode %s: ", quantity_of(row->modes.mode[j].at, scale).text);
        });
        terminal_paragraph(terminal, lead, text);
    }
}

/* What the dip says beside the number of modes that the mixture has. */
static const char *dip_words(const struct sample_modes *row, double alpha)
{
    const bool rejects = row->dip.p <= alpha;
    if (row->modes.n > 1)
        return rejects ? "one mode is not enough"
                       : "one mode that is no normal could explain the values, too";
    return rejects ? "one mode hardly explains the values, more of them would tell"
                   : "one mode could explain the values";
}

static void print_tests(const struct terminal *terminal, const struct sample_modes *row,
                        double confidence)
{
    char text[500], fit[160] = "";
    double alpha = 1 - confidence;
    if (row->test.replicates > 0)
        (void)snprintf(fit, sizeof fit,
                       "The mixture %s (Kolmogorov's distance %.3g, p %.3g by %zu "
                       "refitted samples). ",
                       row->test.p <= alpha ? "does not fit well" : "fits", row->test.d,
                       row->test.p, row->test.replicates);
    (void)snprintf(text, sizeof text, "%sDip test: %s (p %.3g).", fit, dip_words(row, alpha),
                   row->dip.p);
    fputc('\n', terminal->stream);
    terminal_paragraph(terminal, "  ", text);
}

static void print_row(const struct terminal *terminal, const struct sample_modes *row,
                      const struct modes_view *view)
{
    print_title(terminal, row, 1 - view->confidence);
    if (row->refusal[0] != '\0') {
        terminal_paragraph(terminal, "  ", row->refusal);
    } else {
        struct quantity_scale scale = scale_of(row);
        print_density(terminal, row, &scale);
        if (row->modes.n > 1 || sentences_all_wanted()) {
            fputc('\n', terminal->stream);
            print_parts(terminal, row, !is_rejected(row, 1 - view->confidence));
        }
        print_units(terminal, row, &scale);
        if (!view->quiet)
            print_tests(terminal, row, view->confidence);
    }
}

static void print_notes(const struct terminal *terminal, const struct modes_view *view)
{
    OWNED struct note_subject *subjects = view_room(view->finding->n, sizeof *subjects);
    for (size_t i = 0; subjects != NULL && i < view->finding->n; i++) {
        const struct sample_modes *row = &view->finding->rows[i];
        subjects[i] = note_subject_of(modes_warnings(row), row->series, (double)NAN);
    }
    if (subjects != NULL)
        notes_print(terminal, subjects, view->finding->n);
}

/* Of several samples: how many the mixtures fit. */
static void print_fits(const struct terminal *terminal, const struct modes_view *view)
{
    size_t tested = 0, rejected = 0;
    for (size_t i = 0; i < view->finding->n; i++) {
        const struct sample_modes *row = &view->finding->rows[i];
        if (row->refusal[0] != '\0' || row->test.replicates == 0)
            continue;
        tested++;
        rejected += row->test.p <= 1 - view->confidence;
    }
    if (tested < 2)
        return;
    fputc('\n', terminal->stream);
    if (rejected == 0)
        terminal_sentence(terminal, "  ", "Mixtures fit all %zu samples.", tested);
    else
        terminal_sentence(terminal, "  ", "Mixtures fit %zu of %zu samples (%zu rejected at %s).",
                          tested - rejected, tested, rejected,
                          percent_rough(100 * (1 - view->confidence), 3).text);
}

void modes_view_print(const struct terminal *terminal, const struct modes_view *view)
{
    for (size_t i = 0; i < view->finding->n; i++) {
        if (i > 0)
            fputc('\n', terminal->stream);
        print_row(terminal, &view->finding->rows[i], view);
    }
    modes_versions_print(terminal, view);
    if (!view->quiet) {
        print_fits(terminal, view);
        print_notes(terminal, view);
    }
}
