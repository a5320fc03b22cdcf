/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_log.h -- what the object that is loaded into programs writes and assay reads: slots of a file that all processes of an
 * execution map, in the order in which they took them.
 *
 * Slot 0 is the head. A record takes one slot; one of loaded code as many more as its path needs. A slot whose kind
 * is 0 was taken and not filled. */
#pragma once

#include <stdint.h>

#define SAMPLE_LOG_VARIABLE "ASSAY_SAMPLE_LOG"       /* its path */
#define SAMPLE_PERIOD_VARIABLE "ASSAY_SAMPLE_PERIOD" /* nanoseconds */

enum sample_log_kind {
    LOG_SAMPLE = 1, /* number: the address */
    LOG_EXEC,
    LOG_FORK, /* number: the parent */
    LOG_LOAD, /* number: the start; a slot with its end and offset follows, and `more` slots of its path */
};

struct sample_log_slot {
    uint32_t process;
    uint16_t kind, more;
    uint64_t number;
};

struct sample_log_range {
    uint64_t end, offset;
};

/* At the beginning of the file. */
struct sample_log_head {
    uint64_t used; /* slots, this one included; more than there are: the rest is lost */
    uint64_t room;
};

enum { SAMPLE_LOG_SLOT = 16 };
_Static_assert(sizeof(struct sample_log_slot) == SAMPLE_LOG_SLOT, "a slot");
_Static_assert(sizeof(struct sample_log_range) == SAMPLE_LOG_SLOT, "a slot");
_Static_assert(sizeof(struct sample_log_head) == SAMPLE_LOG_SLOT, "a slot");
