/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.c -- what all pages begin with: who may run in them, and their looks. */
#include "view/page/page.h"

#include "view/page/html.h"

#include <assay/assay.h>

void page_print_pieces(FILE *stream, const struct report_asset *asset)
{
    for (size_t i = 0; asset->pieces[i] != NULL; i++)
        fputs(asset->pieces[i], stream);
}

void page_print_script(FILE *stream, const struct report_asset *script)
{
    fputs("<script>", stream);
    page_print_pieces(stream, script);
    fputs("</script>\n", stream);
}

/* Only the scripts that assay wrote may run, by their hashes; nothing may be fetched. Scripts set
 * styles on what they draw. */
void page_begin_head(FILE *stream, const char *title, const struct report_asset *const *scripts,
                     size_t n)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "base-uri 'none'; form-action 'none'; img-src data: blob:; style-src 'unsafe-inline'",
          stream);
    for (size_t i = 0; i < n; i++)
        html_printf(stream, "%s 'sha256-%s'", i == 0 ? "; script-src" : "", scripts[i]->sha256);
    html_printf(stream,
                "\">\n<meta name=\"viewport\" content=\"width=device-width, "
                "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta "
                "name=\"generator\" content=\"assay %s\">\n<title>%s \u00b7 assay</title>\n",
                assay_version(), title);
}

void page_end_head(FILE *stream)
{
    fputs("<style>", stream);
    page_print_pieces(stream, &report_style);
    fputs("</style>\n</head>\n<body>\n", stream);
}

void page_print_home(FILE *stream, const char *home)
{
    if (home != NULL)
        html_printf(stream, "<nav><a href=\"%s\">All experiments</a></nav>\n", home);
}
