/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interrupt.h -- the user's wish to stop, kept until the running work can end cleanly. */
#pragma once

#include <stdbool.h>

/* From begin to end, the first SIGINT, SIGTERM or SIGHUP is only noted; a second one kills the
 * program as usual (the launcher then ends the running command). begin returns false when no pipe
 * could be made. They do not nest. */
bool interrupt_begin(void);
void interrupt_end(void);

/* True when the signal has come; also outside of begin and end (it is forgotten by begin). */
bool interrupt_requested(void);

/* The work is ended: the wish is fulfilled, and what closes behind the work runs undisturbed. A second
 * signal still kills the program. */
void interrupt_fulfil(void);

/* Becomes readable when the signal comes, for poll(); -1 outside of begin and end. */
int interrupt_descriptor(void);
