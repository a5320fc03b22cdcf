/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet_hosts.c -- which host is asked for which shard, and what ssh is told.
 *
 * A host has one shard, or where hosts are shared one at a time, since two would disturb each other. A shard that was lost goes to a
 * host of which nobody was asked yet, if there is one: the host that lost it may be gone. Else it goes on where it was.
 */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/replace.h"
#include "fleet/fleet_parts.h"
#include "system/system.h"

/* The i-th of the list; false: there are fewer. */
static bool host_at(const char *hosts, size_t i, char host[FLEET_HOST])
{
    for (; hosts != NULL && i > 0; i--)
        hosts = (hosts = strchr(hosts, ',')) != NULL ? hosts + 1 : NULL;
    if (hosts != NULL)
        (void)snprintf(host, FLEET_HOST, "%.*s", (int)strcspn(hosts, ","), hosts);
    return hosts != NULL;
}

size_t fleet_count_hosts(const char *hosts)
{
    char one[FLEET_HOST], earlier[FLEET_HOST];
    size_t n = 0;
    for (size_t i = 0; host_at(hosts, i, one); i++) {
        bool known = false;
        for (size_t j = 0; j < i && !known; j++)
            known = host_at(hosts, j, earlier) && strcmp(one, earlier) == 0;
        n += !known;
    }
    return n;
}

enum assay_status fleet_check_hosts(const char *hosts, struct assay_error *error)
{
    for (const char *at = hosts; at != NULL;
         at = strchr(at, ',') != NULL ? strchr(at, ',') + 1 : NULL) {
        const size_t n = strcspn(at, ",");
        if (n == 0 || n >= FLEET_HOST || *at == '-' || strcspn(at, " \t\n,") != n)
            return fail_naming(error, ASSAY_USAGE,
                               "@hosts: \"%.*s\" is no host: names of 1 to %d bytes, parted by "
                               "commas, as ssh knows them",
                               (int)n, at, FLEET_HOST - 1);
    }
    return ASSAY_OK;
}

static bool is_busy(const struct fleet *fleet, const char *host, bool *used)
{
    bool busy = false;
    *used = false;
    for (size_t i = 0; i < fleet->n; i++) {
        const struct fleet_shard *shard = &fleet->shards[i];
        const bool here = strcmp(shard->asked, host) == 0;
        *used = *used || here;
        busy = busy || (here && (shard->state == FLEET_SUBMITTED || shard->state == FLEET_RUNNING));
    }
    return busy;
}

bool fleet_choose_host(struct fleet *fleet, size_t k)
{
    char candidate[FLEET_HOST], chosen[FLEET_HOST];
    struct fleet_shard *shard = &fleet->shards[k - 1];
    int best = 0;
    for (size_t i = 0; host_at(fleet->hosts, i, candidate); i++) {
        bool used;
        if (is_busy(fleet, candidate, &used))
            continue;
        const int worth = !used ? 3 : strcmp(candidate, shard->asked) == 0 ? 2 : fleet->shared;
        if (worth > best)
            memcpy(chosen, candidate, FLEET_HOST);
        best = worth > best ? worth : best;
    }
    if (best > 0)
        memcpy(shard->asked, chosen, FLEET_HOST);
    return best > 0;
}

/* It asks nothing, gives up a host that does not answer, and notices a connection that is gone within 30 s. */
char *fleet_ssh_line(const char *options)
{
    char *line = NULL;
    const int n = asprintf(&line,
                           "ssh -n -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=10 "
                           "-o ServerAliveCountMax=3 %s {host} {}",
                           options != NULL ? options : "");
    return n >= 0 ? line : NULL;
}

static bool copy(int from, FILE *to)
{
    char bytes[1 << 16];
    ssize_t n;
    while ((n = read(from, bytes, sizeof bytes)) > 0)
        if (fwrite(bytes, 1, (size_t)n, to) != (size_t)n)
            return false;
    return n == 0;
}

enum assay_status fleet_copy_program(const struct fleet *fleet, struct assay_error *error)
{
    char path[FLEET_PATH];
    struct replacement file;
    TRY(fleet_path(fleet, 0, "assay", path, error));
    const int own = system_open_own_program();
    bool good = own >= 0 && replace_begin(&file, path);
    if (good) {
        good = copy(own, file.stream) && fchmod(fileno(file.stream), 0700) == 0;
        good = replace_end(&file, good);
    }
    if (own >= 0)
        (void)close(own);
    return good ? ASSAY_OK : fleet_fail_file(path, error);
}
