# A window of load as wrk2 prints it: the new server answers 1990 requests a second at the most, the old one 1600.
awk -v server="$1" -v rate="${3#-R}" 'BEGIN {
    most = server == "new" ? 1990 : 1600
    done = rate < most ? rate : most
    print "Running 2s test @ http://127.0.0.1:8080/\n  1 threads and 8 connections"
    print "  Thread Stats   Avg      Stdev     Max   +/- Stdev\n    Latency     1.26ms    0.40ms   9.00ms   90.00%"
    print "  Latency Distribution (HdrHistogram - Recorded Latency)\n 50.000%    1.20ms\n 99.000%    " 5 * rate / done "ms"
    printf "  %d requests in 2.00s, 1.00MB read\nRequests/sec:  %.2f\nTransfer/sec:      0.50MB\n", 2 * done, done
}'
