/* SPDX-License-Identifier: GPL-3.0-or-later */
/* one_of.c -- a program of the tests of a room, which join has put together: runs the one that is named. usage: PROGRAM TEST */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* TESTS is all of them: TEST(fieller) TEST(mean). */
#define TEST(name) int main_in_test_##name(void);
TESTS
#undef TEST

#define TEST(name) {#name, main_in_test_##name},
static const struct {
    const char *name;
    int (*run)(void);
} tests[] = {TESTS};

enum { COUNT = sizeof tests / sizeof *tests };

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < COUNT; i++)
        if (strcmp(argv[1], tests[i].name) == 0)
            return tests[i].run();
    fprintf(stderr, "usage: %s TEST, which is one of:\n", argv[0]);
    for (size_t i = 0; i < COUNT; i++)
        fprintf(stderr, "    %s\n", tests[i].name);
    return 2;
}
