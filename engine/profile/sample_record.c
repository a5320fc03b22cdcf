/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_record.c -- a sample as the kernel writes it.
 * Source:   perf_event_open(2), "PERF_RECORD_SAMPLE"; kernel/events/core.c, perf_output_sample, for the order of the parts, and
 *           perf_output_sample_ustack: a stack has room for all that was asked for, then how much of it was copied.
 * Edge:     no number of the record is trusted: what it counts has to lie in it.
 * Checked:  tests/engine/profile/test_sample_record.c, fuzzed (tests/fuzz/sample_record.c)
 */
#include "profile/sample_record.h"

#include <linux/perf_event.h>
#include <string.h>

#include "profile/stack_registers.h"

/* Numbers of the record that have not been read. */
struct rest {
    const uint64_t *next;
    size_t n;
};

/* So many of them; NULL: there are fewer. */
static const uint64_t *some(struct rest *rest, uint64_t n)
{
    const uint64_t *first = rest->next;
    if (n > rest->n)
        return NULL;
    rest->next += n;
    rest->n -= (size_t)n;
    return first;
}

static bool number(struct rest *rest, uint64_t *out)
{
    const uint64_t *at = some(rest, 1);
    *out = at != NULL ? *at : 0;
    return at != NULL;
}

/* How many there are, then marks whose addresses follow, and the sample's own first. */
static bool read_callers(struct rest *rest, struct sample_record *out)
{
    uint64_t n, first = 0;
    const uint64_t *chain = number(rest, &n) ? some(rest, n) : NULL;
    if (chain == NULL)
        return false;
    while (first < n && chain[first] >= (uint64_t)PERF_CONTEXT_MAX)
        first++;
    if (first < n) {
        out->callers = chain + first + 1;
        out->n_callers = (size_t)(n - first - 1);
    }
    return true;
}

static bool read_registers(struct rest *rest, struct sample_record *out)
{
    uint64_t kind;
    if (!number(rest, &kind))
        return false;
    const uint64_t *registers =
        kind != PERF_SAMPLE_REGS_ABI_NONE ? some(rest, STACK_REGISTERS) : NULL;
    out->registers = kind == PERF_SAMPLE_REGS_ABI_64 ? registers : NULL;
    return kind == PERF_SAMPLE_REGS_ABI_NONE || registers != NULL;
}

static bool read_stack(struct rest *rest, struct sample_record *out)
{
    uint64_t room, copied;
    if (!number(rest, &room) || room % 8 != 0)
        return false;
    if (room == 0)
        return true;
    out->stack = (const unsigned char *)some(rest, room / 8);
    if (out->stack == NULL || !number(rest, &copied))
        return false;
    out->stack_bytes = (size_t)(copied < room ? copied : room);
    return true;
}

bool sample_record_read(const unsigned char *record, uint64_t parts, struct sample_record *out)
{
    struct perf_event_header head;
    memcpy(&head, record, sizeof head);
    struct rest rest = {(const uint64_t *)(const void *)(record + sizeof head),
                        head.size > sizeof head ? (head.size - sizeof head) / 8 : 0};
    uint64_t ids;
    *out = (struct sample_record){0};
    if (!number(&rest, &out->address) || !number(&rest, &ids) || !number(&rest, &out->time))
        return false;
    uint32_t process;
    memcpy(&process, &ids, sizeof process);
    out->process = (int)process;
    return ((parts & PERF_SAMPLE_CALLCHAIN) == 0 || read_callers(&rest, out)) &&
           ((parts & PERF_SAMPLE_REGS_USER) == 0 || read_registers(&rest, out)) &&
           ((parts & PERF_SAMPLE_STACK_USER) == 0 || read_stack(&rest, out));
}

size_t sample_record_trim(unsigned char *record, uint64_t parts)
{
    struct perf_event_header head;
    struct sample_record sample;
    memcpy(&head, record, sizeof head);
    if ((parts & PERF_SAMPLE_STACK_USER) == 0 || !sample_record_read(record, parts, &sample) ||
        sample.stack == NULL)
        return head.size;
    const size_t at = (size_t)(sample.stack - record);
    const uint64_t copied = sample.stack_bytes, room = (copied + 7) / 8 * 8;
    memcpy(record + at - sizeof room, &room, sizeof room);
    if (room > 0)
        memcpy(record + at + room, &copied, sizeof copied);
    head.size = (uint16_t)(at + (room > 0 ? (size_t)room + sizeof copied : 0));
    memcpy(record, &head, sizeof head);
    return head.size;
}
