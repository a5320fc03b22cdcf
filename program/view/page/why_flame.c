/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_flame.c -- a flame graph of differences: as wide as old and new take together, coloured by the change where its interval
 * excludes none. Boxes are entries of a tree, in its order, so that who hears the page walks through the same. */
#include "view/page/why_flame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/page/html.h"
#include "view/page/page.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

#define STYLE                                                                                      \
    "<style>\n" \
    ".flame { position: relative; list-style: none; margin: 14px 0 96px; padding: 0; }\n" \
    ".flame li { position: absolute; height: 1.45em; overflow: hidden; white-space: nowrap; padding: 0 3px; background: var(--band);\n" \
    "  border: 1px solid var(--paper); border-left-color: var(--line); color: var(--ink); cursor: default; }\n" \
    ".flame .more { background: color-mix(in srgb, var(--slower) var(--much), var(--band)); }\n" \
    ".flame .less { background: color-mix(in srgb, var(--faster) var(--much), var(--band)); }\n" \
    ".flame .told { display: none; }\n" \
    ".flame li:hover, .flame li:focus { outline: 2px solid var(--link); outline-offset: -2px; }\n" \
    ".flame li:hover .told, .flame li:focus .told { display: block; position: fixed; left: 0; right: 0; bottom: 0; padding: 10px 20px;\n" \
    "  background: var(--paper); border-top: 1px solid var(--line); white-space: normal; z-index: 1; }\n" \
    ".flame li:hover .told { z-index: 2; }\n" \
    "</style>\n"

/* Of the drawing: where boxes begin and how wide they are, as shares of the whole. */
struct box {
    double left, width, used; /* used: by what it calls */
    size_t depth;             /* from 0; nodes are from 1 */
};
struct flame {
    const struct why_tree *tree;
    struct box *boxes, all;
    size_t *order; /* callers before what they call, these by name */
    size_t deepest;
    double most; /* the largest change, in per cent */
    int decimals;
};

static bool stands_out(const struct assay_contribution *of)
{
    return of->exact ? of->p == 0 : of->lower > 0 || of->upper < 0;
}

/* ---- where boxes are ---- */

static int by_caller_and_name(const void *a, const void *b, void *context)
{
    const struct why_tree *tree = context;
    const size_t i = *(const size_t *)a, k = *(const size_t *)b;
    const struct why_node *x = &tree->nodes[i], *y = &tree->nodes[k];
    if (x->caller != y->caller)
        return x->caller + 1 < y->caller + 1 ? -1 : 1; /* the outermost first */
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : (i > k) - (i < k);
}

static void place(struct flame *flame, size_t node)
{
    const struct why_node *of = &flame->tree->nodes[node];
    struct box *caller = of->caller == WHY_OUTERMOST ? &flame->all : &flame->boxes[of->caller];
    flame->boxes[node] = (struct box){.left = caller->left + caller->used,
                                      .width = of->of.share,
                                      .depth = caller->depth + 1};
    caller->used += of->of.share;
    if (flame->boxes[node].depth > flame->deepest)
        flame->deepest = flame->boxes[node].depth;
}

static bool lay_out(struct flame *flame)
{
    const struct why_tree *tree = flame->tree;
    OWNED double *half_widths = view_room(tree->n + 1, sizeof *half_widths);
    flame->boxes = view_room(tree->n + 1, sizeof *flame->boxes);
    flame->order = view_room(tree->n + 1, sizeof *flame->order);
    size_t n = 0;
    if (half_widths == NULL || flame->boxes == NULL || flame->order == NULL)
        return false;
    for (size_t i = 0; i < tree->n; i++) {
        const struct assay_contribution *of = &tree->nodes[i].of;
        flame->order[i] = i;
        if (stands_out(of))
            flame->most = fmax(flame->most, fabs(of->estimate));
        if (stands_out(of) && isfinite(of->upper))
            half_widths[n++] = of->upper - of->estimate;
    }
    flame->decimals = n > 0 ? percent_decimals(half_widths, n) : 2;
    qsort_r(flame->order, tree->n, sizeof *flame->order, by_caller_and_name,
            (void *)(uintptr_t)tree);
    /* Callers stand before what they call, so one pass in the order of places would do but for names: siblings come together
     * here, and a caller has a lower place than they. */
    for (size_t i = 0; i < tree->n; i++)
        place(flame, flame->order[i]);
    return true;
}

/* ---- what is said of one ---- */

static struct quantity change(const struct flame *flame, const struct assay_contribution *of)
{
    return percent_signed(of->estimate, flame->decimals);
}

static void print_told(FILE *stream, const struct flame *flame, const struct why_node *node)
{
    const struct assay_contribution *of = &node->of;
    const double self = 100 * (node->self[1] - node->self[0]) / flame->tree->total.old_mean;
    html_printf(stream, "%s", node->name[0] != '\0' ? node->name : "no symbol");
    if (node->object[0] != '\0')
        html_printf(stream, " (%s)", node->object);
    html_printf(stream, ": with what it calls %s of the whole", change(flame, of).text);
    if (of->exact)
        fputs(", exactly", stream);
    else if (isfinite(of->lower))
        html_printf(stream, " [%s]", percent_range(of->lower, of->upper, flame->decimals).text);
    html_printf(stream, "; without the boxes below it %s. It takes %s of old and new together.",
            percent_signed(self, flame->decimals).text, percent_plain(100 * of->share, 1).text);
}

static void print_box(FILE *stream, const struct flame *flame, size_t i)
{
    const struct why_node *node = &flame->tree->nodes[i];
    const struct box *box = &flame->boxes[i];
    const bool out = stands_out(&node->of);
    html_printf(stream, "<li role=\"treeitem\" tabindex=\"0\" aria-level=\"%zu\" class=\"%s\" ", box->depth,
            !out ? "open" : node->of.estimate > 0 ? "more" : "less");
    html_printf(stream, "style=\"left:%.4f%%;width:%.4f%%;top:%.2fem;--much:%.0f%%\">", 100 * box->left,
            100 * box->width, 1.5 * (double)(box->depth - 1),
            out && flame->most > 0 ? 20 + 40 * fabs(node->of.estimate) / flame->most : 0);
    html_printf(stream, "%s", node->name[0] != '\0' ? node->name : "[no symbol]");
    if (out)
        html_printf(stream, " %s", change(flame, &node->of).text);
    fputs("<span class=\"told\">", stream);
    print_told(stream, flame, node);
    fputs("</span></li>\n", stream);
}

/* Those that it calls follow each box. */
static void print_below(FILE *stream, const struct flame *flame, uint32_t caller)
{
    for (size_t i = 0; i < flame->tree->n; i++)
        if (flame->tree->nodes[flame->order[i]].caller == caller) {
            print_box(stream, flame, flame->order[i]);
            print_below(stream, flame, (uint32_t)flame->order[i]);
        }
}

/* ---- the page ---- */

static void print_head(FILE *stream, const struct flame *flame)
{
    const struct why_tree *tree = flame->tree;
    OWNED char *title = view_format("%s against %s", tree->new_name, tree->old_name);
    page_begin_head(stream, title != NULL ? title : "why", NULL, 0);
    html_printf(stream, STYLE);
    page_end_head(stream);
    html_printf(stream, "<main>\n<h1>%s against %s: which stacks</h1>\n", tree->new_name,
                tree->old_name);
    html_printf(stream, "<p>In all %s", change(flame, &tree->total).text);
    if (isfinite(tree->total.lower))
        html_printf(stream, " [%s]",
                percent_range(tree->total.lower, tree->total.upper, flame->decimals).text);
    html_printf(stream, ", from %zu pair%.1s of profiles (%s). ", tree->pairs,
                tree->pairs == 1 ? "" : "s", tree->sampler);
    if (tree->units > 1)
        html_printf(stream, "The %.0f %% intervals hold for all %zu boxes at once. ",
                100 * tree->confidence, tree->n);
    else
        fputs("One pair has no intervals. ", stream);
    fputs("A box is as wide as old and new take together, with what it calls; so boxes do not add up from "
          "one level to the next. Coloured is what takes more or less in new, and says by how much of the "
          "old whole; grey is what is not told from no change. Point at a box, or go there with the "
          "tabulator.</p>\n",
          stream);
    if (tree->hidden > 0)
        html_printf(stream, "<p>%zu stacks are too small to be drawn.</p>\n", tree->hidden);
    if (!tree->deep)
        fputs("<p>These profiles hold no callers: each function stands alone.</p>\n", stream);
}

void why_flame_print(FILE *stream, const struct why_tree *tree)
{
    struct flame flame = {.tree = tree};
    if (lay_out(&flame)) {
        print_head(stream, &flame);
        html_printf(stream, "<ul class=\"flame\" role=\"tree\" aria-label=\"stacks\" style=\"height:%.2fem\">\n",
                1.5 * (double)flame.deepest);
        print_below(stream, &flame, WHY_OUTERMOST);
        fputs("</ul>\n", stream);
        page_end_main(stream, "Written");
        fputs("</body>\n</html>\n", stream);
    }
    free(flame.boxes);
    free(flame.order);
}
