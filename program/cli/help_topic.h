/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help_topic.h -- assay help TOPIC: sections of the guide, which the program carries with it. */
#pragma once

#include "cli/verb.h"

/* Whether there is such a topic, a word of assay explain or a group of options; then it is printed, on a terminal through a
 * pager. */
bool help_topic(const char *asked, const struct global_options *global);

/* The only topic that is called by something with this beginning, by that name; a word of assay explain has it to itself. */
bool help_topic_begun(const char *asked, char *found, size_t size);

/* Names of topics, then those of groups of options; NULL behind the last. */
const char *help_topic_name(size_t index);

/* All that help_topic knows, behind what was considered before; by other names and pages where nothing is near. */
struct near_name;
void help_topic_consider(struct near_name *near);

/* The name of the page of the guide that is called so, "load.md"; NULL: there is none. */
const char *help_page(const char *asked);

/* A group of options that many verbs take. */
struct help_group {
    const char *name, *what;
    const char *const
        *also; /* names of those that verbs spell out each for itself, NULL behind the last */
};
extern const struct help_group help_groups[]; /* a name of NULL behind the last */
bool help_is_shared(const char *group);
/* NULL behind the last. */
const struct option *help_group_option(const struct help_group *group, size_t index);
