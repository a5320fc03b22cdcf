/* SPDX-License-Identifier: GPL-3.0-or-later */
/* card.c -- the answer of a page as a picture and as a badge: the number with its interval, the counts, the largest
 * changes.
 * Source:   the Open Graph protocol (ogp.me), og:image; sites show 1200 x 630.
 * Edge:     several systems: the best one; nothing compared: the only value, or how many there are. */
#include "view/page/card.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/failure.h"
#include "finding/overview.h"
#include "view/page/figure.h"
#include "view/page/report_grid.h"
#include "view/text/terminal.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

enum { WIDTH = 1200, HEIGHT = 630, EDGE = 64, MIDDLE = 620, MOST = 8, ROWS_TOP = 172, STEP = 40 };

/* ---- what it says ---- */

struct card_answer {
    struct quantity big, interval; /* "": none */
    enum canvas_ink ink;
    bool has_bar, is_rate;
    struct assay_estimate ratio;
    char *subject, *of; /* NULL: no memory */
    size_t count[OVERVIEW_VERDICTS];
};

/* Each fact once. */
static void count(const struct report_view *view, struct card_answer *answer)
{
    for (size_t p = 0; p < view->n_pairs; p++) {
        struct pair_overview overview;
        if (!pair_overview_of(&view->pairs[p], &overview)) {
            view_lose();
            return;
        }
        for (size_t k = 0; k < OVERVIEW_VERDICTS; k++)
            answer->count[k] += overview.verdict[k].n;
        pair_overview_fini(&overview);
    }
}

static void take_ratio(struct card_answer *answer, const struct assay_estimate *ratio, bool is_rate)
{
    answer->interval = quantity_text("%s CI %s", confidence_text(ratio->interval.confidence).text,
                                     verdict_range(ratio, verdict_decimals(ratio)).text);
    answer->ratio = *ratio;
    answer->has_bar = true;
    answer->is_rate = is_rate;
    answer->big = percent_signed(change_of(ratio).estimate, verdict_decimals(ratio));
}

static void answer_pair(const struct report_view *view, struct card_answer *answer)
{
    const struct system_pair *pair = view->pairs;
    const struct comparison_finding *row = &pair->rows[0];
    const struct assay_suite_ratio *suite = &pair->suite.summary.geometric;
    answer->subject = view_format("%s against %s", pair->new_system, pair->old_system);
    if (pair->has_suite) {
        take_ratio(answer, &(struct assay_estimate){suite->estimate, .interval = suite->fixed},
                   report_suite_is_rate(pair));
        answer->of = view_format("geometric mean of %zu benchmarks", pair->suite.summary.n);
    } else if (pair->n == 1) {
        take_ratio(answer, &row->finding.ratio, row->old_series->more_is_better);
        answer->ink = figure_ink(row->finding.verdict);
        answer->of = view_format("%s of %s", metric_words(row->old_series->metric),
                                 row->old_series->benchmark);
    } else {
        answer->big = quantity_text("%zu rows", pair->n);
        answer->of = view_format("of several metrics");
    }
}

static void answer_systems(const struct report_view *view, struct card_answer *answer)
{
    struct ranked_systems ranked;
    answer->subject =
        view_format("%zu systems against %s", view->n_pairs, view->pairs[0].old_system);
    if (!report_rank(view, &ranked))
        return;
    const struct ranked_system *best = &ranked.items[0];
    if (ranked.n_shared > 0 && best->cost < 1) {
        take_ratio(answer, &best->ratio, ranked.is_rate);
        answer->of = view_format("%s is best on the %zu that all have",
                                 view->pairs[best->at].new_system, ranked.n_shared);
    } else if (ranked.n_shared > 0) {
        answer->big = quantity_text("none better");
        answer->of = view_format("than %s on the %zu that all have", view->pairs[0].old_system,
                                 ranked.n_shared);
    } else {
        answer->big = quantity_text("%zu systems", view->n_pairs + 1);
        answer->of = view_format("on different benchmarks");
    }
    free(ranked.items);
}

static void answer_alone(const struct report_view *view, struct card_answer *answer)
{
    const struct sample_finding *sample = &view->samples[0];
    const struct assay_interval *interval = &sample->description.interval;
    answer->subject = view_format("%s", sample->series->system);
    if (view->n_samples > 1) {
        answer->big = quantity_text("%zu means", view->n_samples);
        answer->of = view_format("of %s", metric_words(sample->series->metric));
        return;
    }
    answer->big = quantity_alone(sample->description.mean, sample->series->unit);
    if (isfinite(interval->lower) && isfinite(interval->upper))
        answer->interval =
            quantity_text("%s CI %s \u2026 %s", confidence_text(view->confidence).text,
                          quantity_alone(interval->lower, sample->series->unit).text,
                          quantity_alone(interval->upper, sample->series->unit).text);
    answer->of = view_format("mean %s of %s", metric_words(sample->series->metric),
                             sample->series->benchmark);
}

static struct card_answer answer_of(const struct report_view *view)
{
    struct card_answer answer = {.ink = INK_TEXT};
    count(view, &answer);
    (view->n_pairs == 0  ? answer_alone
     : view->n_pairs > 1 ? answer_systems
                         : answer_pair)(view, &answer);
    return answer;
}

static void answer_fini(struct card_answer *answer)
{
    free(answer->subject);
    free(answer->of);
}

static const enum assay_verdict order[] = {ASSAY_SLOWER, ASSAY_FASTER, ASSAY_MIXED,
                                           ASSAY_EQUIVALENT, ASSAY_INCONCLUSIVE};
enum { VERDICTS = sizeof order / sizeof *order };

/* "2 slower, 4 faster" of what changed, else "3 equivalent"; "" where nothing is compared. */
static char *counts_of(const struct card_answer *answer, bool changed_alone)
{
    return VIEW_TEXT(out, {
        const char *separator = "";
        for (size_t k = 0; k < VERDICTS; k++) {
            const size_t n = answer->count[order[k]];
            if (n == 0 || (changed_alone && separator[0] != '\0' && k > 1))
                continue;
            fprintf(out, "%s%zu %s", separator, n, assay_verdict_name(order[k]));
            separator = ", ";
        }
    });
}

char *card_words(const struct report_view *view)
{
    SCOPED(answer_fini) struct card_answer answer = answer_of(view);
    OWNED char *counts = counts_of(&answer, false);
    char *words =
        view_format("%s: %s%s%s", answer.subject != NULL ? answer.subject : "?", answer.big.text,
                    counts != NULL && counts[0] != '\0' ? "; " : "", counts != NULL ? counts : "");
    return words;
}

/* ---- the picture ---- */

static void put_text(const struct markup *out, double x, double y, int size, bool bold,
                     enum canvas_ink ink, const char *anchor, const char *text, int columns)
{
    OWNED char *cut = terminal_shorten(text, columns);
    markup_write(out,
                 "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" font-weight=\"%s\" fill=\"#%s\" "
                 "text-anchor=\"%s\">%s</text>\n",
                 x, y, size, bold ? "bold" : "normal", canvas_color(ink, false), anchor,
                 cut != NULL ? cut : "?");
}

static void put_box(const struct markup *out, double left, double top, double right, double bottom,
                    enum canvas_ink ink)
{
    markup_write(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#%s\"/>\n",
                 left, top, fmax(right - left, 1), bottom - top, canvas_color(ink, false));
}

struct ruler {
    const struct scale *scale;
    double left, right;
};

static double place(const struct ruler *ruler, double value)
{
    return ruler->left + plot_part_of(&ruler->scale->axis, &ruler->scale->span, value) *
                             (ruler->right - ruler->left);
}

static void put_ground(const struct markup *out, const struct ruler *ruler, double top,
                       double bottom)
{
    put_box(out, place(ruler, exp(-ruler->scale->margin)), top,
            place(ruler, exp(ruler->scale->margin)), bottom, INK_BAND);
    put_box(out, place(ruler, 1) - 1, top, place(ruler, 1) + 1, bottom, INK_FAINT);
}

static void put_mark(const struct markup *out, const struct ruler *ruler, double cost,
                     struct cost_range range, double y, double size, enum canvas_ink ink)
{
    const double x = place(ruler, cost);
    if (!isnan(range.lower) && !isnan(range.upper))
        put_box(out, place(ruler, range.lower), y - size / 4, place(ruler, range.upper),
                y + size / 4, ink);
    if (!isnan(cost))
        markup_write(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#%s\"/>\n", x, y, size,
                     canvas_color(ink, false));
}

static void put_bar(const struct markup *out, const struct report_view *view,
                    const struct card_answer *answer)
{
    enum { TOP = 312, BOTTOM = 352 };
    const struct scale scale =
        scale_of_change(&answer->ratio, view->pairs[0].rows[0].finding.margin, answer->is_rate);
    const struct ruler ruler = {&scale, EDGE, MIDDLE - 60};
    put_ground(out, &ruler, TOP, BOTTOM);
    put_mark(out, &ruler, answer->is_rate ? 1 / answer->ratio.estimate : answer->ratio.estimate,
             cost_range_of(&answer->ratio, answer->is_rate), (TOP + BOTTOM) / 2.0, 11, answer->ink);
}

static int larger_first(const void *a, const void *b)
{
    const struct comparison_finding *left = *(const struct comparison_finding *const *)a,
                                    *right = *(const struct comparison_finding *const *)b;
    const double x = fabs(log(comparison_cost(left))), y = fabs(log(comparison_cost(right)));
    return isnan(x) != isnan(y) ? (isnan(x) ? 1 : -1) : (x < y) - (x > y);
}

static int worst_first(const void *a, const void *b)
{
    const struct comparison_finding *left = *(const struct comparison_finding *const *)a,
                                    *right = *(const struct comparison_finding *const *)b;
    const double x = comparison_cost(left), y = comparison_cost(right);
    return (x < y) - (x > y);
}

/* ---- what stands right of the number ---- */

struct card_row {
    const char *name;
    double cost;
    struct cost_range range;
    struct quantity change;
    enum canvas_ink ink;
};

static void put_rows(const struct markup *out, const struct scale *scale,
                     const struct card_row *rows, size_t n)
{
    enum { NAMES = 230 };
    const struct ruler ruler = {scale, MIDDLE + NAMES, WIDTH - EDGE - 100};
    put_ground(out, &ruler, ROWS_TOP, ROWS_TOP + STEP * (double)n);
    for (size_t i = 0; i < n; i++) {
        const double y = ROWS_TOP + STEP * ((double)i + 0.5);
        put_text(out, MIDDLE, y + 7, 20, false, INK_TEXT, "start", rows[i].name, 18);
        put_mark(out, &ruler, rows[i].cost, rows[i].range, y, 5.5, rows[i].ink);
        put_text(out, WIDTH - EDGE, y + 7, 20, true, rows[i].ink, "end", rows[i].change.text, 10);
    }
}

static void put_rest(const struct markup *out, const char *what, size_t n, size_t of)
{
    if (n < of)
        put_text(out, MIDDLE, ROWS_TOP + STEP * (double)n + 26, 18, false, INK_FAINT, "start",
                 quantity_text("the %zu %s of %zu", n, what, of).text, 60);
}

/* The largest changes of the only pair, the worst first. */
static void put_changes(const struct markup *out, const struct system_pair *pair)
{
    OWNED const struct comparison_finding **rows = view_room(pair->n + 1, sizeof *rows);
    struct card_row shown[MOST];
    for (size_t i = 0; rows != NULL && i < pair->n; i++)
        rows[i] = &pair->rows[i];
    if (rows == NULL)
        return;
    qsort(rows, pair->n, sizeof *rows, larger_first);
    const size_t n = pair->n < MOST ? pair->n : MOST;
    qsort(rows, n, sizeof *rows, worst_first);
    const struct scale scale = scale_of_changes(rows, n);
    for (size_t i = 0; i < n; i++) {
        const struct assay_estimate *ratio = &rows[i]->finding.ratio;
        shown[i] =
            (struct card_row){rows[i]->old_series->benchmark, comparison_cost(rows[i]),
                              comparison_cost_range(rows[i]),
                              percent_signed(change_of(ratio).estimate, verdict_decimals(ratio)),
                              figure_ink(rows[i]->finding.verdict)};
    }
    put_rows(out, &scale, shown, n);
    put_rest(out, "largest changes", n, pair->n);
}

/* The best systems over what all have. */
static void put_systems(const struct markup *out, const struct report_view *view)
{
    struct ranked_systems ranked;
    struct card_row shown[MOST];
    struct assay_estimate all = {.estimate = 1, .interval = {.lower = 1, .upper = 1}};
    const size_t n = view->n_pairs < MOST ? view->n_pairs : MOST;
    if (!report_rank(view, &ranked))
        return;
    for (size_t i = 0; i < n; i++) {
        const struct ranked_system *system = &ranked.items[i];
        const struct assay_interval *interval = &system->ratio.interval;
        if (isfinite(interval->lower) && isfinite(interval->upper)) {
            all.interval.lower = fmin(all.interval.lower, interval->lower);
            all.interval.upper = fmax(all.interval.upper, interval->upper);
        }
        shown[i] = (struct card_row){view->pairs[system->at].new_system, system->cost,
                                     system->range, change_short(system->ratio.estimate),
                                     system->range.upper < 1   ? INK_FASTER
                                     : system->range.lower > 1 ? INK_SLOWER
                                                               : INK_INCONCLUSIVE};
    }
    const struct scale scale =
        scale_of_change(&all, view->pairs[0].rows[0].finding.margin, ranked.is_rate);
    if (ranked.n_shared > 0) {
        put_rows(out, &scale, shown, n);
        put_rest(out, "best systems", n, view->n_pairs);
    }
    free(ranked.items);
}

/* ---- all of it ---- */

/* "2 slower   4 faster", each in its colour. */
static void put_counts(const struct markup *out, const struct card_answer *answer)
{
    enum { SIZE = 28 };
    double x = EDGE;
    for (size_t k = 0; k < VERDICTS; k++) {
        if (answer->count[order[k]] == 0)
            continue;
        const struct quantity text =
            quantity_text("%zu %s", answer->count[order[k]], assay_verdict_name(order[k]));
        markup_write(out, "<circle cx=\"%.1f\" cy=\"547\" r=\"9\" fill=\"#%s\"/>\n", x + 9,
                     canvas_color(figure_ink((enum assay_verdict)order[k]), false));
        put_text(out, x + 28, 557, SIZE, false, INK_TEXT, "start", text.text, 40);
        x += 28 + 0.62 * SIZE * terminal_columns(text.text) + 36;
    }
}

/* "v3.2 · 2026-11-29", as far as known. */
static void put_place(const struct markup *out, const struct report_view *view)
{
    char day[32] = "";
    struct tm parts;
    const time_t seconds =
        view->experiment != NULL ? (time_t)(view->experiment->started_ns / 1000000000) : 0;
    if (view->experiment != NULL && gmtime_r(&seconds, &parts) != NULL)
        (void)strftime(day, sizeof day, "%Y-%m-%d", &parts);
    const struct store_version *version = view->version;
    const char *label = version == NULL          ? NULL
                        : version->label != NULL ? version->label
                                                 : version->commit;
    OWNED char *text = view_format("%.40s%s%s", label != NULL ? label : "",
                                   label != NULL && day[0] != '\0' ? " \u00b7 " : "", day);
    put_text(out, EDGE, 604, 20, false, INK_FAINT, "start", text != NULL ? text : "", 80);
    put_text(out, WIDTH - EDGE, 604, 20, true, INK_FAINT, "end", "assay", 10);
}

static void print_picture(FILE *stream, const struct report_view *view)
{
    SCOPED(answer_fini) struct card_answer answer = answer_of(view);
    const struct markup out = markup_xml(stream);
    const int big = terminal_columns(answer.big.text) > 9 ? 84 : 124;
    const double below = answer.has_bar ? 396 : 340;
    markup_write(
        &out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
        "viewBox=\"0 0 %d %d\" font-family=\"Liberation Sans, Noto Sans, Helvetica, Arial, "
        "sans-serif\">\n",
        WIDTH, HEIGHT, WIDTH, HEIGHT);
    put_box(&out, 0, 0, WIDTH, HEIGHT, INK_PAPER);
    put_box(&out, 0, 0, 14, HEIGHT, answer.ink == INK_TEXT ? INK_FASTER : answer.ink);
    put_text(&out, EDGE, 88, 40, true, INK_TEXT, "start", view->title, 46);
    put_text(&out, EDGE, 132, 26, false, INK_FAINT, "start",
             answer.subject != NULL ? answer.subject : "?", 64);
    put_text(&out, EDGE - 4, 280, big, true, answer.ink, "start", answer.big.text, 16);
    if (answer.has_bar)
        put_bar(&out, view, &answer);
    put_text(&out, EDGE, below, 24, false, INK_TEXT, "start", answer.interval.text, 40);
    put_text(&out, EDGE, answer.interval.text[0] != '\0' ? below + 36 : below, 22, false, INK_FAINT,
             "start", answer.of != NULL ? answer.of : "?", view->n_pairs == 0 ? 84 : 42);
    if (view->n_pairs == 1 && view->pairs[0].n > 1)
        put_changes(&out, view->pairs);
    else if (view->n_pairs > 1)
        put_systems(&out, view);
    put_counts(&out, &answer);
    put_place(&out, view);
    markup_write(&out, "</svg>\n");
}

enum assay_status card_print(FILE *stream, const struct report_view *view,
                             struct assay_error *error)
{
    OWNED char *svg = VIEW_TEXT(out, print_picture(out, view));
    return svg == NULL ? fail_no_memory(error)
                       : figure_render_pixels(stream, svg, strlen(svg), WIDTH, HEIGHT, error);
}

/* ---- the badge ---- */

enum { BADGE_HEIGHT = 20, BADGE_PAD = 7 };

/* The width of letters of 11 pixels; the viewer fits the words to it. */
static double badge_width(const char *text)
{
    return 6.6 * terminal_columns(text);
}

static void badge_text(const struct markup *out, double x, const char *text)
{
    markup_write(out,
                 "<text x=\"%.1f\" y=\"14\" textLength=\"%.1f\" "
                 "lengthAdjust=\"spacingAndGlyphs\">%s</text>\n",
                 x, badge_width(text), text);
}

void badge_print(FILE *stream, const struct report_view *view)
{
    static const char label[] = "performance";
    SCOPED(answer_fini) struct card_answer answer = answer_of(view);
    const struct markup out = markup_xml(stream);
    OWNED char *counts = counts_of(&answer, true);
    OWNED char *words = view->n_pairs == 1 && view->pairs[0].n > 1 && answer.has_bar
                            ? view_format("%s; %s", answer.big.text, counts != NULL ? counts : "")
                        : view->n_pairs > 1 && answer.has_bar
                            ? view_format("best %s", answer.big.text)
                            : view_format("%s", answer.big.text);
    OWNED char *shown = words != NULL ? terminal_shorten(words, 48) : NULL;
    const char *text = shown != NULL ? shown : "?";
    const enum canvas_ink ink = view->n_pairs > 1                ? INK_EQUIVALENT
                                : answer.count[ASSAY_SLOWER] > 0 ? INK_SLOWER
                                : answer.count[ASSAY_MIXED] > 0  ? INK_MIXED
                                : answer.count[ASSAY_FASTER] > 0 ? INK_FASTER
                                                                 : INK_EQUIVALENT;
    const double middle = badge_width(label) + 2 * BADGE_PAD,
                 width = middle + badge_width(text) + 2 * BADGE_PAD;
    markup_write(
        &out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%d\" role=\"img\" "
        "aria-label=\"%s: %s\"><title>%s: %s</title>\n<clipPath id=\"r\"><rect "
        "width=\"%.0f\" height=\"%d\" rx=\"3\"/></clipPath><g clip-path=\"url(#r)\">",
        width, BADGE_HEIGHT, label, text, label, text, width, BADGE_HEIGHT);
    put_box(&out, 0, 0, middle, BADGE_HEIGHT, INK_TEXT);
    put_box(&out, middle, 0, width, BADGE_HEIGHT, ink);
    markup_write(&out, "</g>\n<g fill=\"#fff\" font-family=\"Verdana, Geneva, DejaVu Sans, "
                       "sans-serif\" font-size=\"11\">\n");
    badge_text(&out, BADGE_PAD, label);
    badge_text(&out, middle + BADGE_PAD, text);
    markup_write(&out, "</g></svg>\n");
}
