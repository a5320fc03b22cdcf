/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sample_record.c -- samples as the kernel writes them, laid out by hand after perf_event_open(2). */
#include "support/oracle.h"

#include <linux/perf_event.h>
#include <string.h>

#include "profile/sample_record.h"
#include "profile/stack_registers.h"

static const uint64_t stacks = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;

/* Numbers behind a head that counts them. */
struct laid {
    uint64_t numbers[80];
    size_t n;
};

static void put(struct laid *laid, uint64_t number)
{
    struct perf_event_header head = {.type = PERF_RECORD_SAMPLE};
    laid->numbers[1 + laid->n++] = number;
    head.size = (uint16_t)(sizeof head + 8 * laid->n);
    memcpy(laid->numbers, &head, sizeof head);
}

static const unsigned char *bytes_of(const struct laid *laid)
{
    return (const unsigned char *)laid->numbers;
}

/* Place, process and thread, time. */
static struct laid begun(void)
{
    struct laid laid = {.n = 0};
    put(&laid, 0x401000);
    put(&laid, UINT64_C(43) << 32 | 42);
    put(&laid, 1000);
    return laid;
}

/* With so many numbers of a stack, of which so many bytes were copied. */
static struct laid with_stack(uint64_t kind, size_t room, uint64_t copied)
{
    struct laid laid = begun();
    put(&laid, kind);
    for (int i = 0; kind != PERF_SAMPLE_REGS_ABI_NONE && i < STACK_REGISTERS; i++)
        put(&laid, 100 + (uint64_t)i);
    put(&laid, 8 * room);
    for (size_t i = 0; i < room; i++)
        put(&laid, 500 + i);
    if (room > 0)
        put(&laid, copied);
    return laid;
}

static void test_a_chain(void **state)
{
    struct laid laid = begun();
    struct sample_record read;
    const uint64_t chain[] = {4, (uint64_t)PERF_CONTEXT_USER, 0x401000, 0x402000, 0x403000};
    (void)state;
    for (size_t i = 0; i < 5; i++)
        put(&laid, chain[i]);
    assert_true(sample_record_read(bytes_of(&laid), PERF_SAMPLE_CALLCHAIN, &read));
    assert_int_equal(read.process, 42);
    assert_true(read.address == 0x401000 && read.time == 1000);
    assert_int_equal(read.n_callers, 2);
    assert_true(read.callers[0] == 0x402000 && read.callers[1] == 0x403000);
    laid.numbers[4] = 5; /* one more than there is */
    assert_false(sample_record_read(bytes_of(&laid), PERF_SAMPLE_CALLCHAIN, &read));
    laid.numbers[4] = UINT64_MAX / 8;
    assert_false(sample_record_read(bytes_of(&laid), PERF_SAMPLE_CALLCHAIN, &read));
}

static void test_a_stack(void **state)
{
    const struct laid laid = with_stack(PERF_SAMPLE_REGS_ABI_64, 8, 20);
    struct sample_record read;
    uint64_t first;
    (void)state;
    assert_true(sample_record_read(bytes_of(&laid), stacks, &read));
    assert_non_null(read.registers);
    assert_int_equal(read.stack_bytes, 20);
    memcpy(&first, read.stack, sizeof first);
    assert_int_equal(first, 500);
    if (STACK_REGISTERS > 0)
        assert_true(stack_register_of(read.registers, stack_registers[2].kernel) == 102);
}

/* A copy cannot be larger than its room, whatever is said. */
static void test_stacks_that_do_not_fit(void **state)
{
    struct laid laid = with_stack(PERF_SAMPLE_REGS_ABI_64, 8, UINT64_MAX);
    struct sample_record read;
    (void)state;
    assert_true(sample_record_read(bytes_of(&laid), stacks, &read));
    assert_int_equal(read.stack_bytes, 64);
    uint64_t *room = &laid.numbers[5 + STACK_REGISTERS];
    assert_int_equal(*room, 64);
    *room = 72; /* nothing says how much was copied */
    assert_false(sample_record_read(bytes_of(&laid), stacks, &read));
    *room = 4096;
    assert_false(sample_record_read(bytes_of(&laid), stacks, &read));
    *room = 60; /* no whole number of them */
    assert_false(sample_record_read(bytes_of(&laid), stacks, &read));
}

static void test_other_programs_have_no_registers(void **state)
{
    const struct laid none = with_stack(PERF_SAMPLE_REGS_ABI_NONE, 0, 0),
                      old = with_stack(PERF_SAMPLE_REGS_ABI_32, 2, 16);
    struct sample_record read;
    (void)state;
    assert_true(sample_record_read(bytes_of(&none), stacks, &read));
    assert_true(read.registers == NULL && read.stack_bytes == 0);
    assert_true(sample_record_read(bytes_of(&old), stacks, &read));
    assert_true(read.registers == NULL && read.stack_bytes == 16);
}

static void test_a_short_record(void **state)
{
    struct laid laid = {.n = 0};
    struct sample_record read;
    (void)state;
    put(&laid, 0x401000);
    put(&laid, 42);
    assert_false(sample_record_read(bytes_of(&laid), 0, &read));
}

/* What was not copied goes; what is read stays. */
static void check_trimmed(struct laid laid, size_t numbers, size_t copied)
{
    struct sample_record before, after;
    unsigned char *record = (unsigned char *)laid.numbers;
    assert_true(sample_record_read(record, stacks, &before));
    assert_int_equal(sample_record_trim(record, stacks), 8 * numbers);
    memset(record + 8 * numbers, 0xff, sizeof laid.numbers - 8 * numbers);
    assert_true(sample_record_read(record, stacks, &after));
    assert_int_equal(after.stack_bytes, copied);
    assert_true(after.address == before.address && after.registers == before.registers);
    for (size_t i = 0; i < copied / 8; i++)
        assert_int_equal(record[40 + 8 * STACK_REGISTERS + 8 + 8 * i], (500 + i) & 0xff);
}

static void test_what_was_not_filled_is_dropped(void **state)
{
    enum { BEFORE = 6 + STACK_REGISTERS }; /* head, three numbers, kind of registers, these, room */
    (void)state;
    check_trimmed(with_stack(PERF_SAMPLE_REGS_ABI_64, 8, 20), BEFORE + 3 + 1, 20);
    check_trimmed(with_stack(PERF_SAMPLE_REGS_ABI_64, 8, 64), BEFORE + 8 + 1, 64);
    check_trimmed(with_stack(PERF_SAMPLE_REGS_ABI_64, 8, 0), BEFORE, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_chain),
        cmocka_unit_test(test_a_stack),
        cmocka_unit_test(test_stacks_that_do_not_fit),
        cmocka_unit_test(test_other_programs_have_no_registers),
        cmocka_unit_test(test_a_short_record),
        cmocka_unit_test(test_what_was_not_filled_is_dropped),
    };
    return cmocka_run_group_tests_name("sample_record", tests, NULL, NULL);
}
