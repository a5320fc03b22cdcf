/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yaml_events.h -- a YAML text event by event, without a tree of it, in bounded memory. */
#pragma once

#include <yaml.h>

#include "import/importer.h"

struct yaml_events {
    yaml_parser_t parser;
    yaml_event_t event; /* at hand; YAML_NO_EVENT before the first and after a failure */
    struct importer *importer;
    const char *p;       /* what the parser has not taken yet */
    const char *asked;   /* where p stood when this event was asked for */
    uintptr_t next_drop; /* where memory of the text is given back next */
    size_t n_directives; /* lines that begin with % */
    const char *refused; /* what is more than any text may have; NULL: nothing so far */
};

/* The text is the importer's. False when memory is lacking; the importer has failed then, as with
 * each failure below. */
bool yaml_events_init(struct yaml_events *events, struct importer *importer);
void yaml_events_fini(struct yaml_events *events);

/* Takes the next event; its type, or YAML_NO_EVENT when that failed. */
yaml_event_type_t yaml_next(struct yaml_events *events);

/* Takes the next key of the map at hand. False at its end, and when reading has failed. */
bool yaml_key(struct yaml_events *events);

/* Passes the node that begins with the event at hand: that is its last one then. */
void yaml_skip(struct yaml_events *events);

/* Says that something else than the event at hand is expected; of the last line, where it has no end,
 * that the text is cut short. */
void yaml_fail(struct yaml_events *events, const char *field, const char *expected);

/* The text of the scalar at hand, ended by a zero, alive until the next event; "" for others. */
const char *yaml_text(const struct yaml_events *events);

/* The line of the event at hand, from 1. */
size_t yaml_line(const struct yaml_events *events);
