/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_options.h -- what the parts of `assay report` share: the page, and where it is written. */
#pragma once

#include "cli/exit.h"
#include "cli/input_options.h"
#include "view/page/report_present.h"
#include "view/page/report_read.h"

/* What is made of the findings. */
struct report_page {
    struct report_look look;
    const char *output;       /* "-": standard output; NULL: report.html */
    const char *card, *badge; /* files beside the page; NULL: none */
    bool open, json, quiet;
    const struct name_list *command; /* as the program was called */
};

/* What is asked of these inputs: all systems against the first, by the experiment's margin. */
enum exit_code report_request_of(const struct input_options *input,
                                 const struct option_arguments *arguments,
                                 const struct global_options *global,
                                 struct report_request *request);
/* From whatever these arguments name. */
enum exit_code report_of(const struct input_options *input,
                         const struct option_arguments *arguments,
                         const struct report_request *request, const struct report_page *page);

/* From files or experiments of the store: reads, compares, writes. */
enum exit_code report_of_input(const struct report_request *request,
                               const struct report_page *page);

/* From findings that were saved as JSON. *taken says whether the file held findings; if not, nothing
 * was done or said, unless that cannot be known without using the file up. The request is what they
 * cannot be asked for. */
enum exit_code report_of_findings(const char *path, const struct report_request *request,
                                  const struct report_page *page, bool *taken);

/* A page for each experiment of the store, or for those that are named, and an index of them, in the
 * directory. */
enum exit_code report_of_store(const struct report_request *request, const char *directory,
                               const struct report_page *page);

/* "svg" to "csv"; false: no format of figures. */
bool report_figure_format(const char *name, enum figure_format *format);
/* What an option asks for, in the format of the file's name (NULL: SVG); width NULL: 85 mm. False: says what
 * is wrong. */
bool report_figure_read(const char *option, const char *text, const char *width, const char *output,
                        struct figure *figure);
/* Writes the charts; output NULL: figure.svg, "-": standard output. */
enum exit_code report_figure_write(const struct figure *figure, const char *title,
                                   const struct figure_plots *plots, const char *output,
                                   bool quiet);
enum exit_code report_figure_of(const struct figure *figure, const struct report_view *view,
                                const json_t *findings, const char *output, bool quiet);

/* Has the browser open a file or an address. */
void report_open(const char *address);

/* Writes the page, or prints its findings under --json. The findings are the caller's. */
enum exit_code report_write(const struct report_page *page, const struct report_view *view,
                            json_t *findings);

/* Of one thing to be written: whole before a file is touched. */
struct report_bytes {
    char *text;
    size_t n;
};
void report_print_bytes(FILE *stream, void *bytes);
/* Writes a file that appears whole or not at all (-: standard output); says on stderr why not. print gets context. */
enum exit_code report_write_file(const char *path, void (*print)(FILE *stream, void *context),
                                 void *context);
/* The same, and says so. */
enum exit_code report_write_saying(const char *path, bool quiet,
                                   void (*print)(FILE *stream, void *context), void *context);
