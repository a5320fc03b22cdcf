echo x >>n
echo "time: $((20 + $(cat n | wc -l))) ms"
