/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether systems are versions of one program. */
#include "support/oracle.h"

#include "design/design.h"

static bool are(const char *first, const char *second)
{
    struct design_system systems[] = {{.run = (char *)first}, {.run = (char *)second}};
    const struct design design = {.systems = systems, .n_systems = 2};
    return design_is_of_one_program(&design);
}

static void commands_of_one_name_are(void **state)
{
    (void)state;
    assert_true(are("old/sort -n x", "new/sort -n x"));
    assert_true(are("'/my old/sort' x", "sort y"));
    assert_false(are("sort x", "msort x"));
    assert_false(are("gzip -c sort", "zstd -c sort"));
    assert_false(are("sort 'x", "sort 'x"));
}

static void a_word_for_the_version_is_no_other_name(void **state)
{
    (void)state;
    assert_true(are("./old x", "./new x"));
    assert_true(are("./sort-old", "./sort-new"));
    assert_true(are("v1_sort", "v2_sort"));
    assert_true(are("sort.before", "sort"));
    assert_false(are("sort-old", "msort-new"));
    assert_false(are("sortold", "sortnew"));
    assert_false(are("./old", "./sort"));
    assert_false(are("cat", "bat"));
}

static void so_are_systems_without_a_command_of_their_own(void **state)
{
    (void)state;
    assert_true(are(NULL, NULL));
    assert_false(are(NULL, "sort x"));
    assert_false(are("sort x", NULL));
    struct design_system one = {.run = NULL};
    assert_false(design_is_of_one_program(&(struct design){.systems = &one, .n_systems = 1}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_of_one_name_are),
        cmocka_unit_test(a_word_for_the_version_is_no_other_name),
        cmocka_unit_test(so_are_systems_without_a_command_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
