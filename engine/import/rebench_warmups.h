/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebench_warmups.h -- how many iterations of which benchmark are warm-up, as the metadata of ReBench's
 * .data files tell. */
#pragma once

#include "import/gather.h"
#include "import/rebench_columns.h"

struct rebench_warmups {
    struct gather known; /* (executor, suite, benchmark): the number */
};

void rebench_warmups_init(struct rebench_warmups *warmups);
void rebench_warmups_fini(struct rebench_warmups *warmups);

/* Takes a line of metadata of any kind; false: out of memory. */
bool rebench_warmups_read(struct rebench_warmups *warmups, struct word line);

/* Of the benchmark of this row; *n 0: none is told. False: out of memory. */
bool rebench_warmups_find(struct rebench_warmups *warmups, const struct word fields[N_COLUMNS + 1],
                          double *n);
