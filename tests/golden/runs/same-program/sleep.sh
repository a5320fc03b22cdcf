sleep $1
