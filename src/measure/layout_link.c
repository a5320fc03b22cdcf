/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_link.c -- the linker's side of `assay cc`.
 *
 * Started by the compiler driver in place of its linker: reads what is to be linked, gives it a
 * random order, and runs a linker that can follow one.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "measure/layout.h"
#include "measure/layout_line.h"
#include "measure/layout_options.h"
#include "measure/layout_order.h"
#include "measure/layout_pad.h"

/* How the order is given. */
enum how {
    HOW_NOT,       /* it stays as it is */
    HOW_OBJECTS,   /* object files change places */
    HOW_SECTIONS,  /* the linker shuffles by itself: nobody knows the names before it */
    HOW_FUNCTIONS, /* a list of functions */
};
static const char *const how_names[] = {"none", "objects", "sections", "functions"};

struct link {
    struct layout_options options;
    const char *tools; /* directory for our files */
    char **argv;       /* as it came */
    char *original;    /* the linker that the compiler wanted */
    struct layout_line line;
    struct layout_items items;
    enum how how;
    char *linker; /* that is to follow the order */
    size_t n_functions, n_padded;
    uint64_t digest;
    char remark[400]; /* why the order is not a full one; "" */
};

bool layout_is_linker(const char *program)
{
    const char *tools = getenv(LAYOUT_TOOLS_VARIABLE);
    return tools != NULL && tools[0] == '/' && strncmp(program, tools, strlen(tools)) == 0 &&
           program[strlen(tools)] == '/' && strncmp(program + strlen(tools) + 1, "ld", 2) == 0;
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* ---- which linker ---------------------------------------------------------------------------- */

/* Where gcc would have found it: $COMPILER_PATH, whose directory of ours is left out, then $PATH. */
static char *find_original(const struct link *link)
{
    const char *list = getenv("COMPILER_PATH"), *name = base_of(link->argv[0]);
    if (strncmp(link->argv[0], link->tools, strlen(link->tools)) != 0)
        return layout_find(link->argv[0]); /* `assay cc -- ld`: as it was named */
    while (list != NULL && *list != '\0') {
        size_t n = strcspn(list, ":");
        char *path = NULL;
        if (n > 0 && strncmp(list, link->tools, strlen(link->tools)) != 0 &&
            asprintf(&path, "%.*s/%s", (int)n, list, name) >= 0 && access(path, X_OK) == 0)
            return path;
        free(path);
        list += n + (list[n] == ':');
    }
    return layout_find(name);
}

static void note(struct link *link, const char *text)
{
    (void)snprintf(link->remark, sizeof link->remark, "%s", text);
}

/* The kind of a linker by its name. */
static enum layout_linker kind_of(const char *path)
{
    const char *base = base_of(path);
    if (strncmp(base, "ld.lld", 6) == 0)
        return LAYOUT_LLD;
    return strncmp(base, "ld.gold", 7) == 0 ? LAYOUT_GOLD : LAYOUT_BFD;
}

/* The linker asked for; else the compiler's own when it can order; else any that can. */
static char *choose_linker(const struct link *link)
{
    if (link->options.linker == LAYOUT_AUTO && kind_of(link->original) != LAYOUT_BFD)
        return strdup(link->original);
    if (link->options.linker == LAYOUT_BFD && kind_of(link->original) == LAYOUT_BFD)
        return strdup(link->original);
    return layout_find_linker(link->options.linker);
}

static void keep_to_objects(struct link *link, const char *remark)
{
    free(link->linker);
    link->linker = strdup(link->original);
    link->how = link->options.keep_objects ? HOW_NOT : HOW_OBJECTS;
    note(link, remark);
}

static void choose_for_bitcode(struct link *link)
{
    if (link->linker != NULL && kind_of(link->linker) == LAYOUT_LLD)
        link->how = HOW_SECTIONS;
    else
        keep_to_objects(link, "link-time optimisation by LLVM takes its order from lld only, "
                              "which was not used: only object files were shuffled");
}

/* Fills how, linker and remark. */
static void choose(struct link *link)
{
    if (link->line.relocatable || link->line.script || link->line.ordered) {
        if (!link->line.relocatable)
            note(link, link->line.script ? "a linker script decides the order"
                                         : "the command gives an order of its own");
        return;
    }
    link->linker = choose_linker(link);
    link->how = HOW_FUNCTIONS;
    if (link->items.bitcode)
        choose_for_bitcode(link);
    else if (link->items.gimple)
        keep_to_objects(link, "link-time optimisation by gcc decides the order of functions: only "
                              "object files were shuffled; clang with lld shuffles both");
    else if (link->linker == NULL || kind_of(link->linker) == LAYOUT_BFD)
        link->how = link->options.keep_objects ? HOW_NOT : HOW_OBJECTS;
    else if (link->items.unread)
        note(link, "some objects cannot be read (not ELF of 64 bits): their functions keep their "
                   "order");
}

/* ---- the order ------------------------------------------------------------------------------- */

static char *put(char *to, const char *text)
{
    size_t n = strlen(text);
    memcpy(to, text, n);
    return to + n;
}

static char *put_line(char *to, const char *prefix, const char *name)
{
    return put(put(put(to, prefix), name), "\n");
}

static bool write_file(const char *path, const char *bytes, size_t n)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    ssize_t done = 0;
    for (; fd >= 0 && n > 0 && (done = write(fd, bytes, n)) > 0; bytes += done)
        n -= (size_t)done;
    return fd >= 0 && close(fd) == 0 && n == 0;
}

/* lld takes symbols, gold names of sections (of a plain .text there are many: it stays). */
static char *put_order(const struct link *link, char *to)
{
    bool symbols = kind_of(link->linker) == LAYOUT_LLD;
    for (size_t i = 0; i < link->items.n; i++) {
        const struct layout_item *item = &link->items.items[i];
        if (i < link->n_padded) {
            char pad[LAYOUT_PAD_NAME];
            layout_pad_name(i, pad);
            to = put_line(to, symbols ? "" : ".text.", pad);
        }
        if (symbols)
            to = put_line(to, "", item->symbol);
        else if (strcmp(item->section, ".text") != 0)
            to = put_line(to, "", item->section);
    }
    return to;
}

static bool write_order(const struct link *link, const char *path)
{
    size_t size = 1;
    for (size_t i = 0; i < link->items.n; i++) {
        size_t symbol = strlen(link->items.items[i].symbol);
        size_t section = strlen(link->items.items[i].section);
        size += (symbol > section ? symbol : section) + 1;
    }
    char *text = malloc(size + link->n_padded * (LAYOUT_PAD_NAME + 8));
    if (text == NULL)
        return false;
    bool ok = write_file(path, text, (size_t)(put_order(link, text) - text));
    free(text);
    return ok;
}

static char *file_in(const struct link *link, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", link->tools, name) >= 0 ? path : NULL;
}

/* Pads before as many functions as one object can hold. */
static bool make_pads(struct link *link, const char *path)
{
    enum { MOST = 60000 };
    size_t n = link->items.n < MOST ? link->items.n : MOST;
    size_t *sizes = calloc(n + 1, sizeof *sizes);
    bool ok = sizes != NULL;
    for (size_t i = 0; ok && i < n; i++)
        sizes[i] =
            layout_pad(link->options.seed, link->items.items[i].symbol, link->options.padding);
    ok = ok && layout_pad_write(path, link->items.machine, link->items.flags, sizes, n);
    free(sizes);
    link->n_padded = ok ? n : 0;
    return ok;
}

/* One pad in front of each object that may change places, for linkers that know no functions. */
static bool insert_pads(struct link *link, struct words *out)
{
    const struct layout_line *line = &link->line;
    size_t n = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < line->words.n; i++) {
        if (line->slots[i] == SLOT_OBJECT && link->items.machine != 0) {
            char name[48], *path;
            (void)snprintf(name, sizeof name, "pad-%zu.o", n++);
            path = file_in(link, name);
            size_t size =
                layout_pad(link->options.seed + line->keys[i], name, link->options.padding);
            ok = path != NULL &&
                 layout_pad_write(path, link->items.machine, link->items.flags, &size, 1) &&
                 words_append(out, path);
            free(path);
        }
        ok = ok && words_append(out, line->words.items[i]);
    }
    link->n_padded = n;
    return ok;
}

static bool append_line(const struct link *link, struct words *out)
{
    bool ok = true;
    for (size_t i = 0; ok && i < link->line.words.n; i++)
        ok = words_append(out, link->line.words.items[i]);
    return ok;
}

static bool append_functions(struct link *link, struct words *out)
{
    char *order = file_in(link, "order"), *pads = file_in(link, "pads.o"), *option = NULL;
    bool lld = kind_of(link->linker) == LAYOUT_LLD;
    bool padded = link->options.padding > 0 && link->items.n > 0;
    bool ok = order != NULL && pads != NULL && (!padded || make_pads(link, pads)) &&
              write_order(link, order) &&
              asprintf(&option, "--%s-ordering-file=%s", lld ? "symbol" : "section", order) >= 0 &&
              words_append(out, option) &&
              (!lld || words_append(out, "--no-warn-symbol-ordering")) &&
              (!padded || words_append(out, pads));
    free(order);
    free(pads);
    free(option);
    return ok;
}

static bool append_shuffle(const struct link *link, struct words *out)
{
    char option[64]; /* 32 bits, of which the highest value means another thing */
    (void)snprintf(option, sizeof option, "--shuffle-sections=.text*=%" PRIu64,
                   layout_key(link->options.seed, "sections") % UINT32_MAX);
    return words_append(out, option);
}

/* The command of the ordered link. */
static bool compose(struct link *link, struct words *out)
{
    *out = (struct words){calloc(1, sizeof *out->items), 0};
    if (out->items == NULL)
        return false;
    if (!layout_sort(link->options.seed, &link->items))
        return false;
    link->n_functions = link->how == HOW_FUNCTIONS ? link->items.n : 0;
    if (link->options.record != NULL)
        link->digest = layout_digest(&link->items);
    if (!link->options.keep_objects)
        layout_line_shuffle(&link->line);
    bool by_objects = link->how == HOW_OBJECTS && link->options.padding > 0;
    bool ok = by_objects ? insert_pads(link, out) : append_line(link, out);
    if (ok && link->how == HOW_FUNCTIONS)
        ok = append_functions(link, out);
    if (ok && link->how == HOW_SECTIONS)
        ok = append_shuffle(link, out);
    if (!ok)
        words_fini(out);
    return ok;
}

/* ---- running --------------------------------------------------------------------------------- */

/* Long command lines came in a response file and go on in one. */
static int run_words(const struct link *link, struct words *words, int error_fd)
{
    free(words->items[0]);
    words->items[0] = strdup(link->linker);
    if (words->items[0] == NULL)
        return LAYOUT_FAILED;
    if (!link->line.response)
        return layout_run(link->linker, words->items, error_fd);
    char *path = file_in(link, "words"), *at = NULL;
    int code = LAYOUT_FAILED;
    if (path != NULL && asprintf(&at, "@%s", path) >= 0 && response_write(path, words->items + 1)) {
        char *argv[] = {words->items[0], at, NULL};
        code = layout_run(link->linker, argv, error_fd);
    }
    free(path);
    free(at);
    return code;
}

static void pass_messages(int fd)
{
    char bytes[4096];
    ssize_t n;
    (void)lseek(fd, 0, SEEK_SET);
    while ((n = read(fd, bytes, sizeof bytes)) > 0)
        if (write(STDERR_FILENO, bytes, (size_t)n) != n)
            return;
}

/* The first line of what the linker said. */
static void note_refusal(struct link *link, int fd)
{
    char said[160];
    ssize_t n = pread(fd, said, sizeof said - 1, 0);
    said[n > 0 ? n : 0] = '\0';
    said[strcspn(said, "\n")] = '\0';
    (void)snprintf(link->remark, sizeof link->remark,
                   "%s refused the ordered link (%s): linked by %s in the plain order",
                   base_of(link->linker), said, base_of(link->original));
}

/* False when the order could not be given and the plain link is to be tried. */
static bool link_ordered(struct link *link)
{
    struct words words;
    int messages = memfd_create("assay-link", MFD_CLOEXEC);
    if (messages < 0 || link->linker == NULL || !compose(link, &words)) {
        note(link, "files for the order could not be made: linked in the plain order");
        if (messages >= 0)
            close(messages);
        return false;
    }
    bool ok = run_words(link, &words, messages) == 0;
    if (ok)
        pass_messages(messages);
    else
        note_refusal(link, messages);
    close(messages);
    words_fini(&words);
    return ok;
}

/* ---- record ---------------------------------------------------------------------------------- */

static void append_record(const struct link *link)
{
    char digest[24];
    if (link->options.record == NULL)
        return;
    (void)snprintf(digest, sizeof digest, "%016" PRIx64, link->digest);
    json_t *record =
        json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:s, s:s}", "output",
                  base_of(link->line.output), "ordered", how_names[link->how], "linker",
                  base_of(link->how != HOW_NOT ? link->linker : link->original), "functions",
                  (json_int_t)link->n_functions, "objects",
                  (json_int_t)(link->options.keep_objects ? 0 : link->line.n_objects), "pads",
                  (json_int_t)link->n_padded, "seed", (json_int_t)link->options.seed, "order",
                  digest, "remark", link->remark);
    char *text = record != NULL ? json_dumps(record, JSON_COMPACT) : NULL;
    json_decref(record);
    int fd = open(link->options.record, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    char *row = NULL;
    /* One write, so that parallel links do not mix. */
    if (fd >= 0 && text != NULL && asprintf(&row, "%s\n", text) >= 0)
        (void)!write(fd, row, strlen(row));
    if (fd >= 0)
        close(fd);
    free(text);
    free(row);
}

static void report(const struct link *link)
{
    append_record(link);
    if (link->remark[0] != '\0' && !link->options.quiet)
        fprintf(stderr, "assay cc: %s: %s\n", base_of(link->line.output), link->remark);
}

static int link_plain(struct link *link)
{
    link->how = HOW_NOT;
    link->n_functions = link->n_padded = 0;
    link->argv[0] = link->original; /* as it names itself in messages */
    int code = layout_run(link->original, link->argv, -1);
    if (code == 0 && !link->line.relocatable && !link->line.asks)
        report(link);
    return code;
}

static int run_link(struct link *link)
{
    link->original = find_original(link);
    if (link->original == NULL) {
        fprintf(stderr, "assay cc: there is no %s in PATH\n", base_of(link->argv[0]));
        return LAYOUT_MISSING;
    }
    link->items.data = link->options.data;
    if (!layout_line_read(&link->line, link->argv, link->options.seed, &link->items)) {
        fputs("assay cc: not enough memory for a link\n", stderr);
        return LAYOUT_FAILED;
    }
    if (!link->line.asks)
        choose(link);
    if (link->how == HOW_NOT || !link_ordered(link))
        return link_plain(link);
    report(link);
    return 0;
}

int layout_link(char **argv)
{
    struct link link = {.argv = argv, .tools = getenv(LAYOUT_TOOLS_VARIABLE)};
    if (!layout_options_import(&link.options) || link.tools == NULL) {
        fputs("assay cc: the linker's side was started without its options\n", stderr);
        return LAYOUT_FAILED;
    }
    int code = run_link(&link);
    layout_line_fini(&link.line);
    layout_items_fini(&link.items);
    free(link.original);
    free(link.linker);
    return layout_end_as(code);
}
