/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form.c -- the form that a screen is written in, and the words around its tables, kept until the next one. */
#include "view/text/form.h"

#include <stdlib.h>

#include "view/text/view_memory.h"

static struct {
    enum form form;
    const char *caption, *label;
    FILE *words;
    char *text;
    size_t size, told; /* bytes of the text, and those that were taken */
} state;

void form_want(enum form form, const char *caption, const char *label)
{
    state.form = form;
    state.caption = caption;
    state.label = label;
}

enum form form_wanted(void)
{
    return state.form;
}

bool form_of_programs(void)
{
    return state.form == FORM_CSV;
}

bool form_of_page(void)
{
    return state.form == FORM_LATEX || state.form == FORM_MARKDOWN;
}

FILE *form_words(void)
{
    if (state.words == NULL)
        state.words = open_memstream(&state.text, &state.size);
    if (state.words == NULL)
        view_lose();
    return state.words;
}

const char *form_words_so_far(size_t *n)
{
    *n = 0;
    if (state.words == NULL || fflush(state.words) != 0)
        return "";
    const char *words = state.text + state.told;
    *n = state.size - state.told;
    state.told = state.size;
    return words;
}

const char *form_caption(const char **label)
{
    const char *caption = state.caption;
    *label = state.label;
    state.caption = NULL;
    return caption;
}

void form_words_end(void)
{
    if (state.words == NULL)
        return;
    fclose(state.words);
    free(state.text);
    state.words = NULL;
}
