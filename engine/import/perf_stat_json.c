/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_stat_json.c -- `perf stat -j`: an object for each event.
 * Source:   tools/perf/util/stat-display.c of Linux 6.0 … 6.16.
 * Levels:   those of perf_stat.c, whose meaning events have.
 * Names:    the processor, core, die, socket, node, cache, cluster, thread, and the control group
 *           stand behind the benchmark's.
 * Edge:     events without an interval behind those with one are their sums. Metrics that perf made
 *           of several counts are no event. For commas that stand wrong see json_lines_key.
 * Checked:  tests/engine/import/test_perf_stat_json.c; tests/peers/read-back. */
#include "import/perf_stat.h"

#include "import/format.h"
#include "import/json_lines.h"

static struct word take_word(struct pull *json)
{
    const char *text = pull_string(json);
    return (struct word){text, strlen(text)};
}

static struct word take_value(struct pull *json)
{
    const struct word value = take_word(json);
    if (!json->failed && !perf_stat_is_value(value))
        pull_fail(json, "a count is expected, \"%s\" stands here",
                  format_excerpt_of(value.text, value.size).text);
    return value;
}

static bool is_part(const struct pull *json)
{
    static const char *const parts[] = {"core",    "die",    "socket", "node", "cache",
                                        "cluster", "thread", "cgroup", NULL};
    return pull_key_among(json, parts);
}

/* One more part of the machine, behind those that are named already. */
static void add_part(struct pull *json, struct perf_event *event, const char *prefix)
{
    const struct word before = event->part, part = take_word(json);
    const char *text =
        pull_print(json, "%.*s%s%s%s", (int)before.size, before.size > 0 ? before.text : "",
                   before.size > 0 ? ", " : "", prefix, part.text);
    event->part = (struct word){text, strlen(text)};
}

/* An object without a count has no value. */
static struct perf_event read_event(struct pull *json)
{
    struct perf_event event = {.unit = {"", 0}};
    pull_object(json);
    while (json_lines_key(json)) {
        if (pull_key_is(json, "counter-value"))
            event.value = take_value(json);
        else if (pull_key_is(json, "unit"))
            event.unit = take_word(json);
        else if (pull_key_is(json, "event"))
            event.name = take_word(json);
        else if (pull_key_is(json, "cpu"))
            add_part(json, &event, "CPU");
        else if (is_part(json))
            add_part(json, &event, "");
        else {
            event.is_interval |= pull_key_is(json, "interval");
            event.is_mean |= pull_key_is(json, "variance");
            pull_skip(json);
        }
    }
    return event;
}

static void read_perf_json(struct importer *importer)
{
    bool intervals = false;
    struct pull *json = &importer->json;
    while (json_lines_next(importer)) {
        const struct pull_mark mark = pull_mark(json);
        struct perf_event event = read_event(json);
        intervals |= event.is_interval;
        event.is_sum = intervals && !event.is_interval;
        if (event.value.size == 0 || event.name.size == 0)
            importer_skip(importer, 1, JSON_LINES_NO_EVENT);
        else if (!json->failed)
            perf_stat_add(importer, &event);
        pull_forget(json, mark);
    }
}

static bool probe(const struct format_text *text)
{
    return json_lines_probe(text, "counter-value");
}

const struct format format_perf_stat_json = {
    .name = "perf-stat-json",
    .what = "perf stat -j",
    .probe = probe,
    .take = read_perf_json,
};
