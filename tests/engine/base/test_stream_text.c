/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stream_text.c -- streams of any length come whole, and those that fail or are too long with a
 * reason. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text_buffer.h"

static FILE *stream_of(size_t size)
{
    FILE *stream = tmpfile();
    assert_non_null(stream);
    for (size_t i = 0; i < size; i++)
        assert_true(fputc((int)('a' + i % 23), stream) != EOF);
    rewind(stream);
    return stream;
}

static void any_length(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 4094, 4095, 4096, 4097, 8191, 100000};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        FILE *stream = stream_of(sizes[k]);
        size_t n = 1;
        char *text = stream_text("", 0, stream, sizes[k], &n);
        assert_non_null(text);
        assert_int_equal(n, sizes[k]);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(text[i], 'a' + i % 23);
        assert_int_equal(text[n], '\0');
        free(text);
        assert_int_equal(fclose(stream), 0);
    }
}

static void behind_a_head(void **state)
{
    (void)state;
    FILE *stream = stream_of(30);
    char head[23];
    size_t n;
    assert_int_equal(fread(head, 1, sizeof head, stream), sizeof head);
    char *text = stream_text(head, sizeof head, stream, SIZE_MAX, &n);
    assert_int_equal(n, 30);
    assert_string_equal(text, "abcdefghijklmnopqrstuvwabcdefg");
    free(text);
    assert_int_equal(fclose(stream), 0);
}

static void note(int number)
{
    (void)number;
}

static void signals_take_nothing_away(void **state)
{
    (void)state;
    const struct sigaction noted = {.sa_handler = note};
    int ends[2];
    size_t n;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(sigaction(SIGUSR1, &noted, NULL), 0);
    const pid_t reader = getpid(), writer = fork();
    if (writer == 0) {
        for (int i = 0; i < 60; i++) {
            usleep(1000);
            (void)kill(reader, SIGUSR1);
        }
        _exit(write(ends[1], "all", 3) == 3 ? 0 : 1);
    }
    close(ends[1]);
    FILE *stream = fdopen(ends[0], "r");
    char *text = stream_text("", 0, stream, SIZE_MAX, &n);
    assert_non_null(text);
    assert_string_equal(text, "all");
    free(text);
    assert_int_equal(fclose(stream), 0);
    assert_int_equal(waitpid(writer, NULL, 0), writer);
}

static void too_long(void **state)
{
    (void)state;
    FILE *stream = stream_of(5001);
    size_t n;
    assert_null(stream_text("", 0, stream, 5000, &n));
    assert_int_equal(errno, EFBIG);
    assert_int_equal(fclose(stream), 0);
}

static void fails(void **state)
{
    (void)state;
    FILE *stream = fopen("/", "r"); /* a directory opens, and cannot be read */
    size_t n;
    assert_non_null(stream);
    assert_null(stream_text("", 0, stream, SIZE_MAX, &n));
    assert_int_equal(errno, EISDIR);
    assert_int_equal(fclose(stream), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_length),
        cmocka_unit_test(behind_a_head),
        cmocka_unit_test(signals_take_nothing_away),
        cmocka_unit_test(too_long),
        cmocka_unit_test(fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
