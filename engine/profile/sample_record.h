/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_record.h -- a sample as the kernel writes it (perf_event_open(2), PERF_RECORD_SAMPLE): a head of eight bytes, then place,
 * process and time, and the parts that were asked for. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is asked for: bits of PERF_SAMPLE_CALLCHAIN, PERF_SAMPLE_REGS_USER (stack_registers.h) and PERF_SAMPLE_STACK_USER. */
struct sample_record {
    uint64_t address, time;
    int process;
    const uint64_t *callers; /* by frame pointers, the innermost first */
    size_t n_callers;
    const uint64_t *registers; /* STACK_REGISTERS of them; NULL: none, or of a program of 32 bits */
    const unsigned char *stack; /* what lies from the stack pointer up */
    size_t stack_bytes;
};
/* The record is aligned to eight bytes, and has as many as its head says; false: they do not hold what was asked for. */
bool sample_record_read(const unsigned char *record, uint64_t parts, struct sample_record *out);

/* Takes what the kernel has reserved for a stack and not filled out of the record. Its bytes now, which its head says, too. */
size_t sample_record_trim(unsigned char *record, uint64_t parts);
