/* SPDX-License-Identifier: GPL-3.0-or-later */
/* origin.h -- where an experiment was measured, for the head of a page. */
#pragma once

/* "host (processor)" of the host's facts as JSON, to be freed; NULL: they name none. */
char *origin_host(const char *host_json);
