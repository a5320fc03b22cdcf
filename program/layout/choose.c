/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose.c -- which linker links, and what of the order it can follow. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "layout/link.h"
#include "layout/options.h"

const char *layout_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* True for a name of this program. */
static bool is_self(const char *path)
{
    struct stat a, b;
    return stat(path, &a) == 0 && stat("/proc/self/exe", &b) == 0 && a.st_ino == b.st_ino &&
           a.st_dev == b.st_dev;
}

/* Where gcc would have found it: $COMPILER_PATH, whose directory of ours is left out, then $PATH. */
char *layout_find_original(const struct layout_link *link)
{
    const char *list = getenv("COMPILER_PATH"), *name = layout_base(link->argv[0]);
    if (!is_self(link->argv[0]))
        return layout_find(link->argv[0]); /* `assay cc -- ld`: as it was named */
    while (list != NULL && *list != '\0') {
        size_t n = strcspn(list, ":");
        char *path = NULL;
        if (n > 0 && asprintf(&path, "%.*s/%s", (int)n, list, name) >= 0 &&
            access(path, X_OK) == 0 && !is_self(path))
            return path;
        free(path);
        list += n + (list[n] == ':');
    }
    return layout_find(name);
}

void layout_note(struct layout_link *link, const char *text)
{
    (void)snprintf(link->remark, sizeof link->remark, "%s", text);
}

/* The kind of a linker by its name. */
enum layout_linker layout_kind_of(const char *path)
{
    const char *base = layout_base(path);
    if (strncmp(base, "ld.lld", 6) == 0)
        return LAYOUT_LLD;
    if (strncmp(base, "ld.mold", 7) == 0 || strcmp(base, "mold") == 0)
        return LAYOUT_MOLD;
    return strncmp(base, "ld.gold", 7) == 0 ? LAYOUT_GOLD : LAYOUT_BFD;
}

/* The linker asked for; else the compiler's own when it can order; else any that can. */
static char *choose_linker(const struct layout_link *link)
{
    if (link->options.linker == LAYOUT_AUTO && layout_kind_of(link->original) != LAYOUT_BFD)
        return strdup(link->original);
    if (link->options.linker == LAYOUT_BFD && layout_kind_of(link->original) == LAYOUT_BFD)
        return strdup(link->original);
    return layout_find_linker(link->options.linker);
}

static void keep_to_objects(struct layout_link *link, const char *remark)
{
    free(link->linker);
    link->linker = strdup(link->original);
    link->how = link->options.keep_objects ? HOW_NOT : HOW_OBJECTS;
    layout_note(link, remark);
}

static void choose_for_bitcode(struct layout_link *link)
{
    if (link->linker != NULL && layout_kind_of(link->linker) == LAYOUT_LLD)
        link->how = HOW_SECTIONS;
    else
        keep_to_objects(link, "link-time optimisation by LLVM takes its order from lld only, "
                              "which was not used: only object files were shuffled");
}

/* Fills how, linker and remark. */
void layout_choose(struct layout_link *link)
{
    if (link->line.relocatable || link->line.script || link->line.ordered) {
        if (!link->line.relocatable)
            layout_note(link, link->line.script ? "a linker script decides the order"
                                                : "the command gives an order of its own");
        return;
    }
    link->linker = choose_linker(link);
    link->how = HOW_FUNCTIONS;
    if (link->linker != NULL && layout_kind_of(link->linker) == LAYOUT_MOLD)
        link->how = HOW_SECTIONS; /* it takes no order, but draws one from a seed */
    else if (link->items.bitcode)
        choose_for_bitcode(link);
    else if (link->items.gimple)
        keep_to_objects(link, "link-time optimisation by gcc decides the order of functions: only "
                              "object files were shuffled; clang with lld shuffles both");
    else if (link->linker == NULL || layout_kind_of(link->linker) == LAYOUT_BFD)
        link->how = link->options.keep_objects ? HOW_NOT : HOW_OBJECTS;
    else if (link->items.unread)
        layout_note(link,
                    "some objects cannot be read (not ELF of 64 bits): their functions keep their "
                    "order");
}
