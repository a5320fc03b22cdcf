/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_wide.c -- numbers of 128 bits by halves: what is known, and what products are made of. */
#include <assay/random.h>

#include "base/wide.h"
#include "support/oracle.h"

static void assert_wide(struct wide a, uint64_t high, uint64_t low)
{
    assert_true(a.high == high && a.low == low);
}

static void known_products(void **state)
{
    (void)state;
    assert_wide(wide_product_by_halves(0, UINT64_MAX), 0, 0);
    assert_wide(wide_product_by_halves(UINT32_MAX, UINT32_MAX), 0, UINT64_C(0xfffffffe00000001));
    assert_wide(wide_product_by_halves(UINT64_MAX, UINT64_MAX), UINT64_MAX - 1, 1);
    assert_wide(wide_product_by_halves(UINT64_C(1) << 63, 6), 3, 0);
    assert_wide(wide_sum((struct wide){1, UINT64_MAX}, (struct wide){2, 1}), 4, 0);
}

/* a (b + 1) is a b and a once more, whatever they are; and both ways agree. */
static void products_are_sums(void **state)
{
    (void)state;
    struct assay_random random;
    assay_random_init(&random, 9, ASSAY_RANDOM_TEST, 0, 0);
    for (int i = 0; i < 100000; i++) {
        const uint64_t a = assay_random_u64(&random) >> (i % 61),
                       b = assay_random_u64(&random) >> (i % 59);
        const struct wide one = wide_product_by_halves(a, b), both = wide_product(a, b);
        assert_wide(one, both.high, both.low);
        if (b == UINT64_MAX)
            continue;
        const struct wide more = wide_product_by_halves(a, b + 1),
                          sum = wide_sum(one, (struct wide){0, a});
        assert_wide(more, sum.high, sum.low);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_products),
        cmocka_unit_test(products_are_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
