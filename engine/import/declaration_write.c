/* SPDX-License-Identifier: GPL-3.0-or-later */
/* declaration_write.c -- what a reader took for what, as a declaration.
 * Checked:  tests/engine/import/test_declaration.c: what is written reads the same values. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "import/declared_roles.h"

char *declaration_keep(struct declaration *explained, const char *text)
{
    if (explained == NULL || text == NULL)
        return NULL;
    if (explained->memory == NULL)
        explained->memory = design_new();
    return explained->memory != NULL ? design_string(explained->memory, text) : NULL;
}

void declaration_note(struct declaration *explained, const struct declared_item *item)
{
    if (explained == NULL || !array_more(&explained->items, explained->n, &explained->room))
        return;
    struct declared_item *kept = &explained->items[explained->n++];
    *kept = *item;
    char **texts[] = {&kept->at,    &kept->metric, &kept->unit,   &kept->system,
                      &kept->level, &kept->text,   &kept->more,   &kept->name,
                      &kept->until, &kept->after,  &kept->before, &kept->behind};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        *texts[i] = declaration_keep(explained, *texts[i]);
}

void declaration_note_word(struct declaration *explained, const struct shape_word *word)
{
    if (explained == NULL)
        return;
    struct declared_word *more = realloc(explained->words, (explained->n_words + 1) * sizeof *more);
    if (more == NULL)
        return;
    explained->words = more;
    more[explained->n_words++] = (struct declared_word){declaration_keep(explained, word->text),
                                                        declaration_keep(explained, word->metric),
                                                        declaration_keep(explained, word->unit)};
}

void declaration_fini(struct declaration *explained)
{
    design_free(&explained->memory);
    free(explained->items);
    free(explained->words);
    *explained = (struct declaration){0};
}

/* ---- text ---- */

/* Whether YAML takes it for itself without quotes. */
static bool is_plain(const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./";
    return text[0] != '\0' && text[strspn(text, plain)] == '\0' && text[0] != '.';
}

static void put(FILE *out, const char *text)
{
    if (is_plain(text)) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < ' ' || c == 127)
            fprintf(out, "\\x%02x", c);
        else
            putc(c, out);
    }
    putc('"', out);
}

static void put_key(FILE *out, const char *key, const char *text)
{
    if (text == NULL)
        return;
    fprintf(out, ", %s: ", key);
    put(out, text);
}

static void write_item(FILE *out, const struct declared_item *item)
{
    if (item->at != NULL) {
        fputs("      - {at: ", out);
        put(out, item->at);
        fprintf(out, ", is: %s", declared_role_of(item->role)->name);
    } else {
        fputs("      - {is: value", out);
    }
    put_key(out, "metric", item->metric);
    put_key(out, "unit", item->unit);
    put_key(out, "better",
            item->better == BETTER_MORE   ? "more"
            : item->better == BETTER_LESS ? "less"
                                          : NULL);
    put_key(out, "system", item->system);
    put_key(out, "level", item->level);
    put_key(out, "text", item->text);
    put_key(out, "more", item->more);
    put_key(out, "name", item->name);
    put_key(out, "until", item->until);
    put_key(out, "after", item->after);
    put_key(out, "before", item->before);
    put_key(out, "behind", item->behind);
    fputs(item->unit_in_cells ? ", unit_in_cells: true" : "", out);
    fputs(item->named ? ", named: true" : "", out);
    fputs(item->then ? ", then: true}\n" : "}\n", out);
}

void declaration_write(const struct declaration *declaration, const char *file, FILE *out)
{
    static const char *const dialects[] = {"comma", "semicolon", "semicolon-comma", "tab",
                                           "tab-comma"};
    fputs("imports:\n", out);
    if (file != NULL) {
        fputs("  - files: ", out);
        put(out, file);
        putc('\n', out);
    }
    fprintf(out, "%sformat: %s\n", file != NULL ? "    " : "  - ", declaration->format);
    if (declaration->repeats != NULL) {
        fputs("    repeats: ", out);
        put(out, declaration->repeats);
        putc('\n', out);
    }
    if (declaration->dialect != DIALECT_RECOGNISED)
        fprintf(out, "    dialect: %s\n", dialects[declaration->dialect - DIALECT_COMMA]);
    if (declaration->nothing_is_zero)
        fputs("    nothing_is_zero: true\n", out);
    if (declaration->between != NULL) {
        fputs("    between: ", out);
        put(out, declaration->between);
        putc('\n', out);
    }
    if (declaration->thousands)
        fputs("    thousands: true\n", out);
    fputs("    take:\n", out);
    for (size_t i = 0; i < declaration->n; i++)
        write_item(out, &declaration->items[i]);
    for (size_t i = 0; i < declaration->n_words; i++) {
        const struct declared_word *word = &declaration->words[i];
        fputs(i == 0 ? "    words:\n      - {text: " : "      - {text: ", out);
        put(out, word->text);
        put_key(out, "metric", word->metric);
        put_key(out, "unit", word->unit);
        fputs("}\n", out);
    }
}
