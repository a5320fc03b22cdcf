/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_places.c -- where systems run that are there at the same time: cores, blocks of four, the same again. */
#include "support/oracle.h"

#include <sys/stat.h>
#include <unistd.h>

#include "measure/draw.h"
#include "measure/places.h"

static struct design placed = {.seed = 11, .n_systems = 2, .n_benchmarks = 1};

static struct step step_of(uint32_t round, uint32_t system)
{
    return (struct step){.kind = STEP_EXECUTE, .round = round, .system = system};
}

static bool has(const processors set, size_t cpu)
{
    return (set[cpu / 64] >> cpu % 64 & 1) != 0;
}

static void in_two_of_four_rounds_they_change_places(void **state)
{
    (void)state;
    size_t first = 0;
    for (uint32_t block = 0; block < 500; block++) {
        size_t swapped = 0;
        for (uint32_t k = 0; k < 4; k++) {
            const struct step old = step_of(4 * block + k, 0), new = step_of(4 * block + k, 1);
            assert_int_equal(draw_swapped(&placed, &old), draw_swapped(&placed, &new));
            swapped += draw_swapped(&placed, &old);
            first += k == 0 && draw_swapped(&placed, &old);
        }
        assert_int_equal(swapped, 2);
    }
    assert_in_range(first, 200, 300); /* 250, four standard deviations */
}

static void write_siblings(const char *root, int cpu, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/cpu%d", root, cpu);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/cpu%d/topology", root, cpu);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/cpu%d/topology/thread_siblings_list", root, cpu);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    /* it stays until the end of the test */
}

static void threads_of_a_core_are_told(void **state)
{
    (void)state;
    char root[] = "/tmp/assay-places-XXXXXX", command[128];
    processors core;
    assert_non_null(mkdtemp(root));
    write_siblings(root, 1, "1,65\n");
    write_siblings(root, 2, "no list\n");
    processors_of_core(root, 1, core);
    assert_int_equal(processors_count(core), 2);
    assert_true(has(core, 1) && has(core, 65));
    processors_of_core(root, 2, core);
    assert_true(processors_count(core) == 1 && has(core, 2));
    processors_of_core(root, 3, core); /* not told */
    assert_true(processors_count(core) == 1 && has(core, 3));
    snprintf(command, sizeof command, "rm -r %s", root);
    assert_int_equal(system(command), 0);
}

/* The two stay the same, and only who has which changes. */
static void a_duet_has_two_processors(void **state)
{
    (void)state;
    char text[200];
    struct places first, other;
    const struct step steps[] = {step_of(0, 0), step_of(0, 1)};
    placed.order.by = ORDER_DUET;
    if (places_refuse(&placed, text, sizeof text))
        skip();
    places_draw(&placed, steps, 2, &first);
    assert_int_not_equal(first.cpu[0], first.cpu[1]);
    for (uint32_t round = 0; round < 40; round++) {
        /* started in the other order: places go by system */
        const struct step next[] = {step_of(round, 1), step_of(round, 0)};
        places_draw(&placed, next, 2, &other);
        const bool turned = draw_swapped(&placed, &steps[0]) != draw_swapped(&placed, &next[0]);
        assert_int_equal(other.cpu[turned ? 0 : 1], first.cpu[0]);
        assert_int_equal(other.cpu[turned ? 1 : 0], first.cpu[1]);
        assert_true(processors_count(other.cpus[0]) == 1 && has(other.cpus[0], other.cpu[0]));
    }
}

static void one_processor_is_none_for_a_duet(void **state)
{
    (void)state;
    char text[200], *one[] = {(char *)"0"};
    placed.order.by = ORDER_DUET;
    placed.randomise.cpus = one;
    placed.randomise.n_cpus = 1;
    assert_true(places_refuse(&placed, text, sizeof text));
    assert_string_equal(text, "there is one processor that it may use, and it needs two");
    placed.order.by = ORDER_SLICES;
    assert_false(places_refuse(&placed, text, sizeof text));
    placed.randomise.n_cpus = 0;
}

static void slices_share_one(void **state)
{
    (void)state;
    struct places places;
    const struct step steps[] = {step_of(3, 1), step_of(3, 0)};
    placed.order.by = ORDER_SLICES;
    places_draw(&placed, steps, 2, &places);
    assert_int_equal(places.cpu[0], places.cpu[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_two_of_four_rounds_they_change_places),
        cmocka_unit_test(threads_of_a_core_are_told),
        cmocka_unit_test(a_duet_has_two_processors),
        cmocka_unit_test(one_processor_is_none_for_a_duet),
        cmocka_unit_test(slices_share_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
