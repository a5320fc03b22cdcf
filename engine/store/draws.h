/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draws.h -- the list that draws are gathered into. */
#pragma once

#include "store/private.h"

struct draw_list {
    struct draw_item {
        struct store_draw draw;
        size_t order;   /* of the execution */
        int64_t metric; /* its id */
    } * items;
    size_t n, capacity;
};

/* Adds a draw whose system, benchmark, metric, unit and metric's id stand in the row's columns from
 * `first` on. False: no memory. */
bool draw_list_add(struct draw_list *list, sqlite3_stmt *row, int first, size_t order, double drawn,
                   double mean);

/* Adds those of a packed experiment. False: damaged, or no memory. */
bool draws_packed(struct store *store, int64_t experiment, const char *name, struct draw_list *list,
                  struct assay_error *error);
