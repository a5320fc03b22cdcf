/* SPDX-License-Identifier: GPL-3.0-or-later */
/* apart.h -- functions that stay ones of their own, as they are written. Of clang, which knows no noipa, that is code that is not optimised. */
#ifndef SUPPORT_APART_H
#define SUPPORT_APART_H

#ifdef __clang__
#define APART __attribute__((noinline, optnone, used))
#else
#define APART __attribute__((noipa, used))
#endif

#endif
