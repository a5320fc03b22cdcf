# SPDX-License-Identifier: GPL-3.0-or-later
# mixture.R -- choosing K over 1 to 10 for 1000 values in R's mclust: prints the median milliseconds of
# one core (processor time, as the C side counts: other work on the machine does not count).
if (!requireNamespace("mclust", quietly = TRUE)) quit(status = 1)
suppressMessages(library(mclust))
set.seed(1)
processor <- function() sum(proc.time()[c("user.self", "sys.self")])
seen <- numeric(15)
for (i in 0:15) {
  x <- c(rnorm(700), rnorm(300, 4))
  start <- processor()
  for (r in 1:3) invisible(Mclust(x, G = 1:10, modelNames = "V", verbose = FALSE))
  if (i > 0) seen[i] <- (processor() - start) / 3 * 1000
}
cat(median(seen), "\n")
