/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host_read.c -- facts out of the files that Linux shows. */
#include "measure/host_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool host_line(const char *path, char line[HOST_LINE])
{
    FILE *file = fopen(path, "re");
    bool read = file != NULL && fgets(line, HOST_LINE, file) != NULL;
    if (file != NULL)
        fclose(file);
    if (read)
        line[strcspn(line, "\n")] = '\0';
    return read && line[0] != '\0';
}

json_t *host_text(const char *path)
{
    char line[HOST_LINE];
    return host_line(path, line) ? json_string(line) : json_null();
}

json_t *host_number(const char *path)
{
    char line[HOST_LINE], *end;
    if (!host_line(path, line))
        return json_null();
    long long number = strtoll(line, &end, 10);
    return end == line ? json_null() : json_integer(number);
}

bool host_find_key(const char *path, const char *key, char value[HOST_LINE])
{
    char line[HOST_LINE];
    FILE *file = fopen(path, "re");
    bool found = false;
    while (!found && file != NULL && fgets(line, HOST_LINE, file) != NULL) {
        size_t n = strlen(key);
        if (strncmp(line, key, n) != 0 || strchr(" \t:", line[n]) == NULL)
            continue;
        char *start = line + n + strspn(line + n, " \t:");
        start[strcspn(start, "\n")] = '\0';
        (void)snprintf(value, HOST_LINE, "%s", start);
        found = true;
    }
    if (file != NULL)
        fclose(file);
    return found;
}

json_t *host_key(const char *path, const char *key)
{
    char value[HOST_LINE];
    return host_find_key(path, key, value) ? json_string(value) : json_null();
}

json_t *host_memory(const char *key)
{
    char value[HOST_LINE];
    return host_find_key("/proc/meminfo", key, value)
               ? json_integer(strtoll(value, NULL, 10) * 1024)
               : json_null();
}

json_t *host_chosen(const char *path)
{
    char line[HOST_LINE];
    char *start = host_line(path, line) ? strchr(line, '[') : NULL;
    if (start == NULL)
        return json_null();
    start[strcspn(start, "]")] = '\0';
    return json_string(start + 1);
}
