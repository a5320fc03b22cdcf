/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_joint.c -- against Holm's adjusted p values; how often a false claim is made among several correlated
 * metrics; words; edges. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include <assay/random.h>
#include <assay/suite.h>

enum { MOST = 8 };

/* A metric's p value stands for its intervals: at confidence c it is claimed when p < 1 - c. */
struct metrics {
    double p[MOST];
    bool slower[MOST];
    size_t asked, fail_at;
};

static enum assay_verdict verdict_of(const struct metrics *m, size_t i, double confidence)
{
    if (m->p[i] >= 1 - confidence)
        return ASSAY_INCONCLUSIVE;
    return m->slower[i] ? ASSAY_SLOWER : ASSAY_FASTER;
}

static enum assay_status at(void *context, size_t i, double confidence, enum assay_verdict *verdict,
                            struct assay_error *error)
{
    struct metrics *m = context;
    if (++m->asked == m->fail_at)
        return assay_fail(error, ASSAY_UNDEFINED, "as asked");
    *verdict = verdict_of(m, i, confidence);
    return ASSAY_OK;
}

static size_t claims_of(struct metrics *m, size_t n, enum assay_verdict *verdicts)
{
    const struct assay_joint_question question = {at, m};
    size_t claims = 0;
    for (size_t i = 0; i < n; i++)
        verdicts[i] = verdict_of(m, i, 0.95);
    assert_int_equal(assay_joint_verdicts(n, 0.95, &question, verdicts, NULL), ASSAY_OK);
    for (size_t i = 0; i < n; i++)
        claims += verdicts[i] == ASSAY_FASTER || verdicts[i] == ASSAY_SLOWER;
    return claims;
}

static void as_holm(void **state)
{
    (void)state;
    struct assay_random random;
    size_t claimed = 0, lost = 0;
    assay_random_init(&random, 7, ASSAY_RANDOM_TEST, 0, 0);
    for (int round = 0; round < 2000; round++) {
        struct metrics m = {.asked = 0};
        enum assay_verdict verdicts[MOST];
        double adjusted[MOST];
        const size_t n = 1 + assay_random_below(&random, MOST);
        for (size_t i = 0; i < n; i++) {
            const double u = assay_random_uniform(&random);
            m.p[i] = u * u * u;
            m.slower[i] = assay_random_below(&random, 2) == 1;
        }
        assert_int_equal(assay_adjust(m.p, n, ASSAY_ADJUST_HOLM, adjusted, NULL), ASSAY_OK);
        claims_of(&m, n, verdicts);
        for (size_t i = 0; i < n; i++) {
            const bool claim = adjusted[i] < 0.05;
            assert_int_equal(verdicts[i], !claim        ? ASSAY_INCONCLUSIVE
                                          : m.slower[i] ? ASSAY_SLOWER
                                                        : ASSAY_FASTER);
            claimed += claim;
            lost += !claim && m.p[i] < 0.05;
        }
    }
    assert_true(claimed > 1000 && lost > 200);
}

/* No metric changed; all have half of their noise in common. */
static void family_wise_error(void **state)
{
    (void)state;
    enum { RUNS = 20000, METRICS = 4 };
    struct assay_random random;
    size_t alone = 0, jointly = 0;
    assay_random_init(&random, 33, ASSAY_RANDOM_TEST, 0, 0);
    for (int run = 0; run < RUNS; run++) {
        struct metrics m = {.asked = 0};
        enum assay_verdict verdicts[METRICS];
        const double common = assay_random_normal(&random);
        bool any = false;
        for (size_t i = 0; i < METRICS; i++) {
            const double z = sqrt(0.5) * (common + assay_random_normal(&random));
            m.p[i] = erfc(fabs(z) / sqrt(2));
            m.slower[i] = z > 0;
            any = any || m.p[i] < 0.05;
        }
        alone += any;
        jointly += claims_of(&m, METRICS, verdicts) > 0;
    }
    const double rate = (double)jointly / RUNS, rate_alone = (double)alone / RUNS;
    print_message("one false claim or more: %.4f jointly, %.4f alone\n", rate, rate_alone);
    assert_true(rate < 0.05 && rate > 0.03);
    assert_true(rate_alone > 0.10);
}

static void words(void **state)
{
    (void)state;
    const enum assay_verdict F = ASSAY_FASTER, S = ASSAY_SLOWER, E = ASSAY_EQUIVALENT,
                             I = ASSAY_INCONCLUSIVE, M = ASSAY_MIXED;
    const struct {
        enum assay_verdict of[3];
        enum assay_joint joint;
    } cases[] = {
        {{F, E, E}, ASSAY_JOINT_BETTER}, {{F, S, E}, ASSAY_JOINT_TRADE},
        {{S, E, I}, ASSAY_JOINT_WORSE},  {{E, E, E}, ASSAY_JOINT_SAME},
        {{F, I, E}, ASSAY_JOINT_OPEN},   {{I, I, I}, ASSAY_JOINT_OPEN},
        {{M, E, E}, ASSAY_JOINT_TRADE},  {{F, F, F}, ASSAY_JOINT_BETTER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(assay_joint_of(cases[i].of, 3), cases[i].joint);
}

static void edges(void **state)
{
    (void)state;
    struct metrics m = {.p = {0.04, 0.2}};
    enum assay_verdict verdicts[2];
    assert_int_equal(claims_of(&m, 1, verdicts), 1); /* alone: its own verdict */
    assert_int_equal(claims_of(&m, 2, verdicts), 0);
    m = (struct metrics){.p = {0.001, 0.2}, .fail_at = 1};
    const struct assay_joint_question question = {at, &m};
    verdicts[0] = ASSAY_FASTER;
    verdicts[1] = ASSAY_EQUIVALENT;
    assert_int_equal(assay_joint_verdicts(2, 0.95, &question, verdicts, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_joint_verdicts(2, 1, &question, verdicts, NULL), ASSAY_INVALID);
    assert_int_equal(assay_joint_verdicts(0, 0.95, &question, verdicts, NULL), ASSAY_OK);
    assert_int_equal(assay_joint_verdicts(2, 0.95, &question, verdicts, NULL), ASSAY_OK);
    assert_int_equal(verdicts[0], ASSAY_FASTER);
    assert_int_equal(verdicts[1], ASSAY_EQUIVALENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_holm),
        cmocka_unit_test(family_wise_error),
        cmocka_unit_test(words),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
