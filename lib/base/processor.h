/* SPDX-License-Identifier: GPL-3.0-or-later */
/* processor.h -- what this processor can, of what the quicker paths ask for.
 *
 * Of glibc, which has asked the processor as it started the program. The compiler's own way, __builtin_cpu_supports, asks
 * it anew at the start of each program that has it: thirteen times CPUID, each of which leaves a virtual machine (3.6 us
 * there, November 2026), 5 % of what `assay --version` takes.
 */
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#include <limits.h> /* any of the C library says whose it is */
#if defined(__GLIBC__) && __has_include(<sys/platform/x86.h>) /* from 2.33 on */
#include <sys/platform/x86.h>
#define PROCESSOR_avx2 x86_cpu_AVX2
#define PROCESSOR_avx512bw x86_cpu_AVX512BW
#define PROCESSOR_avx512dq x86_cpu_AVX512DQ
#define PROCESSOR_avx512f x86_cpu_AVX512F
#define PROCESSOR_avx512vbmi x86_cpu_AVX512_VBMI
#define PROCESSOR_avx512vl x86_cpu_AVX512VL
#define PROCESSOR_popcnt x86_cpu_POPCNT
#define PROCESSOR_HAS(name) processor_has(PROCESSOR_##name)

/* What its x86_cpu_active tells, of which the shift of bit 31 is undefined. */
static inline _Bool processor_has(unsigned feature)
{
    const struct cpuid_feature *leaf = __x86_get_cpuid_feature_leaf(feature / 128);
    return (leaf->active_array[feature % 128 / 32] >> feature % 32 & 1) != 0;
}
#else
#define PROCESSOR_HAS(name) (__builtin_cpu_supports(#name) != 0)
#endif
#endif
