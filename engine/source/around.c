/* SPDX-License-Identifier: GPL-3.0-or-later */
/* around.c -- in what two experiments differ beside the program.
 * Edge:     what neither the manifest nor the facts of the host tell is not seen: a file elsewhere, what
 *           a server answers. Of experiments before environments were recorded none is compared.
 * Checked:  tests/engine/source/test_around.c. */
#include "source/around.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/owned.h"
#include "design/manifest.h"
#include "source/baseline.h"

/* ---- the list ---- */

struct listing {
    struct around *around;
    size_t room;
    bool lost;
};

static char *copy_of(struct listing *listing, const char *text)
{
    char *copy = text != NULL ? strdup(text) : NULL;
    listing->lost = listing->lost || (text != NULL && copy == NULL);
    return copy;
}

static void add(struct listing *listing, enum around_kind kind, const char *name,
                const char *before, const char *after)
{
    struct around *around = listing->around;
    if (!array_more(&around->items, around->n, &listing->room)) {
        listing->lost = true;
        return;
    }
    around->items[around->n++] = (struct around_change){
        kind, copy_of(listing, name), copy_of(listing, before), copy_of(listing, after)};
}

static void add_if_other(struct listing *listing, enum around_kind kind, const char *name,
                         const char *before, const char *after)
{
    if (before == NULL ? after != NULL : after == NULL || strcmp(before, after) != 0)
        add(listing, kind, name, before, after);
}

/* ---- how it is run ---- */

static const struct design_benchmark *benchmark_of(const struct design *design, const char *name)
{
    for (size_t i = 0; i < design->n_benchmarks; i++)
        if (strcmp(design->benchmarks[i].name, name) == 0)
            return &design->benchmarks[i];
    return NULL;
}

/* By its name; a lone one by whatever name. */
static const struct design_system *system_of(const struct design *design,
                                             const struct design_system *other, bool lone)
{
    for (size_t i = 0; i < design->n_systems; i++)
        if (strcmp(design->systems[i].name, other->name) == 0)
            return &design->systems[i];
    return lone && design->n_systems == 1 ? &design->systems[0] : NULL;
}

static void compare_benchmarks(struct listing *listing, const struct design *old,
                               const struct design *new)
{
    for (size_t i = 0; i < new->n_benchmarks; i++) {
        const struct design_benchmark *b = &new->benchmarks[i], *a = benchmark_of(old, b->name);
        if (a == NULL)
            continue;
        add_if_other(listing, AROUND_COMMAND, b->name, a->run, b->run);
        add_if_other(listing, AROUND_INPUT, b->name, a->input, b->input);
        add_if_other(listing, AROUND_DIRECTORY, b->name, a->directory, b->directory);
    }
}

static void compare_designs(struct listing *listing, const struct design *old,
                            const struct design *new)
{
    compare_benchmarks(listing, old, new);
    for (size_t i = 0; i < new->n_systems; i++) {
        const struct design_system *b = &new->systems[i];
        const struct design_system *a = system_of(old, b, new->n_systems == 1);
        if (a == NULL)
            continue;
        add_if_other(listing, AROUND_BUILD, b->name, a->build, b->build);
        if (a->run != NULL && b->run != NULL)
            add_if_other(listing, AROUND_COMMAND, b->name, a->run, b->run);
    }
}

/* NULL: it cannot be read; then nothing is said. Commands of the command line are their own names. */
static struct design *design_of(const struct experiment_info *info)
{
    struct design *design = NULL;
    struct assay_error error;
    if (info->manifest == NULL || info->quick ||
        manifest_parse(info->manifest, strlen(info->manifest), "",
                       info->source != NULL ? info->source : "/", &design, &error) != ASSAY_OK) {
        design_free(&design);
        return NULL;
    }
    return design;
}

/* ---- the files that executions opened ---- */

/* What the build made is the program itself. */
static bool is_made(const char *file)
{
    return strncmp(file, "{dir}", 5) == 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of both, sorted, each once or twice; *n of them, borrowed. NULL: no memory. */
static const char **names_of(const json_t *old, const json_t *new, size_t *n)
{
    const char **names = calloc(json_object_size(old) + json_object_size(new) + 1, sizeof *names);
    const json_t *both[] = {old, new};
    const char *name;
    json_t *value;
    *n = 0;
    for (size_t i = 0; i < 2 && names != NULL; i++)
        json_object_foreach((json_t *)both[i], name, value) names[(*n)++] = name;
    if (names != NULL)
        qsort(names, *n, sizeof *names, by_text);
    return names;
}

/* Of a part nothing is said but what both have. */
static void compare_files_of(struct listing *listing, const json_t *old, const json_t *new,
                             bool whole)
{
    size_t n;
    OWNED const char **names = names_of(old, new, &n);
    listing->lost = listing->lost || names == NULL;
    for (size_t i = 0; names != NULL && i < n; i++) {
        const char *was = json_string_value(json_object_get(old, names[i]));
        const char *is = json_string_value(json_object_get(new, names[i]));
        if ((i == 0 || strcmp(names[i], names[i - 1]) != 0) && !is_made(names[i]) &&
            (whole || (was != NULL && is != NULL)))
            add_if_other(listing, AROUND_FILE, names[i], was, is);
    }
}

/* What is known of both systems. */
struct both_opened {
    json_t *was, *is;
    bool whole;
    const char *why; /* it is not; borrowed */
};

static void gather_files(struct both_opened *both, const json_t *old, const json_t *new)
{
    const json_t *sides[] = {old, new};
    (void)json_object_update(both->was, json_object_get(old, "files"));
    (void)json_object_update(both->is, json_object_get(new, "files"));
    for (size_t i = 0; i < 2; i++) {
        const char *why = json_string_value(json_object_get(sides[i], "not_followed"));
        both->whole = both->whole && why == NULL;
        both->why = both->why != NULL ? both->why : why;
    }
}

/* By the systems' names; a lone one by whatever name. Of several systems a file is told once. */
static void compare_files(struct listing *listing, const char *before, const char *after)
{
    json_auto_t *old = before != NULL ? json_loads(before, 0, NULL) : NULL;
    json_auto_t *new = after != NULL ? json_loads(after, 0, NULL) : NULL;
    struct both_opened both = {.was = json_object(), .is = json_object(), .whole = true};
    const bool lone = json_object_size(old) == 1 && json_object_size(new) == 1;
    const char *system;
    json_t *known;
    json_object_foreach(new, system, known)
    {
        const json_t *other =
            lone ? json_object_iter_value(json_object_iter(old)) : json_object_get(old, system);
        if (other != NULL)
            gather_files(&both, other, known);
    }
    compare_files_of(listing, both.was, both.is, both.whole);
    listing->around->not_followed = copy_of(listing, both.why);
    json_decref(both.was);
    json_decref(both.is);
}

/* ---- the environment ---- */

/* Of a terminal, a session, a job: another one each time, and none that programs compute by. A name that ends
 * with "_" stands for all that begin so. */
static const char *const passing[] = {
    "_",         "PWD",           "OLDPWD",         "SHLVL",    "TERM",     "TERM_",
    "COLORTERM", "COLUMNS",       "LINES",          "DISPLAY",  "WINDOWID", "SSH_",
    "XDG_",      "DBUS_",         "TMUX",           "TMUX_",    "STY",      "VTE_",
    "PS1",       "PS2",           "HISTFILE",       "EDITOR",   "VISUAL",   "PAGER",
    "LS_COLORS", "LESS",          "GPG_",           "NO_COLOR", "MAIL",     "LOGNAME",
    "HOSTNAME",  "INVOCATION_ID", "JOURNAL_STREAM", "GITHUB_",  "RUNNER_",  "CI_",
    "BUILD_",    "BUILDKITE_",    "CIRCLE_",        "JENKINS_", "GITLAB_",  "MAKEFLAGS",
    "MFLAGS",    "MAKELEVEL",     "MAKEOVERRIDES",  "MESON_",   "SYSTEMD_", "MALLOC_PERTURB_"};
/* Known to bear on speed. */
static const char *const telling[] = {
    "LD_",    "OMP_",       "GOMP_",  "KMP_",    "MKL_",       "OPENBLAS_", "MALLOC_",
    "GLIBC_", "GOMAXPROCS", "GOGC",   "GODEBUG", "GOMEMLIMIT", "PYTHON",    "NODE_",
    "JAVA_",  "JDK_",       "JVM_",   "_JAVA_",  "RUST",       "PATH",      "LANG",
    "LC_",    "TZ",         "TMPDIR", "CUDA_",   "ASAN_",      "TSAN_",     "UBSAN_"};

static bool begins(const char *name, const char *const *list, size_t n, bool whole)
{
    for (size_t i = 0; i < n; i++) {
        const size_t length = strlen(list[i]);
        const bool all = whole && list[i][length - 1] != '_';
        if (strncmp(name, list[i], length) == 0 && (!all || name[length] == '\0') &&
            (length > 1 || name[1] == '\0'))
            return true;
    }
    return false;
}

static bool is_passing(const char *name)
{
    return begins(name, passing, sizeof passing / sizeof *passing, true);
}

static bool is_telling(const char *name)
{
    return begins(name, telling, sizeof telling / sizeof *telling, false);
}

/* Those of the names of one that the other has otherwise, or not at all. */
static void compare_variables(struct listing *listing, const json_t *old, const json_t *new,
                              bool first)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)new, name, value)
    {
        const json_t *before = json_object_get(old, name);
        if (!is_passing(name) && is_telling(name) == first &&
            (before == NULL || !json_equal(before, value)))
            add(listing, AROUND_VARIABLE, name, before != NULL ? "" : NULL, "");
    }
    json_object_foreach((json_t *)old, name, value)
    {
        if (!is_passing(name) && is_telling(name) == first && json_object_get(new, name) == NULL)
            add(listing, AROUND_VARIABLE, name, "", NULL);
    }
}

/* ---- the machine ---- */

static const char *const told[] = {"hostname",
                                   "cpu_model",
                                   "microcode",
                                   "processors_online",
                                   "processors_allowed",
                                   "smt",
                                   "governor",
                                   "turbo",
                                   "kernel",
                                   "kernel_version",
                                   "libc",
                                   "glibc_tunables",
                                   "architecture",
                                   "aslr",
                                   "transparent_huge_pages",
                                   "memory_bytes",
                                   "cgroup_cpu_max",
                                   "cgroup_memory_max"};

static char *text_of(const json_t *value)
{
    if (json_is_string(value))
        return strdup(json_string_value(value));
    return json_is_null(value) ? strdup("none") : json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
}

/* What could not be read of one machine is no difference. GLIBC_TUNABLES are known to be set or not. */
static bool facts_are_known(const char *name, const json_t *a, const json_t *b)
{
    const bool read = !json_is_null(a) && !json_is_null(b);
    return a != NULL && b != NULL && (read || strcmp(name, "glibc_tunables") == 0);
}

static void compare_facts(struct listing *listing, const json_t *old, const json_t *new)
{
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const json_t *a = json_object_get(old, told[i]), *b = json_object_get(new, told[i]);
        if (!facts_are_known(told[i], a, b) || json_equal(a, b))
            continue;
        char *before = text_of(a), *after = text_of(b);
        add(listing, AROUND_FACT, told[i], before, after);
        free(before);
        free(after);
    }
}

/* ---- the whole ---- */

/* Its first digits, as people name it: a store may hold anything. */
static void take_commit(const struct store_version *version, struct around *around)
{
    enum { DIGITS = 12 };
    if (version->commit != NULL && !version->dirty &&
        strspn(version->commit, "0123456789abcdef") >= DIGITS)
        around->commit = strndup(version->commit, DIGITS);
}

bool around_of(const struct experiment_info *before, const struct experiment_info *after,
               struct around *around)
{
    struct listing listing = {.around = around};
    *around = (struct around){0};
    struct design *designs[] = {design_of(before), design_of(after)};
    if (designs[0] != NULL && designs[1] != NULL)
        compare_designs(&listing, designs[0], designs[1]);
    design_free(&designs[0]);
    design_free(&designs[1]);
    compare_files(&listing, before->opened, after->opened);
    json_t *old = before->host_json != NULL ? json_loads(before->host_json, 0, NULL) : NULL;
    json_t *new = after->host_json != NULL ? json_loads(after->host_json, 0, NULL) : NULL;
    const json_t *was = json_object_get(old, "environment");
    const json_t *is = json_object_get(new, "environment");
    around->known = json_is_object(was) && json_is_object(is);
    for (int first = 1; first >= 0 && around->known; first--)
        compare_variables(&listing, was, is, first == 1);
    compare_facts(&listing, old, new);
    json_decref(old);
    json_decref(new);
    take_commit(&before->version, around);
    return !listing.lost;
}

bool around_of_manifests(const struct design *there, const struct design *here,
                         struct around *around)
{
    struct listing listing = {.around = around};
    *around = (struct around){.one_manifest = true};
    compare_benchmarks(&listing, there, here);
    if (there->n_systems == 1) /* what is built here is one system, of two commits */
        add_if_other(&listing, AROUND_BUILD, there->systems[0].name, there->systems[0].build,
                     here->systems[here->n_systems - 1].build);
    return !listing.lost;
}

bool around_of_versions(const struct experiment_info *there, const struct design *here,
                        struct around *around)
{
    struct listing listing = {.around = around};
    SCOPED(design_free) struct design *design = design_of(there);
    *around = (struct around){0};
    if (design != NULL) {
        compare_benchmarks(&listing, design, here);
        add_if_other(&listing, AROUND_BUILD, here->systems[0].name, design->systems[0].build,
                     here->systems[0].build);
    }
    return !listing.lost;
}

bool around_is_manifest(const struct around_change *change)
{
    return change->kind == AROUND_COMMAND || change->kind == AROUND_INPUT ||
           change->kind == AROUND_DIRECTORY || change->kind == AROUND_BUILD;
}

void around_fini(struct around *around)
{
    for (size_t i = 0; i < around->n; i++) {
        free(around->items[i].name);
        free(around->items[i].before);
        free(around->items[i].after);
    }
    free(around->items);
    free(around->not_followed);
    free(around->commit);
    *around = (struct around){0};
}

bool around_bears(const struct around_change *change, const char *benchmark)
{
    switch (change->kind) {
    case AROUND_COMMAND:
    case AROUND_INPUT:
    case AROUND_DIRECTORY: return baseline_is_of(benchmark, change->name);
    case AROUND_BUILD:
    case AROUND_FILE:
    case AROUND_VARIABLE:
    case AROUND_FACT: break;
    }
    return true;
}

const char *around_kind_name(enum around_kind kind)
{
    static const char *const names[] = {"command", "input",       "directory", "build",
                                        "file",    "environment", "machine"};
    return names[kind];
}
