/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_list.c -- the experiments of a store, as a table and as JSON. */
#include "view/document/store_list.h"

#include <inttypes.h>
#include <string.h>

#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/medium/screen.h"
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

/* "gzip -1 f, zstd -3 f" of commands, "fft, sor on O1, O2" of a manifest's benchmarks. */
static char *what_of(const struct store_entry *entry, const struct experiment_info *info)
{
    const char *systems = entry->systems != NULL ? entry->systems : "",
               *benchmarks = entry->benchmarks != NULL ? entry->benchmarks : "";
    const bool one = strchr(systems, ',') == NULL && !info->quick;
    if (info->quick || one)
        return view_format("%s", info->quick ? systems : benchmarks);
    return view_format("%s on %s", benchmarks, systems);
}

static const char *state_of(const struct store_entry *entry, const struct experiment_info *info)
{
    return info->executions > 0 && info->executions == info->failures ? "failed"
           : entry->finished_ns == 0                                  ? "not complete"
           : info->failures > 0                                       ? "some failed"
           : entry->gate == STORE_GATE_FAILED                         ? "slower"
           : entry->gate == STORE_GATE_CONFIRMED                      ? "slower, confirmed"
           : entry->gate == STORE_GATE_HERE_ONLY                      ? "slower here only"
                                                                      : "";
}

/* What some of the experiments have; notes give way. */
struct told {
    bool name, version, note, state;
};
enum { NOTES = 1 };

static bool has_version(const struct store_entry *entry)
{
    return entry->version.label != NULL || entry->version.commit != NULL;
}

static void put_entry(struct table *table, const struct told *told, const struct store_entry *entry,
                      const struct experiment_info *info)
{
    char started[PROVENANCE_TIME], label[256] = "";
    provenance_time(entry->started_ns, started);
    if (has_version(entry))
        store_entry_label(entry, label, sizeof label);
    OWNED char *what = what_of(entry, info),
               *note = view_said("%.24s", entry->note != NULL ? entry->note : "");
    table_row(table);
    table_put(table, COLUMN_RIGHT("id"), STYLE_STRONG, "%" PRId64, entry->id);
    table_put(table, COLUMN_LEFT("started (UTC)"), STYLE_PLAIN, "%.10s %.5s", started,
              started + 11);
    if (told->name)
        table_put_name(table, COLUMN_LEFT("name"), entry->name != NULL ? entry->name : "", 20);
    table_put_name(table, COLUMN_LEFT("measured"), what != NULL ? what : "?", TABLE_FITTED);
    if (told->version)
        table_put_name(table, COLUMN_LEFT("version"), label, 20);
    table_put(table, COLUMN_RIGHT("executions"), STYLE_PLAIN, "%zu", info->executions);
    if (told->state)
        table_put(table, COLUMN_LEFT("state"), info->failures > 0 ? STYLE_BAD : STYLE_PLAIN, "%s",
                  state_of(entry, info));
    if (told->note)
        table_put(table, COLUMN_LEFT("note", .part = NOTES), STYLE_FAINT, "%s",
                  note != NULL ? note : "?");
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
    enum { LONG = 60, SHORT = 16 };
    static const struct table_fit fits[] = {
        {.gap = 2, .names = LONG, .names_least = SHORT},
        {.gap = 2, .names = LONG, .names_least = SHORT, .without = NOTES}};
    struct told told = {.name = false};
    for (size_t i = 0; i < listing->n; i++) {
        const struct store_entry *entry = &listing->entries[i];
        told.name = told.name || entry->name != NULL;
        told.version = told.version || has_version(entry);
        told.note = told.note || entry->note != NULL;
        told.state = told.state || state_of(entry, &listing->infos[i])[0] != '\0';
    }
    if (listing->n == 0) {
        terminal_puts(terminal, STYLE_PLAIN,
                      "The store holds no experiment. Measure: assay run.\n");
        return;
    }
    struct table *table = table_new(0);
    table_fits(table, fits, sizeof fits / sizeof *fits);
    for (size_t i = 0; i < listing->n; i++)
        put_entry(table, &told, &listing->entries[i], &listing->infos[i]);
    table_print(terminal, &table);
}
