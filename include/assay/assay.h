/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay.h -- libassay: nested measurements in, statements with their own uncertainty out.
 *
 * The library is pure: the same input and seed give the same bits on any number of threads; it does
 * no I/O, reads no clock, keeps no state and prints nothing. Memory: it borrows what it is given
 * and never reorders it; what a function makes is ended by the _fini (on the stack) or _free (on
 * the heap) beside it.
 */
#ifndef ASSAY_H
#define ASSAY_H

#include <assay/bootstrap.h>
#include <assay/contribution.h>
#include <assay/dataset.h>
#include <assay/descriptive.h>
#include <assay/factor.h>
#include <assay/finding.h>
#include <assay/history.h>
#include <assay/interval.h>
#include <assay/machine.h>
#include <assay/mixture.h>
#include <assay/order.h>
#include <assay/plan.h>
#include <assay/random.h>
#include <assay/sample.h>
#include <assay/simulate.h>
#include <assay/simulate_checks.h>
#include <assay/speedup.h>
#include <assay/status.h>
#include <assay/steady.h>
#include <assay/stopping.h>
#include <assay/suite.h>
#include <assay/test.h>
#include <assay/typical.h>
#include <assay/view.h>
#include <assay/warning.h>

ASSAY_BEGIN_DECLS

/* "0.1.0", and the commit it was built from ("" outside a work tree). */
ASSAY_API const char *assay_version(void);
ASSAY_API const char *assay_commit(void);

ASSAY_END_DECLS

#endif
