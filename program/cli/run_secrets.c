/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_secrets.c -- a word before a secret is stored.
 *
 * The text is kept as it is: --resume runs the commands that stand in it. */
#include "cli/run_secrets.h"

#include "design/secret.h"
#include "view/text/terminal.h"

void run_tell_secrets(const char *manifest)
{
    const struct secret first = secret_find(manifest, manifest);
    size_t n = 0;
    for (struct secret s = first; s.value != NULL; s = secret_find(manifest, s.value + s.size))
        n++;
    if (n > 0)
        terminal_complain(
            "assay: the value of %.*s%s looks like a secret: the store keeps it, and "
            "pages and exports show it unless --redact is given. Leave it out of "
            "manifest and command: what is measured inherits assay's environment, which "
            "is not stored",
            (int)(first.name_size < 40 ? first.name_size : 40), first.name,
            n > 1 ? ", among others," : "");
}
