/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http.h -- pages for the browser of this machine, and for nobody else.
 *
 * Listens on 127.0.0.1. An address without the token of this server shows nothing, nor does a request
 * that comes under another host's name (DNS rebinding) or with another method than GET and HEAD.
 *
 * Any user of this machine may connect. Whoever takes all files that the process may open stops new connections until some are
 * closed, which an idle one is after ten seconds; pages have files of their own in reserve, and nothing is logged. Four pages are
 * made at once, each by a process of its own, sixty more wait, and what nobody waits for any more is ended.
 */
#pragma once

#include <stdio.h>

#include <assay/status.h>

enum http_status {
    HTTP_DONE = 200,
    HTTP_NOTHING = 204,
    HTTP_NOT_FOUND = 404,
    HTTP_NOT_SHOWN = 422, /* what was measured has no such page */
    HTTP_FAILED = 500
};

/* Writes the page of an address, which is what stands behind the token, with its query:
 * "compare/1/2?hosts=any". In a process of its own. */
typedef enum http_status (*http_pages)(void *context, const char *address, FILE *page);

struct http_server;

/* Begins to listen on the port (0: any that is free). End with http_end. ASSAY_SYSTEM: the port is taken,
 * or this assay was built without libevent. */
enum assay_status http_begin(unsigned short port, http_pages pages, void *context,
                             struct http_server **server, struct assay_error *error);
/* "http://127.0.0.1:40123/3f…/", which lasts as long as the server. */
const char *http_url(const struct http_server *server);
/* Answers until SIGINT or SIGTERM comes. */
enum assay_status http_run(struct http_server *server, struct assay_error *error);
void http_end(struct http_server **server);
