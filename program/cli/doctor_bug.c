/* SPDX-License-Identifier: GPL-3.0-or-later */
/* doctor_bug.c -- assay doctor --bug: what a report of a fault needs. */
#include "cli/doctor_bug.h"

#include <inttypes.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "source/read_source.h"

extern char **environ;

/* Those that bear on how assay behaves; the host's name is none of them. */
static const char *const told[] = {"kernel",
                                   "architecture",
                                   "libc",
                                   "compiler",
                                   "cpu_model",
                                   "hypervisor",
                                   "processors_online",
                                   "processors_allowed",
                                   "clock_source",
                                   "governor",
                                   "cgroup_cpu_max",
                                   "cgroup_memory_max",
                                   "memory_bytes",
                                   "load_1m",
                                   "counters"};

static void print_attention(const struct health_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i].state == HEALTH_ATTENTION)
            printf("- %s: %s\n", rows[i].title,
                   rows[i].value[0] != '\0' ? rows[i].value : "unknown");
}

/* Names alone: a value may be a secret. */
static void print_surroundings(const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    printf("- locale: %s, %s, %d columns\n", setlocale(LC_CTYPE, NULL),
           terminal.utf8 ? "UTF-8" : "ASCII", terminal.width);
    fputs("- set: ", stdout);
    size_t n = 0;
    for (char **entry = environ; *entry != NULL; entry++)
        if (strncmp(*entry, "ASSAY_", 6) == 0 || strncmp(*entry, "CI=", 3) == 0 ||
            strncmp(*entry, "NO_COLOR=", 9) == 0)
            printf("%s%.*s", n++ > 0 ? ", " : "", (int)strcspn(*entry, "="), *entry);
    puts(n > 0 ? "" : "none of assay's variables");
}

static void print_store(const char *given)
{
    SCOPED(store_close) struct store *store = NULL;
    OWNED struct experiment_info *infos = NULL;
    struct assay_error error;
    size_t n = 0;
    OWNED char *path = source_store_path(given);
    if (path == NULL || access(path, F_OK) != 0) {
        puts("- there is none");
    } else if (store_open(path, STORE_READ, &store, &error) != ASSAY_OK ||
               store_list(store, &infos, &n, &error) != ASSAY_OK) {
        puts("- it cannot be read: please add what assay store verify says");
    } else {
        printf("- %zu experiment%s%s\n", n, n == 1 ? "" : "s",
               store_has_seals(store) ? ", sealed" : "");
        if (n > 0) {
            const struct experiment_info *info = &infos[n - 1];
            printf("- the newest: %s, %zu of %zu executions, %zu failed, %s, seed %" PRIu64
                   ", measured by assay %s\n",
                   info->quick ? "commands" : "a manifest", info->executions, info->planned,
                   info->failures, info->finished_ns != 0 ? "complete" : "not complete", info->seed,
                   info->assay_version != NULL ? info->assay_version : "?");
        }
        for (size_t i = 0; i < n; i++)
            experiment_info_fini(&infos[i]);
    }
}

void doctor_bug_print(json_t *facts, const struct health_row *rows, size_t n,
                      const struct global_options *global)
{
    puts("### What happened, and what should have\n\n"
         "<!-- The command, what it printed (stderr, too), its exit code. -->\n\n"
         "### How to see it again\n\n"
         "<!-- A manifest or two commands, as small as can be; assay store export writes values. "
         "-->\n\n"
         "### assay\n");
    verb_print_version();
    puts("\n### The machine\n");
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        json_t *fact = json_object_get(facts, told[i]);
        char *text =
            fact != NULL ? json_dumps(fact, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6)) : NULL;
        if (text != NULL && !json_is_null(fact))
            printf("- %s: %s\n", told[i], text);
        free(text);
    }
    puts("\n### What deserves attention there\n");
    print_attention(rows, n);
    puts("\n### Surroundings\n");
    print_surroundings(global);
    puts("\n### The store\n");
    print_store(global->store);
    puts("\n<!-- No name of the host, no path, no command and no value of a variable stands above. "
         "-->");
}
