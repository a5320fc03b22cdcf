/* SPDX-License-Identifier: GPL-3.0-or-later */
/* without_libevent.c -- where libevent was not there when assay was built. */
#include "serve/http.h"

#include <stddef.h>

enum assay_status http_begin(unsigned short port, http_pages pages, void *context,
                             struct http_server **server, struct assay_error *error)
{
    (void)port;
    (void)pages;
    (void)context;
    *server = NULL;
    return assay_fail(
        error, ASSAY_SYSTEM,
        "this assay was built without a server: install libevent-dev and build afresh "
        "(make clean, make). assay report --site writes the same pages into files.");
}

const char *http_url(const struct http_server *server)
{
    (void)server;
    return "";
}

enum assay_status http_run(struct http_server *server, struct assay_error *error)
{
    (void)server;
    (void)error;
    return ASSAY_OK;
}

void http_end(struct http_server **server)
{
    *server = NULL;
}
