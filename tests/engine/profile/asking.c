/* SPDX-License-Identifier: GPL-3.0-or-later */
/* asking.c -- a program whose functions ask for known amounts of memory, each in a way of its own.
 *
 *     asking N [all]     parse: N times 100 bytes; all: in threads, children and other programs, too
 *     asking N late      late alone: N times 10 bytes
 *     asking N places    N functions' worth of places, compiled as it runs: none of them has a name
 */
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../support/apart.h"

void *lib_ask(size_t size); /* borrowed.c */

static void *volatile held;

static void drop(void *p)
{
    held = p;
    free(held);
}

APART static void parse(long n)
{
    for (long i = 0; i < n; i++)
        drop(malloc(100));
}

APART static void table(void)
{
    for (int i = 0; i < 5; i++)
        drop(calloc(10, 20));
}

APART static void grow(void)
{
    held = realloc(NULL, 10);
    held = realloc(held, 1000);
    drop(realloc(held, 2000));
}

APART static void align(void)
{
    void *p = NULL;
    drop(aligned_alloc(64, 640));
    drop(memalign(32, 320));
    if (posix_memalign(&p, 128, 1280) == 0)
        drop(p);
}

/* libc asks, on its behalf. */
APART static void copy(void)
{
    static const char text[] = "12345678901234567890";
    for (int i = 0; i < 7; i++)
        drop(strdup(text));
}

/* A library asks. */
APART static void borrow(void)
{
    for (int i = 0; i < 6; i++)
        drop(lib_ask(50));
}

/* As C++ does, in a library that comes late. */
APART static void fresh(void)
{
    void *library = dlopen("libstdc++.so.6", RTLD_NOW);
    void *(*new_of)(size_t) = NULL;
    if (library != NULL)
        *(void **)&new_of = dlsym(library, "_Znwm");
    for (int i = 0; new_of != NULL && i < 4; i++)
        drop(new_of(32));
}

APART static void in_thread(long n)
{
    for (long i = 0; i < n; i++)
        drop(malloc(10));
}

APART static void in_child(long n)
{
    for (long i = 0; i < n; i++)
        drop(malloc(20));
}

APART static void late(long n)
{
    for (long i = 0; i < n; i++)
        drop(malloc(10));
}

static void *run_thread(void *n)
{
    in_thread((long)n);
    return NULL;
}

static int wait_well(pid_t child)
{
    int status = 0;
    return waitpid(child, &status, 0) != child || status != 0;
}

static int ask_elsewhere(long n, char **argv)
{
    char *words[] = {argv[0], argv[1], (char *)"late", NULL};
    pthread_t threads[2];
    int wrong = 0;
    for (int i = 0; i < 2; i++)
        wrong |= pthread_create(&threads[i], NULL, run_thread, (void *)n);
    for (int i = 0; i < 2 && !wrong; i++)
        wrong |= pthread_join(threads[i], NULL);
    pid_t child = fork();
    if (child == 0) {
        in_child(n);
        fresh();
        _exit(0);
    }
    wrong |= wait_well(child);
    child = fork();
    if (child == 0) {
        execv(argv[0], words);
        _exit(127);
    }
    return wrong | wait_well(child);
}

/* Calls of malloc at addresses of their own: push rbx; mov edi, 1; call rax; mov rdi, rax; pop rbx; ret. */
static int ask_at_places(long n)
{
    static const unsigned char call[] = {0x53, 0x48, 0x89, 0xf8, 0xbf, 1, 0, 0, 0, 0xff, 0xd0, 0x5b, 0xc3};
    unsigned char *code = mmap(NULL, (size_t)n * 16, PROT_READ | PROT_WRITE | PROT_EXEC,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED)
        return 1;
    for (long i = 0; i < n; i++)
        memcpy(code + 16 * i, call, sizeof call);
    for (long i = 0; i < n; i++) {
        void *(*ask)(void *(*)(size_t));
        *(void **)&ask = code + 16 * i;
        drop(ask(malloc));
    }
    return 0;
}

int main(int argc, char **argv)
{
    const long n = argc > 1 ? atol(argv[1]) : 1;
    const char *what = argc > 2 ? argv[2] : "";
    int wrong = 0;
    if (strcmp(what, "late") == 0) {
        late(n);
        return 0;
    }
    if (strcmp(what, "places") == 0)
        return ask_at_places(n);
    parse(n);
    table();
    grow();
    align();
    copy();
    borrow();
    if (strcmp(what, "all") == 0)
        wrong = ask_elsewhere(n, argv);
    char text[64];
    const int length = snprintf(text, sizeof text, "%ld asked\n", n);
    return wrong || write(1, text, (size_t)length) != length;
}
