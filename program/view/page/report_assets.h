/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_assets.h -- what web/embed puts into the program: the style and the scripts of the page. */
#pragma once

struct report_asset {
    const char *const *pieces; /* NULL-terminated */
    const char *sha256;        /* in base64, as a content security policy names it */
};

extern const struct report_asset report_style, report_script;
/* Of the page of versions. */
extern const struct report_asset report_history;
