# SPDX-License-Identifier: GPL-3.0-or-later
# compare.R -- old and new: a comparison, printed, summarised, drawn, as rows.

assay_compare <- function(old = NULL, new = NULL, ..., old_system = NULL, new_systems = NULL, margin = NULL, method = NULL,
                          allow_different_hosts = FALSE, allow_negative = FALSE, store = NULL, confidence = 0.95, seed = NULL,
                          threads = 0) {
    options <- list(old_system = old_system, new_systems = new_systems, margin = margin, method = method,
                    allow_different_hosts = allow_different_hosts, allow_negative = allow_negative)
    several <- function(x) if (is.null(x)) NULL else if (inherits(x, "assay_experiment")) list(x) else as.list(x)
    both <- c(several(old), several(new))
    found <- .ask("compare", if (length(both)) both, options, store, confidence, seed, threads, sys.call(), ...)
    structure(list(json = found$json, document = found$document, rows = .rows(found$document$comparisons),
                   warnings = unique(vapply(found$document$warnings, function(w) w$message, "")),
                   confidence = found$document$confidence),
              class = "assay_comparison")
}

# A row each benchmark and metric of each new system. Without a bound the interval goes to infinity, as in Python.
.rows <- function(comparisons) {
    text <- function(get) vapply(comparisons, get, "")
    number <- function(get, otherwise) vapply(comparisons, function(one) {
        value <- get(one)
        if (is.null(value)) otherwise else value
    }, 0)
    data.frame(benchmark = text(function(c) c$benchmark), metric = text(function(c) c$metric), unit = text(function(c) c$unit),
               old = text(function(c) c$old$system), new = text(function(c) c$new$system),
               ratio = number(function(c) c$ratio$estimate, NaN), lower = number(function(c) c$ratio$interval$lower, -Inf),
               upper = number(function(c) c$ratio$interval$upper, Inf), verdict = text(function(c) c$verdict))
}

# The first row of each benchmark and new system: its deciding metric.
.deciding <- function(rows) rows[!duplicated(rows[c("benchmark", "new")]), , drop = FALSE]

.line <- function(row)
    sprintf("%s / %s on %s (%s): %.4g [%.4g, %.4g] %s", row$new, row$old, row$benchmark, row$metric, row$ratio, row$lower,
            row$upper, row$verdict)

format.assay_comparison <- function(x, ...) .line(.deciding(x$rows))

print.assay_comparison <- function(x, ...) {
    cat(format(x), sep = "\n")
    invisible(x)
}

summary.assay_comparison <- function(object, ...)
    structure(list(rows = object$rows, warnings = object$warnings, confidence = object$confidence,
                   verdicts = table(verdict = .deciding(object$rows)$verdict)),
              class = "summary.assay_comparison")

print.summary.assay_comparison <- function(x, ...) {
    cat("New over old, ", format(100 * x$confidence), " % confidence; the first row of a benchmark decides:\n", sep = "")
    print(x$rows, digits = 4, row.names = FALSE)
    for (text in x$warnings) cat(strwrap(text, prefix = "  ", initial = "- "), sep = "\n")
    invisible(x)
}

as.data.frame.assay_comparison <- function(x, ...) x$rows

tidy <- function(x, ...) UseMethod("tidy")

# Of what is another package's: broom and others bring their own methods to the generic of `generics`.
tidy.default <- function(x, ...) {
    if (!isNamespaceLoaded("generics"))
        stop("there is no tidy() for a ", class(x)[1], " here: library(broom) has more of them", call. = FALSE)
    getExportedValue("generics", "tidy")(x, ...)
}

tidy.assay_comparison <- function(x, ...) {
    rows <- x$rows
    names(rows)[match(c("ratio", "lower", "upper"), names(rows))] <- c("estimate", "conf.low", "conf.high")
    rows
}

.colours <- c(faster = "#1a7f37", less = "#1a7f37", better = "#1a7f37", slower = "#c4320a", more = "#c4320a", worse = "#c4320a")

# An interval each benchmark and new system, in percent of the old one.
plot.assay_comparison <- function(x, xlab = "change in %", ...) {
    rows <- .deciding(x$rows)
    change <- function(ratio) 100 * (ratio - 1)
    at <- rev(seq_len(nrow(rows)))
    finite <- unlist(lapply(rows[c("ratio", "lower", "upper")], change))
    span <- range(0, finite[is.finite(finite)])
    labels <- if (length(unique(rows$new)) > 1) paste(rows$benchmark, rows$new) else rows$benchmark
    colour <- unname(.colours[rows$verdict])
    colour[is.na(colour)] <- "grey40"
    before <- par(mar = c(4, min(20, 2 + max(nchar(labels)) * 0.6), 2, 1))
    on.exit(par(before))
    plot(NA, xlim = span + c(-0.05, 0.05) * max(diff(span), 0.01), ylim = c(0.5, nrow(rows) + 0.5), yaxt = "n", ylab = "", xlab = xlab,
         bty = "n", ...)
    axis(2, at = at, labels = labels, las = 1, tick = FALSE)
    abline(v = 0, col = "grey70")
    limits <- par("usr")
    segments(pmax(change(rows$lower), limits[1]), at, pmin(change(rows$upper), limits[2]), at, col = colour, lwd = 2)
    points(change(rows$ratio), at, pch = 19, col = colour)
    invisible(x)
}
