/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random_normal.c -- normal numbers, by the quantile of a uniform one.
 *
 * Apart from random.c, so that a program which only draws integers needs no libRmath: the linker's
 * side of assay cc, which stands in front of each link.
 */
#include <assay/random.h>

#include <Rmath.h>

double assay_random_normal(struct assay_random *random)
{
    return qnorm(assay_random_uniform(random), 0.0, 1.0, 1, 0);
}
