/* SPDX-License-Identifier: GPL-3.0-or-later */
/* html.c -- the one place where text is escaped for a page. */
#include "view/page/html.h"

#include <string.h>
#include <time.h>

#include "base/utf8.h"
#include "export/markup_text.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

/* Control characters are no HTML, and bytes that are no UTF-8 no page. */
void html_text(FILE *stream, const char *text)
{
    OWNED char *safe = terminal_is_safe(text) ? NULL : view_kept(terminal_lines(text));
    xml_text(stream, safe != NULL ? safe : text);
}

void html_name(FILE *stream, const char *name)
{
    OWNED char *visible = view_kept(terminal_name(name));
    html_text(stream, visible != NULL ? visible : "?");
}

/* ---- markup with names in it ---- */

#define PARTS "./_:" /* what parts of a name begin with, or end */

static void put_name(FILE *stream, const char *name, int bytes)
{
    OWNED char *part = bytes > 0 ? view_kept(strndup(name, (size_t)bytes)) : NULL;
    html_name(stream, part != NULL ? part : name);
}

void html_printf(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    view_say_by(put_name, stream, format, &arguments);
    va_end(arguments);
}

/* Where the last columns of a long name begin: it is the middle that a narrow column leaves out. A part of
 * the name that begins among them is kept whole, what it cuts of the one before is left out. */
static size_t tail_of(const char *name)
{
    enum { WHOLE = 24, TAIL = 12 };
    const size_t length = strlen(name);
    if (terminal_columns(name) <= WHOLE)
        return length;
    size_t at = length;
    for (int columns = 0; at > 0 && columns < TAIL;) {
        at = utf8_begin(name, at - 1);
        columns = terminal_columns(name + at);
    }
    const size_t part = at + strcspn(name + at, PARTS);
    return part + 1 < length ? part : at;
}

static void put_elided(FILE *stream, const char *visible, size_t tail)
{
    if (visible == NULL || tail == 0 || visible[tail] == '\0')
        html_text(stream, visible != NULL ? visible : "?");
    else
        html_printf(stream, "<span>%.*s</span><span>%s</span>", (int)tail, visible, visible + tail);
}

void html_elided(FILE *stream, const char *name)
{
    OWNED char *visible = view_kept(terminal_name(name[0] != '\0' ? name : "(no name)"));
    put_elided(stream, visible, visible != NULL ? tail_of(visible) : 0);
}

void html_elided_path(FILE *stream, const char *name)
{
    enum { WHOLE = 24, LONGEST = 34 };
    OWNED char *visible = view_kept(terminal_name(name[0] != '\0' ? name : "(no name)"));
    size_t tail = visible != NULL ? strlen(visible) : 0;
    while (tail > 0 && strchr("./:", visible[tail - 1]) == NULL)
        tail--;
    if (visible != NULL && (terminal_columns(visible) <= WHOLE || tail == 0 ||
                            terminal_columns(visible + tail) > LONGEST))
        tail = tail_of(visible);
    put_elided(stream, visible, tail);
}

void html_encoded(FILE *stream, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "-._~/:,()";
    for (; *text != '\0'; text++)
        if (strchr(plain, *text) != NULL)
            fputc(*text, stream);
        else
            fprintf(stream, "%%%02X", (unsigned char)*text);
}

void html_words(FILE *stream, const char *key)
{
    OWNED char *words = view_kept(strdup(key));
    for (char *c = words; c != NULL && *c != '\0'; c++)
        *c = *c == '_' ? ' ' : *c;
    html_name(stream, words != NULL ? words : "?");
}

void html_json(FILE *stream, json_t *document)
{
    struct view_writer writer;
    FILE *memory = view_open(&writer);
    if (memory != NULL)
        render_json_print(memory, document);
    else
        json_decref(document);
    OWNED char *text = view_close(&writer);
    bool quoted = false;
    for (const char *c = text; c != NULL && *c != '\0'; c++) {
        quoted = quoted != (*c == '"');
        if (!quoted && (*c == ' ' || *c == '\n'))
            continue;
        if (*c == '\\') /* this and '<' stand in strings only */
            fputc(*c++, stream);
        if (*c == '<')
            fputs("\\u003c", stream);
        else
            fputc(*c, stream);
    }
}

void html_number(FILE *stream, const char *text)
{
    html_printf(stream, "<td class=\"number\">%s</td>", text);
}

static void begin_field(FILE *stream, const struct table_head *head, size_t row, size_t column)
{
    fputs(row == 0 ? "<th" : column == 0 ? "<th scope=\"row\"" : "<td", stream);
    fputs(head->align == TABLE_RIGHT ? " class=n>"
          : head->folds && row > 0   ? " class=\"wide\">"
                                     : ">",
          stream);
}

static void put_field(FILE *stream, const struct table *table, size_t row, size_t column)
{
    const struct table_field *field = row > 0 ? table_field_of(table, row, column) : NULL;
    begin_field(stream, &table->columns[column], row, column);
    (field != NULL && field->is_name ? html_name : html_text)(stream,
                                                              table_text(table, row, column, 0));
    fputs(column == 0 || row == 0 ? "</th>" : "</td>", stream);
}

/* Whether none of its rows has a word there; the first names rows. */
static bool is_empty(const struct table *table, size_t column)
{
    for (size_t row = 1; column > 0 && row <= table->n_rows; row++)
        if (table_text(table, row, column, 0)[0] != '\0')
            return false;
    return column > 0 && table->n_rows > 0;
}

void html_table(FILE *stream, struct table **table)
{
    if (*table == NULL || (*table)->failed)
        view_lose();
    for (size_t row = 0; *table != NULL && !(*table)->failed && row <= (*table)->n_rows; row++) {
        fputs(row == 0 ? "\n<thead><tr>" : "<tr>", stream);
        for (size_t column = 0; column < (*table)->n_columns; column++)
            if (!is_empty(*table, column))
                put_field(stream, *table, row, column);
        fputs(row == 0 ? "</tr></thead>\n<tbody>\n" : "</tr>\n", stream);
    }
    fputs("</tbody></table></div>\n", stream);
    table_free(table);
}

void html_sentences(FILE *stream, const struct sentences *sentences)
{
    for (size_t i = 0; i < sentences->n; i++) {
        const struct sentence *sentence = &sentences->items[i];
        fputs("<li>", stream);
        if (sentence->subject != NULL)
            html_printf(stream, "%s: ", sentence->subject);
        html_printf(stream, "%s</li>\n", sentence->text != NULL ? sentence->text : "?");
    }
}

void html_time(FILE *stream, const char *before, int64_t ns, const char *after)
{
    const time_t seconds = (time_t)(ns / 1000000000);
    struct tm tm;
    char text[64];
    if (gmtime_r(&seconds, &tm) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &tm) > 0)
        html_printf(stream, "%s%s%s", before, text, after);
}
