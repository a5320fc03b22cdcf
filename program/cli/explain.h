/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.h -- the words that assay explain knows, for assay help. */
#pragma once

#include "view/text/terminal.h"

struct explained {
    const char *word;
    const char *also;   /* what people call it, too: "a, b" */
    const char *what;   /* what it is */
    const char *remedy; /* what to do */
    const char *guide;  /* a page of docs, and a heading in it: docs/ci.md, "A job" */
};
/* In their order; NULL behind the last. */
const struct explained *explain_entry(size_t index);

/* Whether people call it so: by its name, or by one of "a, b". */
bool explain_is_called(const char *name, const char *also, const char *asked);

/* The place of the guide that tells more of a word; NULL: it is not known. */
const char *explain_guide(const char *asked);
/* What a word that is known means, and what to do. */
void explain_print(const struct terminal *terminal, const char *asked);
/* The words; NULL behind the last. */
const char *explain_word(size_t index);
