/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit.h -- units as files write them, and the one that we keep: seconds, bytes, operations. */
#pragma once

#include <stdbool.h>

#include <assay/dataset.h>

struct unit {
    const char *name; /* "s", "byte"; a unit that we do not know keeps its text */
    int power;        /* value in `name` = text value * 10^power * factor */
    double factor;    /* a power of two, or 1: exact */
    bool more_is_better;
    struct assay_told told; /* who says the unit, and which way is better; readers that know set it */
};

/* As a reader does that knows, whatever the unit's name says, which way is better. */
void unit_direct(struct unit *unit, bool more_is_better, enum assay_teller teller);

/* The unit of this text. name points into a static table, or at text when it is not known there: then
 * nobody tells which way is better, but of a rate. "1" and no text at all tell no unit either. */
struct unit unit_of(const char *text);

/* The unit of one operation: "ns/op" and "ns/iter" are ns, "B/op" is B; others as unit_of. "ops/s"
 * and the like of any time count as rates, where more is better. */
struct unit unit_per_operation(const char *text);

/* True for the names of columns that hold times: "seconds", "ms", "us", "ns". */
bool unit_is_time(const char *text);

/* A text that unit_of makes this unit of, but for its direction; NULL: there is none. */
const char *unit_text(const struct unit *unit);
