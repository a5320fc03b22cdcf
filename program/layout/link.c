/* SPDX-License-Identifier: GPL-3.0-or-later */
/* link.c -- the linker's side of `assay cc`.
 *
 * Started by the compiler driver in place of its linker: reads what is to be linked, gives it a
 * random order, and runs a linker that can follow one.
 */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/owned.h"
#include "base/terminal_name.h"
#include "layout/link.h"
#include "layout/options.h"
#include "layout/order.h"
#include "layout/record.h"
#include "view/text/complain.h"

bool layout_is_linker(const char *program)
{
    return strncmp(layout_base(program), "ld", 2) == 0 && getenv(LAYOUT_OPTIONS_VARIABLE) != NULL;
}

/* ---- running --------------------------------------------------------------------------------- */

static int run_words(struct layout_link *link, struct words *words, int out_fd, int error_fd)
{
    free(words->items[0]);
    words->items[0] = strdup(link->linker);
    if (words->items[0] == NULL || !layout_shorten(link, words))
        return LAYOUT_FAILED;
    return layout_run(link->linker, words->items, (const int[3]){-1, out_fd, error_fd});
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
    OWNED char *safe = terminal_name(said);
    (void)snprintf(link->remark, sizeof link->remark, "%s refused the ordered link (%.250s)",
                   layout_base(link->linker), safe != NULL ? safe : "?");
}

/* False when the order could not be given. Where the compiler's own linker has spoken, this one is not
 * heard. */
static bool link_ordered(struct layout_link *link)
{
    struct words words;
    int messages = memfd_create("assay-link", MFD_CLOEXEC);
    int out = link->plain ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    bool composed = messages >= 0 && (out >= 0 || !link->plain) && layout_compose(link, &words);
    bool ok = composed && run_words(link, &words, out, messages) == 0;
    if (ok && !link->plain)
        pass_messages(messages);
    if (!composed)
        layout_note(link, "files for the order could not be made");
    else if (!ok)
        note_refusal(link, messages);
    if (composed)
        words_fini(&words);
    if (messages >= 0)
        close(messages);
    if (out >= 0)
        close(out);
    return ok;
}

static void report(const struct layout_link *link)
{
    record_append(link);
    if (link->remark[0] != '\0' && !link->options.quiet && !link->silent)
        terminal_complain("assay cc: %s: %s", layout_base(link->line.output), link->remark);
}

static int run_original(struct layout_link *link, int null)
{
    link->argv[0] = link->original; /* as it names itself in messages */
    return layout_run(link->original, link->argv, (const int[3]){-1, null, null});
}

/* Once more, unheard, where it had linked before what the others then spoilt. */
static int link_plain(struct layout_link *link)
{
    int null = link->plain ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    link->how = HOW_NOT;
    link->n_padded = 0;
    int code = run_original(link, null);
    if (null >= 0)
        close(null);
    if (code == 0 && !link->line.relocatable && !link->line.asks)
        report(link);
    return code;
}

/* ---- the compiler's own linker first --------------------------------------------------------- */

/* A pipe or a device takes one program only; what is thrown away may be written twice. */
static bool can_write_twice(const char *output)
{
    struct stat info;
    return stat(output, &info) != 0 || S_ISREG(info.st_mode) || strcmp(output, "/dev/null") == 0;
}

static bool has_exec_stack(const char *path)
{
    Elf64_Ehdr head;
    Elf64_Phdr part;
    bool found = false;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0 && pread(fd, &head, sizeof head, 0) == sizeof head &&
        memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_ident[EI_CLASS] == ELFCLASS64 &&
        head.e_phentsize == sizeof part)
        for (size_t i = 0; i < head.e_phnum; i++)
            found |= pread(fd, &part, sizeof part, (off_t)(head.e_phoff + i * sizeof part)) ==
                         sizeof part &&
                     part.p_type == PT_GNU_STACK && (part.p_flags & PF_X) != 0;
    if (fd >= 0)
        close(fd);
    return found;
}

/* Another linker knows other options, and finds what this one does not: what a configure check is
 * told, and what is said, shall be this one's. */
static int link_first(struct layout_link *link)
{
    if (layout_kind_of(link->linker) == layout_kind_of(link->original) ||
        !can_write_twice(link->line.output))
        return 0;
    int code = run_original(link, -1);
    link->plain = code == 0;
    link->exec_stack = link->plain && has_exec_stack(link->line.output);
    return code;
}

static int order_and_link(struct layout_link *link)
{
    link->dependent = dependence_find(&link->items.dependence);
    if (!layout_sort(link->options.seed, &link->items)) {
        layout_note(link, "not enough memory for an order");
        return link_plain(link);
    }
    if (!layout_choose(link))
        return link_plain(link);
    int code = link_first(link);
    if (code != 0)
        return code;
    char refusal[sizeof link->remark] = "";
    do {
        if (link_ordered(link)) {
            link->silent = refusal[0] != '\0'; /* another linker followed the order */
            if (link->silent)
                layout_note(link, refusal);
            report(link);
            return 0;
        }
        memcpy(refusal, link->remark, sizeof refusal);
    } while (layout_choose(link));
    (void)snprintf(link->remark, sizeof link->remark, "%.300s: linked by %s in the plain order",
                   refusal, layout_base(link->original));
    link->silent = false;
    return link_plain(link);
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
    if (link->line.asks || !layout_may_order(link))
        return link_plain(link);
    return order_and_link(link);
}

int layout_link(char **argv)
{
    SCOPED(layout_link_fini) struct layout_link link = {.argv = argv, .order = -1, .words = -1};
    if (!layout_options_import(&link.options)) {
        fputs("assay cc: the linker's side was started without its options\n", stderr);
        return LAYOUT_FAILED;
    }
    int code = run_link(&link);
    return layout_end_as(code);
}
