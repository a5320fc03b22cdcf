# jit 15 ms until iteration 10 and 10 ms from there on against constant 10.3 ms, 1 % noise
function noise() { seed = (seed * 16807) % 2147483647; return (seed / 2147483647 - 0.5) * 0.035 }
BEGIN {
  seed = 20261123
  print "system,benchmark,execution,iteration,seconds"
  for (e = 1; e <= 12; e++) for (i = 0; i < 40; i++) {
    printf "jit,loop,%d,%d,%.9f\n", e, i, (i < 10 ? 0.015 : 0.010) * (1 + noise())
    printf "aot,loop,%d,%d,%.9f\n", e, i, 0.0103 * (1 + noise())
  }
}
