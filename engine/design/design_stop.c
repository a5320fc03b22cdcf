/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design_stop.c -- the rule that ends a run goes from the request into the design. */
#include "design/design_stop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/order.h>

#include "base/failure.h"
#include "base/knob.h"
#include "design/manifest.h"

enum {
    EXPECTED_ROUNDS = 100,
    LOOKED_ROUNDS = 32,
    ELIMINATED_ROUNDS = 30,
    PILOT_ROUNDS = ASSAY_STOPPING_PILOT,
    MOST_ROUNDS = 1000,
    LEAST_TIMED = 3,
    MOST_DECIDING = 100000 /* the time ends them before */
};

/* A line and a column are of a text that nobody wrote: "NAME:3:10: decides: …" becomes "NAME: decides: …". */
static void leave_out_place(const char *name, struct assay_error *error)
{
    char *place = error->text + strlen(name);
    if (strncmp(error->text, name, strlen(name)) == 0 && *place == ':') {
        char *rest = place + strspn(place, ":0123456789");
        memmove(place + 1, rest, strlen(rest) + 1);
    }
    error->located = false;
}

/* What was not checked when it was given must not be found by whoever goes on with the experiment. */
static enum assay_status check_readable(const char *text, const char *source,
                                        struct assay_error *error)
{
    static const char name[] = "the manifest with these options";
    struct design *read = NULL;
    const enum assay_status status = manifest_parse(text, strlen(text), name, source, &read, error);
    design_free(&read);
    if (status != ASSAY_OK)
        leave_out_place(name, error);
    return status;
}

enum assay_status run_rewrite(struct design *design, struct assay_error *error)
{
    char *text = manifest_write(design);
    char *copy = text != NULL ? design_string(design, text) : NULL;
    free(text);
    if (copy == NULL)
        return fail_no_memory(error);
    design->manifest = copy;
    design->changed = false;
    return check_readable(copy, design->source, error);
}

static enum assay_status refuse(const char *sentence, struct assay_error *error)
{
    return assay_fail(error, ASSAY_USAGE, "%s", KNOBS(sentence));
}

/* ---- what is asked for ---- */

static enum assay_status check(const struct design_request *o, struct assay_error *error)
{
    const bool precise = !isnan(o->precision), timed = !isnan(o->time_budget_s);
    if (precise && !(o->precision > 0 && o->precision < 1))
        return refuse("@precision must be above 0 and below 100%, such as 1%", error);
    if (timed && !(o->time_budget_s > 0))
        return refuse("@time-budget must be above 0, such as 30m", error);
    if (o->looks >= 0 && (o->looks < 2 || o->looks > 50))
        return refuse("@looks must be 2 to 50", error);
    if (o->looks >= 0 && (precise || timed || o->stop != DESIGN_STOP_FRESH))
        return refuse("@looks is a rule of its own: leave out @precision, @time-budget, @stop",
                      error);
    if (o->per.n > 0 && !o->eliminate)
        return refuse("@per says of what @eliminate finds the best: give that, too", error);
    if (o->eliminate && (precise || timed || o->looks >= 0 || o->stop != DESIGN_STOP_FRESH))
        return refuse("@eliminate is a rule of its own: leave out @precision, @time-budget, "
                      "@stop, @looks",
                      error);
    if (o->stop == DESIGN_STOP_PEEK && !precise)
        return refuse("@stop=peek needs @precision", error);
    return ASSAY_OK;
}

/* Where rounds were to be found from their cost, or no end is given, the rule ends the run. Rounds
 * expected: more than the fixed number, or early looks at heavy-tailed data are believed too soon
 * (docs/stopping.md). */
static void open_end(long max_runs, struct design *design)
{
    const size_t top = design_top_level(design);
    design->stop.expected = EXPECTED_ROUNDS;
    if (!design->rounds.find)
        design->stop.expected =
            (size_t)ceil(ASSAY_STOPPING_EXPECTED * (double)design->levels[top].count);
    const size_t most = design->rounds.find || design->levels[top].count < MOST_ROUNDS
                            ? MOST_ROUNDS
                            : design->levels[top].count;
    design->rounds.find = false;
    design->levels[top].count = max_runs > 0 ? (size_t)max_runs : most;
}

/* As many as asked for, and as hold the quantile that decides. */
static void enough_rounds(double enough, struct design *design)
{
    struct design_rounds *rounds = &design->rounds;
    const struct assay_question question = design_question(design, NULL);
    if (question.statistic.kind != ASSAY_STATISTIC_MEAN)
        enough = fmax(enough, fmin(assay_quantile_values(&question.statistic, 0.95), MOST_ROUNDS));
    if (rounds->most > 0)
        enough = fmin(enough, (double)rounds->most);
    design->changed = design->changed || (rounds->find && (double)rounds->least < enough);
    rounds->least = (size_t)fmax((double)rounds->least, enough);
}

/* Rounds to plan from: where they are found from their cost, not all of the time. */
static void bound_pilot(struct design *design)
{
    static const double share = 1.0 / 3;
    const double commands = (double)design->n_systems * (double)design->n_benchmarks;
    enough_rounds(PILOT_ROUNDS, design);
    if (design->stop.budget_s > 0)
        design->rounds.time_s =
            fmin(design->rounds.time_s, share * design->stop.budget_s / commands);
}

/* Of commands alone the time says how many rounds there are, and no value does. */
static bool time_decides(const struct design_request *o, const struct design *design)
{
    return isnan(o->precision) && !isnan(o->time_budget_s) && o->stop == DESIGN_STOP_FRESH &&
           o->looks < 0 && design->n_levels == 1;
}

size_t design_least_timed(const struct design *design)
{
    return design->order.by == ORDER_DUET ? ASSAY_DUET_LEAST : LEAST_TIMED;
}

static void open_timed(const struct design_request *o, struct design *design)
{
    design->stop = (struct design_stop){.rule = STOP_CONTINUED, .budget_s = o->time_budget_s};
    design->rounds.find = false;
    design->rounds.least = design_least_timed(design);
    design->levels[0].count = o->max_runs > 0 ? (size_t)o->max_runs : MOST_DECIDING;
    design->changed = true;
}

void run_stop_decide(struct design *design, double budget_s)
{
    design->stop = (struct design_stop){.rule = STOP_ANYTIME, .budget_s = budget_s, .share = true};
    /* Of each unit of the level machine the store keeps from the start which machine it is. */
    open_end(design_has_machines(design) ? MOST_ROUNDS : MOST_DECIDING, design);
}

/* Settings that are certainly beaten are left out; the rounds are the most. */
static enum assay_status apply_eliminate(const struct design_request *o, struct design *design,
                                         struct assay_error *error)
{
    design->stop = (struct design_stop){.rule = STOP_ELIMINATE};
    if (design->rounds.find) {
        design->rounds.find = false;
        design->levels[design_execution_level(design)].count = ELIMINATED_ROUNDS;
    }
    design->stop.per = design_alloc(design, (o->per.n + 1) * sizeof *design->stop.per);
    for (size_t i = 0; design->stop.per != NULL && i < o->per.n; i++)
        if ((design->stop.per[design->stop.n_per++] = design_string(design, o->per.items[i])) ==
            NULL)
            return fail_no_memory(error);
    const char *problem = design_eliminate(design);
    design->changed = true;
    return problem == NULL ? ASSAY_OK
                           : fail_naming(error, ASSAY_USAGE, "@eliminate %s", KNOBS(problem));
}

static enum assay_status apply_looks(const struct design_request *o, struct design *design,
                                     struct assay_error *error)
{
    struct design_level *top = &design->levels[design_top_level(design)];
    design->stop.rule = STOP_LOOKS;
    design->stop.looks = (size_t)o->looks;
    if (design->rounds.find) {
        design->rounds.find = false;
        top->count = LOOKED_ROUNDS;
    }
    if (top->count < 2 * design->stop.looks)
        return refuse("there are too few repetitions for so many looks: at least two a look",
                      error);
    return design->n_systems > 1 ? ASSAY_OK
                                 : refuse("@looks compares systems; there is one", error);
}

enum assay_status run_stop_apply(const struct design_request *o, struct design *design,
                                 struct assay_error *error)
{
    TRY(check(o, error));
    if ((o->looks >= 0 || o->stop == DESIGN_STOP_PEEK) && design_has_quantile(design))
        return fail_naming(error, ASSAY_USAGE,
                           "%s looks at the mean and the typical run, not at quantiles; "
                           "@stop=anytime does",
                           KNOBS(o->looks >= 0 ? "@looks" : "@stop=peek"));
    if (o->eliminate)
        return apply_eliminate(o, design, error);
    const bool timed = !isnan(o->time_budget_s), planned = !isnan(o->precision) || timed;
    if (o->looks < 0 && o->stop == DESIGN_STOP_FRESH && !planned) {
        enough_rounds(0, design);
        return ASSAY_OK;
    }
    if (time_decides(o, design)) {
        open_timed(o, design);
        return ASSAY_OK;
    }
    design->stop = (struct design_stop){.rule = STOP_PILOT,
                                        .precision = isnan(o->precision) ? 0 : o->precision,
                                        .budget_s = timed ? o->time_budget_s : 0};
    if (o->looks >= 0) {
        TRY(apply_looks(o, design, error));
    } else if (o->stop != DESIGN_STOP_FRESH) {
        design->stop.rule = o->stop == DESIGN_STOP_PEEK ? STOP_PEEK : STOP_ANYTIME;
        open_end(o->max_runs, design);
    } else {
        bound_pilot(design);
    }
    if (design->n_systems < 2 && design->stop.rule == STOP_ANYTIME && isnan(o->precision))
        return refuse("@stop=anytime of one system needs @precision: there is no verdict", error);
    design->changed = true;
    return ASSAY_OK;
}
