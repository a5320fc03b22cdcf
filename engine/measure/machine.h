/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine.h -- who this machine is, and of which class.
 *
 * Both hold still: a machine is told from others by its machine-id (machine-id(5)), or by a name that
 * is given for it, and of either only a salted hash is kept. Its class is the model, the logical processors and the
 * NUMA nodes. What moves (frequency, bogomips, load, the kernel's build) enters neither: keys made
 * of such facts split one machine into many. */
#pragma once

#include <stddef.h>

enum { MACHINE_ID_DIGITS = 32, MACHINE_TEXT = 256 };

enum machine_source { MACHINE_BY_ID, MACHINE_BY_NAME, MACHINE_BY_HOSTNAME };

struct machine {
    char id[MACHINE_ID_DIGITS + 1]; /* hexadecimal */
    char name[MACHINE_TEXT];        /* for people: the name given, else the host's */
    char model[MACHINE_TEXT];       /* of the processor; "": not known */
    size_t processors, nodes;       /* logical; of memory. 0: not known */
    enum machine_source source;
};

/* This machine, as unit `unit` (from 1) of a design's machines. given: its name (NULL: $ASSAY_MACHINE; else
 * its machine-id; else, where it has none, the host's name); "{shard}" in it is replaced by the unit, so
 * that a test can have several machines on one. $ASSAY_MACHINE_CLASS ("MODEL,8,1") takes the place of the
 * class that is found. */
void machine_identify(const char *given, size_t unit, struct machine *out);

/* What Slurm calls it, in letters that may stand in a list of names; "-": nothing. */
enum { MACHINE_NODE = 64 };
const char *machine_node(void);
