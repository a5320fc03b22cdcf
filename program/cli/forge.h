/* SPDX-License-Identifier: GPL-3.0-or-later */
/* forge.h -- the comment of a merge request, kept up to date by a forge's API. */
#pragma once

#include <stdbool.h>

/* Where comments of a merge request are listed and made: ".../issues/N/comments" (GitHub, Gitea, Forgejo) or
 * ".../merge_requests/N/notes" (GitLab). */
bool forge_is_url(const char *text);

/* What is wrong with such an address, as the end of a sentence; NULL: nothing. */
const char *forge_refuses(const char *url);

enum forge_done { FORGE_POSTED, FORGE_EDITED, FORGE_NOTHING, FORGE_FAILED };

/* Edits the comment that begins with the marker, or posts one; where there is none and `post` is false, nothing
 * is done. Says on stderr what failed. */
enum forge_done forge_comment(const char *url, const char *token, const char *marker,
                              const char *text, bool post);
