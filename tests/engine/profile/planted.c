/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planted.c -- a program whose functions take known shares of its time: half .5, third .3, sixth .15, rest .05.
 *
 *     planted [WORK] [THIRD]     WORK: some 1 ms each, 100 unless said; THIRD: times as much of `third`, in hundredths, 100
 *     planted … children         the same in a child, which a thread of the parent waits for
 *     planted … callers          `third` alone, called by `early` once and by `late` as many times as are said
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../support/apart.h"

static volatile uint64_t state = 1;

/* The same instructions for the same count, whoever asks. */
#define SPIN(n)                                                                                    \
    do {                                                                                           \
        uint64_t x = state;                                                                        \
        for (uint64_t i = 0; i < (n); i++)                                                         \
            x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);                 \
        state = x;                                                                                 \
    } while (0)

APART static void half(uint64_t n)
{
    SPIN(50 * n);
}
APART static void third(uint64_t n)
{
    SPIN(30 * n);
}
/* As C++ has "namespace cache { void lookup(int); }". */
static void sixth(uint64_t n) __asm__("_ZN5cache6lookupEi");
APART static void sixth(uint64_t n)
{
    SPIN(15 * n);
}
APART static void rest(uint64_t n)
{
    SPIN(5 * n);
}

APART static void early(uint64_t n)
{
    third(n);
    state++;
}
APART static void late(uint64_t n)
{
    third(n);
    state++;
}

static unsigned long work = 100, hundredths = 100;
enum { EACH = 5000 }; /* multiplications, some 5 µs */

static void run_callers(void)
{
    for (unsigned long i = 0; i < work; i++) {
        early(EACH);
        late(EACH * hundredths / 100);
    }
}

static void *run(void *unused)
{
    for (unsigned long i = 0; i < work; i++) {
        half(EACH);
        third(EACH * hundredths / 100);
        sixth(EACH);
        rest(EACH);
    }
    return unused;
}

static void *wait_for_child(void *child)
{
    (void)waitpid((pid_t)(intptr_t)child, NULL, 0);
    return NULL;
}

int main(int argc, char **argv)
{
    work = argc > 1 ? strtoul(argv[1], NULL, 10) : work;
    hundredths = argc > 2 ? strtoul(argv[2], NULL, 10) : hundredths;
    if (argc > 3 && strcmp(argv[3], "callers") == 0) {
        run_callers();
    } else if (argc <= 3 || strcmp(argv[3], "children") != 0) {
        (void)run(NULL);
    } else {
        pthread_t thread;
        const pid_t child = fork();
        if (child == 0) {
            if (pthread_create(&thread, NULL, run, NULL) == 0)
                (void)pthread_join(thread, NULL);
            _exit(0);
        }
        if (pthread_create(&thread, NULL, wait_for_child, (void *)(intptr_t)child) == 0)
            (void)pthread_join(thread, NULL);
    }
    printf("%llu\n", (unsigned long long)state);
    return 0;
}
