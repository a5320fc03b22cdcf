/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb.h -- the verbs of the command line, one file each, in one table. */
#pragma once

#include <stdbool.h>

#include "cli/exit.h"
#include "cli/option.h"

/* Global options; they may stand before or after the verb. */
struct global_options {
    const char *store; /* NULL: where docs/store.md says */
    bool json;
    bool quiet;
    bool details;                /* all notes, and by which method */
    bool plain;                  /* a sentence a comparison, without statistics */
    int tables;                  /* enum table_form: of the screen's tables */
    bool rows; /* findings as CSV that every reader takes, in place of the screen */
    const char *caption, *label; /* of these tables */
    int color;                   /* index into: auto, always, never */
    double confidence;
    struct option_seed seed;
    long threads; /* 0: as many as there are processors */
    bool help;    /* all of it */
    bool usage;   /* the page that fits a screen */
    bool version;
    struct name_list command; /* as the program was called, for documents */
};
extern const struct option global_options_table[];
/* In the order of enum table_form; NULL behind the last. */
extern const char *const verb_table_forms[];

/* "assay 0.1.0 (commit)" on standard output. */
void verb_print_version(void);

/* A verb answers when its words are parsed: its own options by its table, and the global ones. */
struct verb {
    const char *name;
    const char *question;    /* the question that it answers, as --help lists it */
    const char *synopsis;    /* "[OPTIONS] [FILE…]" */
    const char *description; /* a paragraph or more for --help and the man page; paragraphs split by
                                "\n\n" */
    const char *examples;    /* lines "assay …\tWhat it does", or NULL */
    const struct option *options;
    const char *const *chief; /* names of those that -h shows, NULL behind the last; NULL: the first
                                 ten of the table */
    bool takes_experiments;   /* completion offers those of the store */
    bool speaks_plainly;      /* takes --plain */
    bool takes_commands;      /* an argument with options of its own is one, and wants quotes */
    /* The words that the first argument is chosen from, for completion: the one of an index, NULL
     * behind the last. NULL: the first argument is a file, an experiment, … */
    const char *(*word)(size_t index);
    size_t size;          /* of the struct that its options fill */
    const void *defaults; /* what that begins as; NULL: all zero */
    enum exit_code (*answer)(void *options, struct option_arguments *arguments,
                             struct global_options *global);
    /* Of those that look at words before they are parsed, else NULL; ends with verb_answer or verb_begin. */
    enum exit_code (*run)(const struct verb *verb, int argc, char **argv,
                          struct global_options *global);
};
extern const struct verb *const verbs[]; /* NULL-terminated, in the order of --help */
/* Of each verb the group in which help shows it; equal ones stand together. */
extern const char *const verb_groups[];
/* Of each verb the words that one types: its name, or "show --steady" where that is an older one. */
extern const char *const verb_words[];
/* The same of one verb. */
const char *verb_words_of(const struct verb *verb);
/* Whether its name is an older one. */
bool verb_is_older(const struct verb *verb);
/* Whether it or one of its options is an older name. */
bool verb_has_older_names(const struct verb *verb);

/* By its name; NULL: there is none. */
const struct verb *verb_named(const char *name);
/* The words of the verb whose name was mistyped so; NULL: none is near. */
const char *verb_near(const char *name);

/* What it says of itself: all of it, or what fits a screen (-h). */
void verb_print_help(const struct terminal *terminal, const struct verb *verb);
void verb_print_usage(const struct terminal *terminal, const struct verb *verb);

/* What the verb makes of these words; usage errors are said on stderr, --help is printed. */
enum exit_code verb_call(const struct verb *verb, int argc, char **argv,
                         struct global_options *global);
/* Parses them into options that begin as the verb's defaults, has them answered and frees them. */
enum exit_code verb_answer(const struct verb *verb, int argc, char **argv,
                           struct global_options *global);
/* The same with options that were begun; lists among them are freed, too. */
enum exit_code verb_begin(const struct verb *verb, int argc, char **argv,
                          struct global_options *global, void *options);
