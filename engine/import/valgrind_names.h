/* SPDX-License-Identifier: GPL-3.0-or-later */
/* valgrind_names.h -- by which words files in valgrind's formats tell that assay wrote them: there functions are benchmarks. */
#pragma once

#define VALGRIND_OF_ASSAY "assay-"
#define VALGRIND_COMMAND "(benchmarks, by assay export)"
