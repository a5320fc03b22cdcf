/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_list.c -- the experiments of a store, as a table and as JSON. */
#include "view/document/store_list.h"

#include <inttypes.h>

#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/text/table.h"

static json_t *entry_object(const struct store_entry *entry, const struct experiment_info *info)
{
    char started[PROVENANCE_TIME], label[256];
    json_t *object = render_json_object();
    provenance_time(entry->started_ns, started);
    store_entry_label(entry, label, sizeof label);
    render_json_set(object, "id", render_json_count((size_t)entry->id));
    render_json_set(object, "name", render_json_text(entry->name));
    render_json_set(object, "version", render_json_text(entry->version.label));
    render_json_set(object, "commit", render_json_text(entry->version.commit));
    render_json_set(object, "dirty", render_json_bool(entry->version.dirty));
    render_json_set(object, "branch", render_json_text(entry->version.branch));
    render_json_set(object, "started", render_json_text(started));
    render_json_set(object, "complete", render_json_bool(entry->finished_ns != 0));
    render_json_set(object, "executions", render_json_count(info->executions));
    render_json_set(object, "failures", render_json_count(info->failures));
    render_json_set(object, "note", render_json_text(entry->note));
    return object;
}

static void entry_row(struct table *table, const struct store_entry *entry,
                      const struct experiment_info *info, struct terminal_names *names)
{
    char started[PROVENANCE_TIME], label[256] = "";
    provenance_time(entry->started_ns, started);
    if (entry->version.label != NULL || entry->version.commit != NULL)
        store_entry_label(entry, label, sizeof label);
    table_row(table);
    table_cell(table, STYLE_STRONG, "%" PRId64, entry->id);
    table_name(table, STYLE_PLAIN, entry->name != NULL ? entry->name : "", 28);
    table_name(table, STYLE_PLAIN, label, 20);
    table_cell(table, STYLE_PLAIN, "%.10s %.5s", started, started + 11);
    table_cell(table, STYLE_PLAIN, "%zu", info->executions);
    table_cell(table, info->failures > 0 ? STYLE_BAD : STYLE_PLAIN, "%s",
               entry->finished_ns == 0 ? "not complete"
               : info->failures > 0    ? "some failed"
                                       : "");
    table_cell(table, STYLE_FAINT, "%s",
               terminal_shown(names, entry->note != NULL ? entry->note : "", 24));
}

json_t *store_list_document(const struct store_listing *listing, double confidence)
{
    json_t *document = render_json_document("store", confidence), *list = render_json_array();
    for (size_t i = 0; i < listing->n; i++)
        render_json_append(list, entry_object(&listing->entries[i], &listing->infos[i]));
    render_json_set(document, "experiments", list);
    return document;
}

void store_list_screen(const struct terminal *terminal, const struct store_listing *listing)
{
    static const char *const titles[] = {"id",         "name", "version", "started (UTC)",
                                         "executions", "",     "note"};
    struct terminal_names names = {NULL, 0};
    struct table *table = table_new(terminal, 2);
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        table_column(table, titles[i], i == 0 || i == 4 ? TABLE_RIGHT : TABLE_LEFT);
    for (size_t i = 0; i < listing->n; i++)
        entry_row(table, &listing->entries[i], &listing->infos[i], &names);
    table_print(table);
    table_free(&table);
    terminal_names_fini(&names);
}
