/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sentences.c -- a list of sentences, and how a screen shows it. */
#include "view/text/sentences.h"

#include <stdlib.h>

#include "base/array.h"
#include "view/text/view_memory.h"

void sentences_add(struct sentences *sentences, const char *subject, const char *text)
{
    struct sentence *items =
        array_room(sentences->items, sentences->n, &sentences->room, sizeof *items);
    if (items == NULL) {
        view_lose();
        return;
    }
    sentences->items = items;
    items[sentences->n++] =
        (struct sentence){.subject = subject != NULL ? view_kept(terminal_name(subject)) : NULL,
                          .text = view_kept(terminal_name(text))};
}

void sentences_take(struct sentences *sentences, const char *subject, char *text)
{
    if (text != NULL)
        sentences_add(sentences, subject, text);
    free(text);
}

void sentences_print(const struct terminal *terminal, const struct sentences *sentences,
                     const char *nobody)
{
    for (size_t i = 0; i < sentences->n; i++) {
        const struct sentence *sentence = &sentences->items[i];
        const char *subject = sentence->subject != NULL ? sentence->subject : nobody;
        char *lead =
            view_format("  %s%s", subject != NULL ? subject : "", subject != NULL ? ": " : "");
        if (sentence->apart)
            fputc('\n', terminal->stream);
        if (lead != NULL && sentence->text != NULL)
            terminal_paragraph(terminal, lead, sentence->text);
        free(lead);
    }
}

void sentences_fini(struct sentences *sentences)
{
    for (size_t i = 0; i < sentences->n; i++) {
        free(sentences->items[i].subject);
        free(sentences->items[i].text);
    }
    free(sentences->items);
    *sentences = (struct sentences){0};
}
