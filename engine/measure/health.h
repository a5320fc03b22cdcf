/* SPDX-License-Identifier: GPL-3.0-or-later */
/* health.h -- whether a machine is fit to measure: what its facts mean, and what would help.
 * Nothing here changes the machine. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum health_state {
    HEALTH_GOOD,
    HEALTH_ATTENTION, /* it adds noise or bias, or forbids something */
    HEALTH_UNKNOWN    /* the machine does not tell */
};

struct health_row {
    const char *fact;  /* its name among the host's facts */
    const char *title; /* for people */
    char value[96];    /* as people read it; "" when it is unknown */
    enum health_state state;
    const char *why; /* why it matters */
    char how[160];   /* how to change it, or what to do instead */
};

enum { HEALTH_ROWS = 20 };

/* Judges the facts (host_json's object); returns the number of rows, those first that harm most. */
size_t health_judge(const json_t *facts, struct health_row rows[HEALTH_ROWS]);

/* "good", "attention", "unknown". */
const char *health_state_name(enum health_state state);
