echo 10 ms
