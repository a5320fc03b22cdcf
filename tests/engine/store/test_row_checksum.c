/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_row_checksum.c -- a row's checksum is that of its bytes in one order, on every processor.
 * Source:   the numbers were made on x86-64 by the version that first kept rulings; s390x (big-endian) gives the same. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "store/private.h"

static int64_t checksum_of(const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *row = NULL;
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    const int64_t sum = store_row_checksum(row, sqlite3_column_count(row));
    assert_int_equal(sqlite3_finalize(row), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return sum;
}

static void test_each_type(void **state)
{
    (void)state;
    static const struct {
        const char *sql;
        int64_t sum;
    } rows[] = {
        {"SELECT NULL", INT64_C(-4958352860337364370)},
        {"SELECT 1", INT64_C(-5899499876769617707)},
        {"SELECT -81985529216486896", INT64_C(-5956024339926139812)}, /* no two bytes alike */
        {"SELECT 1.0", INT64_C(2613621713288925800)},
        {"SELECT -0.1", INT64_C(-7978941135674177278)},
        {"SELECT ''", INT64_C(-8132870380914697065)},
        {"SELECT 'sort'", INT64_C(2155108414864805993)},
        {"SELECT x'736f7274'", INT64_C(-2669884642126191162)},
        {"SELECT x'00ff', 2, NULL, 'why', 0.25", INT64_C(-1126252157754339359)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(checksum_of(rows[i].sql), rows[i].sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_type)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
