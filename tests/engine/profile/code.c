/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code.c -- functions of which some are the same in two builds, wherever they lie, and some are not; with NEW they stand behind
 * more code and more data, and those called changed_… are others. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../support/apart.h"

#ifdef NEW
enum { IS_NEW = 1 };
static const char padding[777] = "moves what stands behind it";
volatile int more_data[99] = {1};
APART static int more_code(int x)
{
    for (int i = 0; i < 50; i++)
        x = x * 31 + padding[(unsigned)x % 777] + more_data[i];
    return x;
}
#else
enum { IS_NEW = 0 };
static int more_code(int x)
{
    return x;
}
#endif

int counter = 7, other = 8;
static double table[] = {1, 2, 3, 4};

APART static int same_plain(int x)
{
    for (int i = 0; i < 10; i++)
        x = x * 3 + (x >> 2);
    return x;
}

APART static int same_data(int x)
{
    counter += x;
    return counter + (int)table[x & 3];
}

APART static int same_calls(int x)
{
    return same_plain(x) + same_data(x) + (int)strlen(getenv("HOME") != NULL ? "a home" : "none");
}

APART static double same_constant(double x)
{
    return x * 1.5 + sqrt(x);
}

APART static int same_switch(int x)
{
    switch (x) {
    case 0: return same_plain(x);
    case 1: return same_data(x);
    case 2: return 17 * counter;
    case 3: return abs(x) + other;
    case 4: return x << 3;
    case 5: return same_calls(x);
    case 6: return -x;
    case 7: return counter / (x + 1);
    default: return 0;
    }
}

APART static int changed_plain(int x)
{
    return IS_NEW ? x * 5 : x * 7;
}

APART static int changed_callee(int x)
{
    return 1 + (IS_NEW ? same_data(x) : same_plain(x));
}

APART static double changed_constant(double x)
{
    return x * (IS_NEW ? 2.5 : 1.25);
}

APART static int changed_text(void)
{
    return puts(IS_NEW ? "a new text" : "an old text");
}

APART static int changed_data(int x)
{
    return x + (IS_NEW ? other : counter);
}

/* The same code as before, of which only one distance in the table of jumps is another one. */
APART static int changed_switch(int x, int y)
{
    switch (x) {
    case 0: return same_plain(y);
    case 1: return same_data(y);
    case 2: return 17 * counter;
    case IS_NEW ? 3: 4 : return abs(y) + other;
    case IS_NEW    ? 4: 3 : return y << 3;
    case 5: return same_calls(y);
    case 6: return -y;
    default: return 0;
    }
}

int main(int argc, char **argv)
{
    (void)argv;
    return more_code(argc) + same_calls(argc) + same_switch(argc) + (int)same_constant(argc) +
           changed_plain(argc) + changed_callee(argc) + (int)changed_constant(argc) +
           changed_text() + changed_data(argc) + changed_switch(argc, argc + 1);
}
