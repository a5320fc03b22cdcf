/* SPDX-License-Identifier: GPL-3.0-or-later */
/* forge.c -- one comment a merge request, edited in place, by the program curl.
 * Source:   REST APIs as documented: GitHub's issue comments (list, create, update: PATCH issues/comments/ID), which
 *           Gitea and Forgejo have, too; GitLab's merge request notes (PUT notes/ID). Pages of 100, by number.
 * Assumes:  curl 7.76 or later (--fail-with-body) on the PATH. Token and text go to it through memory, never by
 *           command line or file; redirections are not followed, so that the token stays with its host.
 * Edge:     more than 1000 comments before ours: another one is posted. http only on this machine. A comment that
 *           quotes the marker, instead of beginning with it, is somebody's own.
 * Checked:  against a small server of both APIs (tests/versions/ci). */
#include "cli/forge.h"

#include <fcntl.h>
#include <jansson.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text_buffer.h"
#include "system/system.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

extern char **environ;

static const char github_end[] = "/comments", gitlab_end[] = "/notes";

struct forge {
    const char *url, *token;
    bool gitlab;
};

bool forge_is_url(const char *text)
{
    return strncmp(text, "https://", 8) == 0 || strncmp(text, "http://", 7) == 0;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), n_end = strlen(end);
    return n >= n_end && strcmp(text + n - n_end, end) == 0;
}

static bool is_local(const char *url)
{
    static const char *const hosts[] = {"http://localhost", "http://127.0.0.1", "http://[::1]"};
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        const size_t n = strlen(hosts[i]);
        if (strncmp(url, hosts[i], n) == 0 && (url[n] == ':' || url[n] == '/'))
            return true;
    }
    return false;
}

/* What stands before "@" is a name and a password there, and what seems to be the host is none. */
const char *forge_refuses(const char *url)
{
    for (const char *c = url; *c != '\0'; c++)
        if (*c <= ' ' || *c == '"' || *c == '\\' || *c == '?' || *c == '#' || *c == '@')
            return "holds a sign that no such address has";
    if (strncmp(url, "https://", 8) != 0 && !is_local(url))
        return "would send the token in the clear: say https";
    if (!ends_with(url, github_end) && !ends_with(url, gitlab_end))
        return "is neither .../issues/N/comments (GitHub, Gitea, Forgejo) nor "
               ".../merge_requests/N/notes (GitLab)";
    return NULL;
}

/* A value of curl's configuration in quotes. */
static void put_quoted(FILE *stream, const char *text)
{
    fputc('"', stream);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', stream);
        fputc(*text, stream);
    }
    fputs("\"\n", stream);
}

/* What curl reads; a file in memory, which ends with it. -1: there is no memory. */
static int configuration(const struct forge *forge, const char *method, const char *url,
                         const char *body)
{
    const int file = system_nameless("assay-comment");
    const int copy = file >= 0 ? dup(file) : -1;
    FILE *stream = copy >= 0 ? fdopen(copy, "w") : NULL;
    if (stream == NULL)
        return file;
    fprintf(stream, "request = %s\nurl = ", method);
    put_quoted(stream, url);
    OWNED char *token = view_format(
        "%s%s", forge->gitlab ? "PRIVATE-TOKEN: " : "Authorization: Bearer ", forge->token);
    fputs("header = ", stream);
    put_quoted(stream, token != NULL ? token : "");
    fputs("header = \"Content-Type: application/json\"\n", stream);
    if (body != NULL) {
        fputs("data-raw = ", stream);
        put_quoted(stream, body);
    }
    (void)fclose(stream);
    (void)lseek(file, 0, SEEK_SET);
    return file;
}

/* Nobody's ~/.curlrc has a say, and what is for this machine goes through no proxy of another one. */
static bool start(bool local, int input, int output, pid_t *child)
{
    static const char *const all[] = {
        "curl",       "-q", "--silent",  "--show-error",      "--fail-with-body",
        "--max-time", "60", "--globoff", "--connect-timeout", "20",
        "--config",   "-",  "--noproxy", "*",                 NULL};
    enum { ALL = sizeof all / sizeof *all, FOR_LOCAL = 2 };
    const char *arguments[ALL];
    memcpy(arguments, all, sizeof all);
    if (!local)
        arguments[ALL - 1 - FOR_LOCAL] = NULL;
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    const bool done =
        posix_spawn_file_actions_adddup2(&actions, input, 0) == 0 &&
        posix_spawn_file_actions_adddup2(&actions, output, 1) == 0 &&
        posix_spawnp(child, arguments[0], &actions, NULL, (char *const *)arguments, environ) == 0;
    (void)posix_spawn_file_actions_destroy(&actions);
    return done;
}

/* What the forge says of why, which is text from outside. */
static void say_refusal(const char *method, const char *answer)
{
    json_auto_t *document = answer != NULL ? json_loads(answer, 0, NULL) : NULL;
    const char *message = json_string_value(json_object_get(document, "message"));
    OWNED char *shown = terminal_name(message != NULL ? message : "");
    terminal_complain("assay: --comment: the forge did not take it (%s)%s%.200s", method,
                      message != NULL ? ": " : "", shown != NULL ? shown : "");
}

/* What the forge answers, as JSON to be given back; NULL: it failed, which is said. */
static json_t *ask(const struct forge *forge, const char *method, const char *url, const char *body)
{
    enum { MOST = 64 << 20 };
    int ends[2], status = 0;
    pid_t child = 0;
    size_t n;
    const int input = configuration(forge, method, url, body);
    if (input < 0 || pipe2(ends, O_CLOEXEC) != 0) {
        terminal_complain("assay: --comment: out of memory or of files");
        return NULL;
    }
    const bool started = start(is_local(url), input, ends[1], &child);
    (void)close(input);
    (void)close(ends[1]);
    FILE *stream = fdopen(ends[0], "r");
    OWNED char *answer = stream != NULL && started ? stream_text("", 0, stream, MOST, &n) : NULL;
    if (stream != NULL)
        (void)fclose(stream);
    if (!started) {
        terminal_complain("assay: --comment: the program curl cannot be run; install it, or write "
                          "a file (--comment FILE) and post that");
        return NULL;
    }
    const bool done = waitpid(child, &status, 0) == child && WIFEXITED(status) &&
                      WEXITSTATUS(status) == 0 && answer != NULL;
    json_t *document = done ? json_loads(answer, 0, NULL) : NULL;
    if (document == NULL)
        say_refusal(method, answer);
    return document;
}

/* The comment on this page that begins with the marker; 0: none. */
static json_int_t find_on_page(const json_t *page, const char *marker)
{
    size_t i;
    json_t *comment;
    json_array_foreach(page, i, comment)
    {
        const char *body = json_string_value(json_object_get(comment, "body"));
        if (body != NULL && strncmp(body, marker, strlen(marker)) == 0)
            return json_integer_value(json_object_get(comment, "id"));
    }
    return 0;
}

/* False: it cannot be known. */
static bool find(const struct forge *forge, const char *marker, json_int_t *id)
{
    enum { PAGE = 100, PAGES = 10 };
    *id = 0;
    for (int number = 1; number <= PAGES && *id == 0; number++) {
        char *url = view_format("%s?per_page=%d&page=%d", forge->url, PAGE, number);
        json_t *page = url != NULL ? ask(forge, "GET", url, NULL) : NULL;
        const bool known = json_is_array(page);
        const size_t n = json_array_size(page);
        *id = find_on_page(page, marker);
        free(url);
        json_decref(page);
        if (!known)
            return false;
        if (n == 0)
            return true;
    }
    return true;
}

/* ".../issues/7/comments" and 12: ".../issues/comments/12"; ".../notes": ".../notes/12". */
static char *url_of(const struct forge *forge, json_int_t id)
{
    const size_t n = strlen(forge->url);
    if (forge->gitlab)
        return view_format("%s/%" JSON_INTEGER_FORMAT, forge->url, id);
    const char *number = memrchr(forge->url, '/', n - (sizeof github_end - 1));
    const int kept = number != NULL ? (int)(number - forge->url) : (int)n;
    return view_format("%.*s%s/%" JSON_INTEGER_FORMAT, kept, forge->url, github_end, id);
}

static bool send(const struct forge *forge, const char *method, const char *url, const char *text)
{
    json_auto_t *document = json_pack("{s:s}", "body", text);
    OWNED char *body =
        document != NULL ? json_dumps(document, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
    json_auto_t *answer = body != NULL && url != NULL ? ask(forge, method, url, body) : NULL;
    return answer != NULL;
}

enum forge_done forge_comment(const char *url, const char *token, const char *marker,
                              const char *text, bool post)
{
    const struct forge forge = {url, token, ends_with(url, gitlab_end)};
    json_int_t id;
    if (!find(&forge, marker, &id))
        return FORGE_FAILED;
    if (id == 0 && !post)
        return FORGE_NOTHING;
    if (id == 0)
        return send(&forge, "POST", url, text) ? FORGE_POSTED : FORGE_FAILED;
    OWNED char *own = url_of(&forge, id);
    const bool edited = send(&forge, forge.gitlab ? "PUT" : "PATCH", own, text);
    return edited ? FORGE_EDITED : FORGE_FAILED;
}
