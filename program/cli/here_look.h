/* SPDX-License-Identifier: GPL-3.0-or-later */
/* here_look.h -- what stands in this directory. Nothing is made or changed. */
#pragma once

#include "cli/here_programs.h"
#include "cli/here_versions.h"
#include "design/design.h"
#include "source/read_source.h"
#include "store/store.h"

/* Of another tool. */
struct found_file {
    char *name;
    const struct format *format;
    struct timespec written;
};

/* Where tools keep their results below a project; a directory is read as one of files. */
struct kept {
    const char *place, *what;
};

/* What a directory is by one of its files, and the topic of the guide on measuring it. */
struct project {
    const char *file, *what, *topic;
};

struct here {
    struct design *design; /* of assay.yaml; NULL: it is not there, or cannot be read */
    bool has_manifest;
    struct store_listing listing;
    char *store;    /* its path, where it is there */
    bool is_shared; /* a store of all directories, not this one's and not one that somebody named */
    const struct store_entry **own; /* n_own of this directory, the oldest first */
    size_t n_own;
    const struct store_entry *answering; /* the newest of these that has values; NULL: none has */
    size_t n_versions;                   /* of these, as history reads those of the newest's name */
    bool is_cut_short; /* the newest of these: it has values, and no process measures it */
    struct found_file *files;
    size_t n_files;
    const struct kept *kept;       /* NULL: none is there */
    const struct project *project; /* NULL: likewise */
    struct here_programs programs;
    const char *pair[2];           /* of programs, the old one first; NULL: there is none */
    struct store_version version;  /* of this work tree */
    struct here_versions versions; /* that a manifest of one system can be measured by */
    struct assay_error mistake;    /* of the manifest */
    struct assay_error damage;     /* of the store */
    bool store_is_read;            /* also where there is none */
};

/* The newest of the first so many of the store that has values; NULL: none has. */
const struct store_entry *here_newest_with_values(const struct here *here, size_t n);

/* The store is the one that was given, or NULL. End with here_look_fini. */
void here_look(const char *store, struct here *out);
void here_look_fini(struct here *here);
