/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_service.c -- the key "service": servers that are there while executions are measured. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "design/reader_part.h"
#include "design/regex.h"

/* ---- how it is ready ---- */

struct way {
    const char *word, *what; /* what must stand behind it; NULL: nothing */
};
static const struct way ways[] = {
    [SERVICE_READY_SOCKET] = {"socket", NULL},
    [SERVICE_READY_NOTIFY] = {"notify", NULL},
    [SERVICE_READY_LINE] = {"line", "a regular expression: line listening"},
    [SERVICE_READY_PORT] = {"port", "a number or a placeholder: port {port}"},
    [SERVICE_READY_HTTP] = {"http", "a path or an address: http /health, http http://127.0.0.1:{port}/"},
    [SERVICE_READY_COMMAND] = {"command", "a command: command pg_isready -p {port}"},
};
enum { N_WAYS = sizeof ways / sizeof *ways };

static bool find_way(const char *text, size_t n, enum service_ready_by *by)
{
    for (size_t i = 0; i < N_WAYS; i++)
        if (strlen(ways[i].word) == n && strncmp(ways[i].word, text, n) == 0) {
            *by = (enum service_ready_by)i;
            return true;
        }
    return false;
}

static bool is_port(const char *text)
{
    char *end;
    const long number = strtol(text, &end, 10);
    return strchr(text, '{') != NULL ||
           (end != text && *end == '\0' && number > 0 && number < 65536);
}

static bool read_way(struct reader *reader, yaml_node_t *node, struct design_ready *ready)
{
    const char *text = read_scalar(reader, node, SERVICE_READY);
    if (text == NULL)
        return false;
    const size_t n = strcspn(text, " \t");
    if (!find_way(text, n, &ready->by))
        return mistake(reader, node, "%s says nothing of a service (write " SERVICE_READY ")",
                       shown(text).text);
    if ((ready->text = design_string(reader->design, text)) == NULL)
        return out_of_memory(reader);
    ready->what = ready->text + n + strspn(ready->text + n, " \t");
    char problem[160];
    const char *word = ways[ready->by].word, *what = ready->what;
    if (ways[ready->by].what == NULL)
        return what[0] == '\0' ||
               mistake(reader, node, "nothing stands behind %s (write %s alone)", word, word);
    if (what[0] == '\0')
        return mistake(reader, node, "%s of what? (write %s)", word, ways[ready->by].what);
    if (ready->by == SERVICE_READY_LINE && !regex_check_line(what, problem, sizeof problem))
        return mistake(reader, node, "%s %s", shown(what).text, problem);
    if (ready->by == SERVICE_READY_PORT && !is_port(what))
        return mistake(reader, node, "%s is no port (write 1 to 65535, or {port})",
                       shown(what).text);
    if (ready->by == SERVICE_READY_HTTP && what[0] != '/' && strncmp(what, "http://", 7) != 0)
        return mistake(reader, node, "%s is no address (write /health or http://127.0.0.1:{port}/)",
                       shown(what).text);
    return true;
}

/* One, or a list of which each must hold. */
static bool read_ready(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_service *service = target;
    const bool is_list = node->type == YAML_SEQUENCE_NODE;
    const size_t n =
        is_list ? (size_t)(node->data.sequence.items.top - node->data.sequence.items.start) : 1;
    if (n == 0)
        return mistake(reader, node, "the list is empty (write " SERVICE_READY ")");
    service->ready = design_alloc(reader->design, n * sizeof *service->ready);
    if (service->ready == NULL)
        return out_of_memory(reader);
    for (; service->n_ready < n; service->n_ready++) {
        const size_t i = service->n_ready,
                     before = is_list ? reader_enter(reader, NULL, i) : reader->path_length;
        if (!read_way(reader, is_list ? node_item(reader, node, i) : node, &service->ready[i]))
            return false;
        reader_leave(reader, before);
    }
    return true;
}

/* ---- how it ends ---- */

static const struct {
    const char *name;
    int number;
} signals[] = {{"TERM", SIGTERM}, {"INT", SIGINT},   {"QUIT", SIGQUIT}, {"HUP", SIGHUP},
               {"USR1", SIGUSR1}, {"USR2", SIGUSR2}, {"KILL", SIGKILL}};
#define SIGNALS "TERM, INT, QUIT, HUP, USR1, USR2 or KILL"
enum { N_SIGNALS = sizeof signals / sizeof *signals };

const char *service_signal_name(int number)
{
    for (size_t i = 0; i < N_SIGNALS; i++)
        if (signals[i].number == number)
            return signals[i].name;
    return NULL;
}

static bool read_signal(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_service *service = target;
    const char *text = read_scalar(reader, node, SIGNALS);
    if (text == NULL)
        return false;
    const char *name = strncmp(text, "SIG", 3) == 0 ? text + 3 : text;
    for (size_t i = 0; i < N_SIGNALS; i++)
        if (strcmp(signals[i].name, name) == 0)
            service->stop_signal = signals[i].number;
    return service->stop_signal != 0 ||
           mistake(reader, node, "%s stops no service (write " SIGNALS ")", shown(text).text);
}

#define SERVICE_FIELD(field) offsetof(struct design_service, field)
static const struct schema stop_schema = {
    .what = "how a service ends",
    .size = sizeof(struct design_service),
    .fields = (const struct field[]){
        {"signal", FIELD_OTHER, .read = read_signal},
        {"grace", FIELD_DURATION, SERVICE_FIELD(grace_s)},
        {NULL},
    }};

/* "INT", or {signal: INT, grace: 5s}. */
static bool read_stop(struct reader *reader, yaml_node_t *node, void *target)
{
    return node->type == YAML_SCALAR_NODE ? read_signal(reader, node, target)
                                          : read_mapping(reader, node, &stop_schema, target);
}

/* ---- the other words ---- */

static bool read_cpus(struct reader *reader, yaml_node_t *node, void *target)
{
    static char any[] = "any";
    struct design_service *service = target;
    if (node->type == YAML_SCALAR_NODE && strcmp((const char *)node->data.scalar.value, any) == 0) {
        service->cpus = any;
        return true;
    }
    return reader_cpus(reader, node, &service->cpus);
}

/* One of two words. */
static bool read_either(struct reader *reader, yaml_node_t *node, const char *no, const char *yes,
                        bool *target)
{
    const char *text = read_scalar(reader, node, "a word");
    if (text == NULL)
        return false;
    *target = strcmp(text, yes) == 0;
    return *target || strcmp(text, no) == 0 ||
           mistake(reader, node, "%s says nothing here (write %s or %s)", shown(text).text, no, yes);
}

static bool read_level(struct reader *reader, yaml_node_t *node, void *target)
{
    return read_either(reader, node, "execution", "build",
                       &((struct design_service *)target)->of_build);
}

static bool read_waiting(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_service *service = target;
    service->waits = true;
    return read_either(reader, node, "frozen", "running", &service->awake);
}

static bool read_service_name(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_service *service = target;
    const char *name = read_name(reader, node);
    if (name == NULL)
        return false;
    service->name = design_string(reader->design, name);
    return service->name != NULL || out_of_memory(reader);
}

static void init_service(void *target)
{
    struct design_service *service = target;
    service->timeout_s = 30;
    service->grace_s = 10;
}

static const struct schema service_schema = {
    .what = "a service",
    .size = sizeof(struct design_service),
    .init = init_service,
    .fields = (const struct field[]){
        {"name", FIELD_OTHER, .read = read_service_name},
        {"run", FIELD_TEXT, SERVICE_FIELD(run), .allowed = "a command", .required = true},
        {"shell", FIELD_FLAG, SERVICE_FIELD(shell), .allowed = "true or false"},
        {"ready", FIELD_OTHER, .allowed = SERVICE_READY, .required = true, .read = read_ready},
        {"timeout", FIELD_DURATION, SERVICE_FIELD(timeout_s)},
        {"cpus", FIELD_OTHER, .read = read_cpus},
        {"env", FIELD_ENVIRONMENT, SERVICE_FIELD(environment)},
        {"stop", FIELD_OTHER, .read = read_stop},
        {"level", FIELD_OTHER, .read = read_level},
        {"waiting", FIELD_OTHER, .read = read_waiting},
        {NULL},
    }};

/* ---- one, or several in order ---- */

static bool complete(struct reader *reader, struct design_service *service)
{
    static char server[] = "server";
    if (service->name == NULL)
        service->name = server;
    if (service->stop_signal == 0)
        service->stop_signal = SIGTERM;
    const size_t size = strlen(service->name) + sizeof ".port";
    service->port_name = design_alloc(reader->design, size);
    if (service->port_name == NULL)
        return out_of_memory(reader);
    (void)stpcpy(stpcpy(service->port_name, service->name), ".port");
    return true;
}

static bool complete_all(struct reader *reader, yaml_node_t *node,
                         const struct design_services *services)
{
    if (services->n > DESIGN_SERVICES_MOST)
        return mistake(reader, node, "%zu services stand here (write at most %d)", services->n,
                       DESIGN_SERVICES_MOST);
    for (size_t i = 0; i < services->n; i++) {
        if (!complete(reader, &services->items[i]))
            return false;
        for (size_t j = 0; j < i; j++)
            if (strcmp(services->items[i].name, services->items[j].name) == 0)
                return mistake(reader, node, "two services are called %s (give each a name)",
                               shown(services->items[i].name).text);
    }
    return true;
}

static bool read_services(struct reader *reader, yaml_node_t *node, struct design_services *services)
{
    static const struct field list = {"service",
                                      FIELD_LIST,
                                      offsetof(struct design_services, items),
                                      offsetof(struct design_services, n),
                                      "{run: COMMAND, ready: WAY}, or a list of such",
                                      false,
                                      &service_schema,
                                      NULL};
    if (node->type != YAML_MAPPING_NODE)
        return read_list(reader, node, &list, services) && complete_all(reader, node, services);
    services->items = design_alloc(reader->design, sizeof *services->items);
    services->n = 1;
    return services->items == NULL
               ? out_of_memory(reader)
               : read_mapping(reader, node, &service_schema, services->items) &&
                     complete_all(reader, node, services);
}

bool key_service(struct reader *reader, yaml_node_t *node, void *target)
{
    return read_services(reader, node, &((struct design *)target)->services);
}

bool key_service_of_system(struct reader *reader, yaml_node_t *node, void *target)
{
    return read_services(reader, node, &((struct design_system *)target)->services);
}
