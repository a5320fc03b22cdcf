/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose.c -- which linker links, and what of the order it can follow. */
#include <limits.h>
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

/* Of a kind; the compiler's own where that is it. */
static char *find_kind(const struct layout_link *link, enum layout_linker kind)
{
    return layout_kind_of(link->original) == kind ? strdup(link->original)
                                                  : layout_find_linker(kind);
}

bool layout_shuffles(const struct layout_link *link)
{
    return !link->options.keep_objects && link->kept[0] == '\0';
}

/* bfd and gold take members out of archives in one order, lld and mold each in another. */
static bool takes_members_alike(enum layout_linker a, enum layout_linker b)
{
    return a == b ||
           ((a == LAYOUT_BFD || a == LAYOUT_GOLD) && (b == LAYOUT_BFD || b == LAYOUT_GOLD));
}

/* lld and mold have the loader choose an IFUNC's code before calls through the table of linkage are bound, bfd and
 * gold behind that. Code that chooses by calling something else (all code does under clang's -pg) then jumps
 * nowhere: glibc 2.36 with lld 14, by position-independent programs whose calls are bound as they are made. Whether LLVM's
 * bitcode has an IFUNC cannot be read. */
static bool binds_too_late(const struct layout_link *link, enum layout_linker kind)
{
    const bool may_have = link->items.ifunc || (link->items.bitcode && link->line.profiled);
    return may_have && link->line.relocated && !link->line.binds_now &&
           (kind == LAYOUT_LLD || kind == LAYOUT_MOLD) && kind != layout_kind_of(link->original);
}

/* Whether a linker makes the same program of these files, but for where code lies. */
static bool keeps_meaning(struct layout_link *link, enum layout_linker kind)
{
    const struct layout_dependent *d = &link->dependent;
    const bool hidden = link->items.bitcode || link->items.gimple || link->items.unread;
    if (binds_too_late(link, kind)) {
        (void)snprintf(
            link->remark, sizeof link->remark,
            "ld.%s would have the code of an IFUNC%s chosen before that can call anything",
            kind == LAYOUT_LLD ? "lld" : "mold", link->items.ifunc ? "" : ", should there be one,");
        return false;
    }
    if (link->options.shuffle_objects)
        return true;
    if (d->members[0] != '\0' && !takes_members_alike(kind, layout_kind_of(link->original))) {
        (void)snprintf(link->remark, sizeof link->remark,
                       "in archives %s, and ld.%s takes members out in another order", d->members,
                       kind == LAYOUT_LLD ? "lld" : "mold");
        return false;
    }
    if (kind == LAYOUT_MOLD && (d->sets[0] != '\0' || hidden)) {
        (void)snprintf(link->remark, sizeof link->remark, "mold would shuffle linker sets, too: %s",
                       hidden ? "some objects cannot be read before they are linked" : d->sets);
        return false;
    }
    return true;
}

/* The linker asked for; else the compiler's own when it can order, else any that can, and that has not
 * been tried. NULL when there is none. */
static char *choose_linker(struct layout_link *link)
{
    enum layout_linker kinds[] = {layout_kind_of(link->original), LAYOUT_LLD, LAYOUT_GOLD,
                                  LAYOUT_MOLD};
    size_t n = sizeof kinds / sizeof *kinds;
    if (link->options.linker != LAYOUT_AUTO) {
        kinds[0] = link->options.linker;
        n = 1;
    }
    for (size_t i = kinds[0] == LAYOUT_BFD && n > 1; i < n; i++) {
        if ((link->tried & 1u << kinds[i]) != 0)
            continue;
        link->tried |= 1u << kinds[i];
        char *path = find_kind(link, kinds[i]);
        if (path != NULL && keeps_meaning(link, kinds[i])) {
            link->remark[0] = '\0';
            return path;
        }
        free(path);
    }
    return NULL;
}

static void keep_to_objects(struct layout_link *link, const char *remark)
{
    free(link->linker);
    link->linker = strdup(link->original);
    link->how = HOW_OBJECTS;
    if (link->linker != NULL)
        link->tried = UINT_MAX;
    if (remark != NULL)
        layout_note(link, remark);
}

bool layout_may_order(struct layout_link *link)
{
    if (link->line.relocatable)
        return false;
    if (link->line.script || link->line.ordered) {
        layout_note(link, link->line.script ? "a linker script decides the order"
                                            : "the command gives an order of its own");
        return false;
    }
    return true;
}

/* Why objects stay: what is linked hangs on their order, or may. */
static void decide_objects(struct layout_link *link)
{
    const char *reason = link->dependent.objects;
    const bool depth_first = link->linker != NULL && layout_kind_of(link->linker) != LAYOUT_BFD &&
                             layout_kind_of(link->linker) != LAYOUT_GOLD;
    link->kept[0] = '\0';
    if (link->options.shuffle_objects)
        return;
    if (reason[0] == '\0' && (link->items.bitcode || link->items.gimple || link->items.unread))
        reason = "some cannot be read before they are linked";
    if (reason[0] == '\0' && depth_first && link->line.archives_first)
        reason = link->dependent.members;
    (void)snprintf(link->kept, sizeof link->kept, "%s", reason);
}

static void choose_how(struct layout_link *link)
{
    const enum layout_linker kind =
        link->linker != NULL ? layout_kind_of(link->linker) : LAYOUT_BFD;
    link->how = HOW_FUNCTIONS;
    if (kind == LAYOUT_MOLD)
        link->how = HOW_SECTIONS; /* it takes no order, but draws one from a seed */
    else if (link->items.bitcode && kind == LAYOUT_LLD)
        link->how = HOW_SECTIONS;
    else if (link->items.bitcode)
        keep_to_objects(link, "link-time optimisation by LLVM takes its order from lld only, which "
                              "was not used");
    else if (link->items.gimple)
        keep_to_objects(link, "link-time optimisation by gcc decides the order of functions; clang "
                              "with lld shuffles them");
    else if (kind == LAYOUT_BFD)
        keep_to_objects(link, NULL);
    else if (link->items.unread)
        layout_note(link, "some objects cannot be read (not ELF of 64 bits): their functions keep "
                          "their order");
}

/* What is left to be moved: how becomes less where that is little. */
static void limit_how(struct layout_link *link)
{
    const struct layout_moves moves = layout_moves_of(link);
    const bool known = !link->items.bitcode && !link->items.gimple && !link->items.unread;
    if (link->how == HOW_SECTIONS || (link->how == HOW_FUNCTIONS && moves.units > 1) ||
        moves.objects > 1)
        return;
    link->how = HOW_NOT;
    link->silent = known && moves.present < 2;
    if (link->silent)
        layout_note(link, "there is one function only");
    else if (link->kept[0] != '\0' && link->line.n_movable > 1 && link->remark[0] == '\0')
        (void)snprintf(link->remark, sizeof link->remark, "object files keep their order: %s",
                       link->kept);
    else if (link->remark[0] == '\0')
        layout_note(link, moves.n_objects < 2 && layout_kind_of(link->linker) != LAYOUT_BFD
                              ? "its functions lie in one section: compile with "
                                "-ffunction-sections, as assay cc does"
                              : "only object files could move, and they stay");
}

bool layout_choose(struct layout_link *link)
{
    const bool again = link->tried != 0;
    free(link->linker);
    link->linker = choose_linker(link);
    if (link->linker == NULL && again)
        return false;
    choose_how(link);
    decide_objects(link);
    if (link->linker == NULL)
        link->how = HOW_NOT;
    else
        limit_how(link);
    return link->how != HOW_NOT;
}
