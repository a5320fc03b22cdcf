# SPDX-License-Identifier: GPL-3.0-or-later
# engine.R -- one call of the library: its options, its errors as conditions.

.status <- c("invalid", "undefined", "no convergence", "no memory", "usage", "missing", "failed", "system", "interrupted")

.engine <- function(store = NULL, confidence = 0.95, seed = NULL, threads = 0) {
    if (!is.null(seed) && !(length(seed) == 1 && is.finite(seed) && seed >= 0 && seed == floor(seed) && seed <= 2^53))
        .refuse("a seed is a whole number from 0 to 2^53", status = "usage")
    if (!(length(threads) == 1 && is.finite(threads) && threads >= 0))
        .refuse("threads is a number, 0: as many as there are processors", status = "usage")
    list(store = .path(store), confidence = as.numeric(confidence), seed = seed, threads = threads)
}

.path <- function(path) if (is.null(path)) NULL else path.expand(as.character(path))

# Stops with a condition of the classes assay_STATUS and assay_error.
.refuse <- function(text, status, line = 0, field = "", call = NULL, classes = NULL, ...) {
    stop(structure(list(message = text, call = call, status = status, line = line, field = field, ...),
                   class = c(classes, paste0("assay_", gsub(" ", "_", status)), "assay_error", "error", "condition")))
}

# The value of an answer; what the engine had to say beside it becomes messages.
.value <- function(answer, call) {
    if (answer$status != 0)
        .refuse(answer$text, .status[answer$status], answer$line, answer$field, call)
    answer$value
}

.remarks <- function(answer) {
    said <- strsplit(answer$remarks, "\n", fixed = TRUE)[[1]]
    said[nzchar(said)]
}

.is_store <- function(path) {
    if (!is.character(path) || !file.exists(path) || dir.exists(path)) return(FALSE)
    identical(readBin(path, "raw", 15), charToRaw("SQLite format 3"))
}

# What is read, and the store: a source that is a store is no file of values, and an experiment knows its own.
.split <- function(source, store, stored) {
    given <- if (is.null(source)) list() else if (inherits(source, "assay_experiment")) list(source) else as.list(source)
    if (!is.null(source) && length(given) == 0)
        .refuse("the list of sources is empty: has a pattern found nothing? NULL is the newest experiment", "usage")
    items <- character()
    for (item in given) {
        if (inherits(item, "assay_experiment")) {
            if (is.null(store)) store <- item$store
            stored <- TRUE
            items <- c(items, format(item$number, scientific = FALSE))
        } else if (is.null(store) && .is_store(item)) {
            store <- item
        } else {
            items <- c(items, if (is.numeric(item)) format(item, scientific = FALSE) else path.expand(as.character(item)))
        }
    }
    list(items = if (length(items)) items, store = store, stored = stored)
}

.source <- function(split, systems = NULL, benchmarks = NULL, metrics = NULL, format = NULL, level = NULL, level_of_files = NULL,
                    declaration = NULL, directions = NULL, statistic = NULL, warm_up = NULL, partial = FALSE) {
    if (!is.null(names(directions))) directions <- paste0(names(directions), "=", directions)
    all <- identical(metrics, "all")
    list(names = split$items, systems = systems, benchmarks = benchmarks, metrics = if (!all) metrics, all_metrics = all,
         format = format, level = level, level_of_files = level_of_files, declaration = .path(declaration),
         directions = directions, statistic = statistic, warm_up = if (!is.null(warm_up)) as.character(warm_up),
         stored = split$stored, partial = partial)
}

# A question: list(json, document).
.ask <- function(verb, source, options, store, confidence, seed, threads, call, stored = FALSE, ...) {
    split <- .split(source, store, stored)
    answer <- .Call(assay_r_ask, verb, .engine(split$store, confidence, seed, threads), .source(split, ...), options)
    .value(answer, call)
}

assay_engine_version <- function() .Call(assay_r_version)
