/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_index.c -- a row for each experiment, the newest first. */
#include "view/page/store_index.h"

#include <inttypes.h>
#include <string.h>

#include "view/page/html.h"
#include "view/page/page.h"

#include <assay/assay.h>

static void print_name(FILE *stream, const struct store_entry *entry)
{
    if (entry->name != NULL)
        html_name(stream, entry->name);
    else
        fprintf(stream, "Experiment %" PRId64, entry->id);
}

/* A version that people would call by the experiment itself is none. */
static void print_version(FILE *stream, const struct store_entry *entry)
{
    char label[256];
    if (entry->version.label == NULL && entry->version.commit == NULL)
        return;
    store_entry_label(entry, label, sizeof label);
    html_name(stream, label);
}

static void print_state(FILE *stream, const struct experiment_info *info)
{
    html_printf(stream,
                "<td class=\"number\">%zu<span class=\"narrow\"> executions</span></td><td>%s</td>",
                info->executions,
                info->finished_ns == 0 ? "not complete"
                : info->failures > 0   ? "some failed"
                                       : "complete");
}

static void print_choice(FILE *stream, const struct store_entry *entry, int64_t old)
{
    if (old == entry->id)
        fputs("<td>the old one</td>", stream);
    else if (old != 0)
        fprintf(stream, "<td><a href=\"compare/%" PRId64 "/%" PRId64 "\">compare</a></td>", old,
                entry->id);
    else
        fprintf(stream,
                "<td><a href=\"?old=%" PRId64 "\" title=\"as the old one\">compare with "
                "\u2026</a></td>",
                entry->id);
}

static void print_row(FILE *stream, const struct store_listing *listing, size_t i, int64_t old)
{
    const struct store_entry *entry = &listing->entries[i];
    fprintf(stream,
            "<tr><td class=\"number\">%" PRId64
            "</td><th scope=\"row\"><a href=\"experiment/%" PRId64 "\">",
            entry->id, entry->id);
    print_name(stream, entry);
    fputs("</a></th><td>", stream);
    print_version(stream, entry);
    html_printf(stream, "</td><td class=\"wide\">%s</td><td>",
                entry->systems != NULL ? entry->systems : "");
    html_time(stream, "", entry->started_ns, "");
    fputs("</td>", stream);
    print_state(stream, &listing->infos[i]);
    print_choice(stream, entry, old);
    fputs("</tr>\n", stream);
}

static void print_head(FILE *stream, const struct store_listing *listing, int64_t old)
{
    const struct store_entry *chosen = NULL;
    for (size_t i = 0; i < listing->n; i++)
        if (listing->entries[i].id == old)
            chosen = &listing->entries[i];
    page_begin_head(stream, "Experiments", NULL, 0);
    page_end_head(stream);
    page_begin_main(
        stream, &(struct page_shell){.kind = PAGE_EXPERIMENTS, .links = {.history = "history"}});
    fputs("<header><h1>Experiments</h1></header>\n<p>", stream);
    if (chosen != NULL) {
        fputs("Compare ", stream);
        print_name(stream, chosen);
        fputs(", as the old one, with \u2026 <a href=\".\">choose another</a>", stream);
    } else {
        html_printf(stream,
                    "%zu experiment%s. <a href=\"history\">What changed over the versions</a>",
                    listing->n, listing->n == 1 ? "" : "s");
    }
    fputs("</p>\n", stream);
}

void store_index_print(FILE *stream, const struct store_listing *listing, int64_t old)
{
    static const char *const titles[] = {"experiment", "version", "systems", "started",
                                         "executions", "state",   "compare"};
    print_head(stream, listing, old);
    fputs("<div class=\"scroll\"><table class=\"experiments\"><caption>The newest first</caption>\n"
          "<thead><tr><th scope=\"col\" class=\"number\">id</th>",
          stream);
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        html_printf(stream,
                    strcmp(titles[i], "executions") == 0
                        ? "<th scope=\"col\" class=\"number\">%s</th>"
                        : "<th scope=\"col\">%s</th>",
                    titles[i]);
    fputs("</tr></thead>\n<tbody>\n", stream);
    for (size_t i = listing->n; i-- > 0;)
        print_row(stream, listing, i, old);
    fputs("</tbody></table></div>\n", stream);
    page_end_main(stream, "Served");
    fputs("</body>\n</html>\n", stream);
}
