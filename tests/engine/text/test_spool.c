/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_spool.c -- texts of unknown length, and what bounds them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>

#include "text/spool.h"
#include "engine/import/support.h"

enum { MIB = 1 << 20 };

/* Until so many bytes are in, or there is no more room. */
static bool fill(struct spool *spool, size_t size)
{
    while (spool_size(spool) < size) {
        size_t room;
        char *place = spool_room(spool, &room);
        if (place == NULL)
            return false;
        room = room < size - spool_size(spool) ? room : size - spool_size(spool);
        memset(place, 'x', room);
        spool_took(spool, room);
    }
    return true;
}

static void bounded(void **state)
{
    (void)state;
    struct spool spool;
    spool_init(&spool);
    spool.most = 9 * MIB;
    assert_true(fill(&spool, 8 * MIB));
    errno = 0;
    assert_false(fill(&spool, SIZE_MAX));
    assert_int_equal(errno, EFBIG);
    assert_true(spool_size(&spool) <= 16 * MIB);
    assert_non_null(strstr(spool_reason(EFBIG), "make a plain file of it"));
    assert_string_equal(spool_reason(ENOMEM), strerror(ENOMEM));
    spool_abandon(&spool);
}

static void in_a_file(void **state)
{
    (void)state;
    struct spool spool;
    struct format_text text;
    struct statvfs room;
    spool_init(&spool);
    assert_true(fill(&spool, 70 * MIB));
    assert_true(spool.fd >= 0);
    assert_int_equal(fstatvfs(spool.fd, &room), 0);
    assert_true((uint64_t)spool.most <= UINT64_C(1) << 34);
    assert_true(spool.most < room.f_blocks * room.f_frsize);
    assert_true(spool_finish(&spool, &text));
    assert_true(text.mapped && text.size == 70 * MIB && text.text[70 * MIB - 1] == 'x');
    assert_int_equal(munmap((void *)(uintptr_t)text.text, text.size), 0);
}

static void without_a_place(void **state)
{
    (void)state;
    struct spool spool;
    struct format_text text;
    spool_init(&spool);
    assert_int_equal(setenv("TMPDIR", "/proc/none", 1), 0);
    assert_true(fill(&spool, 70 * MIB));
    assert_int_equal(spool.fd, -1);
    assert_true(spool.most == (size_t)1 << 30);
    assert_true(spool_finish(&spool, &text));
    assert_true(!text.mapped && text.size == 70 * MIB);
    free((void *)(uintptr_t)text.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounded),
        cmocka_unit_test(in_a_file),
        cmocka_unit_test(without_a_place),
    };
    return cmocka_run_group_tests_name("spool", tests, NULL, NULL);
}
