/* SPDX-License-Identifier: GPL-3.0-or-later */
/* address.h -- the port of an address, which differs from server to server and from day to day: no part of a
 * benchmark's name where all of a text has the same one. */
#pragma once

#include "text/lines.h"
#include "text/text.h"

/* Whether no two addresses of the text have different ports: they tell nothing apart. */
bool address_one_port(const struct format_text *text);

/* "http://127.0.0.1:8080/a" without ":8080"; what is no such address stays as it is. Alive as long as pull_copy's
 * texts. */
struct word address_without_port(struct pull *json, struct word address);
