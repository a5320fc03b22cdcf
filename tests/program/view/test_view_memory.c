/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_view_memory.c -- texts made in memory, and that a lost one is remembered. What happens to a
 * screen: tests/loss/memory. */
#include "view/text/view_memory.h"

#include <stdlib.h>

#include "support/oracle.h"

static void texts(void **state)
{
    (void)state;
    struct view_writer writer;
    FILE *stream = view_open(&writer);
    assert_non_null(stream);
    for (int i = 0; i < 3; i++)
        fprintf(stream, "%s%d", i > 0 ? ", " : "", i);
    char *pieces = view_close(&writer), *whole = view_format("%s of %zu", "three", (size_t)7);
    assert_string_equal(pieces, "0, 1, 2");
    assert_string_equal(whole, "three of 7");
    free(pieces);
    free(whole);
    assert_non_null(view_open(&writer));
    char *empty = view_close(&writer);
    assert_string_equal(empty, "");
    free(empty);
    assert_false(view_lost());
}

static void only_a_lack_of_memory_is_lost(void **state)
{
    (void)state;
    assert_true(view_defined(ASSAY_OK));
    assert_false(view_defined(ASSAY_UNDEFINED));
    assert_false(view_defined(ASSAY_INVALID));
    assert_false(view_lost());
    assert_false(view_defined(ASSAY_NO_MEMORY));
    assert_true(view_lost());
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts),
                                       cmocka_unit_test(only_a_lack_of_memory_is_lost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
