/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_modes.c -- I4 against roots of the derivative, and the border of two modes. */
#include "draws.h"

#include <math.h>

static const double place_relative = 1e-7;

static struct assay_modes modes_of(const struct assay_mixture *mixture)
{
    struct assay_modes modes;
    assert_int_equal(assay_mixture_modes(mixture, &modes, NULL), ASSAY_OK);
    return modes;
}

static void check_case(const json_t *one)
{
    const json_t *input = json_object_get(one, "input");
    const json_t *expected = json_object_get(one, "expected");
    const json_t *list = json_object_get(input, "mixtures"), *item;
    size_t i;
    json_array_foreach(list, i, item)
    {
        struct assay_mixture mixture = read_mixture(item);
        struct assay_modes modes = modes_of(&mixture);
        const json_t *counts = json_object_get(expected, "I4_modes");
        const json_t *places = json_array_get(json_object_get(expected, "mode_locations"), i);
        double weight = 0;
        assert_int_equal(modes.n, (size_t)oracle_value(json_array_get(counts, i)));
        for (size_t j = 0; j < modes.n; j++) {
            assert_close(modes.mode[j].at, oracle_value(json_array_get(places, j)), place_relative,
                         1e-12);
            weight += modes.mode[j].weight;
        }
        assert_close(weight, 1, 0, 1e-12);
    }
}

static void as_the_reference(void **state)
{
    (void)state;
    oracle_each_case("varcore.json", check_case, 42);
}

/* Two equal normals have two modes exactly when they are more than 2 sd apart. */
static void the_border_of_two_modes(void **state)
{
    (void)state;
    for (double sd = 1e-6; sd < 1e7; sd *= 100) {
        struct assay_mixture mixture = {2, {{0.5, 0, sd}, {0.5, 2.01 * sd, sd}}};
        assert_int_equal(modes_of(&mixture).n, 2);
        mixture.part[1].mean = 1.99 * sd;
        assert_int_equal(modes_of(&mixture).n, 1);
        assert_close(modes_of(&mixture).mode[0].at, 0.995 * sd, 1e-3, 0);
    }
}

static void far_and_narrow(void **state)
{
    (void)state;
    struct assay_mixture mixture = {3, {{0.4, 0, 1e-3}, {0.4, 1000, 1e-3}, {0.2, 500, 1e-6}}};
    struct assay_modes modes = modes_of(&mixture);
    assert_int_equal(modes.n, 3);
    assert_close(modes.mode[0].at, 0, 0, 1e-12);
    assert_close(modes.mode[1].at, 500, 1e-12, 0);
    assert_close(modes.mode[1].weight, 0.2, 1e-9, 0);
    assert_true(modes.mode[0].to == modes.mode[1].from);
    assert_true(isinf(modes.mode[0].from) && isinf(modes.mode[2].to));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_the_reference),
        cmocka_unit_test(the_border_of_two_modes),
        cmocka_unit_test(far_and_narrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
