# Windows at rising rates, in rounds: p99 of two servers, of which the new one can do a tenth more.
function draw(    i, sum) { sum = -6; for (i = 0; i < 12; i++) { seed = (seed * 16807) % 2147483647; sum += seed / 2147483647 } return sum }
BEGIN {
    seed = 58
    n = split("1000 2000 4000 6000 8000 9000", rate, " ")
    print "system,benchmark,round,execution,metric,value,unit,better"
    for (k = 1; k <= 10; k++)
        for (s = 0; s < 2; s++)
            for (i = 1; i <= n; i++) {
                printf "%s,get/rate=%d,%d,%d,p99,%.9g,s,less\n", s ? "new" : "old", rate[i], k, k, \
                    0.0006 / (1 - rate[i] / (s ? 11000 : 10000)) * exp(0.05 * draw() * (1 + i / 4))
                printf "%s,get/rate=%d,%d,%d,load.busy,%.9g,1,less\n", s ? "new" : "old", rate[i], k, k, rate[i] / 9900
            }
}
