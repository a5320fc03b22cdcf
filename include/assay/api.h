/* SPDX-License-Identifier: GPL-3.0-or-later */
/* api.h -- what every public header needs: export marks and limits. */
#ifndef ASSAY_API_H
#define ASSAY_API_H

#if defined(__GNUC__)
#define ASSAY_API __attribute__((visibility("default")))
#else
#define ASSAY_API
#endif

#ifdef __cplusplus
#define ASSAY_BEGIN_DECLS extern "C" {
#define ASSAY_END_DECLS }
#else
#define ASSAY_BEGIN_DECLS
#define ASSAY_END_DECLS
#endif

/* Nested levels that one sample may have. The papers use three; a fleet adds machine and day. */
#define ASSAY_MAX_LEVELS 8

#endif
