/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_page.c -- each benchmark over the versions: its means, their intervals, and the steps.
 *
 * The steps that are drawn are the changes that the rule called: nothing is fitted for the eye. Every
 * series is a picture of its own (SVG) and a table; the script only zooms and filters.
 */
#include "render/history_page.h"

#include <math.h>
#include <string.h>

#include "render/html.h"
#include "render/quantity.h"
#include "render/verdict.h"

enum { WIDTH = 1000, HEIGHT = 160 };

static const char style[] =
    ":root{--ink:#1b1f24;--faint:#59636e;--line:#d1d9e0;--back:#fff;--band:#0969da22;--mark:#"
    "0969da;"
    "--bad:#cf222e;--good:#1a7f37}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--faint:#9198a1;--line:#3d444d;"
    "--back:#0d1117;--band:#4493f833;--mark:#4493f8;--bad:#f85149;--good:#3fb950}}"
    "body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--back);"
    "max-width:64rem;margin:0 auto;padding:1rem}"
    "h1{font-size:1.4rem}h2{font-size:1rem;margin:1.5rem 0 .2rem}p,td,th{color:var(--faint)}"
    "svg{width:100%;height:10rem;border:1px solid var(--line);touch-action:pan-y}"
    "table{border-collapse:collapse;font-size:.9rem}td,th{padding:.1rem .8rem .1rem 0;"
    "text-align:left}.slower{color:var(--bad)}.faster{color:var(--good)}a{color:var(--mark)}"
    ".band{fill:var(--band)}.mean{fill:none;stroke:var(--mark);stroke-width:1;opacity:.7}"
    ".step{stroke:var(--ink);stroke-width:2}.at{stroke-dasharray:3 3;stroke-width:1.5}"
    ".at.slower{stroke:var(--bad)}.at.faster{stroke:var(--good)}*{vector-effect:non-scaling-stroke}"
    ".scroll{overflow-x:auto}";

/* Wheel and drag change the range of versions; a double click shows all. */
static const char script[] =
    "for(const s of document.querySelectorAll('svg')){let x=0,w=1000,from=null;"
    "const put=()=>{w=Math.min(1000,Math.max(10,w));x=Math.min(1000-w,Math.max(0,x));"
    "s.setAttribute('viewBox',`${x} 0 ${w} 160`)};"
    "const at=e=>(e.clientX-s.getBoundingClientRect().left)/s.clientWidth;"
    "s.addEventListener('wheel',e=>{e.preventDefault();const p=at(e),k=e.deltaY>0?1.25:.8;"
    "x+=p*w*(1-k);w*=k;put()},{passive:false});"
    "s.addEventListener('pointerdown',e=>{from=[e.clientX,x];s.setPointerCapture(e.pointerId)});"
    "s.addEventListener('pointermove',e=>{if(from){x=from[1]-(e.clientX-from[0])*w/s.clientWidth;"
    "put()}});s.addEventListener('pointerup',()=>from=null);"
    "s.addEventListener('dblclick',()=>{x=0;w=1000;put()});"
    "s.addEventListener('keydown',e=>{const k={'+':.8,'-':1.25}[e.key],d={ArrowLeft:-.1,"
    "ArrowRight:.1}[e.key];if(k){x+=w*(1-k)/"
    "2;w*=k}if(d)x+=d*w;if(k||d){e.preventDefault();put()}})}"
    "const c=document.getElementById('changed');c.addEventListener('change',()=>{"
    "for(const s of document.querySelectorAll('section'))s.hidden=c.checked&&!s.dataset.changed});";

struct scale {
    double low, high;
    size_t n_versions;
};

static double x_of(const struct scale *scale, double version)
{
    return (version + 0.5) * WIDTH / (double)scale->n_versions;
}

static double y_of(const struct scale *scale, double value)
{
    return HEIGHT - 8 - (value - scale->low) / (scale->high - scale->low) * (HEIGHT - 16);
}

static double lower_of(const struct assay_history_version *point)
{
    return isfinite(point->lower) ? point->lower : point->summary.mean;
}

static double upper_of(const struct assay_history_version *point)
{
    return isfinite(point->upper) ? point->upper : point->summary.mean;
}

static struct scale scale_of(const struct history_view *view, const struct shown_history *series)
{
    struct scale scale = {INFINITY, -INFINITY, view->n_versions};
    for (size_t i = 0; i < series->n; i++) {
        scale.low = fmin(scale.low, lower_of(&series->points[i]));
        scale.high = fmax(scale.high, upper_of(&series->points[i]));
    }
    if (!(scale.high > scale.low)) {
        scale.low -= fabs(scale.low) * 0.01 + 1e-300;
        scale.high += fabs(scale.high) * 0.01 + 1e-300;
    }
    return scale;
}

static void print_band(FILE *stream, const struct shown_history *series, const struct scale *scale)
{
    fputs("<polygon class=\"band\" points=\"", stream);
    for (size_t i = 0; i < series->n; i++)
        fprintf(stream, "%.1f,%.1f ", x_of(scale, (double)series->versions[i]),
                y_of(scale, upper_of(&series->points[i])));
    for (size_t i = series->n; i-- > 0;)
        fprintf(stream, "%.1f,%.1f ", x_of(scale, (double)series->versions[i]),
                y_of(scale, lower_of(&series->points[i])));
    fputs("\"/><polyline class=\"mean\" points=\"", stream);
    for (size_t i = 0; i < series->n; i++)
        fprintf(stream, "%.1f,%.1f ", x_of(scale, (double)series->versions[i]),
                y_of(scale, series->points[i].summary.mean));
    fputs("\"/>", stream);
}

/* A stretch between two changes, at the mean that the finding has for it. */
static void print_stretch(FILE *stream, const struct shown_history *series,
                          const struct scale *scale, size_t from, size_t to, double mean)
{
    const double y = y_of(scale, mean);
    fprintf(stream, "<line class=\"step\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
            x_of(scale, (double)series->versions[from] - 0.5),
            x_of(scale, (double)series->versions[to - 1] + 0.5), y, y);
}

static void print_steps(FILE *stream, const struct shown_history *series, const struct scale *scale)
{
    const struct assay_history *finding = &series->finding;
    for (size_t i = 0; i < finding->n; i++) {
        const struct assay_change *change = &finding->changes[i];
        const double x = x_of(scale, (double)series->versions[change->at] - 0.5);
        if (i == 0)
            print_stretch(stream, series, scale, change->from, change->at, change->before);
        print_stretch(stream, series, scale, change->at, change->to, change->after);
        fprintf(stream, "<line class=\"at %s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>",
                assay_verdict_name(history_verdict(series, change)), x, x, HEIGHT);
    }
}

static void print_version(FILE *stream, const struct shown_version *version)
{
    html_name(stream, version->label);
    fputs(version->dirty ? " (with changes in no commit)" : "", stream);
}

static void print_range(FILE *stream, const struct history_view *view, size_t before, size_t at,
                        const char *compare_url)
{
    const struct shown_version *old = &view->versions[before], *new = &view->versions[at];
    const bool linked = compare_url != NULL && old->commit != NULL && new->commit != NULL;
    if (linked) {
        fputs("<a href=\"", stream);
        html_text(stream, compare_url);
        html_text(stream, old->commit);
        fputs("...", stream);
        html_text(stream, new->commit);
        fputs("\">", stream);
    }
    print_version(stream, old);
    fputs(" … ", stream);
    print_version(stream, new);
    fputs(linked ? "</a>" : "", stream);
}

static void print_changes(FILE *stream, const struct history_view *view,
                          const struct shown_history *series, const char *compare_url)
{
    fputs("<div class=\"scroll\"><table><thead><tr><th>between</th><th>change</th>"
          "<th>interval</th><th></th><th>p</th></tr></thead><tbody>",
          stream);
    for (size_t i = 0; i < series->finding.n; i++) {
        const struct assay_change *change = &series->finding.changes[i];
        const struct assay_interval *interval = &change->ratio.interval;
        const char *verdict = assay_verdict_name(history_verdict(series, change));
        fputs("<tr><td>", stream);
        print_range(stream, view, series->versions[change->at - 1], series->versions[change->at],
                    compare_url);
        fprintf(stream, "</td><td>%s</td><td>",
                percent_signed(100 * (change->ratio.estimate - 1), 2).text);
        html_text(stream,
                  percent_range(100 * (interval->lower - 1), 100 * (interval->upper - 1), 2).text);
        fprintf(stream, "</td><td class=\"%s\">%s</td><td>%.2g</td></tr>", verdict, verdict,
                change->p);
    }
    fputs("</tbody></table></div>\n", stream);
}

static void print_series(FILE *stream, const struct history_view *view,
                         const struct shown_history *series, const char *compare_url)
{
    const struct scale scale = scale_of(view, series);
    fprintf(stream, "<section%s><h2>", series->finding.n > 0 ? " data-changed=\"1\"" : "");
    html_name(stream, series->benchmark);
    if (series->system != NULL) {
        fputs(" on ", stream);
        html_name(stream, series->system);
    }
    fputs(" · ", stream);
    html_name(stream, series->metric);
    fprintf(stream,
            "</h2><svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" tabindex=\"0\" "
            "role=\"img\" aria-label=\"means over versions, with %zu changes\">",
            WIDTH, HEIGHT, series->finding.n);
    print_band(stream, series, &scale);
    print_steps(stream, series, &scale);
    fputs("</svg><p>", stream);
    html_printf(stream, "%s to ", quantity_alone(scale.low, series->unit).text);
    html_printf(stream, "%s, %zu versions", quantity_alone(scale.high, series->unit).text,
                series->n);
    if (series->trouble[0] != '\0') {
        fputs(": ", stream);
        html_text(stream, series->trouble);
    } else if (series->finding.n == 0) {
        fputs(", no change", stream);
    }
    fputs("</p>", stream);
    if (series->finding.n > 0)
        print_changes(stream, view, series, compare_url);
    fputs("</section>\n", stream);
}

void history_page_print(FILE *stream, const struct history_view *view, const char *compare_url)
{
    size_t changes = 0;
    for (size_t i = 0; i < view->n; i++)
        changes += view->series[i].finding.n;
    fprintf(
        stream,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta "
        "name=\"viewport\" content=\"width=device-width\"><title>Performance over versions"
        "</title><style>%s</style></head><body><h1>%zu versions, %zu series, %zu change%s</h1><p>",
        style, view->n_versions, view->n, changes, changes == 1 ? "" : "s");
    html_name(stream, view->versions[0].label);
    fputs(" to ", stream);
    html_name(stream, view->versions[view->n_versions - 1].label);
    html_printf(stream, ", rule %s", assay_history_rule_name(view->options->rule));
    if (isfinite(view->false_per_1000))
        fprintf(stream, ", at most %.2g false alarms in 1000 versions (%s)", view->false_per_1000,
                view->adjustment);
    fputs(". Steps are the changes that the rule called; bands are the intervals of the versions. "
          "Wheel, drag, + and − zoom; a double click shows all.</p><p><label><input id=\"changed\" "
          "type=\"checkbox\"> changed only</label></p>\n",
          stream);
    for (int changed = 1; changed >= 0; changed--)
        for (size_t i = 0; i < view->n; i++)
            if ((view->series[i].finding.n > 0) == changed)
                print_series(stream, view, &view->series[i], compare_url);
    fprintf(stream, "<script>%s</script></body></html>\n", script);
}
