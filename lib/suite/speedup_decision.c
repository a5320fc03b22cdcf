/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_decision.c -- the Speedup-Test's decisions about one benchmark, at one level or at the
 * highest that passes.
 * Source:   Touati, Worms & Briais 2010, sections 4.1, 4.2 and 6.2.2. The text's "n <= 30 and
 *           m <= 30" is read as "or", its "F_X > F_Y" as "F_X < F_Y" (METHODS A10).
 * Assumes:  nothing new: p values come in. Pre-tests at the same risk as the test distort its
 *           level, and a level that was searched for is no confidence level.
 * Edge:     a confidence outside (0, 1) -> ASSAY_INVALID; the F test may be NaN only where the
 *           sample sizes refuse the test anyway.
 * Checked:  tests/data/speedup.json, section 6.3 of the paper: all levels by the grid but one
 *           (0.84, printed 0.83: the highest level that passes is 0.8416), all by the bisection. */
#include <assay/speedup.h>

#include <math.h>

#include "base/view.h"

enum { LARGEST_SMALL = 30 };

/* The grid runs from 0.99 down to 0.51, in hundredths: a level of one half is not accepted. */
enum { GRID_TOP = 99, GRID_BOTTOM = 51 };

static bool small(size_t n)
{
    return n <= LARGEST_SMALL;
}

static struct assay_speedup_decision refuse(size_t n, size_t m, double alpha,
                                            enum assay_speedup_doubt small_x,
                                            enum assay_speedup_doubt small_y)
{
    return (struct assay_speedup_decision){.answer = ASSAY_SPEEDUP_REFUSED,
                                           .confidence = 1 - alpha,
                                           .doubts = (small(n) ? ASSAY_SPEEDUP_DOUBT(small_x) : 0) |
                                                     (small(m) ? ASSAY_SPEEDUP_DOUBT(small_y) : 0)};
}

struct assay_speedup_decision assay_speedup_mean_at(const struct assay_speedup_p *p, size_t n,
                                                    size_t m, double alpha)
{
    const bool odd_x = p->shapiro_x <= alpha, odd_y = p->shapiro_y <= alpha;
    if ((odd_x || odd_y) && (small(n) || small(m)))
        return refuse(n, m, alpha, ASSAY_SPEEDUP_MEAN_SMALL_X, ASSAY_SPEEDUP_MEAN_SMALL_Y);
    const double p_means = p->variance > alpha ? p->student : p->welch;
    return (struct assay_speedup_decision){
        .answer = p_means <= alpha ? ASSAY_SPEEDUP_YES : ASSAY_SPEEDUP_NO,
        .confidence = 1 - alpha,
        .doubts = (odd_x ? ASSAY_SPEEDUP_DOUBT(ASSAY_SPEEDUP_MEAN_NOT_NORMAL_X) : 0) |
                  (odd_y ? ASSAY_SPEEDUP_DOUBT(ASSAY_SPEEDUP_MEAN_NOT_NORMAL_Y) : 0)};
}

/* Small samples stop the test only where the shift is rejected. */
struct assay_speedup_decision assay_speedup_median_at(const struct assay_speedup_p *p, size_t n,
                                                      size_t m, double alpha)
{
    const bool no_shift = p->kolmogorov <= alpha;
    if (no_shift && (small(n) || small(m)))
        return refuse(n, m, alpha, ASSAY_SPEEDUP_MEDIAN_SMALL_X, ASSAY_SPEEDUP_MEDIAN_SMALL_Y);
    return (struct assay_speedup_decision){
        .answer = p->wilcoxon <= alpha ? ASSAY_SPEEDUP_YES : ASSAY_SPEEDUP_NO,
        .confidence = 1 - alpha,
        .doubts = no_shift ? ASSAY_SPEEDUP_DOUBT(ASSAY_SPEEDUP_MEDIAN_NO_SHIFT) : 0};
}

/* ---- the search ---- */

typedef struct assay_speedup_decision decision_at(const struct assay_speedup_p *p, size_t n,
                                                  size_t m, double alpha);

/* What is searched for: the sizes and p values of one benchmark, the decision about one time. */
struct question {
    decision_at *at;
    const struct assay_speedup_p *p;
    size_t n, m;
    enum assay_speedup_doubt no_level;
};

static struct assay_speedup_decision ask(const struct question *question, double alpha)
{
    return question->at(question->p, question->n, question->m, alpha);
}

static struct assay_speedup_decision found(struct assay_speedup_decision decision,
                                           double confidence)
{
    decision.confidence = confidence;
    decision.searched = true;
    return decision;
}

/* Keeps the doubts of the last level tried, which tell what stood in the way. */
static struct assay_speedup_decision none(const struct question *question,
                                          struct assay_speedup_decision last)
{
    return (struct assay_speedup_decision){.answer = ASSAY_SPEEDUP_NO,
                                           .confidence = (double)NAN,
                                           .searched = true,
                                           .doubts = last.doubts |
                                                     ASSAY_SPEEDUP_DOUBT(question->no_level)};
}

static struct assay_speedup_decision search_grid(const struct question *question)
{
    struct assay_speedup_decision decision = {0};
    for (int k = GRID_TOP; k >= GRID_BOTTOM; k--) {
        decision = ask(question, (double)(100 - k) / 100); /* one rounding, not a running sum */
        if (decision.answer == ASSAY_SPEEDUP_YES)
            return found(decision, (double)k / 100);
    }
    return none(question, decision);
}

/* Of 5040 variants of a bisection tried (ends, tolerance, which end is reported, rounding), those
 * that give all 28 printed cells of section 6.3 cut the lower end to two decimals. */
static struct assay_speedup_decision search_bisection(const struct question *question)
{
    static const double BOTTOM = 0.50, TOP = 0.99, WIDTH = 0.01;
    struct assay_speedup_decision decision = ask(question, 1 - TOP), best = {0};
    if (decision.answer == ASSAY_SPEEDUP_YES)
        return found(decision, TOP);
    double low = BOTTOM, high = TOP;
    while (high - low > WIDTH) {
        double middle = (low + high) / 2;
        decision = ask(question, 1 - middle);
        if (decision.answer == ASSAY_SPEEDUP_YES) {
            best = decision;
            low = middle;
        } else {
            high = middle;
        }
    }
    double level = floor(100 * low) / 100;
    return level > BOTTOM ? found(best, level) : none(question, decision);
}

static struct assay_speedup_decision decide(const struct question *question, double confidence,
                                            enum assay_speedup_search search)
{
    if (isnan(confidence))
        return search == ASSAY_SPEEDUP_GRID ? search_grid(question) : search_bisection(question);
    struct assay_speedup_decision decision = ask(question, 1 - confidence);
    decision.confidence = confidence; /* as given, to the last bit */
    return decision;
}

enum assay_status assay_speedup_decide(const struct assay_speedup_p *p, size_t n, size_t m,
                                       double confidence, enum assay_speedup_search search,
                                       struct assay_speedup_decision *mean,
                                       struct assay_speedup_decision *median,
                                       struct assay_error *error)
{
    if (!isnan(confidence) && confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    const struct question of_mean = {assay_speedup_mean_at, p, n, m, ASSAY_SPEEDUP_MEAN_NO_LEVEL};
    const struct question of_median = {assay_speedup_median_at, p, n, m,
                                       ASSAY_SPEEDUP_MEDIAN_NO_LEVEL};
    *mean = decide(&of_mean, confidence, search);
    *median = decide(&of_median, confidence, search);
    return ASSAY_OK;
}
