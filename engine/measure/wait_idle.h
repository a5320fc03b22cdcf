/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wait_idle.h -- waiting until a machine has little else to do. */
#pragma once

enum idle { IDLE_YES, IDLE_NO, IDLE_INTERRUPTED, IDLE_UNKNOWN };

/* Waits until fewer than load processors are busy, at most wait_s. While it waits nothing of ours
 * runs, so that all that is busy is somebody else. *busy: how many were, the last time. */
enum idle wait_idle(double load, double wait_s, double *busy);
