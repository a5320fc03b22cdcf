/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sentences.c -- a list of sentences, and how a screen shows it. */
#include "view/text/sentences.h"

#include <stdlib.h>

#include "base/array.h"
#include "view/text/about.h"
#include "view/text/view_memory.h"

void sentences_add(struct sentences *sentences, const char *subject, const char *text)
{
    if (!array_more(&sentences->items, sentences->n, &sentences->room)) {
        view_lose();
        return;
    }
    OWNED char *told = about_told(text);
    sentences->items[sentences->n++] =
        (struct sentence){.subject = subject != NULL ? view_kept(terminal_name(subject)) : NULL,
                          .text = view_kept(terminal_name(told != NULL ? told : text))};
}

void sentences_note(struct sentences *sentences, const char *subject, const char *text,
                    enum harm harm)
{
    const size_t before = sentences->n;
    sentences_add(sentences, subject, text);
    if (sentences->n > before)
        sentences->items[before].harm = harm;
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
        OWNED char *lead =
            view_format("  %s%s", subject != NULL ? subject : "", subject != NULL ? ": " : "");
        if (sentence->apart)
            fputc('\n', terminal->stream);
        if (lead != NULL && sentence->text != NULL)
            terminal_paragraph(terminal, lead, sentence->text);
    }
}

static bool want_all;

void sentences_want_all(bool all)
{
    want_all = all;
}

bool sentences_all_wanted(void)
{
    return want_all;
}

void sentences_print_worst(const struct terminal *terminal, const struct sentences *sentences)
{
    enum { MOST = 2 };
    struct sentences shown = {.items = view_room(sentences->n, sizeof *shown.items)};
    for (int harm = HARM_VERDICT; shown.items != NULL && harm <= HARM_ADVICE; harm++)
        for (size_t i = 0; i < sentences->n; i++)
            if ((int)sentences->items[i].harm == harm &&
                (want_all || harm == HARM_VERDICT || (shown.n < MOST && harm < HARM_ADVICE)))
                shown.items[shown.n++] = sentences->items[i];
    sentences_print(terminal, &shown, "note");
    const size_t more = sentences->n - shown.n;
    if (more > 0)
        terminal_sentence(terminal, "  ", "%zu more note%s: --details", more, more == 1 ? "" : "s");
    free(shown.items); /* the texts are those of the list */
}

void sentences_print_first(const struct terminal *terminal, const struct sentences *sentences,
                           size_t most)
{
    struct sentences shown = *sentences;
    if (!want_all && shown.n > most + 1)
        shown.n = most;
    sentences_print(terminal, &shown, NULL);
    if (shown.n < sentences->n)
        terminal_sentence(terminal, "  ",
                          "%zu more sentences like these, on other benchmarks: --details",
                          sentences->n - shown.n);
}

void sentences_print_apart(const struct terminal *terminal, const struct sentences *sentences)
{
    if (sentences->n == 0)
        return;
    fputc('\n', terminal->stream);
    sentences_print_worst(terminal, sentences);
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
