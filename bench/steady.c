/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady.c -- how often steady states are told right, and how fast: the tables of docs/steady.md.
 * Usage: steady [confusion|dependence|false|independence|speed|all] [SERIES]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "support/labelled.h"
#include "timing.h"

enum { MOST = 2000 };

static void must(enum assay_status status, const struct assay_error *error)
{
    if (status != ASSAY_OK) {
        fprintf(stderr, "%s\n", error->text);
        exit(1);
    }
}

static double now_ms(clockid_t clock)
{
    return 1e3 * clock_s(clock);
}

static void confusion(unsigned n)
{
    static double x[MOST];
    const struct assay_steady_options options = {.seed = 1};
    printf("%-24s %6s %7s %9s %10s %8s %11s\n", "label", "flat", "warmup", "slowdown", "no steady",
           "right", "independent");
    for (unsigned l = 0; l < LABEL_COUNT; l++) {
        unsigned count[ASSAY_STATE_UNKNOWN + 1] = {0}, independent = 0;
        for (unsigned i = 0; i < n; i++) {
            struct assay_execution_state state;
            struct assay_error error;
            size_t length = labelled_length(i);
            labelled_fill((enum label)l, i, x, length);
            must(assay_execution_state_of((struct assay_view){x, length}, &options, &state, &error),
                 &error);
            count[state.state]++;
            independent +=
                state.independent_from == state.steady_from && state.steady_from < length;
            assay_execution_state_fini(&state);
        }
        printf("%-24s %6u %7u %9u %10u %7.1f%% %10.1f%%\n", labels[l].name, count[ASSAY_STATE_FLAT],
               count[ASSAY_STATE_WARMUP], count[ASSAY_STATE_SLOWDOWN],
               count[ASSAY_STATE_NOT_STEADY], 100.0 * count[labels[l].expected] / n,
               100.0 * independent / n);
    }
}

/* Series without a change in which one is found, in per cent. */
static double false_changes(enum label label, const struct assay_changepoint_options *options,
                            size_t length, unsigned n)
{
    static double x[MOST];
    unsigned found = 0;
    for (unsigned i = 0; i < n; i++) {
        struct assay_changepoints changes;
        struct assay_error error;
        labelled_fill(label, 1000000 + i, x, length);
        must(assay_changepoints_find((struct assay_view){x, length}, options, &changes, &error),
             &error);
        found += changes.n > 0;
        assay_changepoints_fini(&changes);
    }
    return 100.0 * found / n;
}

static void false_alarms(unsigned n)
{
    static const enum label null_labels[] = {LABEL_FLAT, LABEL_LOGNORMAL, LABEL_BIMODAL,
                                             LABEL_OUTLIERS};
    static const size_t lengths[] = {50, 200, 1000, 2000};
    static const char *const costs[] = {"auto", "normal", "ranks"};
    for (int cost = 0; cost < 3; cost++)
        for (size_t l = 0; l < 4; l++) {
            printf("%-7s %-22s", costs[cost], labels[null_labels[l]].name);
            for (size_t k = 0; k < 4; k++) {
                struct assay_changepoint_options options = {.cost =
                                                                (enum assay_changepoint_cost)cost};
                unsigned m = cost == 2 && k > 1 ? n / 10 : n;
                printf(" %7.2f%%", false_changes(null_labels[l], &options, lengths[k], m));
            }
            putchar('\n');
        }
}

/* Independent and AR(1) series: how often each test is below 0.05. */
static void independence(unsigned n)
{
    static const double phis[] = {0, 0.2, 0.5, -0.3};
    static double x[1000];
    static const size_t lengths[] = {50, 300, 1000};
    for (size_t p = 0; p < 4; p++)
        for (size_t k = 0; k < 3; k++) {
            unsigned below[5] = {0};
            for (unsigned i = 0; i < n; i++) {
                struct assay_random random;
                struct assay_independence found;
                struct assay_error error;
                assay_random_init(&random, 7, ASSAY_RANDOM_TEST, i, (unsigned)(10 * p + k));
                x[0] = assay_random_normal(&random);
                for (size_t j = 1; j < lengths[k]; j++)
                    x[j] = phis[p] * x[j - 1] + assay_random_normal(&random);
                must(assay_independence_of((struct assay_view){x, lengths[k]}, 199, i, &found,
                                           &error),
                     &error);
                below[0] += found.ljung_box_p < 0.05;
                below[1] += found.rank_p < 0.05;
                below[2] += found.permutation_p <= 0.05;
                below[3] += found.odd_even_p < 0.05;
                below[4] += found.period_p < 0.05;
            }
            printf("AR(1) %4.1f n %4zu:", phis[p], lengths[k]);
            for (int t = 0; t < 5; t++)
                printf(" %6.1f%%", 100.0 * below[t] / n);
            putchar('\n');
        }
}

/* What one series is made of: noise of 1 % that is AR(1), and what is planted in it, in per cent. */
struct plan {
    size_t n;
    double phi, step, at, exponential, tau, sine, period;
};

static void plan_fill(const struct plan *plan, unsigned replicate, unsigned row, double *x)
{
    struct assay_random random;
    assay_random_init(&random, 63, ASSAY_RANDOM_TEST, replicate, row);
    const double phase = 6.283185307179586 * assay_random_uniform(&random);
    double z = assay_random_normal(&random);
    for (size_t i = 0; i < plan->n; i++) {
        const double t = (double)i;
        double percent = 100 + z + (t < plan->at ? plan->step : 0);
        if (plan->exponential > 0)
            percent += plan->exponential * exp(-t / plan->tau);
        if (plan->sine > 0)
            percent += plan->sine * sin(6.283185307179586 * t / plan->period + phase);
        x[i] = percent;
        z = plan->phi * z + sqrt(1 - plan->phi * plan->phi) * assay_random_normal(&random);
    }
}

static void dependence_row(const struct plan *plan, unsigned row, unsigned n)
{
    static double x[MOST];
    const struct assay_steady_options options = {.seed = 1};
    unsigned count[ASSAY_STATE_UNKNOWN + 1] = {0}, cycles = 0;
    double from = 0, place = 0;
    for (unsigned i = 0; i < n; i++) {
        struct assay_execution_state state;
        struct assay_error error;
        plan_fill(plan, i, row, x);
        must(assay_execution_state_of((struct assay_view){x, plan->n}, &options, &state, &error),
             &error);
        count[state.state]++;
        cycles += state.cycle.period > 0;
        from += state.state == ASSAY_STATE_WARMUP ? (double)state.steady_from : 0;
        place += state.state == ASSAY_STATE_WARMUP ? fabs((double)state.steady_from - plan->at) : 0;
        assay_execution_state_fini(&state);
    }
    printf("n %4zu AR(1) %.1f", plan->n, plan->phi);
    if (plan->step > 0)
        printf(", step %g %% at %g", plan->step, plan->at);
    if (plan->exponential > 0)
        printf(", exponential %g %%, %g", plan->exponential, plan->tau);
    if (plan->sine > 0)
        printf(", sine %g %% of %g", plan->sine, plan->period);
    printf(":\t");
    for (unsigned s = 0; s <= ASSAY_STATE_NOT_STEADY; s++)
        printf(" %6.1f%%", 100.0 * count[s] / n);
    printf(" | %6.1f%% cycle, warm from %.0f, off by %.1f\n", 100.0 * cycles / n,
           from / count[ASSAY_STATE_WARMUP], place / count[ASSAY_STATE_WARMUP]);
}

static void dependence(unsigned n)
{
    static const double phis[] = {0, 0.3, 0.6, 0.9}, periods[] = {10, 40, 63, 100};
    static const size_t lengths[] = {100, 300, 1000};
    unsigned row = 0;
    puts("flat, warmup, slowdown, no steady");
    for (size_t k = 0; k < 3; k++)
        for (size_t p = 0; p < 4; p++)
            dependence_row(&(struct plan){.n = lengths[k], .phi = phis[p]}, row++, n);
    for (size_t k = 0; k < 4; k++)
        for (size_t p = 0; p < 4; p++)
            dependence_row(
                &(struct plan){.n = 300, .phi = phis[p], .sine = 5, .period = periods[k]}, row++,
                n);
    static const double steps[] = {2, 3, 5, 20}, places[] = {10, 40, 100};
    for (size_t p = 0; p < 4; p++)
        for (size_t s = 0; s < 4; s++)
            for (size_t a = 0; a < 3; a++)
                dependence_row(
                    &(struct plan){.n = 300, .phi = phis[p], .step = steps[s], .at = places[a]},
                    row++, n);
    static const double sizes[] = {3, 5, 10, 50, 300}, taus[] = {5, 20, 40};
    for (size_t p = 0; p < 4; p++)
        for (size_t s = 0; s < 5; s++)
            for (size_t a = 0; a < 3; a++)
                dependence_row(
                    &(struct plan){
                        .n = 300, .phi = phis[p], .exponential = sizes[s], .tau = taus[a]},
                    row++, n);
    for (size_t a = 0; a < 3; a++)
        dependence_row(
            &(struct plan){.n = 300, .step = 20, .at = places[a], .sine = 5, .period = 40}, row++,
            n);
    dependence_row(&(struct plan){.n = 300, .exponential = 50, .tau = 20, .sine = 5, .period = 40},
                   row++, n);
    dependence_row(&(struct plan){.n = 300, .exponential = 50, .tau = 20, .sine = 5, .period = 10},
                   row++, n);
}

static void time_state(const char *name, const double *x, size_t executions, size_t n)
{
    const size_t counts[] = {executions, n};
    const struct assay_sample sample = assay_sample_balanced(x, 2, counts);
    const struct assay_steady_options options = {.seed = 1};
    struct assay_benchmark_state state;
    struct assay_error error;
    const double start = now_ms(CLOCK_MONOTONIC), cpu = now_ms(CLOCK_PROCESS_CPUTIME_ID);
    must(assay_benchmark_state_of(&sample, &options, &state, &error), &error);
    printf("%-34s %8.1f ms, of the processors %8.1f ms  %s\n", name,
           now_ms(CLOCK_MONOTONIC) - start, now_ms(CLOCK_PROCESS_CPUTIME_ID) - cpu,
           assay_state_name(state.state));
    assay_benchmark_state_fini(&state);
}

static void speed(void)
{
    enum { LONG = 1000000 };
    double *x = malloc(LONG * sizeof *x);
    if (x == NULL)
        exit(1);
    for (unsigned u = 0; u < 316; u++)
        labelled_fill(LABEL_FLAT, u, x + 1000 * u, 1000);
    time_state("316 x 1000 flat", x, 316, 1000);
    for (unsigned u = 0; u < 316; u++)
        labelled_fill((enum label)(u % LABEL_COUNT), u, x + 1000 * u, 1000);
    time_state("316 x 1000 mixed", x, 316, 1000);
    static const enum label longs[] = {LABEL_FLAT, LABEL_EXPONENTIAL, LABEL_STEP, LABEL_BIMODAL,
                                       LABEL_DRIFT};
    for (size_t i = 0; i < sizeof longs / sizeof *longs; i++) {
        labelled_fill(longs[i], 1, x, LONG);
        time_state(labels[longs[i]].name, x, 1, LONG);
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("peak memory %ld MiB\n", usage.ru_maxrss / 1024);
    free(x);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "all";
    const unsigned n = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 200;
    const int all = strcmp(what, "all") == 0;
    if (all || strcmp(what, "confusion") == 0)
        confusion(n);
    if (all || strcmp(what, "dependence") == 0)
        dependence(n);
    if (all || strcmp(what, "false") == 0)
        false_alarms(n);
    if (all || strcmp(what, "independence") == 0)
        independence(n);
    if (all || strcmp(what, "speed") == 0)
        speed();
    return 0;
}
