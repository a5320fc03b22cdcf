/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sentences.h -- what is said of a finding, sentence by sentence: a screen folds them, a page lists
 * them. */
#pragma once

#include "view/text/terminal.h"

/* What a reader who does not know it would do wrong. */
enum harm {
    HARM_VERDICT,  /* take what was withheld for a verdict */
    HARM_SIGN,     /* take one version for the other */
    HARM_INTERVAL, /* believe an interval that is false */
    HARM_NEXT,     /* stop where a next step decides */
    HARM_ADVICE    /* nothing: it can be done better */
};

struct sentence {
    char *subject; /* whom it is about: "fft-1024, sor"; NULL: all that is shown */
    char *text;
    bool apart; /* below an empty line on a screen */
    enum harm harm;
};

/* In the order in which they are said; empty when it is all zero. */
struct sentences {
    struct sentence *items;
    size_t n, room;
};

/* Appends a sentence; both texts are made safe (terminal_name), and commands in it told what they are about (about.h). */
void sentences_add(struct sentences *sentences, const char *subject, const char *text);
/* The same of a limit, which print_worst ranks. */
void sentences_note(struct sentences *sentences, const char *subject, const char *text,
                    enum harm harm);
/* The same of a text that is taken over; NULL: there is nothing to say. */
void sentences_take(struct sentences *sentences, const char *subject, char *text);

/* "  fft-1024, sor: three builds are few", each folded; of those without a subject `nobody` is one
 * ("note"; NULL: they have none). */
void sentences_print(const struct terminal *terminal, const struct sentences *sentences,
                     const char *nobody);

/* So many of them, without a subject where nobody is meant; of more the others are counted, unless sentences_want_all was told
 * to show all. */
void sentences_print_first(const struct terminal *terminal, const struct sentences *sentences,
                           size_t most);
/* The worst two, and all by which a verdict is withheld; the others are counted, unless sentences_want_all was told to
 * show all. */
void sentences_print_worst(const struct terminal *terminal, const struct sentences *sentences);
/* The same below an empty line; of none nothing at all. */
void sentences_print_apart(const struct terminal *terminal, const struct sentences *sentences);
/* For the whole process: --details. */
void sentences_want_all(bool all);
bool sentences_all_wanted(void);

void sentences_fini(struct sentences *sentences);
