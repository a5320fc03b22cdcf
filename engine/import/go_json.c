/* SPDX-License-Identifier: GPL-3.0-or-later */
/* go_json.c -- `go test -json -bench`: the text of Go benchmarks in pieces, those of several packages
 * in turn.
 * Source:   go doc test2json; golang/go cmd/internal/test2json, Go 1.10 … 1.25.
 * Method:   each package's pieces are put together, of its lines those kept that go.c takes, and it
 *           reads the packages one after the other: the result is that of the text.
 * Names:    a package without a line "pkg:" has the name that stands in its events.
 * Edge:     a benchmark's name and its numbers are two events; events without a package are one
 *           package's. Benchmarks and packages that failed are counted, so are lines that are no
 *           event: compilers write them. Of a file cut short, lines that did not end are left out.
 * Checked:  tests/engine/import/test_go_json.c. */
#include <stdlib.h>
#include <string.h>

#include "import/format.h"
#include "import/gather.h"
#include "import/go.h"
#include "import/json_lines.h"

struct package {
    char *text; /* lines that count, and the beginning of the line at hand */
    size_t n, room;
    size_t line;   /* where the line at hand begins */
    bool passing;  /* of which nothing is kept */
    bool is_named; /* a line "pkg:" says the name */
};

struct stream {
    struct importer *importer;
    struct gather names; /* of the packages, in order of appearance */
    struct package *packages;
    size_t room;
};

static bool append(struct package *package, const char *text, size_t size)
{
    const size_t n = package->n + size;
    if (n > package->room && !array_hold(&package->text, 2 * n, &package->room))
        return false;
    if (size > 0)
        memcpy(package->text + package->n, text, size);
    package->n += size;
    return true;
}

static struct word line_of(const struct package *package)
{
    return (struct word){package->text + package->line, package->n - package->line};
}

/* The line at hand is whole: it stays when it counts. */
static bool end_line(struct package *package)
{
    bool kept = true;
    if (package->n > package->line && go_counts(line_of(package))) {
        package->is_named |= word_begins(line_of(package), "pkg:");
        kept = append(package, "\n", 1);
        package->line = package->n;
    }
    package->n = package->line;
    package->passing = false;
    return kept;
}

static bool add_output(struct package *package, const char *output)
{
    while (*output != '\0') {
        const size_t size = strcspn(output, "\n");
        if (!package->passing && !append(package, output, size))
            return false;
        output += size;
        if (*output == '\n' && (output++, !end_line(package)))
            return false;
        if (package->n - package->line >= GO_BEGINNING && !go_counts(line_of(package))) {
            package->n = package->line;
            package->passing = true;
        }
    }
    return true;
}

/* ---- events ---- */

struct event {
    const char *action, *package, *test, *output;
};

static struct event read_event(struct pull *json)
{
    struct event event = {"", "", "", ""};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "Action"))
            event.action = pull_string(json);
        else if (pull_key_is(json, "Package"))
            event.package = pull_string(json);
        else if (pull_key_is(json, "Test"))
            event.test = pull_string(json);
        else if (pull_key_is(json, "Output"))
            event.output = pull_string(json);
        else
            pull_skip(json);
    }
    return event;
}

/* NULL when memory ran out. */
static struct package *find_package(struct stream *stream, const char *name)
{
    const struct gather_field field = {name, strlen(name)};
    const size_t n = stream->names.n;
    if (!array_more(&stream->packages, n, &stream->room))
        return NULL;
    const size_t i = gather_find(&stream->names, &field);
    if (i == n)
        stream->packages[i] = (struct package){0};
    return i != SIZE_MAX ? &stream->packages[i] : NULL;
}

static void count_event(struct importer *importer, const struct event *event)
{
    const bool benchmark = strncmp(event->test, "Benchmark", 9) == 0;
    if (strcmp(event->action, "fail") == 0)
        importer_skip(importer, benchmark || event->test[0] == '\0',
                      benchmark ? "benchmarks that failed" : "packages that failed");
    else if (strcmp(event->action, "skip") == 0)
        importer_skip(importer, benchmark, "benchmarks that were skipped");
    else if (event->action[0] == '\0')
        importer_skip(importer, 1, JSON_LINES_NO_EVENT);
}

static void take_event(struct stream *stream)
{
    struct pull *json = &stream->importer->json;
    const struct pull_mark mark = pull_mark(json);
    const struct event event = read_event(json);
    const bool has_text = strcmp(event.action, "output") == 0 || strcmp(event.action, "bench") == 0;
    count_event(stream->importer, &event);
    if (!json->failed && has_text) {
        struct package *package = find_package(stream, event.package);
        if (package == NULL || !add_output(package, event.output))
            pull_no_memory(json);
    }
    pull_forget(json, mark);
}

/* ---- the text ---- */

/* One package's text behind those before it, which takes its place. */
static bool join(struct package *all, struct package *package, const char *name)
{
    bool done =
        package->n == 0 || name[0] == '\0' || package->is_named ||
        (append(all, "pkg: ", 5) && append(all, name, strlen(name)) && append(all, "\n", 1));
    done = done && append(all, package->text, package->n);
    free(package->text);
    *package = (struct package){0};
    return done;
}

/* The text of all packages; of events that end too early the lines that are whole. */
static bool join_all(struct stream *stream, struct package *all)
{
    for (size_t i = 0; i < stream->names.n; i++) {
        struct package *package = &stream->packages[i];
        if (stream->importer->json.cut)
            package->n = package->line;
        if (!end_line(package) || !join(all, package, stream->names.entries[i].fields[0]))
            return false;
    }
    return true;
}

/* Reads the packages' text as Go's. Of events that end too early what is whole is read, too:
 * whether that is wanted importer_finish decides. */
static void read_text(struct stream *stream)
{
    struct importer *importer = stream->importer;
    struct pull *json = &importer->json;
    const bool cut = json->failed && json->cut;
    if (json->failed && !cut)
        return;
    struct package all = {0};
    json->failed = false;
    if (!join_all(stream, &all))
        pull_no_memory(json);
    else if (all.n > 0)
        go_read_lines(importer, &(struct format_text){all.text, all.n, false});
    free(all.text);
    json->cut = cut && !json->failed;
    json->failed |= cut;
}

static void read_go_json(struct importer *importer)
{
    struct stream stream = {.importer = importer};
    gather_init(&stream.names, 1);
    while (json_lines_next(importer))
        take_event(&stream);
    read_text(&stream);
    for (size_t i = 0; i < stream.names.n; i++)
        free(stream.packages[i].text);
    free(stream.packages);
    gather_fini(&stream.names);
}

static bool probe(const struct format_text *text)
{
    return json_lines_probe(text, "Action");
}

const struct format format_go_json = {
    .name = "go-json",
    .what = "go test -json",
    .probe = probe,
    .take = read_go_json,
};
