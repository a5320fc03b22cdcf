/* SPDX-License-Identifier: GPL-3.0-or-later */
/* methods.c -- the methods paragraph, as text, Markdown and LaTeX, and the works that it cites. */
#include "view/page/methods.h"

#include <string.h>

#include <assay/assay.h>

#include "export/markup_text.h"
#include "view/document/json.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

static const struct work {
    const char *key, *text, *bibtex;
} works[] = {
    {"assay", NULL, NULL}, /* of this version, and cited by bibliographies alone */
#include "view/page/works.inc"
};
enum { N_WORKS = sizeof works / sizeof *works };

/* ---- sentences as they are composed ---- */

void methods_text(FILE *stream, const char *text)
{
    OWNED char *visible = view_kept(terminal_name(text));
    fputs(visible != NULL ? visible : "?", stream);
}

void methods_name(FILE *stream, const char *name)
{
    fputs(METHODS_NAME, stream);
    methods_text(stream, name);
    fputs(METHODS_END, stream);
}

void methods_names(FILE *stream, const char *const *names, size_t n)
{
    enum { MOST = 8, SHOWN = 5 };
    const size_t shown = n > MOST ? SHOWN : n;
    for (size_t i = 0; i < shown; i++) {
        if (i > 0)
            fputs(i + 1 == n ? " and " : ", ", stream);
        methods_name(stream, names[i]);
    }
    if (shown < n)
        fprintf(stream, " and %zu more", n - shown);
}

static char *compose(const struct methods_view *view)
{
    return VIEW_TEXT(stream, {
        methods_say_design(stream, view);
        methods_say_place(stream, view);
        methods_say_statistic(stream, view);
    });
}

/* To be freed. */
static char *entry_of(const struct work *work)
{
    return work->bibtex != NULL
               ? view_kept(strdup(work->bibtex))
               : view_format("@misc{%s,\n  title = {assay: nested measurements with their "
                             "uncertainty},\n  note = {Version %s}\n}\n",
                             work->key, assay_version());
}

static bool cites(const char *composed, const struct work *work)
{
    OWNED char *mark = view_format(METHODS_CITE "%s" METHODS_END, work->key);
    return mark != NULL && strstr(composed, mark) != NULL;
}

/* ---- marks into words ---- */

static void write_name(FILE *stream, enum methods_target target, const char *name)
{
    if (target == METHODS_TEXT) {
        fputs(name, stream);
    } else if (target == METHODS_MARKDOWN) {
        markdown_text(stream, name);
    } else {
        fputs("\\texttt{", stream);
        latex_text(stream, name);
        fputc('}', stream);
    }
}

static const struct work *work_at(const char *key, size_t length)
{
    size_t i = 0;
    while (i + 1 < N_WORKS &&
           (strlen(works[i].key) != length || strncmp(works[i].key, key, length) != 0))
        i++;
    return &works[i];
}

/* Works that follow one another stand in one bracket; returns what is behind them. */
static const char *write_works(FILE *stream, enum methods_target target, const char *at)
{
    const size_t own = strcspn(at + 1, METHODS_END);
    if (target != METHODS_LATEX && work_at(at + 1, own)->text == NULL)
        return at + own + 2;
    fputs(target == METHODS_LATEX ? "~\\cite{" : " (", stream);
    for (bool first = true; *at == *METHODS_CITE; first = false) {
        const size_t length = strcspn(at + 1, METHODS_END);
        const char *between = target == METHODS_LATEX ? "," : "; ";
        fputs(first ? "" : between, stream);
        const struct work *work = work_at(at + 1, length);
        fputs(target == METHODS_LATEX ? work->key : work->text, stream);
        at += length + 2;
    }
    fputc(target == METHODS_LATEX ? '}' : ')', stream);
    return at;
}

static void write_words(FILE *stream, enum methods_target target, const char *words)
{
    if (target == METHODS_LATEX)
        latex_text(stream, words);
    else if (target == METHODS_MARKDOWN)
        markdown_text(stream, words); /* a level's name may stand in the midst of them */
    else
        fputs(words, stream);
}

/* One sentence, up to its end; returns what is behind it. */
static const char *write_sentence(FILE *stream, enum methods_target target, const char *at)
{
    static const char marks[] = METHODS_NAME METHODS_CITE "\n";
    while (*at != '\0' && *at != '\n') {
        const bool is_name = *at == *METHODS_NAME;
        if (*at == *METHODS_CITE) {
            at = write_works(stream, target, at);
            continue;
        }
        const size_t length = is_name ? strcspn(at + 1, METHODS_END) : strcspn(at, marks);
        OWNED char *part = view_kept(strndup(at + is_name, length));
        if (part != NULL)
            (is_name ? write_name : write_words)(stream, target, part);
        at += is_name ? length + 2 : length;
    }
    return *at == '\n' ? at + 1 : at;
}

/* The whole of it, a sentence a line, to be freed. */
static char *written(const char *composed, enum methods_target target, const char *between)
{
    return VIEW_TEXT(stream, {
        for (const char *at = composed; *at != '\0';) {
            at = write_sentence(stream, target, at);
            fputs(*at != '\0' ? between : "", stream);
        }
    });
}

/* ---- what is printed ---- */

void methods_print(FILE *stream, const struct methods_view *view, enum methods_target target,
                   int width)
{
    OWNED char *composed = compose(view);
    if (composed != NULL && target == METHODS_BIBTEX) {
        for (size_t i = 0; i < N_WORKS; i++)
            if (cites(composed, &works[i])) {
                OWNED char *entry = entry_of(&works[i]);
                fputs(entry != NULL ? entry : "", stream);
            }
    } else if (composed != NULL) {
        OWNED char *text = written(composed, target, target == METHODS_LATEX ? "\n" : " ");
        const struct terminal terminal = {.stream = stream, .utf8 = true, .width = width};
        if (text != NULL && target == METHODS_TEXT)
            terminal_paragraph(&terminal, "", text);
        else if (text != NULL)
            fprintf(stream, "%s\n", text);
    }
}

static json_t *sentences_json(const char *composed)
{
    json_t *array = render_json_array();
    OWNED char *text = written(composed, METHODS_TEXT, "\n");
    for (char *rest = text, *line; text != NULL && (line = strsep(&rest, "\n")) != NULL;)
        render_json_append(array, render_json_text(line));
    return array;
}

static json_t *work_json(const struct work *work)
{
    OWNED char *entry = entry_of(work);
    return render_json_make(JSON("key", work->key), JSON("text", work->text),
                            JSON("bibtex", entry));
}

void methods_set(const struct methods_view *view, json_t *document)
{
    OWNED char *composed = compose(view);
    if (view_kept(composed) == NULL)
        return;
    OWNED char *text = written(composed, METHODS_TEXT, " ");
    render_json_put(document, JSON("text", text), JSON("sentences", sentences_json(composed)),
                    JSON("citations", JSON_LIST_IF(i, N_WORKS, cites(composed, &works[i]),
                                                   work_json(&works[i]))));
}
