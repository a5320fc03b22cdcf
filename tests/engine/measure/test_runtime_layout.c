/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_runtime_layout.c -- "layout: runtime": what is drawn, and that it reaches the command. */
#include "fixture.h"

#include "measure/runtime_layout.h"

static void runtime_draws_are_pure_and_spread(void **state)
{
    (void)state;
    struct small small;
    small_init(&small, "/bin/true");
    size_t most = 0, pages = 0;
    for (uint32_t round = 0; round < 500; round++) {
        struct step step = {.kind = STEP_EXECUTE, .round = round};
        struct runtime_layout a = runtime_layout_draw(&small.design, &step);
        struct runtime_layout b = runtime_layout_draw(&small.design, &step);
        assert_memory_equal(&a, &b, sizeof a);
        assert_true(a.env_padding < 4096 && a.stack_offset % 4096 == 0 && a.stack_offset < 16384);
        assert_true(a.argv_padding < 64 && a.argv_padding % 2 == 0);
        most = a.env_padding > most ? a.env_padding : most;
        pages |= (size_t)1 << (a.stack_offset / 4096);
    }
    assert_true(most > 4000);
    assert_int_equal(pages, 15);
}

static void runtime_layout_reaches_the_command(void **state)
{
    (void)state;
    struct small small;
    small_init(&small, "/bin/true x");
    struct prepared prepared = {0};
    struct assay_error error;
    const struct command_place place = {.design = &small.design};
    for (uint32_t round = 0; round < 20; round++) {
        struct step step = {.kind = STEP_EXECUTE, .round = round};
        struct record record = {.step = step};
        assert_int_equal(
            prepared_update(&prepared, &place, &(struct draws){.drawn = {false}}, &error),
            ASSAY_OK);
        assert_int_equal(runtime_layout_apply(&small.design, &step, &prepared, &record, &error),
                         ASSAY_OK);
        struct runtime_layout draw = runtime_layout_draw(&small.design, &step);
        const char *padding = environment_get(&prepared.environment, "ASSAY_PADDING");
        assert_int_equal(strlen(padding), draw.env_padding + draw.stack_offset);
        assert_int_equal(strlen(prepared.words.items[0]), strlen("/bin/true") + draw.argv_padding);
        assert_int_equal(access(prepared.words.items[0], X_OK), 0);
        assert_string_equal(prepared.path, "/bin/true");
        assert_int_equal(record.n_draws, 4);
        assert_string_equal(record.draws[0].name, "env_padding");
    }
    prepared_fini(&prepared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runtime_draws_are_pure_and_spread),
        cmocka_unit_test(runtime_layout_reaches_the_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
