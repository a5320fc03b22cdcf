/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_json.c -- the values of a table as JSON. */
#include "view/document/json.h"

#include "view/text/view_memory.h"

static json_t *value_of(const struct table_value *value)
{
    switch (value->kind) {
    case TABLE_NUMBER: return render_json_number(value->number);
    case TABLE_COUNT: return render_json_count(value->count);
    case TABLE_WORD: break;
    }
    return render_json_text(value->word);
}

json_t *render_json_table(struct table **table, const char *rows)
{
    if (*table == NULL || (*table)->failed) {
        view_lose();
        table_free(table);
        return NULL;
    }
    json_t *object = render_json_object(), *list = rows != NULL ? render_json_array() : NULL;
    for (size_t row = 0; list != NULL && row < (*table)->n_rows; row++)
        render_json_append(list, render_json_object());
    for (size_t i = 0; i < (*table)->n_values; i++) {
        const struct table_value *value = &(*table)->values[i];
        json_t *holder =
            list != NULL && value->row > 0 ? json_array_get(list, value->row - 1) : object;
        render_json_set(holder, value->key, value_of(value));
    }
    table_free(table);
    return render_json_put(object, JSON_IF(list != NULL, rows, list));
}
