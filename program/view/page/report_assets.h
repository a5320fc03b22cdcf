/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_assets.h -- what web/embed puts into the program: the style and the scripts of the page. */
#pragma once

struct report_asset {
    const char *const *pieces; /* NULL-terminated */
    const char *sha256;        /* in base64, as a content security policy names it */
};

extern const struct report_asset report_style, report_script;
/* Of the pages of versions, of sweeps and of experiments: more style; lists that are searched, filtered and sorted; of the
 * first of them also their pictures. */
extern const struct report_asset report_series_style, report_list, report_history;
