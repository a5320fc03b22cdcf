/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_options.h -- what the parts of `assay report` share. */
#ifndef CLI_REPORT_OPTIONS_H
#define CLI_REPORT_OPTIONS_H

#include "cli/input_options.h"
#include "render/report.h"

struct report_options {
    struct input_options input;
    bool allow_different_hosts, raw, open;
    double margin; /* NaN: the experiment's, else 0.01 */
    const char *output, *title, *old_system, *site;
    struct name_list new_systems;
    const char *fingerprint; /* of one page of a site; else NULL */
    bool history;            /* the page of the versions */
};

/* From files or experiments of the store: reads, compares, writes. */
enum exit_code report_of_input(const struct report_options *options,
                               const struct option_arguments *arguments,
                               const struct global_options *global);

/* From findings that were saved as JSON. *taken says whether the file held findings; if not, nothing
 * was done or said. */
enum exit_code report_of_findings(const struct report_options *options, const char *path,
                                  const struct global_options *global, bool *taken);

/* A page for each experiment of the store, and an index of them, in options->site. */
enum exit_code report_of_store(const struct report_options *options,
                               const struct option_arguments *arguments,
                               const struct global_options *global);

/* Writes the page, or prints its findings under --json. The findings are the caller's. */
enum exit_code report_write(const struct report_options *options, const struct report_view *view,
                            json_t *findings, const struct global_options *global);

/* Writes a file that appears whole or not at all; says on stderr why not. print gets context. */
enum exit_code report_write_file(const char *path, void (*print)(FILE *stream, void *context),
                                 void *context);

#endif
