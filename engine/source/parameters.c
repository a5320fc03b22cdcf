/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parameters.c -- parameters of names, as benchmark tools write them. */
#include "source/parameters.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "base/text_buffer.h"

void parameters_fini(struct parameter_list *list)
{
    free(list->base);
    for (size_t i = 0; i < list->n; i++) {
        free(list->name[i]);
        free(list->value[i]);
    }
    *list = (struct parameter_list){0};
}

const char *parameters_get(const struct parameter_list *list, const char *name)
{
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->name[i], name) == 0)
            return list->value[i];
    return NULL;
}

/* One more parameter than there is room for stays part of the name. */
static bool add(struct parameter_list *list, const char *name, size_t name_length,
                const char *value, size_t value_length)
{
    if (list->n == PARAMETERS_MOST)
        return true;
    char *copy = strndup(name, name_length), *text = strndup(value, value_length);
    if (copy == NULL || text == NULL) {
        free(copy);
        free(text);
        return false;
    }
    list->name[list->n] = copy;
    list->value[list->n++] = text;
    return true;
}

/* What parts the pieces of a name. */
static bool is_separator(char c)
{
    return c != '\0' && strchr("/ ,;()[]{}", c) != NULL;
}

/* Where "key=value" or "key:value" is parted; 0: it is none. */
static size_t assignment(const char *piece, size_t length)
{
    size_t at = 0;
    while (at < length && (isalnum((unsigned char)piece[at]) || strchr("_.-", piece[at]) != NULL))
        at++;
    const bool parted = at > 0 && at + 1 < length && (piece[at] == '=' || piece[at] == ':') &&
                        piece[at + 1] != ':' &&
                        (piece[at] == '=' || isdigit((unsigned char)piece[at + 1]));
    return parted ? at : 0;
}

/* Taken as a value without a name: a number, also with a unit behind it. */
static bool is_value(const char *piece, size_t length)
{
    size_t digits = 0, i = 0;
    while (i < length && (isdigit((unsigned char)piece[i]) || piece[i] == '.')) {
        digits += isdigit((unsigned char)piece[i]) != 0;
        i++;
    }
    return digits > 0 && length - i <= 2 && strspn(piece + i, "kKMGiBb") >= length - i;
}

/* Whether what stands in brackets from here on are values: test_sort[1024-list], time_sort(10, 'a'). */
static bool in_brackets(const char *name, size_t at)
{
    int depth = 0;
    for (size_t i = 0; i < at; i++)
        depth += name[i] == '[' || name[i] == '(' ? 1 : name[i] == ']' || name[i] == ')' ? -1 : 0;
    return depth > 0;
}

struct piece {
    size_t begin, length;
};

/* The next piece from *at on; false: there is none. */
static bool next_piece(const char *name, size_t *at, struct piece *out)
{
    while (is_separator(name[*at]))
        ++*at;
    out->begin = *at;
    while (name[*at] != '\0' && !is_separator(name[*at]) &&
           !(name[*at] == '-' && in_brackets(name, *at) && *at > out->begin))
        ++*at;
    out->length = *at - out->begin;
    if (name[*at] == '-')
        ++*at;
    return out->length > 0;
}

static bool add_piece(const char *name, const struct piece *piece, struct parameter_list *list,
                      bool *taken)
{
    const char *text = name + piece->begin;
    const size_t at = assignment(text, piece->length);
    *taken = true;
    if (at > 0)
        return add(list, text, at, text + at + 1, piece->length - at - 1);
    if (piece->begin > 0 && (is_value(text, piece->length) || in_brackets(name, piece->begin)))
        return add(list, "", 0, text, piece->length);
    *taken = false;
    return true;
}

/* The name without the separators that its parameters leave behind. */
static void trim(char *base)
{
    size_t to = 0;
    for (size_t i = 0; base[i] != '\0'; i++)
        if (!is_separator(base[i]) || base[i] == '/' || (to > 0 && base[i] == ' '))
            base[to++] = base[i];
    while (to > 0 && is_separator(base[to - 1]))
        to--;
    base[to] = '\0';
}

/* Values that have no name: "arg" for a lone one. */
static bool name_values(struct parameter_list *list)
{
    size_t nameless = 0, at = 0;
    for (size_t i = 0; i < list->n; i++)
        nameless += list->name[i][0] == '\0';
    for (size_t i = 0; i < list->n; i++) {
        char text[16] = "arg";
        if (list->name[i][0] != '\0')
            continue;
        if (nameless > 1)
            (void)snprintf(text, sizeof text, "arg%zu", ++at);
        char *copy = strdup(text);
        if (copy == NULL)
            return false;
        free(list->name[i]);
        list->name[i] = copy;
    }
    return true;
}

bool parameters_of_name(const char *name, struct parameter_list *list)
{
    *list = (struct parameter_list){.base = strdup(name)};
    if (list->base == NULL)
        return false;
    struct piece piece;
    size_t at = 0;
    while (next_piece(name, &at, &piece)) {
        bool taken;
        if (!add_piece(name, &piece, list, &taken))
            return false;
        if (!taken)
            continue;
        memset(list->base + piece.begin, ',', piece.length); /* a separator, to be trimmed */
        if (piece.begin > 0 && name[piece.begin - 1] == '-')
            list->base[piece.begin - 1] = ',';
    }
    if (list->n > 0)
        trim(list->base);
    return name_values(list);
}

/* ---- known parameters ---- */

/* Whether the value stands here as a word of its own. */
static bool stands_here(const char *name, size_t at, const char *value)
{
    const size_t n = strlen(value);
    if (n == 0 || strncmp(name + at, value, n) != 0)
        return false;
    const bool before = at > 0 && isalnum((unsigned char)name[at - 1]) &&
                        isalnum((unsigned char)value[0]) && !isdigit((unsigned char)value[0]);
    const bool digits =
        at > 0 && isdigit((unsigned char)name[at - 1]) && isdigit((unsigned char)value[0]);
    const bool after = isalnum((unsigned char)name[at + n]) && isalnum((unsigned char)value[n - 1]);
    return !before && !digits && !after;
}

/* The name with {name} for each value that stands in it alone; those of `done` have been taken out. */
static void write_base(FILE *out, const char *name, const struct design_environment *known,
                       const bool *done)
{
    for (size_t at = 0; name[at] != '\0';) {
        size_t i = 0;
        while (i < known->n && (done[i] || !stands_here(name, at, known->values[i])))
            i++;
        if (i < known->n) {
            fprintf(out, "{%s}", known->names[i]);
            at += strlen(known->values[i]);
        } else {
            fputc(name[at++], out);
        }
    }
}

/* Takes "size=1024" out of the name, where it stands alone; says of which it did. */
static void drop_assignments(char *base, const struct design_environment *known, bool *done)
{
    for (size_t i = 0; i < known->n; i++) {
        const size_t name = strlen(known->names[i]), value = strlen(known->values[i]);
        for (char *at = strstr(base, known->names[i]); at != NULL && !done[i];
             at = strstr(at + 1, known->names[i]))
            if (at[name] == '=' && strncmp(at + name + 1, known->values[i], value) == 0 &&
                (at == base || is_separator(at[-1])) &&
                (at[name + 1 + value] == '\0' || is_separator(at[name + 1 + value]))) {
                memset(at, ',', name + 1 + value); /* a separator, to be trimmed */
                done[i] = true;
            }
        if (done[i])
            trim(base);
    }
}

bool parameters_of_design(const char *name, const struct design_environment *known,
                          struct parameter_list *list)
{
    struct text_buffer buffer;
    OWNED char *rest = strdup(name);
    OWNED bool *done = calloc(known->n + 1, sizeof *done);
    *list = (struct parameter_list){0};
    FILE *out = rest != NULL && done != NULL ? text_buffer_open(&buffer) : NULL;
    if (out != NULL) {
        drop_assignments(rest, known, done);
        write_base(out, rest, known, done);
        list->base = text_buffer_close(&buffer);
    }
    if (list->base == NULL)
        return false;
    for (size_t i = 0; i < known->n; i++)
        if (!add(list, known->names[i], strlen(known->names[i]), known->values[i],
                 strlen(known->values[i])))
            return false;
    return true;
}
