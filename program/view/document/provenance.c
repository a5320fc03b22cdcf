/* SPDX-License-Identifier: GPL-3.0-or-later */
/* provenance.c -- where the values of a document come from. */
#include "view/document/provenance.h"

#include <string.h>

#include <inttypes.h>
#include <time.h>

#include "view/document/json.h"

void provenance_time(int64_t ns, char text[PROVENANCE_TIME])
{
    const time_t seconds = (time_t)(ns / 1000000000);
    struct tm parts;
    text[0] = '\0';
    if (ns != 0 && gmtime_r(&seconds, &parts) != NULL)
        (void)strftime(text, PROVENANCE_TIME, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

static json_t *time_json(int64_t ns)
{
    char text[PROVENANCE_TIME];
    provenance_time(ns, text);
    return render_json_text(text[0] != '\0' ? text : NULL);
}

json_t *provenance_uid(const unsigned char uid[STORE_UID_BYTES])
{
    char text[2 * STORE_UID_BYTES + 1];
    for (size_t i = 0; i < STORE_UID_BYTES; i++)
        (void)snprintf(text + 2 * i, 3, "%02x", uid[i]);
    return render_json_text(text);
}

bool provenance_is_uid(const char *text)
{
    return text != NULL && strlen(text) == 2 * STORE_UID_BYTES &&
           strspn(text, "0123456789abcdef") == 2 * STORE_UID_BYTES;
}

static json_t *version_json(const struct store_version *version)
{
    if (version->label == NULL && version->commit == NULL && version->branch == NULL)
        return json_null();
    return render_json_make(JSON("label", version->label), JSON("commit", version->commit),
                            JSON("branch", version->branch), JSON("dirty", version->dirty));
}

static void set_experiment(json_t *object, const struct experiment_info *info)
{
    json_t *host = render_json_of(info->host_json);
    (void)json_object_del(host, "environment"); /* its names are the caller's: the store has them */
    render_json_put(
        object, JSON("experiment", (size_t)info->id), JSON("uid", provenance_uid(info->uid)),
        JSON("name", info->name), JSON("assay", info->assay_version),
        JSON("started", time_json(info->started_ns)),
        JSON("finished", time_json(info->finished_ns)),
        JSON("version", version_json(&info->version)), JSON("seed", render_json_seed(info->seed)),
        JSON("margin", info->margin), JSON("quick", info->quick),
        JSON("ignore_failure", info->ignore_failure), JSON("executions", info->executions),
        JSON("failures", info->failures), JSON("directory", info->source),
        JSON("manifest", info->manifest), JSON("host", host != NULL ? host : json_null()));
}

json_t *provenance_source(const char *name, const struct experiment_info *info)
{
    json_t *source = render_json_object();
    render_json_set(source, "source", render_json_text(name));
    if (info != NULL)
        set_experiment(source, info);
    return source;
}

static void set_sources(const struct name_list *command, json_t *sources, json_t *document)
{
    json_t *object = render_json_make(
        JSON("command",
             JSON_LIST(i, command->n, render_json_text(i == 0 ? "assay" : command->items[i]))),
        JSON("sources", sources));
    render_json_set(document, "provenance", object);
}

void provenance_set(const struct input *input, const struct name_list *command, json_t *document)
{
    json_t *sources = render_json_array();
    for (size_t i = 0; i < input->n_sources; i++)
        render_json_append(sources,
                           provenance_source(input->sources[i].name, input->sources[i].experiment));
    set_sources(command, sources, document);
}

static json_t *entry_json(const struct store_entry *entry)
{
    char number[24];
    (void)snprintf(number, sizeof number, "%" PRId64, entry->id);
    return render_json_make(JSON("source", number), JSON("experiment", (size_t)entry->id),
                            JSON("uid", provenance_uid(entry->uid)), JSON("name", entry->name),
                            JSON("started", time_json(entry->started_ns)),
                            JSON("finished", time_json(entry->finished_ns)),
                            JSON("version", version_json(&entry->version)),
                            JSON("machine", entry->machine));
}

void provenance_set_history(const struct history *history, const struct name_list *command,
                            json_t *document)
{
    if (history->input.n_sources > 0) {
        provenance_set(&history->input, command, document);
        return;
    }
    json_t *sources = JSON_LIST(i, history->n_places, entry_json(history->places[i].entry));
    set_sources(command, sources, document);
}
