/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_unwind.c -- this program walks up its own stack, from the registers that getcontext(3) gives and what lies on the stack, read
 * as the kernel would copy it. */
#include "support/oracle.h"

#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "profile/stack_registers.h"
#include "profile/unwind.h"
#include "../../support/apart.h"

enum { MOST = 64 };

/* What a walk from here finds: names of callers, the innermost first. */
struct walk {
    size_t copy; /* bytes of the stack; 0: nothing is walked */
    char names[MOST][64];
    size_t n;
    bool whole;
};
static struct walk walk;
static struct code_files files;
static struct unwinder *unwinder;

static void load_all(struct code_map *map, int process)
{
    char line[512], path[256], may[8];
    FILE *maps = fopen("/proc/self/maps", "r");
    assert_non_null(maps);
    code_map_exec(map, process);
    while (fgets(line, sizeof line, maps) != NULL) {
        uint64_t start, end, offset;
        path[0] = '\0';
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64 " %*s %*s %255s", &start, &end, may,
                   &offset, path) >= 4 &&
            may[2] == 'x')
            code_map_load(map, process,
                          &(struct code_loaded){start, end - start, offset,
                                                path[0] != '\0' ? path : "//anon"});
    }
    fclose(maps);
}

static bool take_registers(const ucontext_t *context, uint64_t *out)
{
#if defined __x86_64__ && defined __LP64__
    static const int names[] = {REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI,
                                REG_RBP, REG_RSP, REG_RIP, REG_R8,  REG_R9,  REG_R10,
                                REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    for (int i = 0; i < STACK_REGISTERS; i++)
        out[i] = (uint64_t)context->uc_mcontext.gregs[names[i]];
    return true;
#else
    (void)context, (void)out;
    return false;
#endif
}

static size_t read_own(uint64_t address, unsigned char *out, size_t n)
{
    const int fd = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    const ssize_t got = pread(fd, out, n, (off_t)address);
    close(fd);
    return got > 0 ? (size_t)got : 0;
}

APART static void look(void)
{
    static unsigned char stack[65536];
    uint64_t registers[STACK_REGISTERS + 1];
    struct code_map map;
    struct unwound unwound;
    struct code_place place;
    ucontext_t context;
    assert_int_equal(getcontext(&context), 0);
    if (!take_registers(&context, registers))
        return;
    const struct sample_record record = {
        .process = (int)getpid(),
        .address = stack_register_of(registers, STACK_PLACE),
        .registers = registers,
        .stack = stack,
        .stack_bytes = read_own(stack_register_of(registers, STACK_POINTER), stack, walk.copy)};
    code_map_begin(&map, &files, 0);
    load_all(&map, record.process);
    unwinder_walk(unwinder, &map, &record, &unwound);
    walk.whole = unwound.whole;
    for (walk.n = 0; walk.n < unwound.n && walk.n < MOST; walk.n++)
        (void)snprintf(walk.names[walk.n], sizeof walk.names[walk.n], "%s",
                       code_map_at(&map, record.process, unwound.callers[walk.n] - 1, &place)
                           ? place.name
                           : "nowhere");
    unwinder_forget(unwinder);
    code_map_fini(&map);
}

static size_t count_of(const char *name)
{
    size_t n = 0;
    for (size_t i = 0; i < walk.n; i++)
        n += strcmp(walk.names[i], name) == 0;
    return n;
}

/* ---- who calls ---- */

static volatile int calls;

APART static void leaf(void)
{
    look();
    calls++;
}
APART static void caller(void)
{
    leaf();
    calls++;
}
/* NOLINTNEXTLINE(misc-no-recursion): that is what is tested */
APART static void again(int times)
{
    if (times > 1)
        again(times - 1);
    else
        leaf();
    calls++;
}
APART static int order(const void *a, const void *b)
{
    if (calls == 0)
        leaf();
    calls++;
    return *(const int *)a - *(const int *)b;
}
APART static void sorted(void)
{
    int numbers[] = {3, 2, 1};
    qsort(numbers, 3, sizeof *numbers, order);
    calls++;
}
APART static void on_signal(int number)
{
    (void)number;
    leaf();
}
APART static void interrupted(void)
{
    assert_int_equal(raise(SIGUSR1), 0);
    calls++;
}
static void *in_thread(void *context)
{
    caller();
    return context;
}

static void begin(size_t copy)
{
    if (unwinder == NULL)
        skip(); /* built without libdw, or another processor */
    walk = (struct walk){.copy = copy};
    calls = 0;
}

static void test_who_called(void **state)
{
    (void)state;
    begin(16384);
    caller();
    assert_string_equal(walk.names[0], "leaf");
    assert_string_equal(walk.names[1], "caller");
    assert_string_equal(walk.names[2], "test_who_called");
    assert_int_equal(count_of("main"), 1);
    assert_true(walk.whole);
}

static void test_who_called_itself(void **state)
{
    (void)state;
    begin(16384);
    again(7);
    assert_int_equal(count_of("again"), 7);
    assert_true(walk.whole);
}

static void test_through_the_library_of_c(void **state)
{
    (void)state;
    begin(16384);
    sorted();
    assert_string_equal(walk.names[1], "order");
    assert_int_equal(count_of("sorted"), 1);
    assert_true(walk.whole);
}

/* What a signal interrupts goes on at its place, and not behind a call. */
static void test_through_a_signal(void **state)
{
    (void)state;
    begin(16384);
    assert_true(signal(SIGUSR1, on_signal) != SIG_ERR);
    interrupted();
    assert_true(signal(SIGUSR1, SIG_DFL) != SIG_ERR);
    assert_string_equal(walk.names[1], "on_signal");
    assert_int_equal(count_of("interrupted"), 1);
    assert_true(walk.whole);
}

static void test_up_to_where_a_thread_began(void **state)
{
    pthread_t thread;
    (void)state;
    begin(16384);
    assert_int_equal(pthread_create(&thread, NULL, in_thread, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(count_of("in_thread"), 1);
    assert_int_equal(count_of("main"), 0);
    assert_true(walk.whole);
}

/* A copy that ends early: what it holds is found, and no more is said. */
static void test_a_stack_that_is_deeper(void **state)
{
    (void)state;
    begin(8192);
    again(1000);
    assert_true(walk.n > 1 && count_of("main") == 0);
    assert_false(walk.whole);
}

static int open_unwinder(void **state)
{
    const char *why_not;
    (void)state;
    unwinder = unwinder_open(&why_not);
    return 0;
}

static int close_unwinder(void **state)
{
    (void)state;
    unwinder_close(&unwinder);
    code_files_fini(&files);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_who_called),
        cmocka_unit_test(test_who_called_itself),
        cmocka_unit_test(test_through_the_library_of_c),
        cmocka_unit_test(test_through_a_signal),
        cmocka_unit_test(test_up_to_where_a_thread_began),
        cmocka_unit_test(test_a_stack_that_is_deeper),
    };
    return cmocka_run_group_tests_name("unwind", tests, open_unwinder, close_unwinder);
}
