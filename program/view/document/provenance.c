/* SPDX-License-Identifier: GPL-3.0-or-later */
/* provenance.c -- where the values of a document come from. */
#include "view/document/provenance.h"

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

static json_t *version_json(const struct store_version *version)
{
    if (version->label == NULL && version->commit == NULL && version->branch == NULL)
        return json_null();
    json_t *object = render_json_object();
    render_json_set(object, "label", render_json_text(version->label));
    render_json_set(object, "commit", render_json_text(version->commit));
    render_json_set(object, "branch", render_json_text(version->branch));
    render_json_set(object, "dirty", render_json_bool(version->dirty));
    return object;
}

static void set_experiment(json_t *object, const struct experiment_info *info)
{
    json_t *host = render_json_of(info->host_json);
    render_json_set(object, "experiment", render_json_count((size_t)info->id));
    render_json_set(object, "uid", provenance_uid(info->uid));
    render_json_set(object, "name", render_json_text(info->name));
    render_json_set(object, "assay", render_json_text(info->assay_version));
    render_json_set(object, "started", time_json(info->started_ns));
    render_json_set(object, "finished", time_json(info->finished_ns));
    render_json_set(object, "version", version_json(&info->version));
    render_json_set(object, "seed", render_json_seed(info->seed));
    render_json_set(object, "margin", render_json_number(info->margin));
    render_json_set(object, "quick", render_json_bool(info->quick));
    render_json_set(object, "ignore_failure", render_json_bool(info->ignore_failure));
    render_json_set(object, "executions", render_json_count(info->executions));
    render_json_set(object, "failures", render_json_count(info->failures));
    render_json_set(object, "directory", render_json_text(info->source));
    render_json_set(object, "manifest", render_json_text(info->manifest));
    render_json_set(object, "host", host != NULL ? host : json_null());
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
    json_t *object = render_json_object(), *words = render_json_array();
    for (size_t i = 0; i < command->n; i++)
        render_json_append(words, render_json_text(i == 0 ? "assay" : command->items[i]));
    render_json_set(object, "command", words);
    render_json_set(object, "sources", sources);
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
    json_t *source = render_json_object();
    (void)snprintf(number, sizeof number, "%" PRId64, entry->id);
    render_json_set(source, "source", render_json_text(number));
    render_json_set(source, "experiment", render_json_count((size_t)entry->id));
    render_json_set(source, "uid", provenance_uid(entry->uid));
    render_json_set(source, "name", render_json_text(entry->name));
    render_json_set(source, "started", time_json(entry->started_ns));
    render_json_set(source, "finished", time_json(entry->finished_ns));
    render_json_set(source, "version", version_json(&entry->version));
    render_json_set(source, "machine", render_json_text(entry->machine));
    return source;
}

void provenance_set_history(const struct history *history, const struct name_list *command,
                            json_t *document)
{
    if (history->input.n_sources > 0) {
        provenance_set(&history->input, command, document);
        return;
    }
    json_t *sources = render_json_array();
    for (size_t i = 0; i < history->n_places; i++)
        render_json_append(sources, entry_json(history->places[i].entry));
    set_sources(command, sources, document);
}
