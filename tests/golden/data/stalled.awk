# wall time under stalls of up to 20 times, and processor time of the same iterations, of which the first two take 50 % more
function noise() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
BEGIN {
  seed = 20261123
  print "system,benchmark,execution,iteration,metric,value,unit"
  for (e = 1; e <= 5; e++) for (i = 1; i <= 40; i++) {
    cpu = 0.001 * (i <= 2 ? 1.5 : 1) * (1 + 0.02 * (noise() - 0.5))
    printf "node,loop,%d,%d,wall,%.9f,s\n", e, i, cpu * (1 + 20 * noise())
    printf "node,loop,%d,%d,cpu,%.9f,s\n", e, i, cpu
  }
}
