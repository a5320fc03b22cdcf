/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pad.c -- moves the kernel to another place in each build.
 *
 * Where code lands is an accident of a build that changes speed. PAD, drawn from the build's seed,
 * makes it a random level instead of a fixed bias.
 */
#ifndef PAD
#define PAD 0
#endif
#define TEXT(x) #x
#define STRING(x) TEXT(x)
__asm__(".text\n.skip 16 + " STRING(PAD) ", 0x90\n");
