/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime_layout.h -- `layout: runtime`: what moves a program that cannot be built again.
 *
 * Each execution gets its own draws: bytes in the environment within a page, whole pages more (which
 * move the stack from page to page), and a longer first argument. All are a pure function of the
 * design's seed and the step. The kernel adds its own draws of addresses (ASLR), where the host has
 * them on; the draw `aslr` says what it drew.
 */
#pragma once

#include <assay/status.h>

#include "design/design.h"
#include "measure/prepared.h"
#include "measure/record.h"

struct runtime_layout {
    size_t env_padding;  /* bytes, 0 to 4095 */
    size_t stack_offset; /* bytes, 0 to 3 pages */
    size_t argv_padding; /* bytes, an even number below 64; 0 when the program has no path */
};
struct runtime_layout runtime_layout_draw(const struct design *design, const struct step *step);

/* Puts them into the prepared command and into the record. */
enum assay_status runtime_layout_apply(const struct design *design, const struct step *step,
                                       struct prepared *prepared, struct record *record,
                                       struct assay_error *error);
