/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_text_buffer.c -- texts of any length come whole; one that misses a piece does not come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "base/text_buffer.h"

static void comes_whole(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 100, 8191, 8192, 1 << 20};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        struct text_buffer buffer;
        FILE *stream = text_buffer_open(&buffer);
        assert_non_null(stream);
        for (size_t i = 0; i < sizes[k]; i++)
            fputc((int)('a' + i % 23), stream);
        char *text = text_buffer_close(&buffer);
        assert_non_null(text);
        assert_int_equal(strlen(text), sizes[k]);
        for (size_t i = 0; i < sizes[k]; i++)
            assert_int_equal(text[i], 'a' + i % 23);
        free(text);
    }
}

static void goes_back(void **state)
{
    (void)state;
    struct text_buffer buffer;
    FILE *stream = text_buffer_open(&buffer);
    assert_non_null(stream);
    fputs("kept, ", stream);
    const long place = ftell(stream);
    assert_int_equal(place, 6);
    fputs("dropped", stream);
    assert_int_equal(fseek(stream, place, SEEK_SET), 0);
    fputs("new", stream);
    char *text = text_buffer_close(&buffer);
    assert_string_equal(text, "kept, new");
    free(text);
}

/* The last piece fits again, as after a part that did not. */
static void never_a_part(void **state)
{
    (void)state;
#ifdef ASSAY_SANITIZED
    skip(); /* the sanitizer's memory is not what the limit bounds */
#endif
    enum { PIECE = 1 << 24 };
    struct rlimit before;
    char *piece = malloc(PIECE);
    struct text_buffer buffer;
    assert_non_null(piece);
    memset(piece, 'x', PIECE);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    FILE *stream = text_buffer_open(&buffer);
    assert_non_null(stream);
    const struct rlimit small = {1 << 20, before.rlim_max};
    struct rlimit bound;
    assert_int_equal(setrlimit(RLIMIT_AS, &small), 0);
    assert_int_equal(getrlimit(RLIMIT_AS, &bound), 0);
    (void)fwrite(piece, 1, PIECE, stream);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    fputs("end", stream);
    char *text = text_buffer_close(&buffer);
    free(piece);
    if (bound.rlim_cur != small.rlim_cur) {
        free(text);
        skip(); /* qemu says that memory is limited, and limits nothing */
    }
    assert_null(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_whole),
        cmocka_unit_test(goes_back),
        cmocka_unit_test(never_a_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
