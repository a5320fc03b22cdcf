/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiments.c -- what changed last, each benchmark over the versions, then a row for each experiment: what changed at its
 * version, and how many of its systems differ. */
#include "view/page/experiments.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "view/page/html.h"
#include "view/page/origin.h"
#include "view/text/quantity.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* ---- names ---- */

/* As histories call the version. */
static void label_of(const struct experiment_line *line, char label[256])
{
    const struct store_entry entry = {
        .id = line->info->id, .name = line->info->name, .version = *line->version};
    store_entry_label(&entry, label, 256);
}

static char *started_of(const struct experiment_info *info)
{
    const time_t seconds = (time_t)(info->started_ns / 1000000000);
    struct tm parts;
    char text[32] = "";
    if (gmtime_r(&seconds, &parts) != NULL)
        (void)strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    return view_format("%s", text);
}

static void write_name(FILE *out, const struct experiment_info *info)
{
    if (info->name != NULL)
        fputs(info->name, out);
    else
        fprintf(out, "Experiment %" PRId64, info->id);
}

char *experiment_words(const struct experiment_info *info, const struct store_version *version)
{
    const struct experiment_line line = {.info = info, .version = version};
    OWNED char *started = started_of(info), *host = origin_host(info->host_json);
    char label[256];
    label_of(&line, label);
    return VIEW_TEXT(out, {
        write_name(out, info);
        if (version->label != NULL || version->commit != NULL)
            fprintf(out, " %s", label);
        fprintf(out, ", %s", started != NULL ? started : "?");
        if (host != NULL)
            fprintf(out, ", %s", host);
    });
}

/* "owner/name" of a repository; else the name that all experiments share; else that they are experiments. */
static char *title_of(const struct experiments *experiments)
{
    OWNED char *repository = page_repository(experiments->shell.compare_url);
    if (repository != NULL)
        return view_format("%s", repository);
    const char *name = experiments->n > 0 ? experiments->lines[0].info->name : NULL;
    for (size_t i = 0; name != NULL && i < experiments->n; i++)
        if (experiments->lines[i].info->name == NULL ||
            strcmp(experiments->lines[i].info->name, name) != 0)
            name = NULL;
    return view_format("%s", name != NULL ? name : "Experiments");
}

/* ---- the way from a version to its report ---- */

static char *report_of(void *context, const struct history_version *version)
{
    const struct experiments *experiments = context;
    char label[256];
    for (size_t i = 0; i < experiments->n; i++) {
        label_of(&experiments->lines[i], label);
        if (strcmp(label, version->label) == 0)
            return view_format("%s", experiments->lines[i].address);
    }
    return NULL;
}

/* Is one of the systems "O1, O2" called as the version is, or as the first digits of its commit are? */
static bool has_system(const char *systems, const struct history_version *version)
{
    enum { LEAST = 7 };
    for (const char *at = systems; at != NULL && *at != '\0';) {
        const size_t n = strcspn(at, ",");
        if ((strlen(version->label) == n && strncmp(at, version->label, n) == 0) ||
            (n >= LEAST && version->commit != NULL && strncmp(at, version->commit, n) == 0))
            return true;
        at += n;
        at += strspn(at, ", ");
    }
    return false;
}

static char *paired_of(void *context, const struct history_version *before,
                       const struct history_version *at)
{
    const struct experiments *experiments = context;
    for (size_t i = 0; i < experiments->n; i++)
        if (has_system(experiments->lines[i].systems, before) &&
            has_system(experiments->lines[i].systems, at))
            return view_format("%s", experiments->lines[i].address);
    return NULL;
}

struct history_ways experiments_ways(const struct experiments *experiments)
{
    return (struct history_ways){(void *)experiments, report_of, paired_of};
}

/* ---- what changed at a version ---- */

static size_t version_of(const struct history_finding *history, const struct experiment_line *line)
{
    char label[256];
    size_t v = 0;
    label_of(line, label);
    while (history != NULL && v < history->n_versions &&
           strcmp(history->versions[v].label, label) != 0)
        v++;
    return history != NULL && v < history->n_versions ? v : SIZE_MAX;
}

/* NaN: the version did not measure it. The versions of its points ascend, and there may be thousands. */
static double mean_at(const struct history_row *series, size_t version)
{
    size_t low = 0, high = series->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (series->versions[middle] < version)
            low = middle + 1;
        else
            high = middle;
    }
    return low < series->n && series->versions[low] == version ? series->points[low].summary.mean
                                                               : (double)NAN;
}

/* The geometric mean over the series that both have of what the version costs against the one before, as a logarithm; NaN:
 * there is none. */
static double cost_against_before(const struct history_finding *history, size_t version)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; version > 0 && i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        const double ratio = mean_at(series, version) / mean_at(series, version - 1);
        if (!(ratio > 0) || !isfinite(ratio) || !assay_told_decides(&series->told))
            continue;
        sum += series->more_is_better ? -log(ratio) : log(ratio);
        n++;
    }
    return n > 0 ? sum / (double)n : (double)NAN;
}

/* The steps that were called at the version: the first ones named. */
static void print_steps(FILE *stream, const struct history_look *look, size_t version)
{
    enum { MOST = 4 };
    size_t n = 0;
    for (size_t i = 0; i < look->history->n; i++) {
        const struct history_row *series = &look->history->series[i];
        const size_t k = history_change_at(series, version);
        if (k == SIZE_MAX || n++ >= MOST)
            continue;
        const struct assay_change *change = &series->finding.changes[k];
        const enum assay_verdict verdict = history_verdict(series, change);
        html_printf(stream, "<span class=\"verdict %s\"><span class=\"heard\">%s</span></span>",
                    assay_verdict_name(verdict),
                    history_word(series, verdict, change->ratio.estimate > 1));
        history_link_begin(stream, look, series);
        history_name_print(stream, series);
        html_printf(stream, "</a> %s ", history_change_text(change).text);
    }
    if (n > MOST)
        html_printf(stream, "<a href=\"%s#v%zu\">and %zu more</a>", look->home, version, n - MOST);
}

static size_t count_steps(const struct history_finding *history, size_t version,
                          enum assay_verdict verdict)
{
    size_t n = 0;
    for (size_t i = 0; i < history->n; i++) {
        const size_t k = history_change_at(&history->series[i], version);
        n += k != SIZE_MAX && history_verdict(&history->series[i],
                                              &history->series[i].finding.changes[k]) == verdict;
    }
    return n;
}

/* ---- what its systems came to ---- */

static const char *const words[] = {"slower", "faster", "mixed", "equivalent", "inconclusive"};
enum { WORDS = sizeof words / sizeof words[0] };

struct counts {
    size_t of[WORDS], groups;
};

static bool count_word(struct counts *counts, const char *piece)
{
    char *end;
    const size_t n = (size_t)strtoul(piece, &end, 10);
    for (size_t k = 0; end != piece && *end == ' ' && k < WORDS; k++)
        if (strcmp(end + 1, words[k]) == 0) {
            counts->of[k] += n;
            return true;
        }
    return false;
}

/* "b against a: 1 faster; c against a: 2 slower" is two groups. */
static struct counts counts_of(const char *verdicts)
{
    struct counts counts = {{0}, 0};
    OWNED char *text = verdicts != NULL ? view_kept(strdup(verdicts)) : NULL;
    for (char *rest = text, *group; rest != NULL && (group = rest) != NULL;) {
        rest = strstr(group, "; ");
        if (rest != NULL) {
            *rest = '\0';
            rest += strlen("; ");
        }
        char *list = NULL;
        for (char *at = group; (at = strstr(at, ": ")) != NULL; at++)
            list = at + 2;
        bool any = false;
        for (char *piece; (piece = strsep(&list, ",")) != NULL;)
            any = count_word(&counts, piece) || any;
        counts.groups += any;
    }
    return counts;
}

/* Of many systems how many comparisons came to what. */
static void print_verdicts(FILE *stream, const char *verdicts, const struct counts *counts)
{
    enum { WHOLE = 2 };
    if (verdicts == NULL)
        return;
    if (counts->groups <= WHOLE) {
        if (counts->groups > 0) /* of a lone system nothing is to be said */
            fputs(verdicts, stream);
        return;
    }
    html_printf(stream, "%zu systems against another: ", counts->groups);
    for (size_t k = 0, n = 0; k < WORDS; k++)
        if (counts->of[k] > 0)
            html_printf(stream, "%s%zu <span class=\"%s\">%s</span>", n++ > 0 ? ", " : "",
                        counts->of[k], words[k], words[k]);
}

/* Its systems, where there are some: of many the first and the last. */
static void print_systems(FILE *stream, const char *systems)
{
    enum { FEW = 3 };
    size_t n = 1;
    const char *last = systems;
    for (const char *at = systems; (at = strstr(at, ", ")) != NULL; n++)
        last = at += strlen(", ");
    if (n > FEW)
        html_printf(stream, "%zu systems: %.*s \u2026 %s", n, (int)strcspn(systems, ","), systems,
                    last);
    else if (n > 1)
        html_text(stream, systems);
}

/* Has any more than one? */
static bool any_systems(const struct experiments *experiments)
{
    for (size_t i = 0; i < experiments->n; i++) {
        const struct experiment_line *line = &experiments->lines[i];
        const struct counts counts = counts_of(line->verdicts);
        if (counts.groups > 0 || (line->verdicts == NULL && line->systems != NULL &&
                                  strstr(line->systems, ", ") != NULL))
            return true;
    }
    return false;
}

/* ---- rows ---- */

/* Its label, which commit that is, and what the commit says of itself. A label may be one. */
static void print_version(FILE *stream, const struct experiment_line *line, const char *compare_url)
{
    const char *label = line->version->label != NULL ? line->version->label : "";
    const char *commit = line->version->commit != NULL ? line->version->commit
                         : line->subject != NULL       ? label
                                                       : NULL;
    const bool is_label = commit != NULL && strncmp(commit, label, strlen(label)) == 0;
    if (!is_label)
        html_name(stream, label);
    fputs(!is_label && commit != NULL ? " (" : "", stream);
    if (commit != NULL)
        page_print_commit(stream, compare_url, commit,
                          is_label && label[0] != '\0' ? label : commit);
    fputs(!is_label && commit != NULL ? ")" : "", stream);
    if (line->subject != NULL)
        html_printf(stream, " <span class=\"note\">%s</span>", line->subject);
}

struct page {
    const struct experiments *experiments;
    bool any_systems;                /* there is a column of them */
    const struct history_look *look; /* NULL: no history */
    const struct experiment_line *old;
};

/* What the script filters and sorts by, and the class of the row. */
static void print_facts(FILE *stream, const struct page *page, size_t i, size_t version,
                        double cost, const struct counts *counts)
{
    const struct experiments *all = page->experiments;
    size_t slower = counts->of[0], faster = counts->of[1];
    if (version != SIZE_MAX) {
        slower += count_steps(page->look->history, version, ASSAY_SLOWER);
        faster += count_steps(page->look->history, version, ASSAY_FASTER);
    }
    html_printf(stream,
                "<tr class=\"row\" data-order=\"%zu\" data-newest=\"%zu\" data-worst=\"%.4g\" "
                "data-show=\"%s%s\">",
                i, all->n - i, isnan(cost) ? 0 : cost, slower > 0 ? "slower " : "",
                faster > 0 ? "faster" : "");
}

static void print_changed(FILE *stream, const struct page *page, size_t version, double cost)
{
    fputs("<td class=\"number\" data-label=\"all against the version before\">", stream);
    if (!isnan(cost))
        html_text(stream, percent_signed(100 * expm1(cost), 1).text);
    fputs("</td><td class=\"wide marked\">", stream);
    if (version != SIZE_MAX)
        print_steps(stream, page->look, version);
    fputs("</td>", stream);
}

static void print_choice(FILE *stream, const struct page *page, const struct experiment_line *line)
{
    const int64_t id = line->info->id;
    if (!page->experiments->compares)
        return;
    if (page->old == line)
        fputs("<td>the old one</td>", stream);
    else if (page->old != NULL)
        html_printf(stream, "<td><a href=\"compare/%" PRId64 "/%" PRId64 "\">compare</a>%s</td>",
                    page->old->info->id, id,
                    line->info->started_ns < page->old->info->started_ns ? " (it is older)" : "");
    else
        fprintf(stream,
                "<td><a href=\"?old=%" PRId64 "\" title=\"as the old one\">compare with "
                "\u2026</a></td>",
                id);
}

static void print_row(FILE *stream, const struct page *page, size_t i)
{
    const struct experiment_line *line = &page->experiments->lines[i];
    const struct experiment_info *info = line->info;
    const size_t version = page->look != NULL ? version_of(page->look->history, line) : SIZE_MAX;
    const double cost =
        version != SIZE_MAX ? cost_against_before(page->look->history, version) : (double)NAN;
    const struct counts counts = counts_of(line->verdicts);
    OWNED char *started = started_of(info);
    print_facts(stream, page, i, version, cost, &counts);
    html_printf(stream, "<td class=\"number\">%" PRId64 "</td><th scope=\"row\"><a href=\"%s\">",
                info->id, line->address);
    OWNED char *name = VIEW_TEXT(out, write_name(out, info));
    html_name(stream, name != NULL ? name : "?");
    fputs("</a></th><td>", stream);
    print_version(stream, line, page->experiments->shell.compare_url);
    fputs("</td>", stream);
    if (page->look != NULL)
        print_changed(stream, page, version, cost);
    fputs(page->any_systems ? "<td class=\"wide\">" : "", stream);
    if (line->verdicts != NULL)
        print_verdicts(stream, line->verdicts, &counts);
    else if (line->systems != NULL)
        print_systems(stream, line->systems);
    fputs(page->any_systems ? "</td>" : "", stream);
    html_printf(
        stream,
        "<td>%s</td><td class=\"number\">%zu<span class=\"narrow\"> executions</span>%s</td>",
        started != NULL ? started : "?", info->executions,
        info->finished_ns == 0 ? ", not complete"
        : info->failures > 0   ? ", some failed"
                               : "");
    print_choice(stream, page, line);
    fputs("</tr>\n", stream);
}

/* ---- the page ---- */

static void print_controls(FILE *stream, const struct page *page)
{
    fputs("<form class=\"controls\" hidden><input id=\"search\" type=\"search\" "
          "aria-label=\"Rows with these words\" placeholder=\"search\"><fieldset><legend "
          "class=\"heard\">show</legend>",
          stream);
    for (size_t k = 0; k < 2; k++)
        html_printf(stream,
                    "<label class=\"chip\"><input type=\"checkbox\" name=\"show\" value=\"%s\">"
                    "<span class=\"verdict %s\">%s</span></label>",
                    words[k], words[k], words[k]);
    fputs("</fieldset><label>sort <select id=\"sort\"><option value=\"newest\">newest "
          "first</option><option value=\"oldest\">oldest first</option>",
          stream);
    fputs(page->look != NULL ? "<option value=\"worst\">largest rise</option><option "
                               "value=\"best\">largest fall</option>"
                             : "",
          stream);
    fputs("<option value=\"name\">name</option></select></label><output class=\"found\" "
          "aria-live=\"polite\"></output><button type=\"button\" id=\"link\" class=\"save\">copy "
          "link</button></form>\n",
          stream);
}

static void print_heads(FILE *stream, const struct page *page)
{
    fputs("<div class=\"scroll list\" tabindex=\"0\" role=\"group\" aria-label=\"experiments\">"
          "<table class=\"experiments\"><caption class=\"heard\">Experiments, the newest "
          "first</caption>\n<thead><tr><th scope=\"col\" class=\"number\" "
          "data-sort=\"newest\">id</th><th scope=\"col\" data-sort=\"name\">experiment</th><th "
          "scope=\"col\">version</th>",
          stream);
    if (page->look != NULL)
        fputs(
            "<th scope=\"col\" class=\"number\" data-sort=\"worst\" title=\"geometric mean of all "
            "benchmarks against the version before\">all</th><th scope=\"col\">changed "
            "here</th>",
            stream);
    if (page->any_systems)
        html_printf(stream, "<th scope=\"col\">%s</th>",
                    page->experiments->compares ? "systems" : "verdicts");
    fputs("<th scope=\"col\">started (UTC)</th><th scope=\"col\" "
          "class=\"number\">executions</th>",
          stream);
    if (page->experiments->compares)
        fputs("<th scope=\"col\">compare</th>", stream);
    fputs("</tr></thead>\n<tbody>\n", stream);
}

/* What is compared with, and how to choose another. */
static void print_old(FILE *stream, const struct page *page)
{
    OWNED char *what =
        page->old != NULL ? experiment_words(page->old->info, page->old->version) : NULL;
    if (what != NULL)
        html_printf(stream,
                    "<p class=\"headline\">Compare <strong>%s</strong>, as the old one, with "
                    "\u2026 <a href=\".\">choose another</a></p>\n",
                    what);
}

static void print_main(FILE *stream, const struct page *page, const char *title)
{
    html_printf(stream, "<header><h1>%s</h1>\n", title);
    if (page->look == NULL)
        html_printf(stream, "<p>%zu experiment%s.</p>\n", page->experiments->n,
                    page->experiments->n == 1 ? "" : "s");
    print_old(stream, page);
    if (page->look != NULL && page->old == NULL) {
        enum { MOST = 12 };
        OWNED char *count =
            history_count_words(page->look->history, history_count_events(page->look->history));
        history_newest_print(stream, page->look);
        html_printf(stream, "<p><a href=\"%s\">What changed over the versions</a>: %s</p>\n",
                    page->look->home, count != NULL ? count : "?");
        history_sparks_print(stream, page->look, MOST);
    }
    fputs("</header>\n", stream);
    print_controls(stream, page);
    print_heads(stream, page);
    for (size_t i = 0; i < page->experiments->n; i++)
        print_row(stream, page, i);
    fputs("</tbody></table></div>\n", stream);
}

void experiments_print(FILE *stream, const struct experiments *experiments)
{
    const struct report_asset *script = &report_list;
    const struct history_ways ways = experiments_ways(experiments);
    struct page_shell shell = experiments->shell;
    SCOPED(history_look_fini) struct history_look look = {.history = NULL};
    struct page page = {.experiments = experiments, .any_systems = any_systems(experiments)};
    OWNED char *title = title_of(experiments);
    if (experiments->history != NULL && history_look_of(experiments->history, &look)) {
        look.compare_url = shell.compare_url;
        look.ways = &ways;
        look.home = shell.links.history;
        page.look = &look;
    }
    for (size_t i = 0; i < experiments->n; i++)
        if (experiments->old != 0 && experiments->lines[i].info->id == experiments->old)
            page.old = &experiments->lines[i];
    shell.kind = PAGE_EXPERIMENTS;
    page_begin_head(stream, title != NULL ? title : "Experiments", &script, 1);
    if (experiments->fingerprint != NULL)
        html_printf(stream, "<meta name=\"assay-made-from\" content=\"%s\">\n",
                    experiments->fingerprint);
    page_end_series_head(stream);
    page_begin_main(stream, &shell);
    print_main(stream, &page, title != NULL ? title : "Experiments");
    page_end_main(stream, experiments->compares ? "Served" : "Written");
    page_print_script(stream, script);
    fputs("</body>\n</html>\n", stream);
}
