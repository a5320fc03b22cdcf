/* SPDX-License-Identifier: GPL-3.0-or-later */
/* link.c -- the linker's side of `assay cc`.
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
#include <unistd.h>

#include <jansson.h>

#include "layout/link.h"
#include "layout/options.h"
#include "layout/order.h"
#include "base/terminal_name.h"
#include "view/text/complain.h"

static const char *const how_names[] = {"none", "objects", "sections", "functions"};

bool layout_is_linker(const char *program)
{
    return strncmp(layout_base(program), "ld", 2) == 0 && getenv(LAYOUT_OPTIONS_VARIABLE) != NULL;
}

/* ---- running --------------------------------------------------------------------------------- */

static int run_words(struct layout_link *link, struct words *words, int error_fd)
{
    free(words->items[0]);
    words->items[0] = strdup(link->linker);
    if (words->items[0] == NULL || !layout_shorten(link, words))
        return LAYOUT_FAILED;
    return layout_run(link->linker, words->items, error_fd);
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

/* The first line of what the linker said, which may repeat any name. */
static void note_refusal(struct layout_link *link, int fd)
{
    char said[160];
    ssize_t n = pread(fd, said, sizeof said - 1, 0);
    said[n > 0 ? n : 0] = '\0';
    said[strcspn(said, "\n")] = '\0';
    char *safe = terminal_name(said);
    (void)snprintf(link->remark, sizeof link->remark,
                   "%s refused the ordered link (%.250s): linked by %s in the plain order",
                   layout_base(link->linker), safe != NULL ? safe : "?",
                   layout_base(link->original));
    free(safe);
}

/* False when the order could not be given and the plain link is to be tried. */
static bool link_ordered(struct layout_link *link)
{
    struct words words;
    int messages = memfd_create("assay-link", MFD_CLOEXEC);
    if (messages < 0 || link->linker == NULL || !layout_compose(link, &words)) {
        layout_note(link, "files for the order could not be made: linked in the plain order");
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

static void append_record(const struct layout_link *link)
{
    char digest[24];
    if (link->options.record == NULL)
        return;
    (void)snprintf(digest, sizeof digest, "%016" PRIx64, link->digest);
    char *output = terminal_name(layout_base(link->line.output)); /* JSON takes UTF-8 only */
    json_t *record =
        json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:s, s:s}", "output",
                  output != NULL ? output : "?", "ordered", how_names[link->how], "linker",
                  layout_base(link->how != HOW_NOT ? link->linker : link->original), "functions",
                  (json_int_t)link->n_functions, "objects",
                  (json_int_t)(link->options.keep_objects ? 0 : link->line.n_objects), "pads",
                  (json_int_t)link->n_padded, "seed", (json_int_t)link->options.seed, "order",
                  digest, "remark", link->remark);
    char *text = record != NULL ? json_dumps(record, JSON_COMPACT) : NULL;
    json_decref(record);
    free(output);
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

static void report(const struct layout_link *link)
{
    append_record(link);
    if (link->remark[0] != '\0' && !link->options.quiet)
        terminal_complain("assay cc: %s: %s", layout_base(link->line.output), link->remark);
}

static int link_plain(struct layout_link *link)
{
    link->how = HOW_NOT;
    link->n_functions = link->n_padded = 0;
    link->argv[0] = link->original; /* as it names itself in messages */
    int code = layout_run(link->original, link->argv, -1);
    if (code == 0 && !link->line.relocatable && !link->line.asks)
        report(link);
    return code;
}

static int run_link(struct layout_link *link)
{
    link->original = layout_find_original(link);
    if (link->original == NULL) {
        terminal_complain("assay cc: there is no %s in PATH", layout_base(link->argv[0]));
        return LAYOUT_MISSING;
    }
    link->items.data = link->options.data;
    if (!layout_line_read(&link->line, link->argv, link->options.seed, &link->items)) {
        fputs("assay cc: not enough memory for a link\n", stderr);
        return LAYOUT_FAILED;
    }
    if (!link->line.asks)
        layout_choose(link);
    if (link->how == HOW_NOT || !link_ordered(link))
        return link_plain(link);
    report(link);
    return 0;
}

int layout_link(char **argv)
{
    struct layout_link link = {.argv = argv, .order = -1, .words = -1};
    if (!layout_options_import(&link.options)) {
        fputs("assay cc: the linker's side was started without its options\n", stderr);
        return LAYOUT_FAILED;
    }
    int code = run_link(&link);
    layout_link_fini(&link);
    return layout_end_as(code);
}
