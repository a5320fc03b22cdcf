/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_list.h -- the experiments of a store, as a table and as JSON. */
#pragma once

#include <jansson.h>

#include "store/store.h"
#include "view/text/terminal.h"

json_t *store_list_document(const struct store_listing *listing, double confidence);
void store_list_screen(const struct terminal *terminal, const struct store_listing *listing);
