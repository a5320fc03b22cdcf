/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_record.c -- fuzz target: samples that no kernel would write are read within their own bytes, or refused; without what was not
 * filled they are read alike. */
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/sample_record.h"
#include "profile/stack_registers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "fuzz: %s\n", what);
        abort();
    }
}

/* All that is pointed to is touched, for sanitizers to see. */
static uint64_t sum_of(const struct sample_record *read)
{
    uint64_t sum = read->address + read->time;
    for (size_t i = 0; i < read->n_callers; i++)
        sum += read->callers[i];
    for (int i = 0; read->registers != NULL && i < STACK_REGISTERS; i++)
        sum += read->registers[i];
    for (size_t i = 0; i < read->stack_bytes; i++)
        sum += read->stack[i];
    return sum;
}

static void check(unsigned char *record, uint64_t parts)
{
    struct perf_event_header head;
    struct sample_record read, trimmed;
    if (!sample_record_read(record, parts, &read))
        return;
    const uint64_t sum = sum_of(&read);
    memcpy(&head, record, sizeof head);
    const size_t n = sample_record_trim(record, parts);
    must(n <= head.size, "a record grew");
    must(sample_record_read(record, parts, &trimmed), "what was trimmed is not read");
    must(trimmed.stack_bytes == read.stack_bytes && trimmed.n_callers == read.n_callers &&
             sum_of(&trimmed) == sum,
         "what was trimmed is something else");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint64_t parts[] = {
        0, PERF_SAMPLE_CALLCHAIN, PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
        PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER};
    struct perf_event_header head = {.type = PERF_RECORD_SAMPLE};
    const size_t body = size < UINT16_MAX - 15 ? size / 8 * 8 : UINT16_MAX / 8 * 8 - 8;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        unsigned char *record = malloc(sizeof head + body);
        if (record == NULL)
            abort();
        head.size = (uint16_t)(sizeof head + body);
        memcpy(record, &head, sizeof head);
        memcpy(record + sizeof head, data, body);
        check(record, parts[i]);
        free(record);
    }
    return 0;
}
