/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fleet_hosts.c -- which host is asked for which shard: each has one, a lost shard goes to a host that nobody was asked of. */
#include "scene.h"

static void ask(size_t shard, const char *host, enum fleet_state state)
{
    (void)snprintf(scene_shards[shard - 1].asked, FLEET_HOST, "%s", host);
    scene_shards[shard - 1].state = state;
}

static void assert_chosen(size_t shard, const char *host)
{
    assert_true(fleet_choose_host(&scene, shard));
    assert_string_equal(scene_shards[shard - 1].asked, host);
}

static void each_host_has_one(void **state)
{
    (void)state;
    scene.hosts = (char[]){"a,b,c"};
    assert_chosen(1, "a");
    scene_shards[0].state = FLEET_SUBMITTED; /* asked, and not begun */
    assert_chosen(2, "b");
    scene_shards[1].state = FLEET_RUNNING;
    assert_chosen(3, "c");
    scene_shards[2].state = FLEET_DONE;
    assert_false(fleet_choose_host(&scene, 4)); /* c has had its shard */
    scene.shared = true;
    assert_chosen(4, "c");
    scene_shards[3].state = FLEET_SUBMITTED;
    assert_false(fleet_choose_host(&scene, 5));
}

static void a_lost_shard_goes_to_another(void **state)
{
    (void)state;
    scene.hosts = (char[]){"a,b,c"};
    ask(1, "a", FLEET_LOST);
    ask(2, "b", FLEET_RUNNING);
    assert_chosen(1, "c");
    ask(1, "c", FLEET_LOST);
    ask(3, "a", FLEET_DONE);
    assert_chosen(1, "c"); /* nobody else is free */
    ask(1, "c", FLEET_LOST);
    ask(2, "c", FLEET_RUNNING);
    assert_chosen(1, "b"); /* which nobody has any more */
}

static void hosts_are_names_each_once(void **state)
{
    (void)state;
    struct assay_error error;
    assert_int_equal(fleet_count_hosts(NULL), 0);
    assert_int_equal(fleet_count_hosts("a"), 1);
    assert_int_equal(fleet_count_hosts("a,ab,b"), 3);
    assert_int_equal(fleet_count_hosts("a,b,a,a"), 2);
    assert_int_equal(fleet_check_hosts(NULL, &error), ASSAY_OK);
    assert_int_equal(fleet_check_hosts("user@a,b", &error), ASSAY_OK);
    const char *const bad[] = {"", "a,", "a,,b", "-oProxyCommand=x", "a,-b", "a b"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(fleet_check_hosts(bad[i], &error), ASSAY_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_host_has_one, scene_begin, scene_end),
        cmocka_unit_test_setup_teardown(a_lost_shard_goes_to_another, scene_begin, scene_end),
        cmocka_unit_test_setup_teardown(hosts_are_names_each_once, scene_begin, scene_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
