/* SPDX-License-Identifier: GPL-3.0-or-later */
/* environment.c -- the environment of a command. */
#include "measure/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* A make that called assay would hand its job server, options and variables (CFLAGS=… of its
 * command line) to the make of a build; our own variables are set anew where they belong. */
static const char *const left_out[] = {
    "MAKEFLAGS",      "MFLAGS",           "MAKELEVEL",    "MAKEOVERRIDES",
    "ASSAY_FD",       "ASSAY_ITERATIONS", "ASSAY_WARMUP", "ASSAY_SEED",
    "ASSAY_PROTOCOL", "ASSAY_PADDING",    "ASSAY_LAYOUT", LAYOUT_DOSE_VARIABLE,
    "ASSAY_COUNT",    "ASSAY_READY_FD",
    /* of a service manager that started us: */
    "NOTIFY_SOCKET",  "LISTEN_FDS",       "LISTEN_PID",   "LISTEN_FDNAMES",
};

static bool is_named(const char *item, const char *name)
{
    size_t n = strlen(name);
    return strncmp(item, name, n) == 0 && item[n] == '=';
}

static bool is_left_out(const char *item)
{
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++)
        if (is_named(item, left_out[i]))
            return true;
    return false;
}

/* Takes the item over, also when it fails. */
static bool append(struct environment *e, char *item)
{
    if (item == NULL || !array_resize(&e->items, e->n + 2)) {
        free(item);
        return false;
    }
    e->items[e->n++] = item;
    e->items[e->n] = NULL;
    return true;
}

bool environment_init(struct environment *e, char *const *base)
{
    *e = (struct environment){calloc(1, sizeof *e->items), 0};
    if (e->items == NULL)
        return false;
    for (size_t i = 0; base[i] != NULL; i++) {
        if (is_left_out(base[i]) || append(e, strdup(base[i])))
            continue;
        environment_fini(e);
        return false;
    }
    return true;
}

void environment_fini(struct environment *e)
{
    for (size_t i = 0; i < e->n; i++)
        free(e->items[i]);
    free(e->items);
    *e = (struct environment){0};
}

bool environment_set(struct environment *e, const char *name, const char *value)
{
    char *item;
    if (asprintf(&item, "%s=%s", name, value) < 0)
        return false;
    for (size_t i = 0; i < e->n; i++) {
        if (!is_named(e->items[i], name))
            continue;
        free(e->items[i]);
        e->items[i] = item;
        return true;
    }
    return append(e, item);
}

bool environment_set_number(struct environment *environment, const char *name, uint64_t number)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    return environment_set(environment, name, text);
}

const char *environment_get(const struct environment *e, const char *name)
{
    for (size_t i = 0; i < e->n; i++)
        if (is_named(e->items[i], name))
            return e->items[i] + strlen(name) + 1;
    return NULL;
}

static bool is_one_of(char *const *more, size_t n, const char *item)
{
    for (size_t i = 0; i < n; i++) {
        const size_t length = strcspn(more[i], "=");
        if (strncmp(more[i], item, length + 1) == 0)
            return true;
    }
    return false;
}

char **environment_beside(const struct environment *e, char *const *more, size_t n)
{
    char **items = calloc(e->n + n + 1, sizeof *items);
    size_t at = 0;
    for (size_t i = 0; items != NULL && i < e->n; i++)
        if (!is_one_of(more, n, e->items[i]))
            items[at++] = e->items[i];
    for (size_t i = 0; items != NULL && i < n; i++)
        items[at++] = more[i];
    return items;
}
