/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reproduce.c -- the commands that repeat a measurement. */
#include "view/document/reproduce.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/terminal_name.h"
#include "view/document/finding_read.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

static const char manifest_name[] = "again.yaml";

uint64_t reproduce_seed(const json_t *source)
{
    const json_t *seed = json_object_get(source, "seed");
    return json_is_string(seed) ? strtoull(json_string_value(seed), NULL, 10)
                                : (uint64_t)json_integer_value(seed);
}

static const char *place_of(const json_t *source, const char *directory)
{
    return directory != NULL ? directory : finding_text(source, "directory");
}

static const char *commit_of(const json_t *source)
{
    return json_string_value(json_object_get(json_object_get(source, "version"), "commit"));
}

/* ---- the command ---- */

static json_t *command_of(const json_t *source)
{
    const double margin = finding_number(source, "margin");
    char seed[24];
    json_t *words = render_json_array();
    (void)snprintf(seed, sizeof seed, "%" PRIu64, reproduce_seed(source));
    const char *const first[] = {"assay", "run", manifest_name, "--seed", seed};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        render_json_append(words, render_json_text(first[i]));
    if (isfinite(margin)) {
        OWNED char *text = view_format("%s%%", decimal_of(100 * margin).text);
        render_json_append(words, render_json_text("--margin"));
        render_json_append(words, render_json_text(text));
    }
    if (json_is_true(json_object_get(source, "ignore_failure")))
        render_json_append(words, render_json_text("--ignore-failure"));
    return words;
}

/* ---- for a shell ---- */

/* What a terminal would obey goes through printf's escapes: a shell gets it back. */
static void print_escaped(FILE *stream, const char *text)
{
    fputs("printf '", stream);
    for (; *text != '\0'; text++)
        if (*text >= ' ' && *text < '\x7f' && strchr("\\'%", *text) == NULL)
            fputc(*text, stream);
        else
            fprintf(stream, "\\%03o", (unsigned char)*text);
    fputc('\'', stream);
}

/* In quotes where a shell would see more than a word. */
static void print_word(FILE *stream, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "%+,-./:=@_";
    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        fputs(word, stream);
        return;
    }
    if (!terminal_is_safe(word)) {
        fputs("\"$(", stream);
        print_escaped(stream, word);
        fputs(")\"", stream);
        return;
    }
    fputc('\'', stream);
    for (; *word != '\0'; word++)
        fputs(*word == '\'' ? "'\\''" : (const char[]){*word, '\0'}, stream);
    fputc('\'', stream);
}

/* A text from outside in a line of comment. */
static void print_remark(FILE *stream, const char *text)
{
    OWNED char *visible = view_kept(terminal_name(text));
    fputs(visible != NULL ? visible : "?", stream);
}

/* A word that stands on no line of the text by itself. */
static void choose_end(const char *text, char end[24])
{
    unsigned n = 0;
    do
        (void)snprintf(end, 24, n == 0 ? "END" : "END_%u", n);
    while (n++ < 1000000 && strstr(text, end) != NULL);
}

/* As it stands, or where a terminal would obey something in it, by printf. */
static void print_manifest(FILE *stream, const char *manifest)
{
    const size_t length = strlen(manifest);
    char *visible = view_kept(terminal_lines(manifest)), end[24];
    if (visible == NULL || strcmp(visible, manifest) != 0) {
        print_escaped(stream, manifest);
        fprintf(stream, " >%s\n", manifest_name);
    } else {
        choose_end(manifest, end);
        fprintf(stream, "cat >%s <<'%s'\n%s%s%s\n", manifest_name, end, manifest,
                length > 0 && manifest[length - 1] == '\n' ? "" : "\n", end);
    }
    free(visible);
}

static void print_head(FILE *stream, const json_t *source)
{
    fprintf(stream, "# Experiment %" JSON_INTEGER_FORMAT,
            json_integer_value(json_object_get(source, "experiment")));
    if (json_is_string(json_object_get(source, "name"))) {
        fputs(", ", stream);
        print_remark(stream, finding_text(source, "name"));
    }
    fputs(", measured from ", stream);
    print_remark(stream, finding_text(source, "started"));
    fputs(" with assay ", stream);
    print_remark(stream, finding_text(source, "assay"));
    fputs(".\n", stream);
    if (commit_of(source) == NULL)
        return;
    fputs("# What was measured is commit ", stream);
    print_remark(stream, commit_of(source));
    fputs(json_is_true(json_object_get(json_object_get(source, "version"), "dirty"))
              ? ", with changes that are in no commit.\n"
              : ".\n",
          stream);
}

static void print_run(FILE *stream, const json_t *source, const char *directory)
{
    json_t *command = command_of(source), *word;
    size_t i;
    print_head(stream, source);
    fputs("cd ", stream);
    print_word(stream, place_of(source, directory));
    fputs(" || exit\n", stream);
    print_manifest(stream, finding_text(source, "manifest"));
    json_array_foreach(command, i, word)
    {
        fputs(i > 0 ? " " : "", stream);
        print_word(stream, json_string_value(word));
    }
    fputc('\n', stream);
    json_decref(command);
}

void reproduce_print(FILE *stream, const json_t *sources, const char *directory)
{
    size_t i;
    const json_t *source;
    json_array_foreach(sources, i, source)
    {
        fputs(i > 0 ? "\n" : "", stream);
        print_run(stream, source, directory);
    }
}

/* ---- as data ---- */

void reproduce_set(const json_t *sources, const char *directory, json_t *document)
{
    json_t *runs = render_json_array();
    size_t i;
    const json_t *source;
    json_array_foreach(sources, i, source)
    {
        json_t *run = render_json_make(JSON("source", finding_text(source, "source")),
                                       JSON("directory", place_of(source, directory)),
                                       JSON("commit", commit_of(source)),
                                       JSON("manifest", finding_text(source, "manifest")),
                                       JSON("command", command_of(source)));
        render_json_append(runs, run);
    }
    render_json_set(document, "runs", runs);
}
