/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine_plan.c -- how many machines, and how many rounds on each, for a precision.
 * Source:   METHODS H1. As t on m - 1 matters where machines are few, the optimum for many of them,
 *           r = sqrt(c_M sigma^2 / (c_r tau^2)), is searched for instead: over m, with the rounds that each
 *           needs.
 * Assumes:  tau and sigma known; a pilot's upper limit of tau is the careful one.
 * Edge:     a half-width that the machines there are cannot reach with any number of rounds ->
 *           ASSAY_UNDEFINED with that floor, t tau / sqrt(m).
 * Checked:  tests/data/machines.json (exhaustive search in R); the rounds found reach the half-width, one
 *           fewer do not.
 */
#include <math.h>

#include <assay/machine.h>

/* Beyond, no search is of use. */
enum { FEWEST_MACHINES = 3, FEWEST_ROUNDS = 2, MOST_MACHINES = 1000000 };

double assay_machine_half_width(double tau, double sigma, size_t m, size_t r, double confidence)
{
    const double variance = tau * tau + sigma * sigma / (double)r;
    return assay_t_critical(confidence, (double)m - 1) * sqrt(variance / (double)m);
}

double assay_machine_floor(double tau, size_t m, double confidence)
{
    return assay_t_critical(confidence, (double)m - 1) * tau / sqrt((double)m);
}

static enum assay_status check(const struct assay_machine_plan_input *input,
                               struct assay_error *error)
{
    if (!(input->confidence > 0 && input->confidence < 1))
        return assay_fail(error, ASSAY_INVALID, "confidence must lie in (0, 1), is %g",
                          input->confidence);
    if (!(input->half_width > 0 && isfinite(input->half_width)))
        return assay_fail(error, ASSAY_INVALID, "a half-width must be positive, is %g",
                          input->half_width);
    if (!(input->tau >= 0 && input->sigma >= 0 && isfinite(input->tau) && isfinite(input->sigma)))
        return assay_fail(error, ASSAY_INVALID,
                          "standard deviations must be 0 or more, are %g and %g", input->tau,
                          input->sigma);
    if (!(input->machine_s >= 0 && input->round_s > 0 && isfinite(input->machine_s) &&
          isfinite(input->round_s)))
        return assay_fail(error, ASSAY_INVALID,
                          "costs must be positive seconds, are %g for a machine and %g for a round",
                          input->machine_s, input->round_s);
    return ASSAY_OK;
}

/* Rounds that m machines need each; 0: no number is enough. */
static double rounds_needed(const struct assay_machine_plan_input *input, double m)
{
    const double t = assay_t_critical(input->confidence, m - 1);
    const double left =
        m * input->half_width * input->half_width / (t * t) - input->tau * input->tau;
    if (!(left > 0))
        return 0;
    return fmax(FEWEST_ROUNDS, ceil(input->sigma * input->sigma / left));
}

/* That all of them need, of the most demanding one. */
static double rounds_of_all(const struct assay_machine_plan_input *inputs, size_t n, double m)
{
    double most = FEWEST_ROUNDS;
    for (size_t i = 0; i < n && most > 0; i++) {
        const double one = rounds_needed(&inputs[i], m);
        most = one > 0 ? fmax(most, one) : 0;
    }
    return most;
}

static enum assay_status fail_floor(const struct assay_machine_plan_input *inputs, size_t n,
                                    size_t most, struct assay_error *error)
{
    double floor = 0;
    for (size_t i = 0; i < n; i++)
        floor = fmax(floor,
                     assay_machine_floor(inputs[i].tau, most < 2 ? 2 : most, inputs[i].confidence));
    return assay_fail(error, ASSAY_UNDEFINED,
                      "%zu machines cannot come below ±%.3g %%, whatever they measure", most,
                      100 * floor);
}

enum assay_status assay_machine_plan_together(const struct assay_machine_plan_input *inputs,
                                              size_t n, struct assay_machine_plan *out,
                                              struct assay_error *error)
{
    enum assay_status status =
        n > 0 ? ASSAY_OK : assay_fail(error, ASSAY_INVALID, "there is nothing to plan for");
    double round_s = 0;
    for (size_t i = 0; i < n && status == ASSAY_OK; i++) {
        status = check(&inputs[i], error);
        round_s += inputs[i].round_s;
    }
    if (status != ASSAY_OK)
        return status;
    const double machine_s = inputs[0].machine_s;
    const size_t most = inputs[0].most > 0 ? inputs[0].most : MOST_MACHINES;
    struct assay_machine_plan best = {.cost_s = INFINITY};
    for (size_t m = FEWEST_MACHINES; m <= most; m++) {
        if ((double)m * (machine_s + FEWEST_ROUNDS * round_s) > best.cost_s)
            break;
        const double rounds = rounds_of_all(inputs, n, (double)m);
        const double cost = (double)m * (machine_s + rounds * round_s);
        if (rounds > 0 && rounds < 0x1p53 && cost < best.cost_s)
            best = (struct assay_machine_plan){m, (size_t)rounds, cost, 0};
    }
    if (best.machines == 0)
        return fail_floor(inputs, n, most, error);
    best.rounds_continuous =
        n == 1 ? sqrt(machine_s / round_s) * inputs[0].sigma / inputs[0].tau : (double)NAN;
    *out = best;
    return ASSAY_OK;
}

enum assay_status assay_machine_plan_of(const struct assay_machine_plan_input *input,
                                        struct assay_machine_plan *out, struct assay_error *error)
{
    return assay_machine_plan_together(input, 1, out, error);
}
