/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help_topic.h -- assay help TOPIC: sections of the guide, which the program carries with it. */
#pragma once

#include "cli/verb.h"

/* Whether there is such a topic, a word of assay explain or a group of options; then it is printed, on a terminal through a
 * pager. */
bool help_topic(const char *asked, const struct global_options *global);

/* Names of topics, then those of groups of options; NULL behind the last. */
const char *help_topic_name(size_t index);
