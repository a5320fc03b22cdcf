/* SPDX-License-Identifier: GPL-3.0-or-later */
/* provenance.h -- what a document says of where its values come from, so that the measurement and the
 * analysis can be repeated from the document alone (assay run --again --dry-run). */
#pragma once

#include "analysis/history_analyse.h"

#include <jansson.h>

/* Sets "provenance": {"command": [words], "sources": […]}: of an experiment its number, uid, name, seed,
 * manifest, directory, host and version, of a file its name. command: as the program was called. */
void provenance_set(const struct input *input, const struct name_list *command, json_t *document);
/* The same of versions; of experiments, which may be many, in short: what names each, its times, version and
 * machine. */
void provenance_set_history(const struct history *history, const struct name_list *command,
                            json_t *document);

/* One of these sources; info NULL: a file. */
json_t *provenance_source(const char *name, const struct experiment_info *info);

/* "2026-11-22T18:22:01Z", in `text`; "" where there is no such time. */
enum { PROVENANCE_TIME = 32 };
void provenance_time(int64_t ns, char text[PROVENANCE_TIME]);

/* An experiment's name in the world, as 32 hexadecimal digits. */
json_t *provenance_uid(const unsigned char uid[STORE_UID_BYTES]);
/* Whether a text of a document is such a name: another one may name anything. NULL is none. */
bool provenance_is_uid(const char *text);
