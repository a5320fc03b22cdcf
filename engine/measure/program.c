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

#include "base/hash.h"
#include "base/owned.h"
#include "measure/prepared.h"
#include "measure/program_tree.h"

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
    char *path = NULL;
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
    free(path);
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
    char *text = command != NULL ? command_expand(place, command) : NULL;
    add_text(g, text);
    free(text);
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
    struct prepared p = {0};
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
    prepared_fini(&p);
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

struct program program_of(const struct design *design, size_t system, const char *dir,
                          int64_t from_s, int64_t to_s, const char *kept)
{
    SCOPED(gathering_fini)
    struct gathering g = {.design = design,
                          .system = system,
                          .dir = dir,
                          .source = strdup(design_source(design, system)),
                          .words = HASH_START};
    if (!find_places(&g, from_s, to_s))
        return (struct program){.known = false};
    g.made = (struct program_tree){
        .place = &g.place, .kept = kept, .most_files = 100000, .most_bytes = UINT64_C(2) << 30};
    g.beside = (struct program_tree){.place = &g.place,
                                     .kept = kept,
                                     .sources_apart = true,
                                     .most_files = 5000,
                                     .most_bytes = UINT64_C(32) << 20};
    program_tree_add_directory(&g.made, g.whole[0]);
    for (size_t i = 0; i < design->n_benchmarks; i++)
        add_command(&g, i);
    program_tree_add_directory(&g.beside, g.whole[1]);
    return program_end(&g);
}

/* What is not known is null. */
static void number_text(char text[24], bool known, uint64_t number)
{
    (void)snprintf(text, 24, known ? "\"%016" PRIx64 "\"" : "null", number);
}

char *program_line(const struct program *program, const char *lines)
{
    char digest[24], beside[24], *text = NULL;
    number_text(digest, program->known, program->digest);
    number_text(beside, program->beside_known, program->beside);
    if (asprintf(&text,
                 "%s{\"program\": %s, \"beside\": %s, \"source\": \"%016" PRIx64
                 "\", \"size\": %" PRIu64 ", \"text\": %" PRIu64 ", \"data\": %" PRIu64
                 ", \"bss\": %" PRIu64 "}\n",
                 lines != NULL ? lines : "", digest, beside, program->source, program->size,
                 program->text, program->data, program->bss) < 0)
        return NULL;
    return text;
}
