/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http.c -- an HTTP server on the loopback interface, by libevent: one thread, one page at a time.
 * Token:    128 random bits in the path; pages forbid to tell it to others (Referrer-Policy). */
#include "serve/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>

#include "base/failure.h"
#include "view/text/view_memory.h"

enum {
    TOKEN_BYTES = 16,
    TOKEN = 2 * TOKEN_BYTES,
    URL = TOKEN + 40,
    IDLE_S = 10,     /* a connection that says nothing */
    PAUSE_MS = 200,  /* before the next look whether a file is free */
    N_RESERVED = 24, /* files that a page opens at once, and some more */
};

struct http_server {
    struct event_base *base;
    struct evhttp *http;
    struct event *ends[2];
    int reserved[N_RESERVED]; /* open files that pages may take the place of; -1: none */
    http_pages pages;
    void *context;
    char token[TOKEN + 1], url[URL];
};

/* ---- who may ask ---- */

/* Whether the name is this machine's own, whatever the port: it may have been forwarded. */
static bool is_own_name(const char *host)
{
    static const char *const own[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; host != NULL && i < sizeof own / sizeof *own; i++) {
        const size_t n = strlen(own[i]);
        if (strncmp(host, own[i], n) == 0 && (host[n] == '\0' || host[n] == ':'))
            return true;
    }
    return false;
}

/* What stands behind the token; NULL: another one stands there, or none. Each takes equally long. */
static const char *behind_token(const struct http_server *server, const char *uri)
{
    if (strlen(uri) < TOKEN + 2 || uri[0] != '/' || uri[TOKEN + 1] != '/')
        return NULL;
    unsigned char differs = 0;
    for (size_t i = 0; i < TOKEN; i++)
        differs |= (unsigned char)(uri[i + 1] ^ server->token[i]);
    return differs == 0 ? uri + TOKEN + 2 : NULL;
}

/* ---- files ---- */

static void reserve_files(struct http_server *server)
{
    for (size_t i = 0; i < N_RESERVED; i++)
        server->reserved[i] = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static void free_files(struct http_server *server)
{
    for (size_t i = 0; i < N_RESERVED; i++)
        if (server->reserved[i] >= 0)
            close(server->reserved[i]);
}

static void listen_again(evutil_socket_t none, short what, void *listener)
{
    (void)none;
    (void)what;
    (void)evconnlistener_enable(listener);
}

/* Connections have taken all files: nobody else is let in for a moment. */
static void pause_listening(struct evconnlistener *listener, void *context)
{
    const struct timeval pause = {.tv_usec = PAUSE_MS * 1000};
    (void)context;
    if (event_base_once(evconnlistener_get_base(listener), -1, EV_TIMEOUT, listen_again, listener,
                        &pause) == 0)
        (void)evconnlistener_disable(listener);
}

/* What libevent has to say is said by the answers, and by the status of calls; any user could have it fill a disk. */
static void say_nothing(int severity, const char *message)
{
    (void)severity;
    (void)message;
}

/* ---- answers ---- */

static void set_headers(struct evhttp_request *request, const char *type)
{
    struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
    const struct {
        const char *name, *value;
    } set[] = {{"Content-Type", type},
               {"Cache-Control", "no-store"},
               {"Referrer-Policy", "no-referrer"},
               {"X-Content-Type-Options", "nosniff"},
               {"X-Frame-Options", "DENY"},
               {"Cross-Origin-Resource-Policy", "same-origin"}};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++)
        (void)evhttp_add_header(headers, set[i].name, set[i].value);
}

static void refuse(struct evhttp_request *request, int code, const char *reason)
{
    struct evbuffer *buffer = evbuffer_new();
    if (buffer != NULL)
        (void)evbuffer_add_printf(buffer, "%s\n", reason);
    set_headers(request, "text/plain; charset=utf-8");
    evhttp_send_reply(request, code, NULL, buffer);
    if (buffer != NULL)
        evbuffer_free(buffer);
}

static void free_text(const void *data, size_t size, void *text)
{
    (void)data;
    (void)size;
    free(text);
}

/* Passes the text on without a copy; frees it. */
static void send_page(struct evhttp_request *request, enum http_status status, char *text)
{
    struct evbuffer *buffer = evbuffer_new();
    if (buffer == NULL || text == NULL ||
        evbuffer_add_reference(buffer, text, strlen(text), free_text, text) != 0) {
        free(text);
        refuse(request, HTTP_FAILED, "out of memory");
    } else {
        set_headers(request, "text/html; charset=utf-8");
        evhttp_send_reply(request, (int)status, NULL, buffer);
    }
    if (buffer != NULL)
        evbuffer_free(buffer);
}

/* Whoever asked has closed the connection meanwhile. */
static bool is_gone(struct evhttp_request *request)
{
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    struct bufferevent *events =
        connection != NULL ? evhttp_connection_get_bufferevent(connection) : NULL;
    char byte;
    return events != NULL &&
           recv(bufferevent_getfd(events), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

static void show(struct http_server *server, struct evhttp_request *request, const char *address)
{
    struct view_writer writer;
    free_files(server);
    FILE *page = view_open(&writer);
    const enum http_status status =
        page != NULL ? server->pages(server->context, address, page) : HTTP_FAILED;
    send_page(request, status, page != NULL ? view_close(&writer) : NULL);
    reserve_files(server);
}

static void answer(struct evhttp_request *request, void *context)
{
    struct http_server *server = context;
    const enum evhttp_cmd_type method = evhttp_request_get_command(request);
    const char *host = evhttp_find_header(evhttp_request_get_input_headers(request), "Host");
    const char *address = behind_token(server, evhttp_request_get_uri(request));
    if (!is_own_name(host)) {
        refuse(request, 403, "assay serves this machine alone.");
        return;
    }
    if (method != EVHTTP_REQ_GET && method != EVHTTP_REQ_HEAD) {
        refuse(request, 405, "assay serves pages to read, and takes nothing.");
        return;
    }
    if (address == NULL && strcmp(evhttp_request_get_uri(request), "/favicon.ico") == 0) {
        evhttp_send_reply(request, HTTP_NOTHING, NULL, NULL);
        return;
    }
    if (address == NULL) {
        refuse(request, HTTP_NOT_FOUND, "The address that assay serve printed is the one to open.");
        return;
    }
    if (is_gone(request))
        refuse(request, 408, "");
    else
        show(server, request, address);
}

/* ---- the server ---- */

static bool make_token(struct http_server *server)
{
    unsigned char random[TOKEN_BYTES];
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
        return false;
    for (size_t i = 0; i < TOKEN_BYTES; i++)
        (void)snprintf(server->token + 2 * i, 3, "%02x", random[i]);
    return true;
}

static enum assay_status listen_at(struct http_server *server, unsigned short port,
                                   struct assay_error *error)
{
    struct sockaddr_in bound = {.sin_family = AF_INET};
    socklen_t size = sizeof bound;
    errno = 0;
    struct evhttp_bound_socket *socket =
        evhttp_bind_socket_with_handle(server->http, "127.0.0.1", port);
    if (socket == NULL ||
        getsockname(evhttp_bound_socket_get_fd(socket), (struct sockaddr *)&bound, &size) != 0)
        return assay_fail(error, ASSAY_SYSTEM,
                          "port %d of 127.0.0.1 cannot be listened on: %s. --port names another, 0 "
                          "any that is free.",
                          port, strerror(errno));
    evconnlistener_set_error_cb(evhttp_bound_socket_get_listener(socket), pause_listening);
    (void)snprintf(server->url, sizeof server->url, "http://127.0.0.1:%d/%s/",
                   ntohs(bound.sin_port), server->token);
    return ASSAY_OK;
}

static void leave(evutil_socket_t signal, short what, void *base)
{
    (void)signal;
    (void)what;
    (void)event_base_loopexit(base, NULL);
}

static bool prepare(struct http_server *server)
{
    static const int signals[] = {SIGINT, SIGTERM};
    server->base = event_base_new();
    server->http = server->base != NULL ? evhttp_new(server->base) : NULL;
    for (size_t i = 0; server->http != NULL && i < sizeof signals / sizeof *signals; i++) {
        server->ends[i] = evsignal_new(server->base, signals[i], leave, server->base);
        if (server->ends[i] == NULL || event_add(server->ends[i], NULL) != 0)
            return false;
    }
    return server->http != NULL && make_token(server);
}

enum assay_status http_begin(unsigned short port, http_pages pages, void *context,
                             struct http_server **server, struct assay_error *error)
{
    struct http_server *made = calloc(1, sizeof *made);
    *server = made;
    if (made == NULL)
        return fail_no_memory(error);
    event_set_log_callback(say_nothing);
    reserve_files(made);
    made->pages = pages;
    made->context = context;
    enum assay_status status = ASSAY_OK;
    if (!prepare(made))
        status = assay_fail(error, ASSAY_SYSTEM, "no server can be made: %s", strerror(errno));
    if (status == ASSAY_OK) {
        evhttp_set_allowed_methods(made->http, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD | EVHTTP_REQ_POST |
                                                   EVHTTP_REQ_PUT | EVHTTP_REQ_DELETE);
        evhttp_set_max_headers_size(made->http, 1 << 16);
        evhttp_set_max_body_size(made->http, 1 << 16);
        evhttp_set_timeout(made->http, IDLE_S);
        evhttp_set_gencb(made->http, answer, made);
        status = listen_at(made, port, error);
    }
    if (status != ASSAY_OK)
        http_end(server);
    return status;
}

const char *http_url(const struct http_server *server)
{
    return server->url;
}

enum assay_status http_run(struct http_server *server, struct assay_error *error)
{
    return event_base_dispatch(server->base) == 0
               ? ASSAY_OK
               : assay_fail(error, ASSAY_SYSTEM, "the server ended: %s", strerror(errno));
}

void http_end(struct http_server **server)
{
    OWNED struct http_server *old = *server;
    *server = NULL;
    if (old == NULL)
        return;
    for (size_t i = 0; i < 2; i++)
        if (old->ends[i] != NULL)
            event_free(old->ends[i]);
    free_files(old);
    if (old->http != NULL)
        evhttp_free(old->http);
    if (old->base != NULL)
        event_base_free(old->base);
}
