/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http.c -- an HTTP server on the loopback interface, by libevent. Each page is made by a process of its own, some at a time:
 *           none keeps another one waiting, what nobody waits for ends at once, and a page that fails takes nothing along.
 * Token:    128 random bits in the path; pages forbid to tell it to others (Referrer-Policy). */
#include "serve/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>

#include "base/failure.h"
#include "serve/maker.h"
#include "system/system.h"
#include "view/text/view_memory.h"

enum {
    TOKEN_BYTES = 16,
    TOKEN = 2 * TOKEN_BYTES,
    URL = TOKEN + 40,
    IDLE_S = 10,          /* a connection that says nothing */
    PAUSE_MS = 200,       /* before the next look whether a file is free */
    N_RESERVED = 2,       /* files that a page takes while it is made: the ends of a pipe */
    AT_ONCE = 4,          /* pages that are made */
    MOST_ASKED = 1 << 16, /* bytes of what a connection sends at once */
    MOST_PAGES = 64,      /* that are made or wait for that */
};

/* A page that somebody waits for. */
struct page_wanted {
    struct http_server *server;
    struct page_wanted *next; /* asked for later */
    struct evhttp_request *request;
    char *address;
    struct maker maker;    /* none: it waits for its turn */
    struct event *arrives; /* its text */
    struct evbuffer *text;
};

struct http_server {
    struct event_base *base;
    struct evhttp *http;
    struct event *ends[2];
    int reserved[N_RESERVED]; /* open files that a page may take the place of; -1: none */
    struct page_wanted *wanted;
    size_t n_wanted;
    http_pages pages;
    void *context;
    char token[TOKEN + 1], url[URL];
};

/* ---- who may ask ---- */

static bool is_port_or_none(const char *behind)
{
    return behind[0] == '\0' ||
           (behind[0] == ':' && behind[1 + strspn(behind + 1, "0123456789")] == '\0');
}

/* Whether the name is this machine's own, whatever the port: it may have been forwarded. */
static bool is_own_name(const char *host)
{
    static const char *const own[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; host != NULL && i < sizeof own / sizeof *own; i++) {
        const size_t n = strlen(own[i]);
        if (strncmp(host, own[i], n) == 0 && is_port_or_none(host + n))
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

/* While its page is made a connection may be idle. libevent 2.1 does not look at it then: it shall, to see its end. What
 * it sends meanwhile waits, as much as an address may have, and is nothing that libevent expects. */
static void let_wait(struct evhttp_request *request)
{
    struct bufferevent *events =
        evhttp_connection_get_bufferevent(evhttp_request_get_connection(request));
    bufferevent_data_cb taken, sent;
    bufferevent_event_cb ended;
    void *context;
    bufferevent_getcb(events, &taken, &sent, &ended, &context);
    bufferevent_setcb(events, NULL, sent, ended, context);
    bufferevent_set_timeouts(events, NULL, NULL);
    bufferevent_setwatermark(events, EV_READ, 0, MOST_ASKED);
    (void)bufferevent_enable(events, EV_READ);
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

/* ---- pages ---- */

static void free_page(struct page_wanted *page)
{
    struct http_server *server = page->server;
    struct page_wanted **at = &server->wanted;
    while (*at != page)
        at = &(*at)->next;
    *at = page->next;
    server->n_wanted--;
    if (page->arrives != NULL)
        event_free(page->arrives);
    maker_stop(&page->maker);
    if (page->text != NULL)
        evbuffer_free(page->text);
    free(page->address);
    free(page);
}

static void make_waiting(struct http_server *server);

/* Sends what was made, and makes room for the next. */
static void end_page(struct page_wanted *page, enum http_status status)
{
    struct http_server *server = page->server;
    evhttp_connection_set_closecb(evhttp_request_get_connection(page->request), NULL, NULL);
    const struct timeval idle = {.tv_sec = IDLE_S};
    struct bufferevent *events =
        evhttp_connection_get_bufferevent(evhttp_request_get_connection(page->request));
    bufferevent_set_timeouts(events, &idle, &idle);
    bufferevent_setwatermark(events, EV_READ, 0, 0);
    if (evbuffer_get_length(page->text) == 0) {
        refuse(page->request, HTTP_FAILED, "The page could not be made.");
    } else {
        set_headers(page->request, "text/html; charset=utf-8");
        evhttp_send_reply(page->request, (int)status, NULL, page->text);
    }
    free_page(page);
    make_waiting(server);
}

/* Pieces of a page, the last of which is empty. */
static void take_piece(evutil_socket_t from, short what, void *context)
{
    enum { PIECE = 1 << 20 };
    struct page_wanted *page = context;
    (void)what;
    const int n = evbuffer_read(page->text, from, PIECE);
    if (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)))
        return;
    enum http_status status = HTTP_FAILED;
    if (n < 0 || !maker_end(&page->maker, &status))
        (void)evbuffer_drain(page->text, evbuffer_get_length(page->text));
    end_page(page, status);
}

static bool begin_page(struct page_wanted *page)
{
    struct http_server *server = page->server;
    free_files(server);
    const bool begun = maker_begin(&page->maker, server->pages, server->context, page->address);
    reserve_files(server);
    if (begun)
        page->arrives =
            event_new(server->base, page->maker.page, EV_READ | EV_PERSIST, take_piece, page);
    return page->arrives != NULL && event_add(page->arrives, NULL) == 0;
}

/* Those that were asked for first. */
static void make_waiting(struct http_server *server)
{
    size_t n_made = 0;
    for (struct page_wanted *page = server->wanted, *next; page != NULL && n_made < AT_ONCE;
         page = next) {
        next = page->next;
        if (page->maker.process == 0 && !begin_page(page)) {
            end_page(page, HTTP_FAILED);
            return;
        }
        n_made++;
    }
}

/* Whoever asked has closed the connection. Where libevent has let go of the request, it is ours to free. */
static void forget_page(struct evhttp_connection *connection, void *context)
{
    struct page_wanted *page = context;
    struct http_server *server = page->server;
    (void)connection;
    if (evhttp_request_get_connection(page->request) == NULL)
        evhttp_request_free(page->request);
    free_page(page);
    make_waiting(server);
}

/* Zeroed but for its text and its address. NULL: no memory, or too many wait. */
static struct page_wanted *new_page(struct http_server *server, const char *address)
{
    struct page_wanted **last = &server->wanted,
                       *page = server->n_wanted < MOST_PAGES ? calloc(1, sizeof *page) : NULL;
    if (page == NULL)
        return NULL;
    *page = (struct page_wanted){.server = server, .maker = MAKER_NONE};
    while (*last != NULL)
        last = &(*last)->next;
    *last = page;
    server->n_wanted++;
    page->address = strdup(address);
    page->text = evbuffer_new();
    if (page->address != NULL && page->text != NULL)
        return page;
    free_page(page);
    return NULL;
}

static void want_page(struct http_server *server, struct evhttp_request *request,
                      const char *address)
{
    struct page_wanted *page = new_page(server, address);
    if (page == NULL) {
        refuse(request, 503,
               "More pages are asked for than there is room for. Ask again in a while.");
        return;
    }
    page->request = request;
    let_wait(request);
    evhttp_connection_set_closecb(evhttp_request_get_connection(request), forget_page, page);
    make_waiting(server);
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
    want_page(server, request, address);
}

/* ---- the server ---- */

static bool make_token(struct http_server *server)
{
    unsigned char random[TOKEN_BYTES];
    if (!system_random(random, sizeof random))
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
        evhttp_set_max_headers_size(made->http, MOST_ASKED);
        evhttp_set_max_body_size(made->http, MOST_ASKED);
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
    while (old->wanted != NULL) { /* libevent frees what was asked */
        evhttp_connection_set_closecb(evhttp_request_get_connection(old->wanted->request), NULL,
                                      NULL);
        free_page(old->wanted);
    }
    free_files(old);
    if (old->http != NULL)
        evhttp_free(old->http);
    if (old->base != NULL)
        event_base_free(old->base);
}
