echo x >>n
echo "time: $((1000 + $(wc -l <n) * 7 % 11)) ms"
