/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loaded_code.h -- in a program that loads an object of assay: what code lies where, told to a log that all processes of an
 * execution share (sample_log.h). No part of the engine: the object is compiled of it.
 *
 * Nothing asks for memory, and all may be called in a handler of signals. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "profile/sample_log.h"

enum loaded_kind {
    LOADED_PROGRAM, /* the program itself */
    LOADED_RUNTIME, /* libraries of the languages C and C++, and what loads them */
    LOADED_OWN,     /* this object */
    LOADED_OTHER
};
struct loaded_range {
    uint64_t start, end;
    enum loaded_kind kind;
};

/* Takes the log from then on; self: what its records name as their process. */
void loaded_code_begin(struct sample_log_head *log, uint32_t self);
/* In a child: from then on it is another one. Whoever looked at what is loaded in the parent does so no more. */
void loaded_code_in_child(uint32_t self);

/* A record that takes one slot. */
void loaded_code_tell(uint16_t kind, uint64_t number);
/* The code at an address, which is in the log; NULL: none is known there. */
const struct loaded_range *loaded_code_at(uint64_t address);
/* Tells of all code that is there and not yet in the log; before what is new `fresh`, if not NULL, is called. */
void loaded_code_read(void (*fresh)(void));
