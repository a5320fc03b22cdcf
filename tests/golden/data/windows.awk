# Windows of a load of two servers, in rounds: what its tool says, and what the server has used. Numbers are drawn by a small generator.
#     awk -v busy=0.62 -v slower=1.05 -f windows.awk
function draw(    i, sum) { sum = -6; for (i = 0; i < 12; i++) { seed = (seed * 16807) % 2147483647; sum += seed / 2147483647 } return sum }
function row(who, k, metric, value, unit, better) { printf "%s,load,%d,%d,%s,%.9g,%s,%s\n", who, k, k, metric, value, unit, better }
function window(who, k, times,    p50, used, n) {
    p50 = 0.0004 * times * exp(0.06 * draw())
    n = 20000 / times * exp(0.05 * draw())
    used = 2e-5 * times * exp(0.01 * draw())
    row(who, k, "rate", n / 2, "op/s", "more")
    row(who, k, "p50", p50, "s", "less")
    row(who, k, "p99", 6 * p50 * exp(0.2 * draw()), "s", "less")
    row(who, k, "server.user+system/request", used, "s", "less")
    row(who, k, "server.max_rss", 5242880 + 4096 * int(4 * draw()), "byte", "less")
    row(who, k, "load.busy", busy + 0.01 * draw(), "1", "less")
}
BEGIN {
    seed = 58
    print "system,benchmark,round,execution,metric,value,unit,better"
    for (k = 1; k <= 10; k++) { window("old", k, 1); window("new", k, slower) }
}
