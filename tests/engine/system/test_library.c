/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that other systems lack, beside those of the C library that is here. */
#include <dlfcn.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef int compare_texts(const char *, const char *);

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* The k-th text of up to six of these characters. */
static void make_text(unsigned k, char text[8])
{
    static const char characters[] = "019ab.";
    size_t n = 0;
    for (; k > 0; k /= sizeof characters)
        if (k % sizeof characters > 0)
            text[n++] = characters[k % sizeof characters - 1];
    text[n] = '\0';
}

static void versions_in_the_order_of_the_gnu_library(void **state)
{
    (void)state;
    compare_texts *theirs;
    void *library = dlopen("libc.so.6", RTLD_NOW);
    assert_non_null(library);
    *(void **)&theirs = dlsym(library, "strverscmp");
    assert_non_null(theirs);
    assert_ptr_not_equal(theirs, strverscmp);
    for (unsigned i = 0; i < 2400; i += 1)
        for (unsigned k = 0; k < 2400; k += 7) {
            char a[8], b[8];
            make_text(i, a);
            make_text(k, b);
            if (sign(strverscmp(a, b)) != sign(theirs(a, b)))
                fail_msg("\"%s\" and \"%s\": %d, of the C library %d", a, b, strverscmp(a, b),
                         theirs(a, b));
        }
    (void)dlclose(library);
}

static void last_byte(void **state)
{
    (void)state;
    const char text[] = "a/b/c";
    assert_ptr_equal(memrchr(text, '/', 5), text + 3);
    assert_ptr_equal(memrchr(text, '/', 3), text + 1);
    assert_ptr_equal(memrchr(text, 'a', 5), text);
    assert_null(memrchr(text, '/', 1));
    assert_null(memrchr(text, 'a', 0));
}

struct row {
    int key, place;
};

static int by_key(const void *a, const void *b, void *sign_of)
{
    const struct row *x = a, *y = b;
    return *(const int *)sign_of * (x->key - y->key);
}

static void rows_in_order_and_ties_as_they_were(void **state)
{
    (void)state;
    struct row rows[257];
    for (int way = -1; way <= 1; way += 2)
        for (int n = 0; n <= 257; n++) {
            for (int i = 0; i < n; i++)
                rows[i] = (struct row){i * 37 % 11, i};
            library_sort(rows, (size_t)n, sizeof *rows, by_key, &way);
            for (int i = 1; i < n; i++)
                assert_true(way * (rows[i].key - rows[i - 1].key) > 0 ||
                            (rows[i].key == rows[i - 1].key && rows[i].place > rows[i - 1].place));
        }
}

static void pipes_as_they_are_wanted(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(fcntl(ends[i], F_GETFD), FD_CLOEXEC);
        assert_true((fcntl(ends[i], F_GETFL) & O_NONBLOCK) != 0);
    }
    const int copy = dup3(ends[0], ends[1], 0);
    assert_int_equal(copy, ends[1]);
    assert_int_equal(fcntl(copy, F_GETFD), 0);
    assert_int_equal(dup3(copy, copy, 0), -1);
    assert_int_equal(dup3(copy, ends[0], O_CLOEXEC), ends[0]);
    assert_int_equal(fcntl(ends[0], F_GETFD), FD_CLOEXEC);
    (void)close(ends[0]);
    (void)close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_in_the_order_of_the_gnu_library),
        cmocka_unit_test(last_byte),
        cmocka_unit_test(rows_in_order_and_ties_as_they_were),
        cmocka_unit_test(pipes_as_they_are_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
