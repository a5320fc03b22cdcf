echo x >>n
echo "time: $((100 + $(wc -l <n) % 3)) ms"
