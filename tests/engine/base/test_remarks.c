/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_remarks.c -- remarks keep their order, their words and whether a place stands in front. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/remarks.h"

static void keeps_order_words_and_place(void **state)
{
    (void)state;
    struct remarks remarks = {0};
    for (int i = 0; i < 100; i++)
        if (i % 2 == 0)
            remark(&remarks, "%d is even", i);
        else
            remark_located(&remarks, "file:%d: is odd", i);
    assert_int_equal(remarks.n, 100);
    assert_string_equal(remarks.items[0].text, "0 is even");
    assert_false(remarks.items[0].located);
    assert_string_equal(remarks.items[99].text, "file:99: is odd");
    assert_true(remarks.items[99].located);
    remarks_fini(&remarks);
    assert_int_equal(remarks.n, 0);
    assert_null(remarks.items);
}

static void nobody_need_listen(void **state)
{
    (void)state;
    remark(NULL, "%s", "lost");
    remark_located(NULL, "%s", "lost");
    struct remarks empty = {0};
    remarks_fini(&empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_order_words_and_place),
        cmocka_unit_test(nobody_need_listen),
    };
    return cmocka_run_group_tests_name("remarks", tests, NULL, NULL);
}
