/* SPDX-License-Identifier: GPL-3.0-or-later */
/* doctor.h -- the verb that looks at the machine. */
#ifndef CLI_DOCTOR_H
#define CLI_DOCTOR_H

#include "cli/verb.h"

extern const struct verb verb_doctor;

#endif
