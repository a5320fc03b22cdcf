/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option.h -- command-line options as data.
 *
 * A verb describes its options in one table, made from its page (words/words); the parser, --help,
 * the man pages and the shell completion are all made from it. A table entry names the field of the verb's own options struct
 * that receives the value, so parsing leaves nothing untyped behind. Options and arguments may be
 * mixed; "--" ends the options; "--name=value" and "-xVALUE" work; letters may be bundled as long
 * as they are flags ("-Ni", "-Niw3"): the first that takes a value takes the rest.
 */
#pragma once

#include <stddef.h>

#include "base/name_list.h"
#include "view/text/terminal.h"

enum option_type {                /* the field's C type */
                   OPTION_FLAG,   /* bool: set to true */
                   OPTION_STRING, /* const char *: borrowed from argv */
                   OPTION_OUTPUT, /* const char *: a file to write; a store is refused */
                   OPTION_LIMITS, /* const char *: what stands behind "=", or in a next word that reads
                                     like "wall=1%"; "" when neither does */
                   OPTION_OPTIONAL, /* const char *: what stands behind "="; "" when nothing does */
                   OPTION_LIST,     /* struct name_list: appended at each use */
                   OPTION_COUNT,    /* long: a whole number >= 0 */
                   OPTION_SEED,   /* struct option_seed: an unsigned 64-bit number, and that it was
                                     given */
                   OPTION_NUMBER, /* double: any finite number */
                   OPTION_FRACTION,   /* double: "0.01" or "1%", >= 0; 1 and more as "150%" */
                   OPTION_CONFIDENCE, /* double: "0.95" or "95%", inside (0, 1) */
                   OPTION_DURATION, /* double, seconds: "60s", "5m", "1h", "250ms"; a bare number is
                                       seconds */
                   OPTION_CHOICE    /* int: index into choices[] */
};

struct option_seed {
    unsigned long long value;
    bool given;
};

struct option {
    char letter;      /* 0: none */
    const char *name; /* without dashes */
    enum option_type type;
    size_t offset;        /* of the field, offsetof(struct my_options, field) */
    const char *argument; /* shown in the help: "FILE", "N"; NULL for a flag */
    const char *help;     /* one or more sentences, no newline */
    const char *const *
        choices; /* OPTION_CHOICE: NULL-terminated names; OPTION_STRING: those that completion offers, or NULL */
    int more; /* OPTION_LIST: further values at each use, appended behind the first ("-P VAR MIN
                 MAX" has two more) */
    bool parts; /* OPTION_LIST: commas part a value into several */
    /* Names that a text is chosen from, for completion: the one of an index, NULL behind the last. */
    const char *(*word)(size_t index);
    const char *
        verb; /* words that stand for the verb and this option, such as "reproduce --run"; it has no field. NULL: none */
    const char *group; /* below which help shows it; NULL: none */
    const char
        *same; /* another name of this option, which help tells of; NULL: it is no other name */
};

#define OPTION_END                                                                                 \
    {                                                                                              \
        0, NULL, OPTION_FLAG, 0, NULL, NULL, NULL, 0, NULL                                         \
    }

/* Arguments that are not options, in order; points into argv. */
struct option_arguments {
    const char **items;
    size_t n;
    int first;      /* index in argv of the first of them */
    bool unknown;   /* parsing failed at an option that is none, behind the first of them */
    bool no_memory; /* parsing failed for want of it */
    char **parted;  /* copies of values that commas part, up to a NULL */
};

/* Parses argv[0 .. argc-1] (without program and verb) by several tables, each with the struct that
 * it fills. Unknown options, missing or malformed values, and a second value of an option that takes one, are reported on stderr with what is
 * allowed (and the nearest known name); returns false then. Frees nothing of argv; end with
 * option_arguments_fini and option_lists_fini. */
struct option_table {
    const struct option *options; /* ends with OPTION_END */
    void *target;
};
bool option_parse(int argc, char **argv, const struct option_table *tables, size_t n_tables,
                  struct option_arguments *arguments);
void option_arguments_fini(struct option_arguments *arguments);
/* One more, borrowed; false: no memory. */
bool option_list_add(struct name_list *list, const char *item);
/* Of what a table fills. */
void option_lists_fini(const struct option *options, void *target);

/* Whether a value may stand in the next word, which completion offers then. */
bool option_takes_word(const struct option *option);

/* The lines of --help for one option of a table; brief: the first sentence of its help. */
void option_print_one(const struct terminal *terminal, const struct option *option, bool brief);

/* Those of a whole table. */
void option_print_help(const struct terminal *terminal, const struct option *options);

/* Whether it is the first of a table that stands in its group. Other names of an option stand in none. */
bool option_begins_group(const struct option *options, const struct option *option);
/* Whether it stands in this group; NULL: in none. */
bool option_is_of(const struct option *option, const char *group);
