/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process_name.c -- a process written down so that whoever reads it later can tell whether it still lives.
 *
 * Source:   proc(5): /proc/PID/stat, its state (3) and start time (22); random/boot_id, new with each boot. Containers of one host
 *           share its boot and not their processes; their host names are their own unless somebody gave them one.
 */
#include "base/process_name.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, STAT_ROOM = 1024, AFTER_STATE = 18 };

bool boot_name(const char *proc, char boot[BOOT_NAME])
{
    char path[PATH_ROOM];
    (void)snprintf(path, sizeof path, "%s/sys/kernel/random/boot_id", proc);
    FILE *file = fopen(path, "re");
    const bool read = file != NULL && fscanf(file, "%36[0-9a-f-]", boot) == 1;
    if (file != NULL)
        (void)fclose(file);
    if (read && strlen(boot) == BOOT_NAME - 1)
        return true;
    boot[0] = '\0';
    return false;
}

void host_name(char host[PROCESS_HOST])
{
    char name[PROCESS_HOST] = "";
    const bool told = gethostname(name, sizeof name - 1) == 0 && name[0] != '\0';
    (void)strcpy(host, told && strcspn(name, " \t\n") == strlen(name) ? name : "-");
}

/* False: there is no such process, or it cannot be seen. Its own name stands in parentheses, and may hold any. */
static bool read_stat(const char *proc, long pid, char *state, unsigned long long *start)
{
    char path[PATH_ROOM], text[STAT_ROOM];
    (void)snprintf(path, sizeof path, "%s/%ld/stat", proc, pid);
    FILE *file = fopen(path, "re");
    const size_t n = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file != NULL)
        (void)fclose(file);
    text[n] = '\0';
    const char *at = strrchr(text, ')');
    if (at == NULL || sscanf(at + 1, " %c", state) != 1)
        return false;
    at = strchr(at, *state);
    for (size_t i = 0; i < AFTER_STATE && at != NULL; i++)
        at = strchr(at + 1, ' ');
    return at != NULL && sscanf(at + 1, "%*s %llu", start) == 1;
}

struct process_name process_name_of(const char *proc, long pid)
{
    char state;
    struct process_name name = {.pid = pid};
    host_name(name.host);
    (void)boot_name(proc, name.boot);
    if (!read_stat(proc, pid, &state, &name.start))
        name.start = 0;
    return name;
}

enum process_life process_life_of(const char *proc, const struct process_name *name)
{
    char state, boot[BOOT_NAME], host[PROCESS_HOST];
    unsigned long long start;
    if (name->pid <= 0)
        return PROCESS_GONE;
    host_name(host);
    if (name->start == 0 || !boot_name(proc, boot) || strcmp(boot, name->boot) != 0 ||
        strcmp(host, name->host) != 0)
        return PROCESS_UNKNOWN;
    if (!read_stat(proc, name->pid, &state, &start) || start != name->start || state == 'X')
        return PROCESS_GONE;
    return state == 'Z' ? PROCESS_ENDED : PROCESS_LIVES;
}
