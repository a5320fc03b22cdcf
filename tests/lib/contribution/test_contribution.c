/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_contribution.c -- what each function adds to a change: the reference cases, identities, simulated programs. */
#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/contribution.h>
#include <assay/random.h>

/* The oracle's tolerance: of contributions relative to the larger of themselves and their error. */
static const double RELATIVE = 1e-9, P_VALUE = 1e-8, SUM = 1e-12;

enum { MOST_PAIRS = 64, MOST_FUNCTIONS = 512 };

/* Pairs with room for what they borrow. */
struct program {
    struct assay_profiled runs[2][MOST_PAIRS];
    struct assay_function_samples samples[2][MOST_PAIRS][MOST_FUNCTIONS];
    size_t units[MOST_PAIRS];
    struct assay_profiled_pairs pairs;
    const char *names[MOST_FUNCTIONS];
};

static struct program *program_new(size_t pairs, size_t functions)
{
    struct program *program = calloc(1, sizeof *program);
    assert_non_null(program);
    assert_true(pairs <= MOST_PAIRS && functions <= MOST_FUNCTIONS);
    program->pairs = (struct assay_profiled_pairs){
        .old_runs = program->runs[0], .new_runs = program->runs[1], .n = pairs, .n_functions = functions};
    for (size_t side = 0; side < 2; side++)
        for (size_t k = 0; k < pairs; k++)
            program->runs[side][k].samples = program->samples[side][k];
    return program;
}

static struct assay_contributions explain(const struct program *program,
                                          const struct assay_contribution_options *options)
{
    struct assay_contributions out;
    assert_int_equal(assay_contributions_of(&program->pairs, options, &out, NULL), ASSAY_OK);
    double sum = 0, most = 0;
    for (size_t i = 0; i < out.n; i++) {
        sum += out.lines[i].estimate;
        most = fmax(most, fabs(out.lines[i].estimate));
    }
    assert_close(sum, out.total.estimate, 0, SUM * fmax(100, most));
    return out;
}

/* ---- reference cases ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void collect_names(const json_t *rounds, struct program *program)
{
    size_t n = 0;
    for (size_t k = 0; k < json_array_size(rounds); k++)
        for (size_t side = 0; side < 2; side++) {
            const json_t *run = json_object_get(json_array_get(rounds, k), side == 0 ? "old" : "new");
            const char *name;
            json_t *count;
            json_object_foreach(json_object_get(run, "functions"), name, count)
            {
                bool known = false;
                for (size_t i = 0; i < n; i++)
                    known |= strcmp(program->names[i], name) == 0;
                assert_true(n < MOST_FUNCTIONS);
                if (!known)
                    program->names[n++] = name;
            }
        }
    qsort(program->names, n, sizeof *program->names, by_name);
    program->pairs.n_functions = n;
}

static void read_run(const json_t *run, struct program *program, size_t side, size_t k)
{
    struct assay_profiled *out = &program->runs[side][k];
    const char *name;
    json_t *count;
    out->user = oracle_number(run, "user");
    out->system = oracle_number(run, "system");
    out->wall = oracle_number(run, "wall");
    json_object_foreach(json_object_get(run, "functions"), name, count)
    {
        size_t f = 0;
        while (strcmp(program->names[f], name) != 0)
            f++;
        program->samples[side][k][out->n++] =
            (struct assay_function_samples){f, json_number_value(count)};
    }
}

static struct program *read_program(const json_t *rounds)
{
    struct program *program = program_new(json_array_size(rounds), 0);
    collect_names(rounds, program);
    for (size_t k = 0; k < program->pairs.n; k++) {
        const json_t *round = json_array_get(rounds, k), *unit = json_object_get(round, "unit");
        read_run(json_object_get(round, "old"), program, 0, k);
        read_run(json_object_get(round, "new"), program, 1, k);
        if (unit != NULL)
            program->pairs.units = program->units;
        program->units[k] = (size_t)json_integer_value(unit);
    }
    return program;
}

static void check_line(const struct assay_contribution *line, const json_t *expected)
{
    const double estimate = oracle_number(expected, "contribution"), se = oracle_number(expected, "se"),
                 near = RELATIVE * fmax(fmax(fabs(estimate), isnan(se) ? 0 : se), 1e-6);
    assert_close(line->share, oracle_number(expected, "share"), RELATIVE, 0);
    assert_close(line->old_mean, oracle_number(expected, "old_seconds"), RELATIVE, 1e-15);
    assert_close(line->new_mean, oracle_number(expected, "new_seconds"), RELATIVE, 1e-15);
    assert_close(line->estimate, estimate, 0, near);
    assert_close(line->se, se, 0, near);
    assert_close(line->lower, oracle_number(expected, "lower"), RELATIVE, near);
    assert_close(line->upper, oracle_number(expected, "upper"), RELATIVE, near);
    assert_close(line->p, oracle_number(expected, "p"), 0, P_VALUE);
}

static void check_lines(const struct program *program, const struct assay_contributions *out,
                        const json_t *expected)
{
    assert_int_equal(out->n, json_array_size(expected));
    for (size_t i = 0; i < out->n; i++) {
        const json_t *line = json_array_get(expected, i);
        const struct assay_contribution *actual = &out->lines[i];
        assert_string_equal(assay_contribution_kind_name(actual->kind),
                            json_string_value(json_object_get(line, "kind")));
        if (actual->kind == ASSAY_OF_FUNCTION)
            assert_string_equal(program->names[actual->function],
                                json_string_value(json_object_get(line, "name")));
        if (actual->kind == ASSAY_OF_REST)
            assert_int_equal(actual->functions,
                             json_integer_value(json_object_get(line, "functions")));
        check_line(actual, line);
        assert_close(actual->p_adjusted, oracle_number(line, "p_holm"), 0, P_VALUE);
    }
}

static void check_case(const json_t *one)
{
    const json_t *input = json_object_get(one, "input"), *expected = json_object_get(one, "expected");
    struct program *program = read_program(json_object_get(input, "rounds"));
    const struct assay_contribution_options options = {
        .whole = strcmp(json_string_value(json_object_get(input, "whole")), "wall") == 0
                     ? ASSAY_WHOLE_WALL
                     : ASSAY_WHOLE_PROCESSOR,
        .least_share = oracle_number(input, "share_cut"),
        .most_functions = (size_t)json_integer_value(json_object_get(input, "max_lines")),
        .confidence = oracle_number(input, "conf"),
    };
    struct assay_contributions out = explain(program, &options);
    assert_int_equal(out.units, json_integer_value(json_object_get(expected, "r")));
    assert_int_equal(out.n, json_integer_value(json_object_get(expected, "family")));
    assert_close(out.critical, oracle_number(expected, "critical"), RELATIVE, 0);
    check_lines(program, &out, json_object_get(expected, "lines"));
    check_line(&out.total, json_object_get(expected, "total"));
    assay_contributions_fini(&out);
    free(program);
}

static void oracle_cases(void **state)
{
    (void)state;
    oracle_each_case("why.json", check_case, 29);
}

/* ---- programs drawn at random ---- */

/* Functions by Zipf's shares, of 1 s in all, function 1 planted times as slow in new. */
struct truth {
    size_t pairs, functions, samples;
    double planted, noise_whole, noise_own;
};

static void sample(struct assay_random *random, const double *seconds, const struct truth *truth,
                   struct assay_profiled *run, struct assay_function_samples *samples)
{
    for (size_t f = 0; f < truth->functions; f++)
        run->user += seconds[f];
    for (size_t f = 0; f < truth->functions; f++)
        samples[f] = (struct assay_function_samples){f, 0};
    for (size_t i = 0; i < truth->samples; i++) {
        double at = assay_random_uniform(random) * run->user;
        size_t f = 0;
        while (f + 1 < truth->functions && at >= seconds[f])
            at -= seconds[f++];
        samples[f].samples += 1;
    }
    run->n = truth->functions;
}

static double zipf(size_t f, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += 1 / (double)(i + 1);
    return 1 / (double)(f + 1) / sum;
}

static struct program *draw_program(const struct truth *truth, uint32_t replicate, uint32_t cell)
{
    struct program *program = program_new(truth->pairs, truth->functions);
    struct assay_random random;
    assay_random_init(&random, 9201, ASSAY_RANDOM_TEST, replicate, cell);
    for (size_t k = 0; k < truth->pairs; k++)
        for (size_t side = 0; side < 2; side++) {
            double seconds[MOST_FUNCTIONS];
            const double whole = 1 + truth->noise_whole * assay_random_normal(&random);
            for (size_t f = 0; f < truth->functions; f++)
                seconds[f] = whole * zipf(f, truth->functions) *
                             (1 + truth->noise_own * assay_random_normal(&random)) *
                             (side == 1 && f == 1 ? truth->planted : 1);
            struct assay_profiled *run = &program->runs[side][k];
            sample(&random, seconds, truth, run, program->samples[side][k]);
            run->system = 0.05 * whole;
            run->wall = run->user + run->system + 0.01;
        }
    return program;
}

static const struct assay_contribution_options defaults = ASSAY_CONTRIBUTION_OPTIONS;

/* Whether all intervals hold what is true, and how many lines are claimed to have changed. */
struct tally {
    bool covered;
    size_t claims;
    bool found; /* the planted one is among them */
};

static struct tally tally_of(const struct truth *truth, const struct assay_contributions *out)
{
    struct tally tally = {.covered = true};
    for (size_t i = 0; i < out->n; i++) {
        const struct assay_contribution *line = &out->lines[i];
        const bool planted = line->kind == ASSAY_OF_FUNCTION && line->function == 1;
        const double expected =
            planted ? 100 * (truth->planted - 1) * zipf(1, truth->functions) / 1.05 : 0;
        tally.covered &= line->exact ? fabs(line->estimate - expected) < 1e-9
                                     : line->lower <= expected && expected <= line->upper;
        tally.claims += line->lower > 0 || line->upper < 0;
        tally.found |= planted && line->lower > 0;
    }
    return tally;
}

/* No function changed: one claim or more in 5 of 100 experiments. One did: all intervals hold in 95 of 100. */
static void families(void **state)
{
    (void)state;
    static const struct {
        struct truth truth;
        double found; /* how often METHODS finds it at least */
    } grid[] = {
        {{10, 10, 1000, 1, 0, 0.02}, 0},
        {{10, 10, 1000, 1.2, 0.02, 0.02}, 0.9},
        {{20, 20, 1000, 1.2, 0, 0.02}, 0.98},
    };
    enum { N = REPETITIONS(1000) };
    for (uint32_t cell = 0; cell < 3; cell++) {
        size_t covered = 0, found = 0;
        for (uint32_t k = 0; k < N; k++) {
            struct program *program = draw_program(&grid[cell].truth, k, cell);
            struct assay_contributions out = explain(program, &defaults);
            const struct tally tally = tally_of(&grid[cell].truth, &out);
            covered += tally.covered;
            found += tally.found;
            assay_contributions_fini(&out);
            free(program);
        }
        assert_close((double)covered / N, 0.95, 0, 0.015 * sqrt(1000.0 / N));
        assert_true((double)found >= grid[cell].found * N);
    }
}

/* Flips of signs err as seldom. */
static void families_by_flips(void **state)
{
    (void)state;
    enum { N = REPETITIONS(400) };
    const struct truth truth = {10, 8, 400, 1, 0.1, 0.02};
    struct assay_contribution_options options = ASSAY_CONTRIBUTION_OPTIONS;
    options.by_flips = true;
    size_t wrong = 0;
    for (uint32_t k = 0; k < N; k++) {
        struct program *program = draw_program(&truth, k, 7);
        struct assay_contributions out = explain(program, &options);
        double least = 1;
        for (size_t i = 0; i < out.n; i++)
            least = fmin(least, out.lines[i].p_adjusted);
        wrong += least <= 0.05;
        assay_contributions_fini(&out);
        free(program);
    }
    assert_close((double)wrong / N, 0.05, 0, 3.5 * sqrt(0.05 * 0.95 / N));
}

/* ---- identities ---- */

static void swap_sides(struct program *program)
{
    const struct assay_profiled *old_runs = program->pairs.old_runs;
    program->pairs.old_runs = program->pairs.new_runs;
    program->pairs.new_runs = old_runs;
}

/* The other way round each seconds' difference has the other sign, and per cent are of the other whole. */
static void swapped(void **state)
{
    (void)state;
    struct program *program = draw_program(&(struct truth){12, 30, 500, 1.3, 0.05, 0.02}, 1, 20);
    struct assay_contribution_options options = ASSAY_CONTRIBUTION_OPTIONS;
    options.whole = ASSAY_WHOLE_WALL;
    struct assay_contributions there = explain(program, &options);
    swap_sides(program);
    struct assay_contributions back = explain(program, &options);
    const double scale = there.total.new_mean / there.total.old_mean;
    assert_int_equal(there.n, back.n);
    for (size_t i = 0; i < there.n; i++) {
        assert_int_equal(there.lines[i].function, back.lines[i].function);
        assert_close(there.lines[i].share, back.lines[i].share, 1e-12, 0);
        assert_close(there.lines[i].estimate, -back.lines[i].estimate * scale, 1e-10, 1e-12);
    }
    assay_contributions_fini(&there);
    assay_contributions_fini(&back);
    free(program);
}

/* Minutes in place of seconds, and twice as many samples in some executions, change nothing. */
static void scaled(void **state)
{
    (void)state;
    struct program *program = draw_program(&(struct truth){9, 12, 300, 1.1, 0.05, 0.02}, 2, 21);
    struct assay_contributions before = explain(program, &defaults);
    for (size_t k = 0; k < 9; k++)
        for (size_t side = 0; side < 2; side++) {
            struct assay_profiled *run = &program->runs[side][k];
            run->user *= 60;
            run->system *= 60;
            for (size_t i = 0; k % 2 == 0 && i < run->n; i++)
                program->samples[side][k][i].samples *= 2;
        }
    struct assay_contributions after = explain(program, &defaults);
    for (size_t i = 0; i < before.n; i++) {
        assert_close(before.lines[i].estimate, after.lines[i].estimate, 1e-11, 1e-12);
        assert_close(before.lines[i].se, after.lines[i].se, 1e-11, 0);
        assert_close(60 * before.lines[i].old_mean, after.lines[i].old_mean, 1e-12, 0);
    }
    assay_contributions_fini(&before);
    assay_contributions_fini(&after);
    free(program);
}

/* The lines with names as one: what they add up to, with their own error and not the sum of their errors. */
static void named_together(void **state)
{
    (void)state;
    struct program *program = draw_program(&(struct truth){9, 12, 300, 1.1, 0.05, 0.02}, 3, 22);
    struct assay_contributions out = explain(program, &defaults);
    double sum = 0, errors = 0;
    for (size_t i = 0; i < out.n; i++)
        if (out.lines[i].kind == ASSAY_OF_FUNCTION) {
            sum += out.lines[i].estimate;
            errors += out.lines[i].se;
        }
    assert_close(out.named.estimate, sum, 1e-11, 0);
    assert_true(out.named.se > 0 && out.named.se < errors && out.named.lower < sum);
    assay_contributions_fini(&out);
    free(program);
}

/* Function 0 calls all others: with what they call each has the estimate and the error that it has alone, but for
 * function 0, which has those of all user seconds; nothing else has a line. */
static void inclusive(void **state)
{
    (void)state;
    struct program *program = draw_program(&(struct truth){9, 12, 300, 1.1, 0.05, 0.02}, 3, 23);
    struct assay_contributions alone = explain(program, &defaults), out;
    struct assay_contribution_options options = ASSAY_CONTRIBUTION_OPTIONS;
    options.inclusive = true;
    double user[2] = {0, 0};
    for (size_t k = 0; k < 9; k++)
        for (size_t side = 0; side < 2; side++) {
            program->runs[side][k].counted = program->samples[side][k][0].samples = 300;
            user[side] += program->runs[side][k].user / 9;
        }
    assert_int_equal(assay_contributions_of(&program->pairs, &options, &out, NULL), ASSAY_OK);
    assert_int_equal(out.n, 12);
    assert_int_equal(out.lines[0].function, 0);
    assert_close(out.lines[0].estimate, 100 * (user[1] - user[0]) / out.total.old_mean, 1e-11, 0);
    assert_close(out.named.estimate, alone.total.estimate, 1e-12, 0);
    for (size_t i = 1; i < out.n; i++) {
        assert_int_equal(out.lines[i].function, alone.lines[i].function);
        assert_close(out.lines[i].estimate, alone.lines[i].estimate, 1e-11, 0);
        assert_close(out.lines[i].se, alone.lines[i].se, 1e-11, 0);
    }
    assert_true(out.critical < alone.critical); /* the kernel is no member of the family */
    assay_contributions_fini(&alone);
    assay_contributions_fini(&out);
    program->runs[1][3].counted = 299;
    assert_int_equal(assay_contributions_of(&program->pairs, &options, &out, NULL), ASSAY_INVALID);
    free(program);
}

/* ---- by hand ---- */

/* One function of 1 s, which takes d more in each of 8 units. */
static struct program *single(const double *d)
{
    struct program *program = program_new(8, 1);
    for (size_t k = 0; k < 8; k++)
        for (size_t side = 0; side < 2; side++) {
            program->runs[side][k].user = side == 0 ? 1 : 1 + d[k];
            program->runs[side][k].n = 1;
            program->samples[side][k][0] = (struct assay_function_samples){0, 5};
        }
    return program;
}

/* All signs alike are the most extreme of 256: one flip, that of all, reaches them, and p is 2 of 256. One sign
 * unlike the others, at the smallest: that one flipped, and all of both, reach it, 4 of 256. */
static void flips_by_hand(void **state)
{
    (void)state;
    static const struct {
        double d[8], p;
    } cases[] = {{{.02, .03, .04, .05, .06, .07, .08, .09}, 2 / 256.0},
                 {{-.02, .03, .04, .05, .06, .07, .08, .09}, 4 / 256.0}};
    struct assay_contribution_options options = ASSAY_CONTRIBUTION_OPTIONS;
    options.by_flips = true;
    for (size_t i = 0; i < 2; i++) {
        struct program *program = single(cases[i].d);
        struct assay_contributions out = explain(program, &options);
        assert_int_equal(out.n, 1);
        assert_close(out.lines[0].p_adjusted, cases[i].p, 1e-12, 0);
        assay_contributions_fini(&out);
        free(program);
    }
}

/* Each event was sampled: the time is their number, and a function that has 200 of unequally many keeps 200, to the bit. */
static void numbers_kept(void **state)
{
    (void)state;
    struct program *program = program_new(3, 2);
    for (size_t k = 0; k < 3; k++)
        for (size_t side = 0; side < 2; side++) {
            program->samples[side][k][0] = (struct assay_function_samples){0, 200};
            program->samples[side][k][1] = (struct assay_function_samples){1, (double)(330 + 80 * side)};
            program->runs[side][k].user = 530 + 80 * (double)side;
            program->runs[side][k].n = 2;
        }
    struct assay_contributions out = explain(program, &defaults);
    assert_int_equal(out.n, 2);
    assert_int_equal(out.lines[1].function, 0);
    assert_true(out.lines[1].old_mean == 200 && out.lines[1].new_mean == 200 && out.lines[1].estimate == 0);
    assert_true(out.lines[1].exact);
    assay_contributions_fini(&out);
    free(program);
}

/* The table of METHODS I2: seconds a side at 4 kHz, of a function of 10 %, 20 lines, 25 rounds. */
static void samples_planned(void **state)
{
    (void)state;
    static const struct {
        double contribution, seconds;
    } table[] = {{0.2, 201}, {0.5, 32}, {1, 8}};
    for (size_t i = 0; i < 3; i++) {
        const struct assay_contribution_aim aim = {0.1, table[i].contribution, 25, 20, 0.95};
        assert_close(assay_contribution_samples_to_see(&aim) / 4000, table[i].seconds, 0.02, 0);
        assert_close(assay_contribution_samples_to_know(&aim) / assay_contribution_samples_to_see(&aim),
                     0.64, 0.01, 0);
    }
    assert_true(assay_contribution_samples_to_see(&(struct assay_contribution_aim){0, 1, 25, 20, 0.95}) == 0);
    assert_true(assay_contribution_samples_to_see(&(struct assay_contribution_aim){.1, 1, 1, 20, 0.95}) == 0);
}

static void bad_input(void **state)
{
    (void)state;
    struct assay_contributions out;
    struct assay_error error;
    static const double d[8] = {0};
    struct assay_contribution_options options = ASSAY_CONTRIBUTION_OPTIONS;
    struct program *program = single(d);
    program->pairs.n = 0;
    assert_int_equal(assay_contributions_of(&program->pairs, &options, &out, &error), ASSAY_UNDEFINED);
    program->pairs.n = 7;
    options.by_flips = true;
    assert_int_equal(assay_contributions_of(&program->pairs, &options, &out, &error), ASSAY_INVALID);
    options.by_flips = false;
    program->runs[1][2].user = (double)NAN;
    assert_int_equal(assay_contributions_of(&program->pairs, &options, &out, &error), ASSAY_INVALID);
    assert_non_null(strstr(error.text, "pair 3"));
    program->runs[1][2].user = 1;
    program->samples[0][4][0].function = 1;
    assert_int_equal(assay_contributions_of(&program->pairs, &options, &out, &error), ASSAY_INVALID);
    program->samples[0][4][0] = (struct assay_function_samples){0, -1};
    assert_int_equal(assay_contributions_of(&program->pairs, &options, &out, &error), ASSAY_INVALID);
    program->samples[0][4][0].samples = 1;
    for (size_t k = 0; k < 7; k++)
        program->runs[0][k].user = 0;
    assert_int_equal(assay_contributions_of(&program->pairs, &options, &out, &error), ASSAY_UNDEFINED);
    free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_cases),    cmocka_unit_test(families),
        cmocka_unit_test(families_by_flips), cmocka_unit_test(swapped),
        cmocka_unit_test(scaled),          cmocka_unit_test(named_together), cmocka_unit_test(inclusive),
        cmocka_unit_test(flips_by_hand),   cmocka_unit_test(numbers_kept), cmocka_unit_test(samples_planned),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
