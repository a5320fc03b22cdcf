/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_draw.c -- draws are pure, in range, even, and apart for each unit. */
#include "support/oracle.h"

#include "measure/draw.h"

static char *cpus[] = {(char *)"3", (char *)"5"};
static struct design_system systems[] = {{.name = (char *)"a", .build = (char *)"true"},
                                         {.name = (char *)"b"}};
static struct design design = {
    .seed = 7,
    .levels = {{(char *)"build", 2, 0}, {(char *)"execution", 100, 0}},
    .n_levels = 2,
    .systems = systems,
    .n_systems = 2,
    .randomise = {.env_padding = 9, .directory_length = 60, .cpus = cpus, .n_cpus = 2},
};

static struct draws draw(uint32_t round, uint32_t position)
{
    return draws_of(&design, &(struct step){.kind = STEP_EXECUTE,
                                            .round = round,
                                            .position = position,
                                            .unit = {round / 100, round % 100}});
}

static void draws_are_even(void **state)
{
    (void)state;
    size_t padding[10] = {0}, third = 0, both = 0;
    for (uint32_t round = 0; round < 10000; round++) {
        struct draws draws = draw(round, 1);
        assert_true(draws.drawn[DRAW_ENV_PADDING] && draws.values[DRAW_ENV_PADDING] <= 9);
        assert_true(draws.values[DRAW_CPU] == 3 || draws.values[DRAW_CPU] == 5);
        padding[draws.values[DRAW_ENV_PADDING]]++;
        third += draws.values[DRAW_CPU] == 3;
        both += draws.values[DRAW_CPU] == 3 && draws.values[DRAW_ENV_PADDING] < 5;
    }
    for (size_t i = 0; i < 10; i++)
        assert_in_range(padding[i], 880, 1120); /* four standard deviations */
    assert_in_range(third, 4800, 5200);
    assert_in_range(both, 2327, 2673); /* one draw says nothing of the other */
}

static void draws_are_pure_and_apart(void **state)
{
    (void)state;
    struct draws first = draw(4, 2), again = draw(4, 2);
    assert_memory_equal(&first, &again, sizeof first);
    size_t same = 0;
    for (uint32_t round = 0; round < 100; round++)
        same += draw(round, 0).values[DRAW_ENV_PADDING] == draw(round, 1).values[DRAW_ENV_PADDING];
    assert_in_range(same, 1, 30); /* ten are expected */
}

static void a_directory_is_drawn_for_each_build(void **state)
{
    (void)state;
    assert_int_equal(draw(0, 0).values[DRAW_DIRECTORY_LENGTH],
                     draw(99, 1).values[DRAW_DIRECTORY_LENGTH]);
    assert_int_not_equal(draw(0, 0).values[DRAW_DIRECTORY_LENGTH],
                         draw(100, 0).values[DRAW_DIRECTORY_LENGTH]);
    struct step of_b = {.kind = STEP_EXECUTE, .system = 1};
    assert_false(draws_of(&design, &of_b).drawn[DRAW_DIRECTORY_LENGTH]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_are_even),
        cmocka_unit_test(draws_are_pure_and_apart),
        cmocka_unit_test(a_directory_is_drawn_for_each_build),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
