/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launcher_turns.h -- in the launcher process: programs side by side that go on one at a time, iteration by iteration. */
#pragma once

#include "measure/launcher_lanes.h"

/* A socket for each lane; false: none are to be had, or they are not wanted. */
bool turns_open(struct lanes *lanes);
void turns_close(struct lanes *lanes);
/* In the lane: of all sockets its own stays. */
void turns_take(const struct lanes *lanes, const struct lane *lane);
/* In what is to become its program: the socket is where that looks for it, and stays open. */
void turns_hand_over(const struct lane *lane);
/* Starts who gives the turns, when all lanes are there. */
void turns_begin(struct lanes *lanes);
/* Ends it, whatever holds it up. */
void turns_end(struct lanes *lanes);
