/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet_machine.c -- a machine measures one shard of a fleet.
 *
 * Two shards of one machine are no two machines, and at the same time they disturb each other. What a host is called does not say which
 * machine it is: aliases, addresses and a scheduler's nodes may be one. So the worker asks the machine itself who it is
 * (measure/machine.h), and writes that down on both sides: which shard the machine has, and which machine the shard. A shard that
 * goes on elsewhere has another machine then, and the first is free: only where both sides agree is it taken.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/private_directory.h"
#include "base/text_buffer.h"
#include "fleet/fleet_parts.h"
#include "measure/machine.h"

enum { NODE_ROOM = MACHINE_NODE + 1 };

/* The machine and the node of a shard; false: it was never measured. */
static bool read_machine(const struct fleet *fleet, size_t shard,
                         char machine[MACHINE_ID_DIGITS + 1], char node[NODE_ROOM])
{
    char path[FLEET_PATH], line[FLEET_LINE];
    struct assay_error ignored;
    return fleet_path(fleet, shard, "machine", path, &ignored) == ASSAY_OK &&
           fleet_read_line(path, line) && sscanf(line, "%32s %64s", machine, node) == 2;
}

static enum assay_status write_machine(const struct fleet *fleet, size_t shard, const char *machine,
                                       struct assay_error *error)
{
    char path[FLEET_PATH], line[FLEET_LINE];
    const enum assay_status status = fleet_path(fleet, shard, "machine", path, error);
    (void)snprintf(line, sizeof line, "%s %s", machine, machine_node());
    return status == ASSAY_OK ? fleet_write_line(path, line, error) : status;
}

/* Of an open and locked file: which other shard has this machine; 0: none. */
static size_t other_of(const struct fleet *fleet, int file, size_t shard, const char *machine)
{
    char text[32] = "", theirs[MACHINE_ID_DIGITS + 1], node[NODE_ROOM];
    const ssize_t n = pread(file, text, sizeof text - 1, 0);
    const unsigned long found = n > 0 ? strtoul(text, NULL, 10) : 0;
    return found >= 1 && found <= fleet->n && found != shard &&
                   read_machine(fleet, found, theirs, node) && strcmp(theirs, machine) == 0
               ? found
               : 0;
}

enum assay_status fleet_claim(const struct fleet *fleet, size_t shard, const char *machine,
                              size_t *other, struct assay_error *error)
{
    char name[FLEET_LINE], path[FLEET_PATH], text[32];
    (void)snprintf(name, sizeof name, "machine-%s", machine);
    enum assay_status status = fleet_path(fleet, 0, name, path, error);
    *other = 0;
    if (status != ASSAY_OK)
        return status;
    const int file = trusted_open(path, O_RDWR | O_CREAT);
    if (file < 0)
        return fleet_fail_file(path, error);
    (void)flock(
        file, LOCK_EX); /* on a file system without locks two that begin at once may both have it */
    *other = other_of(fleet, file, shard, machine);
    if (*other == 0) {
        const int n = snprintf(text, sizeof text, "%zu\n", shard);
        status = write_machine(fleet, shard, machine, error);
        if (status == ASSAY_OK &&
            (pwrite(file, text, (size_t)n, 0) != n || ftruncate(file, n) != 0))
            status = fleet_fail_file(path, error);
    }
    (void)close(file);
    return status;
}

char *fleet_nodes_but_of(const struct fleet *fleet, const size_t *among, size_t n)
{
    char machine[MACHINE_ID_DIGITS + 1], node[NODE_ROOM];
    struct text_buffer buffer;
    FILE *out = text_buffer_open(&buffer);
    size_t written = 0;
    for (size_t k = 1, i = 0; k <= fleet->n && out != NULL; k++) {
        if (i < n && among[i] == k)
            i++;
        else if (read_machine(fleet, k, machine, node) && strcmp(node, "-") != 0)
            fprintf(out, "%s%s", written++ > 0 ? "," : "", node);
    }
    char *nodes = text_buffer_close(&buffer);
    if (written > 0)
        return nodes;
    free(nodes);
    return NULL;
}
