/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dependence.c -- what hangs on the order of files. Objects of real compilers are in tests/cc. */
#include "support/oracle.h"

#include <string.h>

#include "layout/dependence.h"
#include "layout/order.h"

static void sections_are_known_by_their_names(void **state)
{
    (void)state;
    static const char *const starts[] = {
        ".init_array", ".init_array.00101", ".ctors.65434", ".fini", ".dtors", ".preinit_array"};
    static const char *const others[] = {".text",     ".text.f", "",      "9set",
                                         ".data.set", "a.b",     "set-a", ".init_array.00000"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        assert_int_equal(dependence_walked(starts[i]), WALKED_START);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(dependence_walked(others[i]), WALKED_NOT);
    assert_int_equal(dependence_walked("set_commands"), WALKED_SET);
    assert_int_equal(dependence_walked("__x2"), WALKED_SET);
}

/* The next file: an object on the command line, or a member of an archive. */
static void begin(struct layout_dependence *d, bool positional, bool group, bool member)
{
    d->file++;
    d->positional = positional;
    d->group = group;
    d->member = member;
}

static void weak_definitions_keep_objects(void **state)
{
    (void)state;
    struct layout_dependence d = {0};
    begin(&d, true, false, false);
    dependence_note_definition(&d, "who", true);
    dependence_note_definition(&d, "strong", false);
    assert_string_equal(dependence_find(&d).objects, "");
    begin(&d, true, false, false);
    dependence_note_definition(&d, "other", true);
    dependence_note_definition(&d, "strong", false);
    assert_string_equal(dependence_find(&d).objects, "");
    dependence_note_definition(&d, "who", true);
    struct layout_dependent found = dependence_find(&d);
    assert_string_equal(found.objects, "the weak who is defined more than once");
    assert_string_equal(found.members, "");
    dependence_fini(&d);
}

static void archives_matter_where_they_move_or_linkers_differ(void **state)
{
    (void)state;
    struct layout_dependence d = {0};
    begin(&d, true, false,
          true); /* it stays, but which member is taken first hangs on the linker */
    dependence_note_definition(&d, "f", false);
    begin(&d, true, false, true);
    dependence_note_definition(&d, "f", false);
    struct layout_dependent found = dependence_find(&d);
    assert_string_equal(found.objects, "");
    assert_string_equal(found.members, "f is defined more than once");
    begin(&d, true, true, true); /* a group's archive moves */
    dependence_note_definition(&d, "g", false);
    begin(&d, true, true, true);
    dependence_note_definition(&d, "g", false);
    assert_string_equal(dependence_find(&d).objects, "g is defined more than once");
    d.own = true;
    begin(&d, true, false, true);
    const size_t before = d.n;
    dependence_note_definition(&d, "printf", true);
    assert_int_equal(d.n, before);
    dependence_fini(&d);
}

static void walked_sections_keep_objects(void **state)
{
    (void)state;
    struct layout_dependence d = {0};
    begin(&d, true, false, false);
    dependence_note_section(&d, ".init_array", WALKED_START);
    dependence_note_section(&d, "set", WALKED_SET);
    dependence_note_section(&d, "set", WALKED_SET);
    dependence_note_inside(&d, "entry");
    struct layout_dependent found = dependence_find(&d);
    assert_string_equal(found.objects, "");
    assert_string_equal(found.sets, "section set is in more than one piece");
    assert_true(dependence_is_inside(&d, layout_hash("entry")));
    assert_false(dependence_is_inside(&d, layout_hash("set")));
    assert_false(dependence_is_inside(&d, layout_hash("main")));
    begin(&d, true, false, false);
    dependence_note_section(&d, ".ctors.1", WALKED_START);
    assert_string_equal(dependence_find(&d).objects, "constructors are in more than one file");
    dependence_fini(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_are_known_by_their_names),
        cmocka_unit_test(weak_definitions_keep_objects),
        cmocka_unit_test(archives_matter_where_they_move_or_linkers_differ),
        cmocka_unit_test(walked_sections_keep_objects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
