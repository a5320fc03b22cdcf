/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_list.c -- the experiments of a store, as a table and as JSON. */
#include "view/document/store_list.h"

#include <inttypes.h>
#include <string.h>

#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/text/table.h"
#include "view/text/view_memory.h"

/* NULL: no gate was asked for. */
static const char *gate_name(enum store_gate gate)
{
    static const char *const names[] = {[STORE_GATE_PASSED] = "passed",
                                        [STORE_GATE_FAILED] = "failed",
                                        [STORE_GATE_CONFIRMED] = "confirmed",
                                        [STORE_GATE_HERE_ONLY] = "here only"};
    return (size_t)gate < sizeof names / sizeof *names ? names[gate] : NULL;
}

static json_t *entry_object(const struct store_entry *entry, const struct experiment_info *info)
{
    char started[PROVENANCE_TIME], label[256];
    provenance_time(entry->started_ns, started);
    store_entry_label(entry, label, sizeof label);
    return render_json_make(
        JSON("id", (size_t)entry->id), JSON("name", entry->name),
        JSON("version", entry->version.label), JSON("commit", entry->version.commit),
        JSON("dirty", entry->version.dirty), JSON("branch", entry->version.branch),
        JSON("started", started), JSON("complete", render_json_bool(entry->finished_ns != 0)),
        JSON("executions", info->executions), JSON("failures", info->failures),
        JSON("gate", gate_name(entry->gate)), JSON("note", entry->note));
}

/* What of the table finds room, or has anything to show. */
struct columns {
    int what; /* columns of what was measured; 0: whole */
    bool name, version, note;
};

/* "gzip -1 f, zstd -3 f" of commands, "fft, sor on O1, O2" of a manifest's benchmarks. */
static char *what_of(const struct store_entry *entry, const struct experiment_info *info, int limit)
{
    const char *systems = entry->systems != NULL ? entry->systems : "",
               *benchmarks = entry->benchmarks != NULL ? entry->benchmarks : "";
    const bool one = strchr(systems, ',') == NULL && !info->quick;
    if (info->quick || one)
        return view_said("%.*s", limit, info->quick ? systems : benchmarks);
    OWNED char *what = view_format("%s on %s", benchmarks, systems);
    return view_said("%.*s", limit, what != NULL ? what : systems);
}

static void entry_row(struct table *table, const struct columns *columns,
                      const struct store_entry *entry, const struct experiment_info *info)
{
    char started[PROVENANCE_TIME], label[256] = "";
    provenance_time(entry->started_ns, started);
    if (entry->version.label != NULL || entry->version.commit != NULL)
        store_entry_label(entry, label, sizeof label);
    OWNED char *what = what_of(entry, info, columns->what),
               *note = view_said("%.24s", entry->note != NULL ? entry->note : "");
    table_row(table);
    table_cell(table, STYLE_STRONG, "%" PRId64, entry->id);
    table_cell(table, STYLE_PLAIN, "%.10s %.5s", started, started + 11);
    if (columns->name)
        table_name(table, STYLE_PLAIN, entry->name != NULL ? entry->name : "", 20);
    table_cell(table, STYLE_PLAIN, "%s", what != NULL ? what : "?");
    if (columns->version)
        table_name(table, STYLE_PLAIN, label, 20);
    table_cell(table, STYLE_PLAIN, "%zu", info->executions);
    table_cell(table, info->failures > 0 ? STYLE_BAD : STYLE_PLAIN, "%s",
               info->executions > 0 && info->executions == info->failures ? "failed"
               : entry->finished_ns == 0                                  ? "not complete"
               : info->failures > 0                                       ? "some failed"
               : entry->gate == STORE_GATE_FAILED                         ? "slower"
               : entry->gate == STORE_GATE_CONFIRMED                      ? "slower, confirmed"
               : entry->gate == STORE_GATE_HERE_ONLY                      ? "slower here only"
                                                                          : "");
    if (columns->note)
        table_cell(table, STYLE_FAINT, "%s", note != NULL ? note : "?");
}

static struct table *build(const struct terminal *terminal, const struct store_listing *listing,
                           const struct columns *columns)
{
    struct table *table = table_new(terminal, 2);
    table_right(table, "id");
    table_left(table, "started (UTC)");
    if (columns->name)
        table_left(table, "name");
    table_left(table, "measured");
    if (columns->version)
        table_left(table, "version");
    table_right(table, "executions");
    table_left(table, "");
    if (columns->note)
        table_left(table, "note");
    for (size_t i = 0; i < listing->n; i++)
        entry_row(table, columns, &listing->entries[i], &listing->infos[i]);
    return table;
}

json_t *store_list_document(const struct store_listing *listing, double confidence)
{
    json_t *document = render_json_document("store", confidence);
    render_json_set(
        document, "experiments",
        JSON_LIST(i, listing->n, entry_object(&listing->entries[i], &listing->infos[i])));
    return document;
}

/* What was measured gives way first, to a column of it that still tells something; then notes go. */
void store_list_screen(const struct terminal *terminal, const struct store_listing *listing)
{
    enum { LONGEST = 60, SHORTEST = 16 };
    struct columns columns = {.what = LONGEST};
    for (size_t i = 0; i < listing->n; i++) {
        const struct store_entry *entry = &listing->entries[i];
        columns.name = columns.name || entry->name != NULL;
        columns.version =
            columns.version || entry->version.label != NULL || entry->version.commit != NULL;
        columns.note = columns.note || entry->note != NULL;
    }
    if (listing->n == 0) {
        terminal_puts(terminal, STYLE_PLAIN,
                      "The store holds no experiment. Measure: assay run.\n");
        return;
    }
    struct table *table = build(terminal, listing, &columns);
    for (int step = 0; step < 2 && table_width(table) > terminal->width; step++) {
        const int room = columns.what - (table_width(table) - terminal->width);
        columns.what = room > SHORTEST ? room : SHORTEST;
        columns.note = columns.note && step == 0;
        table_free(&table);
        table = build(terminal, listing, &columns);
    }
    table_print(&table);
}
