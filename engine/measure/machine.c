/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine.c -- who this machine is, and of which class. */
#include "measure/machine.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/sha256.h"
#include "measure/host_read.h"

/* machine-id(5): it is confidential and must not be exposed as it stands. The salt is assay's own, so that
 * no other program's hash of it is this one. */
static void hash_of(const char *kind, const char *text, char id[MACHINE_ID_DIGITS + 1])
{
    char salted[3 * MACHINE_TEXT];
    unsigned char digest[SHA256_BYTES];
    const int n = snprintf(salted, sizeof salted, "assay machine 1\n%s\n%s\n", kind, text);
    sha256(salted, n < (int)sizeof salted ? (size_t)n : sizeof salted - 1, digest);
    for (size_t i = 0; i < MACHINE_ID_DIGITS / 2; i++)
        (void)snprintf(id + 2 * i, 3, "%02x", digest[i]);
}

/* With each {shard} replaced. */
static void expand(const char *text, size_t unit, char *out, size_t size)
{
    static const char word[] = "{shard}";
    size_t n = 0;
    for (const char *p = text; *p != '\0' && n + 1 < size;) {
        if (strncmp(p, word, sizeof word - 1) == 0) {
            n += (size_t)snprintf(out + n, size - n, "%zu", unit);
            n = n < size ? n : size - 1;
            p += sizeof word - 1;
        } else {
            out[n++] = *p++;
        }
    }
    out[n] = '\0';
}

/* "MODEL,8,1" */
static bool class_given(const char *text, struct machine *out)
{
    char model[MACHINE_TEXT] = "";
    if (text == NULL || sscanf(text, "%255[^,],%zu,%zu", model, &out->processors, &out->nodes) != 3)
        return false;
    memcpy(out->model, model, sizeof model);
    return true;
}

static void classify(struct machine *out)
{
    char line[HOST_LINE];
    if (class_given(getenv("ASSAY_MACHINE_CLASS"), out))
        return;
    if (host_find_key("/proc/cpuinfo", "model name", line) ||
        host_line("/sys/firmware/devicetree/base/model", line))
        (void)snprintf(out->model, sizeof out->model, "%.*s", MACHINE_TEXT - 1, line);
    const long processors = sysconf(_SC_NPROCESSORS_CONF);
    out->processors = processors > 0 ? (size_t)processors : 0;
    glob_t found;
    size_t n = 0;
    if (glob("/sys/devices/system/node/node[0-9]*", 0, NULL, &found) == 0) {
        n = found.gl_pathc;
        globfree(&found);
    }
    out->nodes = n;
}

void machine_identify(const char *given, size_t unit, struct machine *out)
{
    memset(out, 0, sizeof *out);
    char line[HOST_LINE];
    if (given == NULL || given[0] == '\0')
        given = getenv("ASSAY_MACHINE");
    if (gethostname(out->name, sizeof out->name - 1) != 0)
        out->name[0] = '\0';
    if (given != NULL && given[0] != '\0') {
        expand(given, unit, out->name, sizeof out->name);
        out->source = MACHINE_BY_NAME;
        hash_of("name", out->name, out->id);
    } else if (host_line("/etc/machine-id", line) || host_line("/var/lib/dbus/machine-id", line)) {
        out->source = MACHINE_BY_ID;
        hash_of("id", line, out->id);
    } else {
        out->source = MACHINE_BY_HOSTNAME;
        hash_of("hostname", out->name, out->id);
    }
    classify(out);
}

const char *machine_node(void)
{
    const char *node = getenv("SLURMD_NODENAME");
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    const bool good = node != NULL && node[0] != '\0' && node[0] != '-' &&
                      strlen(node) <= MACHINE_NODE && strspn(node, letters) == strlen(node);
    return good ? node : "-";
}
