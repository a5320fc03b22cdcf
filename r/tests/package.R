# SPDX-License-Identifier: GPL-3.0-or-later
# package.R -- what can be said of the package without the program: values, comparisons, errors, runs and how they end.
library(assay)

raised <- function(expr, class) {
    found <- tryCatch({ expr; NULL }, condition = identity)
    if (!inherits(found, class)) stop("no ", class, ": ", class(found)[1], " ", if (!is.null(found)) conditionMessage(found))
    found
}
here <- function(name) system.file("extdata", name, package = "assay", mustWork = TRUE)
scratch <- tempfile("assay")
dir.create(scratch)
before <- setwd(scratch)
Sys.setenv(ASSAY_STORE = file.path(scratch, "newest.db"))

# ---- values
old <- assay_read(here("old.csv"))
stopifnot(is.data.frame(old), nrow(old) == 6, identical(old$value[1:2], c(1, 1.1)), is.factor(old$system), levels(old$unit) == "s",
          is.integer(old$execution), identical(old$execution, 1:6), is.logical(old$warm_up), !any(old$warm_up), all(is.na(old$started)),
          inherits(old$started, "POSIXct"), identical(names(old)[c(1:5, ncol(old))], c("system", "benchmark", "metric", "unit", "direction", "value")))
fft <- assay_read(here("fft.csv"))
plain <- utils::read.csv(here("fft.csv"))
stopifnot(nrow(fft) == nrow(plain), identical(fft$value, plain$seconds), identical(as.character(fft$system), plain$system),
          identical(fft$build, plain$build))
stopifnot(nrow(assay_read(list(here("old.csv"), here("new.csv")))) == 12, nrow(assay_read(here("fft.csv"), systems = "new")) == sum(plain$system == "new"))
invisible(gc())
stopifnot(identical(fft$value, plain$seconds)) # the engine's memory has ended, the copy lives

# ---- comparisons
found <- assay_compare(here("old.csv"), here("new.csv"))
stopifnot(identical(found$rows$verdict, "faster"), found$rows$lower < found$rows$ratio, found$rows$ratio < found$rows$upper,
          identical(found$rows$ratio, found$document$comparisons[[1]]$ratio$estimate), found$confidence == 0.95,
          grepl("0.5003 [0.4658, 0.5402] faster", format(found), fixed = TRUE))
rows <- tidy(found)
stopifnot(identical(rows$estimate, found$rows$ratio), all(c("conf.low", "conf.high") %in% names(rows)), identical(as.data.frame(found), found$rows))
if (requireNamespace("generics", quietly = TRUE)) stopifnot(identical(generics::tidy(found), rows))
said <- utils::capture.output(print(found), print(summary(found)))
stopifnot(any(grepl("95 % confidence", said)), any(grepl("only one level", said)))
pdf(NULL)
plot(found)
invisible(dev.off())
wide <- assay_compare(here("old.csv"), here("new.csv"), margin = 0.6)
stopifnot(wide$document$comparisons[[1]]$margin == 0.6)

# ---- other questions
stopifnot(identical(assay_show(here("old.csv"))$schema, "assay.show/1"), identical(assay_history(here("fft.csv"))$schema, "assay.history/1"),
          identical(assay_modes(here("fft.csv"))$schema, "assay.modes/1"))
writeLines(c("execution,iteration,seconds", paste(rep(1:4, each = 30), 1:30, 1 + 3 * (rep(1:30, 4) < 9) + sin(1:120) / 50, sep = ",")), "warm.csv")
steady <- assay_steady("warm.csv", seed = 5)
stopifnot(identical(steady$schema, "assay.steady/1"))
invisible(raised(assay_steady(here("fft.csv")), "assay_undefined"))
components <- assay_components(here("fft.csv"))
stopifnot(identical(unique(components$level), c("build", "execution", "iteration")), is.numeric(components$variance))
stopifnot(assay_plan(here("old.csv"), precisions = 0.02)$benchmarks[[1]]$targets[[1]]$half_width_percent == 2)
stopifnot(grepl("^[0-9]+[.][0-9]+[.][0-9]+$", assay_engine_version()))

# ---- errors
writeLines(c("system,seconds", "a,1", "a,fast"), "bad.csv")
error <- raised(assay_read("bad.csv"), "assay_invalid")
stopifnot(error$line == 3, error$field == "seconds", startsWith(conditionMessage(error), "bad.csv:3:seconds"), inherits(error, "error"))
invisible(raised(assay_read("none.csv"), "assay_missing"))
invisible(raised(assay_compare(here("old.csv"), here("new.csv"), method = "nonsense"), "assay_usage"))
invisible(raised(assay_compare(here("old.csv"), here("new.csv"), confidence = 95), "assay_invalid"))
for (question in list(assay_read, assay_steady, assay_modes)) invisible(raised(question(here("old.csv"), statistic = "median"), "assay_usage"))
for (question in list(assay_read, assay_steady, assay_sweep)) invisible(raised(question(here("old.csv"), warm_up = 1), "assay_usage"))
error <- raised(assay_run(manifest_text = "experiment: x\nbogus: 1\n"), "assay_usage")
stopifnot(error$line == 2, error$field == "bogus")
invisible(raised(assay_run(), "assay_usage"))
invisible(raised(assay_run(commands = character()), "assay_usage"))
invisible(raised(assay_read(character()), "assay_usage"))
invisible(raised(assay_show(here("old.csv"), seed = -1), "assay_usage"))
invisible(raised(assay_read(here("old.csv"), nonsense = 1), "error"))
writeLines('{"results": [{"command": "a", "times": [1, 2, 3, 4]},{"command": "b", "times": [1, 2, 3, 4], "ex', "cut.json")
invisible(raised(assay_read("cut.json"), "assay_error"))
cut <- assay_read("cut.json", partial = TRUE)
stopifnot(nrow(cut) == 4, grepl("cut short", attr(cut, "remarks")))

# ---- measuring
seen <- NULL
said <- character()
done <- assay_run(commands = c(plain = "true", later = "sleep 0.2"), runs = 6, store = "s.db", name = "two",
                  progress = function(done, planned, left_s) { seen <<- c(done, planned); FALSE }, log = function(text) said <<- c(said, text))
stopifnot(done$number == 1, identical(seen, c(12, 12)), identical(assay_compare(done, metrics = "wall")$rows$verdict, "slower"))
frame <- assay_read(done)
stopifnot(nrow(frame) == 12, setequal(frame$position, 1:2), all(format(frame$started, "%Y") > "2000"), all(frame$cost_s > 0))
listed <- assay_list("s.db")
stopifnot(identical(listed$name, "two"), nrow(assay_read("s.db")) == 12, nrow(assay_read(1, store = "s.db", systems = "plain")) == 6)
invisible(raised(assay_run(commands = "false", store = "s.db"), "assay_failed"))

# What `progress` raises ends the run and is raised; the rest is kept, and goes on.
error <- raised(assay_run(commands = "sleep 0.11", runs = 8, store = "r.db", progress = function(done, ...) if (done >= 3) stop("mine")), "simpleError")
stopifnot(identical(conditionMessage(error), "mine"), !assay_list("r.db")$complete)
done <- assay_run(resume = "latest", store = "r.db")
stopifnot(assay_list("r.db")$complete, nrow(assay_read(done)) == 8)
error <- raised(assay_run(commands = "sleep 0.11", runs = 8, store = "r.db", progress = function(done, ...) done >= 3), "assay_interrupted")
stopifnot(inherits(error, "assay_error"), error$experiment$number == 2)
# No jump leaves the engine's frames: it is an error there, which ends the run.
out <- callCC(function(leave) {
    raised(assay_run(commands = "sleep 0.11", runs = 8, store = "r.db", progress = function(...) leave("left")), "simpleError")
    "held"
})
stopifnot(identical(out, "held"), !all(assay_list("r.db")$complete))

# Ctrl-C of this process while it runs.
killed <- FALSE
kill <- function(done, ...) {
    if (done >= 3 && !killed) {
        killed <<- TRUE
        tools::pskill(Sys.getpid(), tools::SIGINT)
    }
    FALSE
}
stopped <- tryCatch(assay_run(commands = "sleep 0.11", runs = 40, store = "c.db", progress = kill), interrupt = identity)
stopifnot(inherits(stopped, "assay_interrupted"), grepl("resume = 1", stopped$message), stopped$experiment$number == 1)
kept <- nrow(assay_read("c.db"))
stopifnot(kept >= 3, kept < 40)
done <- assay_run(resume = stopped$experiment)
stopifnot(nrow(assay_read("c.db")) == 40, assay_list("c.db")$complete)

calls <- 0
for (i in 1:20) invisible(assay_run(commands = "true", runs = 10, store = "many.db", progress = function(...) { calls <<- calls + 1; FALSE }))
stopifnot(calls >= 40)
# A thousand by hand: what raises leaves nothing behind, open files neither.
open <- function() length(list.files("/proc/self/fd"))
for (i in seq_len(as.integer(Sys.getenv("ASSAY_CALLS", "20")))) {
    error <- raised(assay_run(commands = "true", runs = 3, store = "many.db", progress = function(...) stop("mine")), "simpleError")
    stopifnot(identical(conditionMessage(error), "mine"))
    if (i == 10) before_all <- open()
}
stopifnot(open() <= before_all + 1)
setwd(before)
unlink(scratch, recursive = TRUE)
