/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_secrets.h -- a word before a secret is stored. */
#ifndef CLI_RUN_SECRETS_H
#define CLI_RUN_SECRETS_H

/* Says on stderr what in the manifest's text looks like a secret, and how it is kept out. */
void run_tell_secrets(const char *manifest);

#endif
