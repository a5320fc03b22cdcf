/* SPDX-License-Identifier: GPL-3.0-or-later */
/* origin.c -- where an experiment was measured. */
#include "view/page/origin.h"

#include "view/document/finding_read.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

char *origin_host(const char *host_json)
{
    json_auto_t *facts = render_json_of(host_json);
    const char *host = finding_text(facts, "hostname"), *cpu = finding_text(facts, "cpu_model");
    if (host[0] == '\0' && cpu[0] == '\0')
        return NULL;
    return host[0] != '\0' && cpu[0] != '\0' ? view_format("%s (%s)", host, cpu)
                                             : view_format("%s", host[0] != '\0' ? host : cpu);
}
