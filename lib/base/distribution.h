/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distribution.h -- quantiles where libRmath's own miss 1e-12; elsewhere call libRmath. */
#pragma once

#include <stdbool.h>

/* The standard normal quantile, p the lower or upper tail. libRmath's is good to 6e-10 only near
 * p = 1/2. */
double normal_quantile(double p, bool lower_tail);

/* The quantile of beta(a, b), as accurate as libRmath's pbeta. Its own qbeta prints warnings to stdout
 * and errs in the second digit for large a or b. */
double beta_quantile(double p, double a, double b, bool lower_tail);

/* The quantile of F(df1, df2). libRmath's qf errs by 4e-7 for df1 = 1 and small p. */
double f_quantile(double p, double df1, double df2, bool lower_tail);
