/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether two systems that nothing builds run the same. */
#include "support/oracle.h"

#include "design/design.h"

static char old[] = "a", new[] = "b", command[] = "command", execution[] = "execution";
static char ls[] = "ls", hot[] = "hot", cold[] = "cold", here[] = "/here";

struct two {
    struct design_system systems[2];
    struct design_benchmark benchmark;
    struct design design;
};

static void begin(struct two *two)
{
    *two =
        (struct two){.systems = {{.name = old, .run = ls}, {.name = new, .run = ls}},
                     .benchmark = {.name = command},
                     .design = {.n_systems = 2, .n_benchmarks = 1, .n_levels = 1, .source = here}};
    two->design.systems = two->systems;
    two->design.benchmarks = &two->benchmark;
    two->design.levels[0] = (struct design_level){.name = execution, .count = 5};
}

static bool same(const struct two *two)
{
    const bool there = design_runs_same(&two->design, 0, 1);
    assert_true(there == design_runs_same(&two->design, 1, 0));
    return there;
}

static bool run(const char *first, const char *second)
{
    struct two two;
    begin(&two);
    two.systems[0].run = (char *)first;
    two.systems[1].run = (char *)second;
    return same(&two);
}

static void the_same_words_are(void **state)
{
    (void)state;
    assert_true(run("./a -n 3", "./a -n 3"));
    assert_false(run("./a -n 3", "./a -n 4"));
    /* the name of a file may be what a program goes by, and what lies beside it, too */
    assert_false(run("./a", "./b"));
    assert_false(run("one/a", "two/a"));
    assert_true(run("./a {seed}", "./a {seed}"));
    assert_false(run("./a {system}", "./a {system}"));
    assert_true(run("{source}/a", "/here/a"));
}

static void what_is_built_served_or_slowed_down_is_not(void **state)
{
    (void)state;
    struct two two;
    begin(&two);
    assert_true(same(&two));
    two.systems[1].build = ls;
    assert_false(same(&two));
    begin(&two);
    two.systems[1].dose = 0.1;
    assert_false(same(&two));
    begin(&two);
    two.systems[1].services.n = 1;
    assert_false(same(&two));
    begin(&two);
    two.design.services.n = 1; /* its command may have {system} */
    assert_false(same(&two));
    begin(&two);
    two.systems[0].commit = cold; /* other sources beside the same words */
    assert_false(same(&two));
}

static void places_and_variables_count(void **state)
{
    (void)state;
    char *names[] = {(char *)"N"}, *values[] = {(char *)"1"}, *others[] = {(char *)"2"};
    struct two two;
    begin(&two);
    two.systems[0].environment =
        (struct design_environment){.names = names, .values = values, .n = 1};
    assert_false(same(&two));
    two.systems[1].environment = two.systems[0].environment;
    assert_true(same(&two));
    two.systems[1].environment.values = others;
    assert_false(same(&two));
    begin(&two);
    two.systems[1].source = ls;
    assert_false(same(&two));
    begin(&two);
    two.benchmark.input = (char *)"{system}.txt";
    assert_false(same(&two));
    begin(&two);
    two.benchmark.environment =
        (struct design_environment){.names = names, .values = values, .n = 1};
    assert_true(same(&two));
    values[0] = (char *)"{system}";
    assert_false(same(&two));
}

static void what_is_prepared_counts(void **state)
{
    (void)state;
    char *each[] = {hot, cold};
    struct two two;
    begin(&two);
    two.design.hooks = (struct design_hooks){.prepare = each, .n_prepare = 2};
    assert_false(same(&two));
    two.design.hooks.n_prepare = 1;
    assert_true(same(&two));
    two.design.hooks = (struct design_hooks){.conclude = each, .n_conclude = 2};
    assert_false(same(&two));
    begin(&two);
    two.design.levels[0].hooks.setup = (char *)"make {system}";
    assert_false(same(&two));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_words_are),
        cmocka_unit_test(what_is_built_served_or_slowed_down_is_not),
        cmocka_unit_test(places_and_variables_count),
        cmocka_unit_test(what_is_prepared_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
