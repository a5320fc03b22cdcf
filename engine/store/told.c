/* SPDX-License-Identifier: GPL-3.0-or-later */
/* told.c -- who says what a metric is, as the store keeps it: two bits each for unit, direction and structure, from
 * the lowest. A number that no version writes says that nobody tells the direction.
 * Checked:  tests/engine/store/test_schema.c. */
#include "store/private.h"

enum { BITS = 2, MASK = (1 << BITS) - 1, MOST = 1 << (3 * BITS) };

int store_told_number(const struct assay_told *told)
{
    return (int)told->unit | (int)told->direction << BITS | (int)told->structure << (2 * BITS);
}

struct assay_told store_told(int number)
{
    const bool whole = number >= 0 && number < MOST;
    const unsigned bits = whole ? (unsigned)number : MOST - 1U;
    return (struct assay_told){.unit = (enum assay_teller)(bits & MASK),
                               .direction = (enum assay_teller)(bits >> BITS & MASK),
                               .structure = (enum assay_teller)(bits >> (2 * BITS) & MASK)};
}
