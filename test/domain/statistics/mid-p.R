# Makes mid-p.tsv beside it, with R 4.2.2: Rscript mid-p.R
set.seed(16)
rows <- character(0)
sizes <- c(5, 20, 100, 400, 2000, 20000, 100000)
while (length(rows) < 1000) {
  top <- sizes[(length(rows) %% length(sizes)) + 1]
  m <- sample(top, 1); n <- if (runif(1) < .3) m else sample(top, 1)
  rate <- sample(c(.005, .02, .08, .3, .5, .9), 1)
  x <- rbinom(1, m, rate); y <- rbinom(1, n, min(1, rate * sample(c(1, 1, 1.1, 1.5, 2), 1)))
  p <- fisher.test(matrix(c(x, m - x, y, n - y), 2), conf.int = FALSE)$p.value - dhyper(x, m, n, x + y) / 2
  rows <- c(rows, sprintf("%d\t%d\t%d\t%d\t%.17g", x, m, y, n, p))
}
writeLines(c("x\tm\ty\tn\tp", rows), "mid-p.tsv")
