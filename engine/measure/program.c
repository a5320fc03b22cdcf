/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program.c -- is what was built the same program?
 *
 * Where something cannot be seen, nothing is claimed: two programs that are called the same are
 * never slower.
 * Edges:    a command that has nothing of the build's directory runs what was installed elsewhere, which is
 *           not known. What a program opens outside of its build directory and of the directory in which it
 *           runs, under no name in its command, is not seen.
 * Checked:  tests/engine/measure/test_program.c, with programs that gcc made.
 */
#include "measure/program.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <jansson.h>

#include "base/hash.h"
#include "base/owned.h"
#include "measure/prepared.h"
#include "measure/program_tree.h"

enum { MOST_TOLD = 2000 }; /* files that a line names */

/* What is being gathered. */
struct gathering {
    const struct design *design;
    size_t system;
    const char *dir;
    char *source;   /* as they are written, */
    char *whole[2]; /* and without links and detours */
    struct artefact_place place;
    struct program_tree made, beside;
    uint64_t words;  /* how it is run */
    bool from_build; /* the command has something of the build's directory */
};

static void add_text(struct gathering *g, const char *text)
{
    if (text != NULL && (strstr(text, g->dir) != NULL || strstr(text, g->whole[0]) != NULL))
        g->from_build = true;
    g->words = text != NULL ? artefact_hash(&g->place, g->words, text, strlen(text) + 1)
                            : hash_text(g->words, "\001none");
}

/* Whatever links and detours the path takes; of what is not there, nothing is known. */
static bool is_below(const char *path, const char *directory)
{
    OWNED char *whole = realpath(path, NULL);
    const size_t n = strlen(directory);
    return whole != NULL && strncmp(whole, directory, n) == 0 &&
           (whole[n] == '/' || whole[n] == '\0');
}

/* A word that names a file, as the command sees it: the file counts, too. */
static void add_named(struct gathering *g, const char *word, const char *directory)
{
    OWNED char *path = NULL;
    struct stat info;
    if (asprintf(&path, "%s%s%s", word[0] == '/' ? "" : directory, word[0] == '/' ? "" : "/",
                 word) < 0)
        path = NULL;
    if (path == NULL)
        g->made.unread = true;
    else if (stat(path, &info) == 0 && !is_below(path, g->whole[0])) {
        if (S_ISREG(info.st_mode))
            program_tree_add_file(&g->made, path, word);
        else if (S_ISDIR(info.st_mode) && !is_below(path, g->whole[1]))
            program_tree_add_directory(&g->beside, path);
    }
}

static void add_environment(struct gathering *g, const struct command_place *place,
                            const struct design_environment *pairs)
{
    for (size_t i = 0; i < pairs->n; i++) {
        char *value = command_expand(place, pairs->values[i]);
        g->made.unread = g->made.unread || value == NULL;
        add_text(g, pairs->names[i]);
        add_text(g, value);
        free(value);
    }
}

static void add_hook(struct gathering *g, const struct command_place *place, const char *command)
{
    OWNED char *text = command != NULL ? command_expand(place, command) : NULL;
    add_text(g, text);
}

/* What is slowed down on purpose is another program. */
static void add_dose(struct gathering *g)
{
    const double dose = g->design->systems[g->system].dose;
    if (dose > 0 && g->design->systems[g->system].dose_in == NULL) /* else the build shows it */
        g->words = hash_bytes(g->words, (const char *)&dose, sizeof dose);
}

static void add_hooks(struct gathering *g, const struct command_place *place)
{
    const struct design_hooks *all = &g->design->hooks;
    const struct design_hooks *level = &g->design->levels[design_execution_level(g->design)].hooks;
    add_hook(g, place, all->setup);
    add_hook(g, place, level->setup);
    add_hook(g, place, design_hook(all->prepare, all->n_prepare, g->system));
    add_hook(g, place, design_hook(all->conclude, all->n_conclude, g->system));
}

/* One benchmark's command as it is going to run; the seed is none of the program's. */
static void add_command(struct gathering *g, size_t benchmark)
{
    const struct design_benchmark *b = &g->design->benchmarks[benchmark];
    const struct command_place place = {g->design, g->system, benchmark, g->dir, 0, NULL};
    const struct draws draws = {0};
    SCOPED(prepared_fini) struct prepared p = {0};
    g->from_build = false;
    if (prepared_update(&p, &place, &draws, NULL) != ASSAY_OK || p.path == NULL) {
        g->made.unread = true;
    } else {
        g->made.search_path = environment_get(&p.environment, "LD_LIBRARY_PATH");
        add_text(g, b->name);
        OWNED char *directory = realpath(p.directory, NULL); /* "src//" is "src" */
        add_text(g, directory != NULL ? directory : p.directory);
        add_text(g, p.input);
        add_named(g, p.path, p.directory);
        for (size_t i = 0; i < p.words.n; i++) {
            add_text(g, p.words.items[i]);
            add_named(g, p.words.items[i], p.directory);
        }
        if (p.input != NULL)
            add_named(g, p.input, p.directory);
        add_environment(g, &place, &b->environment);
        if (!is_below(p.directory, g->whole[0]) && !is_below(p.directory, g->whole[1]))
            program_tree_add_directory(&g->beside, p.directory);
        g->made.search_path = NULL;
    }
    add_environment(g, &place, &g->design->systems[g->system].environment);
    g->made.unread = g->made.unread || !g->from_build; /* what it runs was installed elsewhere */
    if (benchmark == 0) {
        add_hooks(g, &place);
        add_dose(g);
    }
}

static struct program program_end(const struct gathering *g)
{
    const struct program_tree *made = &g->made;
    const uint64_t *sizes = made->linked_bytes > 0 ? made->linked : made->loose;
    struct program program = {
        .known = !made->unread && !made->too_much && made->files > 0,
        .digest = hash_bytes(g->words, (const char *)&made->digest, sizeof made->digest),
        .beside_known = !g->beside.unread && !g->beside.too_much,
        .beside = g->beside.digest,
        .source = hash_text(HASH_START, g->whole[1]),
        .words = g->words,
        .size = made->linked_bytes,
        .text = sizes[0],
        .data = sizes[1],
        .bss = sizes[2]};
    return program;
}

static int by_length(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    const size_t n = *x != NULL ? strlen(*x) : 0, m = *y != NULL ? strlen(*y) : 0;
    return (n < m) - (n > m);
}

/* A directory has one name, whatever links, slashes and dots lead to it; false: one is not there. */
static bool find_places(struct gathering *g, int64_t from_s, int64_t to_s)
{
    for (size_t n = g->source != NULL ? strlen(g->source) : 0; n > 1 && g->source[n - 1] == '/';
         n--)
        g->source[n - 1] = '\0';
    g->whole[0] = realpath(g->dir, NULL);
    g->whole[1] = g->source != NULL ? realpath(g->source, NULL) : NULL;
    g->place = (struct artefact_place){
        {g->dir, g->source, g->whole[0], g->whole[1]}, from_s, to_s > from_s ? to_s : from_s};
    qsort(g->place.paths, sizeof g->place.paths / sizeof *g->place.paths, sizeof *g->place.paths,
          by_length);
    return g->whole[0] != NULL && g->whole[1] != NULL;
}

static void gathering_fini(struct gathering *g)
{
    program_tree_fini(&g->made);
    program_tree_fini(&g->beside);
    free(g->source);
    free(g->whole[0]);
    free(g->whole[1]);
}

static struct gathering gathering_of(const struct program_place *place)
{
    return (struct gathering){.design = place->design,
                              .system = place->system,
                              .dir = place->dir,
                              .source = strdup(design_source(place->design, place->system)),
                              .words = HASH_START};
}

struct program program_of(const struct program_place *place)
{
    SCOPED(gathering_fini) struct gathering g = gathering_of(place);
    if (!find_places(&g, place->from_s, place->to_s))
        return (struct program){.known = false};
    g.made = (struct program_tree){.place = &g.place,
                                   .kept = place->kept,
                                   .most_files = 100000,
                                   .most_bytes = UINT64_C(2) << 30};
    g.beside = (struct program_tree){.place = &g.place,
                                     .kept = place->kept,
                                     .sources_apart = true,
                                     .most_files = 5000,
                                     .most_bytes = UINT64_C(32) << 20};
    program_tree_add_directory(&g.made, g.whole[0]);
    for (size_t i = 0; i < place->design->n_benchmarks; i++)
        add_command(&g, i);
    program_tree_add_directory(&g.beside, g.whole[1]);
    return program_end(&g);
}

/* ---- what executions opened ------------------------------------------------------------------ */

/* The file that assay opens for the command. */
static void add_input(struct opened *files, const struct program_place *place, size_t benchmark)
{
    const struct command_place at = {place->design, place->system, benchmark, place->dir, 0, NULL};
    const struct draws draws = {0};
    SCOPED(prepared_fini) struct prepared p = {0};
    OWNED char *whole = NULL;
    if (prepared_update(&p, &at, &draws, NULL) != ASSAY_OK ||
        (p.input != NULL && (whole = realpath(p.input, NULL)) == NULL))
        opened_give_up(files, "its input cannot be read");
    else if (p.input != NULL)
        opened_add_file(files, whole);
}

void program_add_opened(struct program *program, const struct program_place *place,
                        const struct trace_text *traces, size_t n, const char *why)
{
    SCOPED(gathering_fini) struct gathering g = gathering_of(place);
    if (!find_places(&g, place->from_s, place->to_s))
        return;
    struct opened files = {
        .place = &g.place, .dir = g.whole[0], .source = g.whole[1], .kept = place->kept};
    if (why != NULL)
        opened_give_up(&files, why);
    for (size_t i = 0; i < n; i++) {
        opened_add_trace(&files, traces[i].bytes, traces[i].n);
        add_input(&files, place, i);
    }
    const uint64_t digest = opened_digest(&files);
    program->opened_known = files.why[0] == '\0' && files.n > 0;
    program->opened = hash_bytes(program->words, (const char *)&digest, sizeof digest);
    files.place = NULL; /* they end here */
    files.dir = files.source = NULL;
    program->files = files;
}

void program_fini(struct program *program)
{
    opened_fini(&program->files);
}

/* ---- for the store --------------------------------------------------------------------------- */

/* What is not known is null. */
static void number_text(char text[24], bool known, uint64_t number)
{
    (void)snprintf(text, 24, known ? "\"%016" PRIx64 "\"" : "null", number);
}

/* ", "files": {…}", or nothing; NULL: no memory. */
static char *files_text(const struct opened *files)
{
    char digest[24], *text = NULL;
    if (files->n == 0 || files->n > MOST_TOLD)
        return strdup("");
    json_auto_t *all = json_object();
    for (size_t i = 0; i < files->n; i++) {
        (void)snprintf(digest, sizeof digest, "%016" PRIx64, files->items[i].digest);
        (void)json_object_set_new(all, files->items[i].name,
                                  json_string(digest)); /* no UTF-8: left out */
    }
    OWNED char *object = json_dumps(all, JSON_COMPACT);
    return object != NULL && asprintf(&text, ", \"files\": %s", object) >= 0 ? text : NULL;
}

/* ", "not_followed": "…"", or nothing; NULL: no memory. */
static char *why_text(const char *why)
{
    if (why[0] == '\0')
        return strdup("");
    json_auto_t *string = json_string(why); /* NULL: no UTF-8 */
    OWNED char *quoted = json_dumps(string, JSON_ENCODE_ANY);
    char *text = NULL;
    return asprintf(&text, ", \"not_followed\": %s",
                    quoted != NULL ? quoted : "\"its name is no text\"") >= 0
               ? text
               : NULL;
}

char *program_line(const struct program *program, const char *lines)
{
    char digest[24], beside[24], opened[24], *text = NULL;
    OWNED char *files = files_text(&program->files);
    OWNED char *why = why_text(program->files.why);
    number_text(digest, program->known, program->digest);
    number_text(beside, program->beside_known, program->beside);
    number_text(opened, program->opened_known, program->opened);
    if (files == NULL || why == NULL ||
        asprintf(&text,
                 "%s{\"program\": %s, \"beside\": %s, \"opened\": %s, \"source\": \"%016" PRIx64
                 "\", \"size\": %" PRIu64 ", \"text\": %" PRIu64 ", \"data\": %" PRIu64
                 ", \"bss\": %" PRIu64 "%s%s}\n",
                 lines != NULL ? lines : "", digest, beside, opened, program->source, program->size,
                 program->text, program->data, program->bss, why, files) < 0)
        return NULL;
    return text;
}
