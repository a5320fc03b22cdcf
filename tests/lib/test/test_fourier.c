/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fourier.c -- the characteristic function against the table, and against Harding's recursion
 * where no value is tied. */
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#include <assay/random.h>

#include "test/fourier.h"
#include "test/rank_sum.h"

/* log C(n + m, n) and its fellows cancel in the exponent: a few 1e-13. */
static const double REL = 1e-11;

static struct tail by_fourier(const struct tied *tied, int64_t limit, bool by_phases)
{
    size_t all = tied->n + tied->m, k = 0;
    int64_t least = 0, greatest = 0;
    for (size_t g = 0; g < tied->n_groups; g++)
        for (size_t e = 0; e < tied->size[g]; e++, k++) {
            least += k < tied->n ? tied->score[g] : 0;
            greatest += k >= all - tied->n ? tied->score[g] : 0;
        }
    assert_true(least <= limit && limit < greatest);
    struct fourier fourier;
    assert_int_equal(fourier_init(&fourier, tied, limit, least, greatest, NULL), ASSAY_OK);
    struct tail out;
    fourier.by_phases = by_phases;
    assert_int_equal(fourier_tail(&fourier, &out, NULL), ASSAY_OK);
    fourier_fini(&fourier);
    return out;
}

static int64_t limit_of(const struct tied *tied, int64_t twice_w)
{
    int64_t n = (int64_t)tied->n;
    return (twice_w + n * (n - (int64_t)tied->size[0])) / tied->divisor;
}

/* Random group sizes that add up to `all`. */
static size_t random_groups(struct assay_random *random, size_t all, size_t largest, size_t *size)
{
    size_t n_groups = 0;
    while (all > 0) {
        size_t next = 1 + (size_t)assay_random_below(random, largest);
        size[n_groups] = next < all ? next : all;
        all -= size[n_groups++];
    }
    return n_groups;
}

static void agrees_with_the_table(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < 20; r++) {
        struct assay_random random;
        assay_random_init(&random, 61, ASSAY_RANDOM_TEST, r, 0);
        size_t n = 2 + r % 12, m = n + r % 7, size[64];
        size_t n_groups = random_groups(&random, n + m, 1 + r % 6, size);
        if (n_groups < 2)
            continue;
        struct tied tied;
        assert_int_equal(tied_init(&tied, n, m, n_groups, size, NULL), ASSAY_OK);
        double before = 0;
        for (int64_t twice_w = 0; twice_w <= 2 * (int64_t)(n * m); twice_w++) {
            struct tail table;
            assert_int_equal(tied_lower(&tied, twice_w, &table, NULL), ASSAY_OK);
            if (table.p > before && table.p < 1 && (twice_w + r) % 9 == 0) {
                struct tail other = by_fourier(&tied, limit_of(&tied, twice_w), twice_w % 2 == 1);
                assert_close(other.p, table.p, REL, 0);
                assert_close(other.point, table.point, 1e-9, 1e-13 * table.p);
                assert_close(table.p - before, table.point, 1e-9, 1e-13);
            }
            before = table.p;
        }
        assert_close(before, 1, 1e-14, 0);
        tied_fini(&tied);
    }
}

static void agrees_with_harding(void **state)
{
    (void)state;
    static const size_t sizes[][2] = {{40, 40}, {20, 110}, {60, 70}};
    for (size_t s = 0; s < 3; s++) {
        size_t n = sizes[s][0], m = sizes[s][1], size[256];
        for (size_t g = 0; g < n + m; g++)
            size[g] = 1;
        struct untied untied;
        struct tied tied;
        assert_int_equal(untied_init(&untied, n, m, NULL), ASSAY_OK);
        assert_int_equal(tied_init(&tied, n, m, n + m, size, NULL), ASSAY_OK);
        static const double shares[] = {0.05, 0.2, 0.35, 0.45, 0.5, 0.55, 0.8};
        for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
            int64_t w = (int64_t)(shares[k] * (double)(n * m));
            assert_close(by_fourier(&tied, limit_of(&tied, 2 * w), k % 2 == 0).p,
                         untied_lower(&untied, w), REL, 0);
        }
        untied_fini(&untied);
        tied_fini(&tied);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_table),
        cmocka_unit_test(agrees_with_harding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
