/* SPDX-License-Identifier: GPL-3.0-or-later */
/* told.c -- who says what a series is, and in which order its systems were measured: the names by which files carry it.
 * Checked:  tests/lib/sample/test_dataset.c. */
#include <assay/dataset.h>

#include <string.h>

static const char *const names[] = {
    [ASSAY_TOLD_BY_FORMAT] = "format",
    [ASSAY_TOLD_BY_NAME] = "name",
    [ASSAY_TOLD_BY_USER] = "user",
    [ASSAY_TOLD_BY_NOBODY] = "nobody",
};
enum { N_NAMES = sizeof names / sizeof names[0] };

const char *assay_teller_name(enum assay_teller teller)
{
    return (unsigned)teller < N_NAMES ? names[teller] : "nobody";
}

bool assay_told_decides(const struct assay_told *told)
{
    return told->direction == ASSAY_TOLD_BY_FORMAT || told->direction == ASSAY_TOLD_BY_USER ||
           (told->direction == ASSAY_TOLD_BY_NAME && told->unit != ASSAY_TOLD_BY_NOBODY);
}

enum assay_status assay_teller_parse(const char *name, enum assay_teller *out,
                                     struct assay_error *error)
{
    for (unsigned i = 0; i < N_NAMES; i++)
        if (strcmp(names[i], name) == 0) {
            *out = (enum assay_teller)i;
            return ASSAY_OK;
        }
    return assay_fail(error, ASSAY_INVALID,
                      "\"%s\" says nothing; format, name, user and nobody are allowed", name);
}

static const char *const orders[] = {
    [ASSAY_IN_ROUNDS] = "rounds",
    [ASSAY_IN_SLICES] = "slices",
    [ASSAY_IN_DUET] = "duet",
    [ASSAY_IN_LOCKSTEP] = "lockstep",
};
enum { N_ORDERS = sizeof orders / sizeof orders[0] };

const char *assay_together_name(enum assay_together together)
{
    return (unsigned)together < N_ORDERS ? orders[together] : "rounds";
}

enum assay_status assay_together_parse(const char *name, enum assay_together *out,
                                       struct assay_error *error)
{
    for (unsigned i = 0; i < N_ORDERS; i++)
        if (strcmp(orders[i], name) == 0) {
            *out = (enum assay_together)i;
            return ASSAY_OK;
        }
    return assay_fail(error, ASSAY_INVALID,
                      "\"%s\" is no order of measuring; rounds, slices, duet and lockstep are",
                      name);
}
