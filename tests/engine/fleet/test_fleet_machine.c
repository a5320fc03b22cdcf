/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fleet_machine.c -- a machine has one shard, by its identity; one that goes on elsewhere leaves it free. */
#include "scene.h"

static const char one[] = "11111111111111111111111111111111",
                  two[] = "22222222222222222222222222222222";

static size_t claim(size_t shard, const char *machine)
{
    size_t other;
    struct assay_error error;
    assert_int_equal(fleet_claim(&scene, shard, machine, &other, &error), ASSAY_OK);
    return other;
}

static void a_machine_has_one_shard(void **state)
{
    (void)state;
    assert_int_equal(claim(1, one), 0);
    assert_int_equal(claim(1, one), 0); /* its own, again */
    assert_int_equal(claim(2, one), 1);
    assert_int_equal(claim(2, two), 0);
    assert_int_equal(claim(1, two), 2);
    assert_int_equal(claim(3, one), 1);
}

static void who_goes_on_elsewhere_leaves_it(void **state)
{
    (void)state;
    assert_int_equal(claim(1, one), 0);
    assert_int_equal(claim(1, two), 0);
    assert_int_equal(claim(2, one), 0);
    assert_int_equal(claim(1, one), 2);
}

/* Killed between its two notes: the machine says a shard that does not say this machine. */
static void half_a_claim_is_none(void **state)
{
    (void)state;
    char path[128];
    assert_int_equal(claim(1, one), 0);
    (void)snprintf(path, sizeof path, "%s/shard-1/machine", scene_directory);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(claim(2, one), 0);
    assert_int_equal(claim(1, one), 2);
    (void)snprintf(path, sizeof path, "%s/machine-%s", scene_directory, one);
    assert_int_equal(truncate(path, 0), 0);
    assert_int_equal(claim(3, one), 0);
}

static void assert_nodes(const char *expected, size_t n, const size_t *among)
{
    char *nodes = fleet_nodes_but_of(&scene, among, n);
    if (expected == NULL)
        assert_null(nodes);
    else
        assert_string_equal(nodes, expected);
    free(nodes);
}

static void nodes_of_the_others(void **state)
{
    (void)state;
    assert_nodes(NULL, 0, NULL);
    scene_put(1, "machine", "11 n1", 0);
    scene_put(2, "machine", "22 n2", 0);
    scene_put(3, "machine", "33 -", 0); /* by no scheduler */
    scene_put(5, "machine", "55 n5", 0);
    assert_nodes("n1,n2,n5", 0, NULL);
    assert_nodes("n1,n5", 2, (const size_t[]){2, 4});
    assert_nodes(NULL, 3, (const size_t[]){1, 2, 5});
    assert_int_equal(setenv("SLURMD_NODENAME", "n4", 1), 0);
    assert_int_equal(claim(4, one), 0);
    assert_nodes("n4,n5", 2, (const size_t[]){1, 2});
    assert_int_equal(setenv("SLURMD_NODENAME", "n 4;x", 1), 0);
    assert_int_equal(claim(4, one), 0);
    assert_nodes("n5", 2, (const size_t[]){1, 2});
    assert_int_equal(unsetenv("SLURMD_NODENAME"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_machine_has_one_shard, scene_begin, scene_end),
        cmocka_unit_test_setup_teardown(who_goes_on_elsewhere_leaves_it, scene_begin, scene_end),
        cmocka_unit_test_setup_teardown(half_a_claim_is_none, scene_begin, scene_end),
        cmocka_unit_test_setup_teardown(nodes_of_the_others, scene_begin, scene_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
